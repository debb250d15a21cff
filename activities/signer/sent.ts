import { toChecksumAddress } from '../../src/chain/address.js';
import { sendRawTransaction, type BroadcastAnswer } from '../../src/chain/broadcast.js';
import { transaction } from '../../src/db/database.js';
import { markSent, type SentTransaction } from '../../src/db/sent-transactions.js';
import { moveWithdrawal } from '../../src/db/withdrawal-orders.js';
import { clearWaiting, lockWithdrawal } from '../../src/db/withdrawals.js';
import type { Outgoing, SigningDependencies } from './outgoing.js';

/** The attempt that pays most for its place: the one that nodes prefer to the others of its nonce. */
export function dearest(attempts: readonly SentTransaction[]): SentTransaction | undefined {
  return attempts.toSorted((a, b) => (a.maxFeePerGasWei > b.maxFeePerGasWei ? -1 : 1))[0];
}

/**
 * Sends committed bytes, as often as it is called: the chain takes one transaction of a nonce. What a reorganisation
 * has dropped goes out again as it was, and so does the dearest of the attempts, whose answer is given back.
 */
export async function sendAttempts(
  { client }: Pick<Outgoing, 'client'>,
  attempts: readonly SentTransaction[],
): Promise<{ readonly sent: SentTransaction; readonly answer: BroadcastAnswer }> {
  const sent = dearest(attempts);
  if (sent === undefined) throw new Error('There is nothing to send');
  const minedBefore = attempts.find((attempt) => attempt.revision > 0 && attempt !== sent);
  if (minedBefore !== undefined) await sendRawTransaction(client, minedBefore.rawTransaction);
  return { sent, answer: await sendRawTransaction(client, sent.rawTransaction) };
}

/** Notes that a payment is out: a node holds it, or it is mined. */
export async function noteSent(
  deps: SigningDependencies,
  { chain, withdrawal: { withdrawalId } }: Outgoing,
  sent: SentTransaction,
): Promise<void> {
  const nowMs = deps.now();
  await transaction(deps.db, async (trx) => {
    const withdrawal = await lockWithdrawal(trx, withdrawalId);
    await markSent(trx, { chainCode: chain.chainCode, txHash: sent.txHash, nowMs });
    if (withdrawal?.status === 'approved') {
      const showAddress = toChecksumAddress;
      await moveWithdrawal(trx, withdrawal, { to: 'broadcast', reason: null, nowMs, showAddress });
    } else if (withdrawal?.waitingReason != null) {
      await clearWaiting(trx, withdrawalId);
    }
  });
  if (sent.firstSentAtMs === null)
    deps.log.info({ withdrawalId, txHash: sent.txHash, nonce: sent.nonce }, 'withdrawal sent');
}
