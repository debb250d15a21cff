import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { listColdBefore } from '../../../src/db/sweeps/movements.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import { sendMovement } from './advance-movements.js';
import { NotYet, notYetOf } from '../../withdrawals/not-yet.js';

/**
 * Sends again the transfers to the cold address whose nonces come before those of some payments. These transfers use
 * nonces of the wallet that pays withdrawals. So a payout does for them what a sweep does: it sends the same bytes to
 * every RPC, and raises the fees of one that is stuck. No withdrawal waits for the next sweep. When a transfer is
 * final, the sweep ends it.
 *
 * @param behind payments from one wallet.
 * @returns why one of these transfers can't be mined now, in words for the withdrawal behind it. Null: nothing stops
 * them.
 */
export async function sendColdBefore(
  deps: SigningDependencies,
  { chain, client, native }: Pick<SignableWithdrawal, 'chain' | 'client' | 'native'>,
  behind: readonly SentTransaction[],
): Promise<NotYet | null> {
  const { chainCode } = chain;
  const last = behind.toSorted((a, b) => b.nonce - a.nonce)[0];
  if (last === undefined) return null;
  const { fromAddress: address, nonce: belowNonce } = last;
  const before = await listColdBefore(deps.db, { chainCode, address, belowNonce });
  if (before.length === 0) return null;
  const cursor = await findChainCursor(deps.db, chainCode);
  const context = { deps, chain, client, native, chainTimeMs: cursor?.blockTimeMs ?? null };
  let kept: NotYet | null = null;
  for (const movement of before) {
    try {
      await sendMovement(context, movement);
    } catch (error) {
      const { code, message } = notYetOf(error);
      // Some transaction has used its nonce, so nothing waits behind it.
      if (code === 'nonce_used') continue;
      const nonce = movement.attempts[0]?.nonce;
      kept ??= new NotYet(
        code,
        `waits behind the transfer to the cold address with nonce ${nonce}: ${message}`,
      );
    }
  }
  return kept;
}
