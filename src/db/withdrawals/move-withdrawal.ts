import type { Chain } from '../../domain/core/asset.js';
import { assertNever, QuittanceError } from '../../domain/core/errors.js';
import { withdrawalEventData } from '../../domain/webhooks/event-data.js';
import type { WithdrawalEventType } from '../../domain/webhooks/events.js';
import { releasePostings, setApartPostings } from '../../domain/ledger/postings.js';
import { listedDecimals } from '../../domain/withdrawals/altered-withdrawal.js';
import {
  canMoveWithdrawal,
  RELEASING_STATUSES,
  type WithdrawalStatus,
} from '../../domain/withdrawals/withdrawal-state.js';
import { bookTransfers } from '../invoices/book-transfer.js';
import type { Transaction } from '../core/database.js';
import { recordEvent } from '../webhooks/events.js';
import { lockInvoice } from '../invoices/invoices.js';
import { lockMerchantBalances, postEntry } from '../ledger/post-entry.js';
import { enqueue } from '../outbox/outbox.js';
import type { ShowAddress } from '../core/show-address.js';
import { listRefunding } from '../invoices/transfers.js';
import { countApprovals } from './withdrawal-approvals.js';
import { toWithdrawal, viewWithdrawals, type Withdrawal, type WithdrawalRow } from './withdrawals.js';

function eventOf(to: WithdrawalStatus): WithdrawalEventType | null {
  switch (to) {
    case 'approved':
      return 'withdrawal.approved';
    case 'completed':
      return 'withdrawal.completed';
    case 'rejected':
      return 'withdrawal.rejected';
    case 'failed':
      return 'withdrawal.failed';
    case 'cancelled':
      return 'withdrawal.cancelled';
    case 'stopped':
      return 'withdrawal.stopped';
    case 'pending_approval':
    case 'broadcast':
      return null;
    default:
      return assertNever(to);
  }
}

export interface WithdrawalMove {
  readonly to: WithdrawalStatus;
  readonly reason: string | null;
  readonly nowMs: number;
  readonly showAddress: ShowAddress;
  /** The listed assets, whose decimals are used for the amount in the event. Absent: those of the row are used. */
  readonly chains?: ReadonlyMap<string, Chain>;
}

/**
 * Moves a locked withdrawal to another status. It also releases the reservation and records the event, where the status
 * asks for it. Each event is sent once: a withdrawal that completes again after a reorganisation sends no second one.
 */
export async function moveWithdrawal(
  trx: Transaction,
  withdrawal: Withdrawal,
  move: WithdrawalMove,
): Promise<Withdrawal> {
  const { to, reason, nowMs } = move;
  if (!canMoveWithdrawal(withdrawal.status, to)) {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${withdrawal.status}; it can't become ${to} any more.`,
    );
  }
  const [row] = await trx('withdrawals')
    .where({ withdrawal_id: withdrawal.withdrawalId })
    .update({
      status: to,
      approved_at: to === 'approved' ? new Date(nowMs) : trx.ref('approved_at'),
      completed_at: to === 'completed' ? new Date(nowMs) : null,
      failure_reason: RELEASING_STATUSES.includes(to) ? reason : null,
      waiting_reason: null,
      wait_until: null,
    })
    .returning<WithdrawalRow[]>('*');
  if (row === undefined) throw new Error(`Withdrawal ${withdrawal.withdrawalId} is gone`);
  const moved = toWithdrawal(row);
  if (RELEASING_STATUSES.includes(to)) await release(trx, moved);
  const type = eventOf(to);
  const [view] = type === null ? [] : await viewWithdrawals(trx, [moved]);
  if (type !== null && view !== undefined) {
    await recordEvent(trx, {
      merchantId: moved.merchantId,
      withdrawalId: moved.withdrawalId,
      type,
      dedupeKey: `${moved.withdrawalId}/${type}`,
      occurredAtMs: nowMs,
      data: withdrawalEventData({
        ...moved,
        ...view,
        address: move.showAddress(moved.address),
        // The row's own decimals may have been altered. An order that ends such a withdrawal is carried out all the
        // same.
        decimals: listedDecimals(move.chains ?? new Map(), moved),
        approvalsGiven: countApprovals(view.approvals, moved.approvalsRequired),
      }),
    });
  }
  return moved;
}

/** Moves approved withdrawals to `broadcast` when a node has their transactions. There is no event for that. */
export async function moveToBroadcast(trx: Transaction, withdrawalIds: readonly string[]): Promise<void> {
  await trx('withdrawals')
    .whereIn('withdrawal_id', [...withdrawalIds])
    .where({ status: 'approved' })
    .update({ status: 'broadcast', waiting_reason: null, wait_until: null });
}

async function release(trx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { merchantId, asset, withdrawalId } = withdrawal;
  const amountAtomic =
    withdrawal.invoiceId === null
      ? withdrawal.amountAtomic
      : await returnToHeld(trx, withdrawal, withdrawal.invoiceId);
  if (amountAtomic === 0n) return;
  const { deficitAtomic } = await lockMerchantBalances(trx, { merchantId, asset });
  await postEntry(trx, {
    cause: `withdrawal/${withdrawalId}/release`,
    kind: 'withdrawal_released',
    asset,
    merchantId,
    withdrawalId,
    postings: releasePostings(amountAtomic, deficitAtomic),
  });
}

/**
 * Books the money of a refund that won't be paid as held again.
 *
 * @returns the part that can't be held, in base units: its payments were undone meanwhile and are now a deficit.
 */
async function returnToHeld(trx: Transaction, withdrawal: Withdrawal, invoiceId: string): Promise<bigint> {
  const { withdrawalId, merchantId, amountAtomic } = withdrawal;
  await lockInvoice(trx, invoiceId);
  const refunding = await listRefunding(trx, { invoiceId, withdrawalId });
  const refundingAtomic = refunding.reduce((sum, transfer) => sum + transfer.amountAtomic, 0n);
  // A reorganisation may have made a payment larger. The part that the refund doesn't send back was credited.
  const surplusAtomic = refundingAtomic - amountAtomic;
  if (surplusAtomic > 0n) await reserveSurplus(trx, withdrawal, surplusAtomic);
  await enqueue(trx, [{ kind: 'invoice', targetId: invoiceId }]);
  const bookings = refunding.map((transfer) => ({ transfer, to: 'held' as const }));
  await bookTransfers(trx, { merchantId, bookings });
  return surplusAtomic > 0n ? 0n : -surplusAtomic;
}

async function reserveSurplus(trx: Transaction, withdrawal: Withdrawal, amountAtomic: bigint): Promise<void> {
  const { merchantId, asset, withdrawalId } = withdrawal;
  const balances = await lockMerchantBalances(trx, { merchantId, asset });
  await postEntry(trx, {
    cause: `withdrawal/${withdrawalId}/surplus`,
    kind: 'withdrawal_reserved',
    asset,
    merchantId,
    withdrawalId,
    postings: setApartPostings(amountAtomic, balances),
  });
}
