import {
  isSigned1559,
  isTransactionKnown,
  sendRawTransaction,
  type BroadcastAnswer,
} from '../../../../src/chain/sending/broadcast.js';
import type { ChainClient } from '../../../../src/chain/rpc/types.js';
import { transaction } from '../../../../src/db/core/database.js';
import { markAllSent, type SentTransaction } from '../../../../src/db/wallets/sent-transactions.js';
import { moveToBroadcast } from '../../../../src/db/withdrawals/move-withdrawal.js';
import {
  clearWaiting,
  lockWithdrawals,
  type Withdrawal,
} from '../../../../src/db/withdrawals/withdrawals.js';
import type { SignableWithdrawal, SigningDependencies } from '../signed-withdrawal.js';
import { requireSignedBytes } from '../policy/require-own-bytes.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/** Returns the attempt with the highest fee: nodes prefer it to the others of its nonce. */
export function highestFeeAttempt(attempts: readonly SentTransaction[]): SentTransaction | undefined {
  return attempts.toSorted((a, b) => (a.maxFeePerGasWei > b.maxFeePerGasWei ? -1 : 1))[0];
}

/**
 * Refuses to replace a transaction of an older type (legacy, EIP-2930): it has no fees to raise. Such a transaction was
 * found on the chain, and a reorganisation has undone it since.
 *
 * @throws NotYet `refused`
 */
export function requireReplaceable(attempts: readonly SentTransaction[]): void {
  const legacy = attempts.find(({ rawTransaction }) => !isSigned1559(rawTransaction));
  if (legacy === undefined) return;
  throw new NotYet(
    'refused',
    `its transaction ${legacy.txHash} is of an older type: it was found on the chain, and a reorganisation has undone it since. It is sent again as it is and is never replaced; waits until the chain takes it`,
  );
}

/**
 * Sends the attempt with the highest fee. An attempt that a reorganisation has dropped is sent again before it. Every
 * call may send: the bytes are committed, and the chain takes one transaction for each nonce.
 *
 * @returns the attempt with the highest fee, and the answer to it.
 * @throws NotYet `malformed` when the bytes of one of them are no transaction.
 */
export async function sendAttempts(
  { client, chain }: Pick<SignableWithdrawal, 'client' | 'chain'>,
  attempts: readonly SentTransaction[],
): Promise<{ readonly sent: SentTransaction; readonly answer: BroadcastAnswer }> {
  const sent = highestFeeAttempt(attempts);
  if (sent === undefined) throw new Error('There is nothing to send');
  requireSignedBytes(attempts);
  const minedBefore = attempts.find((attempt) => attempt.revision > 0 && attempt !== sent);
  if (minedBefore !== undefined) await sendRawTransaction(client, minedBefore.rawTransaction);
  const answer = await sendRawTransaction(client, sent.rawTransaction);
  // No answer is believed here, so each URL is asked: two URLs of one provider may lead to two nodes.
  const isFirst = sent.firstSentAtMs === null && sent.replaces === null;
  if (isFirst || chain.rpcUrls.length === 1) return { sent, answer };
  // The node that took it first may not have passed it on, and may not pass on later ones either. So every RPC gets it.
  const others = await client.onEachRpc((rpc) => sendRawTransaction(rpc, sent.rawTransaction), {
    withoutHanging: true,
  });
  const accepted = others.flatMap((other) => (other.ok ? other.value : [])).find(isAccepted);
  return { sent, answer: accepted ?? answer };
}

/** Sends a replacement. @returns whether a node has it, and the answer. */
export async function sendReplacement(
  context: Pick<SignableWithdrawal, 'client' | 'chain'>,
  replacement: SentTransaction,
): Promise<{ readonly isHeld: boolean; readonly words: string }> {
  const { answer } = await sendAttempts(context, [replacement]);
  const isHeld = isAccepted(answer) || (await isTransactionKnown(context.client, replacement.txHash));
  return { isHeld, words: answer.message };
}

const isAccepted = ({ outcome }: BroadcastAnswer): boolean => outcome === 'accepted';

/** Returns the attempts that a node knows, mined or not. */
export async function findHeld(
  client: ChainClient,
  attempts: readonly SentTransaction[],
): Promise<readonly SentTransaction[]> {
  const held: SentTransaction[] = [];
  for (const attempt of attempts) if (await isTransactionKnown(client, attempt.txHash)) held.push(attempt);
  return held;
}

/**
 * Returns since when the chain could have taken the attempt with the highest fee, in epoch ms: since it was first sent.
 * A replacement that nodes refuse counts from the time it was signed. Null: no attempt was ever sent.
 */
export function waitingSinceMs(attempts: readonly SentTransaction[]): number | null {
  const last = highestFeeAttempt(attempts);
  if (last === undefined || attempts.every(({ firstSentAtMs }) => firstSentAtMs === null)) return null;
  return last.firstSentAtMs ?? last.signedAtMs;
}

const idOf = ({ withdrawalId }: Withdrawal): string => withdrawalId;

/**
 * Records that payments of withdrawals are sent: a node holds them, or they are mined.
 *
 * @returns the payments as they are recorded.
 */
export async function notePaymentsSent(
  deps: SigningDependencies,
  chainCode: string,
  sent: readonly SentTransaction[],
): Promise<readonly SentTransaction[]> {
  if (sent.length === 0) return [];
  const nowMs = deps.now();
  await transaction(deps.db, async (trx) => {
    const withdrawals = await lockWithdrawals(
      trx,
      sent.flatMap(({ withdrawalId }) => withdrawalId ?? []),
    );
    await markAllSent(trx, { chainCode, txHashes: sent.map(({ txHash }) => txHash), nowMs });
    const approved = [...withdrawals.values()].filter(({ status }) => status === 'approved');
    await moveToBroadcast(trx, approved.map(idOf));
    for (const withdrawal of withdrawals.values())
      if (withdrawal.status !== 'approved' && withdrawal.waitingReason !== null)
        await clearWaiting(trx, idOf(withdrawal));
  });
  for (const { withdrawalId, txHash, nonce, firstSentAtMs } of sent)
    if (firstSentAtMs === null) deps.log.info({ withdrawalId, txHash, nonce }, 'withdrawal sent');
  return sent.map((one) => ({ ...one, firstSentAtMs: one.firstSentAtMs ?? nowMs, lastSentAtMs: nowMs }));
}
