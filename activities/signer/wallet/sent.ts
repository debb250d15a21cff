import {
  isSigned1559,
  isTransactionKnown,
  sendRawTransaction,
  type BroadcastAnswer,
} from '../../../src/chain/sending/broadcast.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { transaction } from '../../../src/db/core/database.js';
import { markAllSent, type SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { moveToBroadcast } from '../../../src/db/withdrawals/move-withdrawal.js';
import { clearWaiting, lockWithdrawals, type Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { SignableWithdrawal, SigningDependencies } from './signed-withdrawal.js';
import { requireBytes } from './require-own-bytes.js';
import { NotYet } from '../../withdrawals/withdrawal-wait.js';

/** The attempt that pays most for its place: the one that nodes prefer to the others of its nonce. */
export function dearest(attempts: readonly SentTransaction[]): SentTransaction | undefined {
  return attempts.toSorted((a, b) => (a.maxFeePerGasWei > b.maxFeePerGasWei ? -1 : 1))[0];
}

/**
 * What was found on the chain and undone since may be of an older type (legacy, EIP-2930), which has no fees to raise.
 *
 * @throws NotYet `refused`
 */
export function requireReplaceable(attempts: readonly SentTransaction[]): void {
  const older = attempts.find(({ rawTransaction }) => !isSigned1559(rawTransaction));
  if (older === undefined) return;
  throw new NotYet(
    'refused',
    `its transaction ${older.txHash} is of an older type, found on the chain and undone since: it is sent again as it is and never replaced; waits until the chain takes it`,
  );
}

/**
 * Sends committed bytes, as often as it is called: the chain takes one transaction of a nonce. What a reorganisation
 * has dropped goes out again as it was, and so does the dearest of the attempts, whose answer is given back.
 *
 * @throws NotYet `malformed` when one of them is no transaction.
 */
export async function sendAttempts(
  { client, chain }: Pick<SignableWithdrawal, 'client' | 'chain'>,
  attempts: readonly SentTransaction[],
): Promise<{ readonly sent: SentTransaction; readonly answer: BroadcastAnswer }> {
  const sent = dearest(attempts);
  if (sent === undefined) throw new Error('There is nothing to send');
  requireBytes(attempts);
  const minedBefore = attempts.find((attempt) => attempt.revision > 0 && attempt !== sent);
  if (minedBefore !== undefined) await sendRawTransaction(client, minedBefore.rawTransaction);
  const answer = await sendRawTransaction(client, sent.rawTransaction);
  const isFirst = sent.firstSentAtMs === null && sent.replaces === null;
  if (isFirst || chain.rpcUrls.length === 1) return { sent, answer };
  // The node that took it may have kept it to itself, and would do so with all that follows: now everyone gets it.
  const others = await client.onEachRpc((rpc) => sendRawTransaction(rpc, sent.rawTransaction), {
    withoutHanging: true,
  });
  const accepted = others.flatMap((other) => (other.ok ? other.value : [])).find(isAccepted);
  return { sent, answer: accepted ?? answer };
}

const isAccepted = ({ outcome }: BroadcastAnswer): boolean => outcome === 'accepted';

/** Those that a node holds, mined or not. */
export async function findHeld(
  client: ChainClient,
  attempts: readonly SentTransaction[],
): Promise<readonly SentTransaction[]> {
  const held: SentTransaction[] = [];
  for (const attempt of attempts) if (await isTransactionKnown(client, attempt.txHash)) held.push(attempt);
  return held;
}

/**
 * Since when the chain may take the dearest of a nonce's attempts, in epoch ms: a replacement that nodes refuse has been
 * waiting since it was signed. Null: none was ever sent.
 */
export function waitingSinceMs(attempts: readonly SentTransaction[]): number | null {
  const last = dearest(attempts);
  if (last === undefined || attempts.every(({ firstSentAtMs }) => firstSentAtMs === null)) return null;
  return last.firstSentAtMs ?? last.signedAtMs;
}

const idOf = ({ withdrawalId }: Withdrawal): string => withdrawalId;

/**
 * Notes that payments of withdrawals are out: a node holds them, or they are mined.
 *
 * @returns them as they are noted.
 */
export async function noteSent(
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
