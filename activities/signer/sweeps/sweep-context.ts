import type { SweepKeys } from '../../../src/chain/keys/types.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { Asset, Chain } from '../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../src/domain/core/money.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/** What it takes to have a movement that is signed mined. */
export interface Carrying {
  readonly deps: SigningDependencies;
  readonly chain: Chain;
  readonly client: ChainClient;
  /** What gas is paid in. */
  readonly native: Asset;
  /** Timestamp of the last block read, epoch ms. */
  readonly chainTimeMs: number | null;
}

/** One turn of sweeping a chain: what everything in it stands on. */
export interface SweepContext extends Carrying {
  readonly keys: SweepKeys;
  /** Up to here nothing can change any more. */
  readonly finalizedHeight: number;
  /** Why something could not be done now, in words for the operator. */
  readonly notes: Set<string>;
  /** Those of them that say that somebody has altered the database: errors in the log. */
  readonly alarms: Set<string>;
}

/** Does what may not be possible now; then the operator is told why, and all else goes on. */
export async function orNote<T>(
  context: SweepContext,
  what: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
    const note = `${what}: ${error.message}`;
    context.notes.add(note);
    if (error.code === 'malformed') context.alarms.add(note);
    return null;
  }
}

/** `12.500000 USDC` */
export function inWords(asset: Asset, amountAtomic: bigint): string {
  return `${formatCrypto(amountAtomic, asset.decimals)} ${asset.tokenSymbol}`;
}
