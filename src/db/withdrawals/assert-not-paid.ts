import { QuittanceError } from '../../domain/core/errors.js';
import { hasReadTo } from '../../domain/chains/finality.js';
import { findPaidBy } from '../../domain/wallets/outside-payment.js';
import { findChainCursor } from '../chains/chain-cursor.js';
import type { Transaction } from '../core/database.js';
import { listOutsidePayments } from '../wallets/outside-payments.js';
import type { Withdrawal } from './withdrawals.js';

/** A follower that starts anew looks at its chain within this. */
const RETRY_AFTER_SECONDS = 15;

/**
 * After a restore to an earlier moment a withdrawal for which nothing is signed may have been paid already: its
 * reservation is not given back before the blocks up to now are read, which show that, nor before an operator has said
 * that what they show was another payment. Who stops it has read of that in its waiting reason, and says so by that.
 *
 * @throws QuittanceError `chain_not_read`, `invalid_state`.
 */
export async function assertNotPaid(
  trx: Transaction,
  withdrawal: Withdrawal,
  { to, nowMs }: { to: 'rejected' | 'cancelled' | 'stopped'; nowMs: number },
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
    : `Nobody has read the chain ${chainCode} up to the last minute`;
  throw new QuittanceError(
    'chain_not_read',
    `${why}: whether the withdrawal was paid before a backup was restored is not known, and it can't be ${to} until that is. Try again when the chain is read.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
