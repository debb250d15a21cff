import {
  listWithdrawalTransactions,
  type SentTransaction,
} from '../../../src/db/wallets/sent-transactions.js';
import {
  requireListed,
  signableOf,
  type SignableWithdrawal,
  type SignedWithdrawal,
} from '../wallet/signed-withdrawal.js';
import { broadcast } from './broadcast-payment.js';
import { requireGivenUpUnminable } from './require-given-up-unminable.js';
import { forgetIfLost } from './forget-if-lost.js';
import { adoptPaidOutside } from './paid-outside.js';
import type { PayoutBatches } from './payout-batches.js';
import { cancelUnpayable, isMinedAfterAll, sendPayoutCancellations } from './payout-cancellations.js';
import type { PayoutDependencies } from './payout-dependencies.js';

/**
 * Pays a withdrawal. Usually nothing was signed for it yet, and it was never refused: it joins the next batch, which
 * signs and sends it. Later calls make sure that the signed transaction is mined.
 *
 * @returns what was done, in words for operators.
 */
export async function payOut(
  deps: PayoutDependencies,
  { signedWithdrawal, batches }: { signedWithdrawal: SignedWithdrawal; batches: PayoutBatches },
): Promise<string> {
  const { withdrawalId, status } = signedWithdrawal.withdrawal;
  const known = await listWithdrawalTransactions(deps.db, [withdrawalId]);
  await requireGivenUpUnminable(deps, signedWithdrawal, () =>
    sendPayoutCancellations(deps, signedWithdrawal),
  );
  if (status === 'failed' || known.some(isMinedAfterAll)) {
    await cancelUnpayable(deps, signedWithdrawal, known);
    return 'what must not pay any more is cancelled';
  }
  const isInBatch = mayBeInBatch(deps, signedWithdrawal, known);
  if (known.length > 0 && !isInBatch && (await broadcast(deps, signedWithdrawal, known)) === 'sent')
    return sentInWords(known);
  const signable = requireListed(deps, signedWithdrawal);
  const elsewhere = isInBatch ? null : await findPaidElsewhere(deps, signable, { isNew: known.length === 0 });
  const signed = elsewhere ?? (await batches.join(signable));
  if (signed.length > 0 && !signed.some(isSent)) await broadcast(deps, signable, signed);
  return sentInWords(signed);
}

/**
 * Tells whether a transaction may be in a batch that is under way: it is signed and was never sent. That batch sends it,
 * or the next one does.
 */
function mayBeInBatch(
  deps: PayoutDependencies,
  { withdrawal }: SignedWithdrawal,
  known: readonly SentTransaction[],
): boolean {
  const isUnsent = known.length > 0 && known.every((attempt) => !isSent(attempt) && attempt.receipt === null);
  return isUnsent && signableOf(deps, withdrawal) !== null;
}

/**
 * Finds out whether a withdrawal was paid by a transaction that is not on record for it.
 *
 * @returns its transactions, if it was paid from outside. Null: it was not, and may be signed.
 */
async function findPaidElsewhere(
  deps: PayoutDependencies,
  signable: SignableWithdrawal,
  { isNew }: { isNew: boolean },
): Promise<readonly SentTransaction[] | null> {
  const { withdrawalId, waitingReason } = signable.withdrawal;
  // Only a withdrawal that already waits is checked for a payment from outside, so the others cost no further query.
  if (waitingReason !== null && (await adoptPaidOutside(deps, signable)))
    return listWithdrawalTransactions(deps.db, [withdrawalId]);
  // A payment that is remembered and not on record is looked up by itself: in a batch, many of them would delay all
  // others.
  if (isNew) await forgetIfLost(deps, signable);
  return null;
}

function sentInWords(attempts: readonly SentTransaction[]): string {
  const [last] = attempts;
  return last === undefined ? 'nothing was sent now' : `sent, with nonce ${last.nonce}`;
}

const isSent = ({ firstSentAtMs }: SentTransaction): boolean => firstSentAtMs !== null;
