import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { clearWaiting, lockWithdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { isStuck } from '../../../src/domain/wallets/raise-fees.js';
import { cancelUndone } from '../wallet/cancellations/cancel-undone.js';
import { sendCancellations } from '../wallet/cancellations/send-cancellations.js';
import type { UsedNonce } from '../wallet/nonces/used-nonce.js';
import { notePaymentsSent, waitingSinceMs } from '../wallet/sending/send-attempts.js';
import {
  requireSameWallet,
  type SignedWithdrawal,
  type SigningDependencies,
} from '../wallet/signed-withdrawal.js';
import { replacePayment } from './replace-payment.js';

/**
 * Cancels transactions that must not pay. A failed withdrawal is never paid, whatever happens to the chain: if its
 * final transaction is undone, a cancellation transaction uses its nonce. The same is done with a transaction that was
 * signed anew for a withdrawal, if the one that had been given up has paid it after all.
 *
 * @throws NotYet when the cancellation can't be signed or mined now.
 */
export async function cancelUnpayable(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
  known: readonly SentTransaction[],
): Promise<void> {
  const { withdrawalId } = signedWithdrawal.withdrawal;
  const paid = known.find(isMinedAfterAll);
  if (paid !== undefined) await notePaymentsSent(deps, signedWithdrawal.chain.chainCode, [paid]);
  const attempts = known.filter(({ nonce }) => nonce !== paid?.nonce);
  await cancelUndone(deps, {
    ...signedWithdrawal,
    attempts,
    owner: { withdrawalId },
    signer: () => {
      for (const { fromAddress } of attempts) requireSameWallet(deps, fromAddress);
      return Promise.resolve(deps.hotWallet);
    },
  });
  await sendPayoutCancellations(deps, signedWithdrawal);
  await clearWaiting(deps.db, withdrawalId);
}

/** Tells whether a transaction that had lost its nonce for good is mined after all. */
export function isMinedAfterAll({ foreignHash, receipt }: SentTransaction): boolean {
  return foreignHash !== null && receipt !== null;
}

/** Sends again the cancellation transactions that a withdrawal waits behind. */
export function sendPayoutCancellations(
  deps: SigningDependencies,
  signedWithdrawal: SignedWithdrawal,
): Promise<void> {
  const { chain, client, withdrawal } = signedWithdrawal;
  return sendCancellations(deps, {
    chain,
    client,
    owner: { withdrawalId: withdrawal.withdrawalId },
    usedBy: (attempts) => paymentsNonce(signedWithdrawal, attempts),
    isStuck: (attempts) => isPaymentStuck(deps, signedWithdrawal, attempts),
    replace: (attempts, advised) => replacePayment(deps, signedWithdrawal, { attempts, advised }),
  });
}

/** Returns the used nonce of a withdrawal's transactions. While it is recorded as lost, the withdrawal is locked. */
export function paymentsNonce(
  { chain, client, withdrawal }: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): UsedNonce {
  const { withdrawalId } = withdrawal;
  return {
    chain,
    client,
    attempts,
    objectKind: 'withdrawal',
    objectId: withdrawalId,
    onLost: (trx) => lockWithdrawal(trx, withdrawalId),
  };
}

/** Says whether new blocks have come without a withdrawal's transaction for too long. */
export async function isPaymentStuck(
  deps: SigningDependencies,
  { chain }: SignedWithdrawal,
  attempts: readonly SentTransaction[],
): Promise<boolean> {
  const cursor = await findChainCursor(deps.db, chain.chainCode);
  return isStuck({
    firstSentAtMs: waitingSinceMs(attempts),
    chainTimeMs: cursor?.blockTimeMs ?? null,
    replaceAfterMs: chain.replaceAfterMs,
  });
}
