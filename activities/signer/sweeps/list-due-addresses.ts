import type { DepositSigner } from '../../../src/chain/keys/types.js';
import { listSweepable, type Sweepable } from '../../../src/db/sweeps/sweepable.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import type { SweepContext } from './sweep-context.js';
import { sweepThreshold } from './sweep-threshold.js';

/** How many pages of the list are read in one round to find addresses of this worker's seed. */
const MAX_PAGES = 10;

/** A full deposit address whose key we have. */
export interface DueAddress {
  readonly sweepable: Sweepable;
  readonly signer: DepositSigner;
}

/**
 * Lists the fullest deposit addresses of an asset, at most `limit`. Addresses of another seed can't be swept here: they
 * are skipped, so that they do not fill the list for ever.
 */
export async function listDueAddresses(
  context: SweepContext,
  { asset, limit }: { asset: Asset; limit: number },
): Promise<readonly DueAddress[]> {
  const { deps, keys, finalizedHeight } = context;
  const leastAtomic = await sweepThreshold(context, asset);
  const due: DueAddress[] = [];
  const foreign: string[] = [];
  let after: Sweepable | null = null;
  for (let page = 0; page < MAX_PAGES && due.length < limit; page += 1) {
    const listed: readonly Sweepable[] = await listSweepable(deps.db, {
      asset,
      finalizedHeight,
      leastAtomic,
      limit,
      after,
    });
    for (const sweepable of listed) {
      const signer = keys.deposit(sweepable.depositIndex);
      if (signer.address === sweepable.address) due.push({ sweepable, signer });
      else foreign.push(sweepable.address);
    }
    after = listed.at(-1) ?? null;
    if (listed.length < limit) break;
  }
  noteForeign(context, foreign);
  return due.slice(0, limit);
}

function noteForeign({ notes }: SweepContext, [first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const who = others.length === 0 ? `${first} is` : `${first} and ${others.length} more addresses are`;
  notes.add(`${who} not of the seed that the signing worker has`);
}
