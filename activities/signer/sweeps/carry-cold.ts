import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { listColdBefore } from '../../../src/db/sweeps/movements.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import type { SignableWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';
import { haveMined } from './carry.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/**
 * Transfers to the cold address take nonces of the wallet that pays withdrawals. So whoever pays from it looks after
 * those whose nonces come before its own, as a sweep does: the same bytes to every RPC, higher fees when one is stuck.
 * No withdrawal waits for the sweep to come round. When one of them is final, the sweep ends it.
 *
 * @param behind what is paid from one wallet.
 * @returns why one of them can't be mined now, in words for the withdrawal behind it; null: nothing keeps them.
 */
export async function carryCold(
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
  const carrying = { deps, chain, client, native, chainTimeMs: cursor?.blockTimeMs ?? null };
  let kept: NotYet | null = null;
  for (const movement of before) {
    try {
      await haveMined(carrying, movement);
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      // Whoever has used its nonce: nothing waits behind it.
      if (error.code === 'nonce_used') continue;
      const nonce = movement.attempts[0]?.nonce;
      const words = `waits behind the transfer to the cold address with nonce ${nonce}: ${error.message}`;
      kept ??= new NotYet(error.code, words);
    }
  }
  return kept;
}
