import { QuittanceError } from '../../domain/core/errors.js';
import { hasReadTo } from '../../domain/chains/finality.js';
import { findPaidBy } from '../../domain/wallets/outside-payment.js';
import { findChainCursor } from '../chains/chain-cursor.js';
import type { Transaction } from '../core/database.js';
import { listOutsidePayments } from '../wallets/outside-payments.js';
import type { Withdrawal } from './withdrawals.js';

/** A restarted follower reads its chain within this time. */
const RETRY_AFTER_SECONDS = 15;

/**
 * Checks that a withdrawal without a signature was not paid already. After a restore from a backup that is possible. So
 * its reservation is released only when the blocks up to now are read. If a payment was found there, an operator must
 * also have said that it is another one. An order to stop the withdrawal counts as that statement, because its waiting
 * reason has shown the payment.
 *
 * @throws QuittanceError `chain_not_read`, `invalid_state`.
 */
export async function assertNotPaid(
  trx: Transaction,
  withdrawal: Withdrawal,
  { to, nowMs }: { to: 'rejected' | 'cancelled' | 'stopped' | 'failed'; nowMs: number },
): Promise<void> {
  const found = findPaidBy(withdrawal, await listOutsidePayments(trx, [withdrawal.withdrawalId]));
  if (found !== null && (to !== 'stopped' || found.isCertain)) {
    const { txHash } = found.payment;
    throw new QuittanceError(
      'invalid_state',
      found.isCertain
        ? `An operator says that ${txHash} has paid the withdrawal; it can't be ${to} unless one says that this is another payment.`
        : `Transaction ${txHash} may have paid the withdrawal already; it can't be ${to} until an operator says that this is another payment (withdrawal settle --as other), or approves it and says that it is paid.`,
    );
  }
  const { chainCode } = withdrawal.asset;
  const cursor = await findChainCursor(trx, chainCode);
  if (cursor?.haltedReason === null && hasReadTo(cursor, nowMs)) return;
  const isHalted = cursor?.haltedReason != null;
  const why = isHalted
    ? `The chain ${chainCode} is halted until an operator resumes it`
    : `The chain ${chainCode} is not read up to the last minute`;
  throw new QuittanceError(
    'chain_not_read',
    `${why}. So it is not known whether the withdrawal was paid before a backup was restored, and it can't be ${to} yet. Try again when the chain is read.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
