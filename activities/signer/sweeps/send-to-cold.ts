import { transferCall } from '../../../src/chain/sending/broadcast.js';
import type { Queryable } from '../../../src/db/core/database.js';
import { findBusySubjects } from '../../../src/db/sweeps/movements.js';
import { listCommitments } from '../../../src/db/wallets/sent-transactions.js';
import { sumUnsigned } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { aboveCeiling } from '../../../src/domain/wallets/above-ceiling.js';
import { committedOf } from '../../../src/domain/wallets/commitments.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import { remainingToday } from '../wallet/policy/signer-limits.js';
import { readCorroboratedBalance } from '../wallet/policy/ask-token.js';
import type { SweepContext } from './sweep-context.js';
import { estimateCall, readFees, signMovement } from './sign-movement.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/** A native coin's excess is worth a transaction when it is at least so many times its gas. */
const WORTH_FACTOR = 20n;

/**
 * Sends the hot wallet's amount above its ceiling to the cold address, within the signer's caps. The amounts of
 * approved withdrawals stay. Without them the withdrawals would wait until somebody brings coins back.
 */
export async function sendToCold(context: SweepContext, asset: Asset): Promise<void> {
  const { deps, chain, client } = context;
  const { coldAddress: to, chainCode } = chain;
  const { tokenSymbol, hotWalletCeilingAtomic: ceilingAtomic } = asset;
  const signer = deps.hotWallet;
  const { address } = signer;
  if (to === null || ceilingAtomic === null) return;
  if (to === address) {
    throw new NotYet(
      'refused',
      'coldAddress is the hot wallet itself: set it to a wallet whose key is kept elsewhere',
    );
  }
  const subjects = [address];
  if ((await findBusySubjects(deps.db, { chainCode, tokenSymbol, subjects })).size > 0) return;
  const before = await listCommitments(deps.db, { chainCode, address });
  const balanceAtomic = await readCorroboratedBalance(client, { address, asset });
  const dueAtomic = await sumUnsigned(deps.db, asset);
  const excessAtomic = aboveCeiling(asset, { balanceAtomic, commitments: before, dueAtomic });
  if (excessAtomic === 0n) return;
  const fees = await readFees(context);
  const probe = transferCall({ asset, to, amountAtomic: 1n });
  const gasLimit = await estimateCall(client, { from: address, ...probe });
  if (asset.kind === 'native' && excessAtomic < gasLimit * fees.maxFeePerGasWei * WORTH_FACTOR) return;
  const amountAtomic = await withinCaps(context, { asset, excessAtomic });
  if (amountAtomic <= 0n) {
    throw new NotYet(
      'signer_limit',
      'the hot wallet is above its ceiling, and SIGNER_LIMITS allow no more today',
    );
  }
  await signMovement(context, {
    kind: 'cold',
    role: 'hot',
    signer,
    gasLimit,
    fees,
    asset,
    isSweep: false,
    call: transferCall({ asset, to, amountAtomic }),
    parts: [{ tokenSymbol, subject: address, from: address, to, amountAtomic }],
    payment: { tokenSymbol, amountAtomic, to },
    permit: async (trx, now) => {
      // Another worker may have used up the day's cap since it was read.
      const allowed = await allowedToday(deps, { asset, q: trx });
      if (allowed !== null && allowed < amountAtomic)
        throw new NotYet('signer_limit', 'SIGNER_LIMITS allow less today than they did a moment ago');
      // A withdrawal that was signed in the meantime goes first.
      const more = committedOf(asset, now);
      if (balanceAtomic - more - amountAtomic < ceilingAtomic && more > committedOf(asset, before))
        throw new NotYet('no_tokens', 'a withdrawal takes some of what is above the ceiling');
    },
  });
}

async function withinCaps(
  { deps }: SweepContext,
  { asset, excessAtomic }: { asset: Asset; excessAtomic: bigint },
): Promise<bigint> {
  const allowed = await allowedToday(deps, { asset, q: deps.db });
  return allowed !== null && allowed < excessAtomic ? allowed : excessAtomic;
}

/** Reads the amount that the caps still allow today, in base units. Null: any amount. */
function allowedToday(
  { limits, now }: SigningDependencies,
  { asset, q }: { asset: Asset; q: Queryable },
): Promise<bigint | null> {
  return remainingToday(q, { limits, asset, purpose: 'cold', nowMs: now() });
}
