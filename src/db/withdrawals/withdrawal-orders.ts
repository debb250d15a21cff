import type { Asset } from '../../domain/core/asset.js';
import { assertNever, QuittanceError } from '../../domain/core/errors.js';
import { withdrawalEventData } from '../../domain/webhooks/event-data.js';
import type { Metadata, WithdrawalEventType } from '../../domain/webhooks/events.js';
import { releasePostings, reservePostings, setApartPostings } from '../../domain/ledger/ledger.js';
import { formatCrypto } from '../../domain/core/money.js';
import { approvalsRequired, assertWithinLimits } from '../../domain/withdrawals/withdrawal-policy.js';
import {
  canMoveWithdrawal,
  RELEASING_STATUSES,
  type WithdrawalStatus,
} from '../../domain/withdrawals/withdrawal-state.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import { assertNotPaid } from './assert-not-paid.js';
import { bookTransfer } from '../invoices/book-transfer.js';
import type { Transaction } from '../core/database.js';
import { recordEvent } from '../webhooks/events.js';
import { lockInvoice } from '../invoices/invoices.js';
import { lockMerchantBalances, postEntry } from '../ledger/ledger.js';
import { lockMerchantShared } from '../merchants/merchants.js';
import { newId } from '../core/new-id.js';
import { enqueue } from '../outbox/outbox.js';
import { isOwnAddress } from '../wallets/own-addresses.js';
import type { ShowAddress } from '../core/show-address.js';
import { listRefunding } from '../invoices/transfers.js';
import { addApproval } from './withdrawal-approvals.js';
import { getWithdrawalLimits, sumWithdrawn } from '../merchants/withdrawal-limits.js';
import {
  lockWithdrawal,
  toWithdrawal,
  viewWithdrawals,
  type Withdrawal,
  type WithdrawalRow,
} from './withdrawals.js';

export interface NewWithdrawal {
  readonly merchantId: string;
  readonly asset: Asset;
  readonly amountAtomic: bigint;
  /** Lower-case, checked by the caller. */
  readonly address: string;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly nowMs: number;
}

async function insertWithdrawal(
  trx: Transaction,
  request: NewWithdrawal & { readonly invoiceId: string | null },
): Promise<Withdrawal> {
  const { asset, invoiceId, amountAtomic } = request;
  const limits = await getWithdrawalLimits(trx, request);
  const [row] = await trx('withdrawals')
    .insert({
      withdrawal_id: newId('wd', request.nowMs),
      merchant_id: request.merchantId,
      kind: invoiceId === null ? 'payout' : 'refund',
      invoice_id: invoiceId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      token_decimals: asset.decimals,
      amount_atomic: amountAtomic.toString(),
      address: request.address,
      merchant_reference: request.merchantReference,
      metadata: JSON.stringify(request.metadata),
      approvals_required: approvalsRequired(limits, amountAtomic),
      created_at: new Date(request.nowMs),
    })
    .returning<WithdrawalRow[]>('*');
  if (row === undefined) throw new Error('The withdrawal was not written');
  await enqueue(trx, [{ kind: 'withdrawal', targetId: row.withdrawal_id }]);
  return toWithdrawal(row);
}

/**
 * A requested withdrawal: the row, the amount moved from `available` to `reserved`, and what starts its workflow, in
 * the caller's transaction. The merchant's row is held, so that its status and limits stay what they are; the balance's
 * is locked: of two requests at one moment the second sees what the first left of the balance and of the day's limit.
 *
 * @throws QuittanceError `merchant_suspended`, `limit_exceeded`, `insufficient_balance`.
 */
export async function createWithdrawal(trx: Transaction, request: NewWithdrawal): Promise<Withdrawal> {
  const { asset, amountAtomic, merchantId } = request;
  const merchant = await lockMerchantShared(trx, merchantId);
  if (merchant.status === 'suspended') {
    throw new QuittanceError('merchant_suspended', 'The merchant is suspended; ask the operator.');
  }
  const { availableAtomic } = await lockMerchantBalances(trx, { merchantId, asset });
  const limits = await getWithdrawalLimits(trx, request);
  const takenAtomic = limits.perDayAtomic === null ? 0n : await sumWithdrawn(trx, request);
  assertWithinLimits(limits, { amountAtomic, asset, takenAtomic });
  if (availableAtomic < amountAtomic) {
    const available = formatCrypto(availableAtomic, asset.decimals);
    throw new QuittanceError(
      'insufficient_balance',
      `The available balance is ${available} ${asset.tokenSymbol}; ask for no more than that.`,
    );
  }
  const withdrawal = await insertWithdrawal(trx, { ...request, invoiceId: null });
  await postEntry(trx, {
    cause: `withdrawal/${withdrawal.withdrawalId}/reserve`,
    kind: 'withdrawal_reserved',
    asset,
    merchantId,
    withdrawalId: withdrawal.withdrawalId,
    postings: reservePostings(amountAtomic),
  });
  return withdrawal;
}

/**
 * A withdrawal that sends an invoice's held money back. It reserves nothing itself: settling the invoice, which the
 * caller does in the same transaction, moves what is held to `reserved`. Limits don't bound it: it sends back what a
 * customer sent, and an operator looks at each.
 */
export async function createRefund(
  trx: Transaction,
  request: NewWithdrawal & { readonly invoiceId: string },
): Promise<Withdrawal> {
  return insertWithdrawal(trx, request);
}

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
    case 'pending_approval':
    case 'broadcast':
    case 'cancelled':
    case 'stopped':
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
}

/**
 * Moves a locked withdrawal to another status, with what belongs to it: the reservation given back, the event. Told
 * once each: a withdrawal that completes again after a reorganisation has no second event.
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
      data: withdrawalEventData({ ...moved, ...view, address: move.showAddress(moved.address) }),
    });
  }
  return moved;
}

/** The same for approved ones of which a node holds the transaction by now: nobody is told of that. */
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
 * A refund that won't be paid: its money is held again.
 *
 * @returns what is not, since its payments were undone meanwhile and became the merchant's deficit, in base units.
 */
async function returnToHeld(trx: Transaction, withdrawal: Withdrawal, invoiceId: string): Promise<bigint> {
  const { withdrawalId, merchantId, amountAtomic } = withdrawal;
  await lockInvoice(trx, invoiceId);
  const refunding = await listRefunding(trx, { invoiceId, withdrawalId });
  const standingAtomic = refunding.reduce((sum, transfer) => sum + transfer.amountAtomic, 0n);
  // A payment that a reorganisation has made larger was credited with what its refund doesn't send back.
  const surplusAtomic = standingAtomic - amountAtomic;
  if (surplusAtomic > 0n) await setApart(trx, withdrawal, surplusAtomic);
  for (const transfer of refunding) await bookTransfer(trx, { merchantId, transfer, to: 'held' });
  await enqueue(trx, [{ kind: 'invoice', targetId: invoiceId }]);
  return surplusAtomic > 0n ? 0n : -surplusAtomic;
}

async function setApart(trx: Transaction, withdrawal: Withdrawal, amountAtomic: bigint): Promise<void> {
  const { merchantId, asset, withdrawalId } = withdrawal;
  const balances = await lockMerchantBalances(trx, { merchantId, asset });
  await postEntry(trx, {
    cause: `withdrawal/${withdrawalId}/surplus`,
    kind: 'withdrawal_reserved',
    ...{ asset, merchantId, withdrawalId },
    postings: setApartPostings(amountAtomic, balances),
  });
}

/** Orders that people give about a withdrawal, the status that each makes, and the one it has to have before. */
const DECISIONS = {
  approve: { to: 'approved', from: 'pending_approval' },
  reject: { to: 'rejected', from: 'pending_approval' },
  cancel: { to: 'cancelled', from: 'pending_approval' },
  stop: { to: 'stopped', from: 'approved' },
} as const;
export type WithdrawalDecision = keyof typeof DECISIONS;

export interface WithdrawalOrder {
  readonly withdrawalId: string;
  /** With it, only that merchant's withdrawal is found. */
  readonly merchantId?: string;
  readonly decision: WithdrawalDecision;
  readonly reason: string | null;
  readonly actor: AuditActor;
  readonly nowMs: number;
  readonly showAddress: ShowAddress;
}

/**
 * Decides an order: lock, state, audit row, outbox row, in the caller's transaction. The workflow is only woken by it
 * and reads here what was decided. The first of two approvals leaves the status as it is.
 *
 * @throws QuittanceError `not_found`, `invalid_state`, `invalid_address`; `chain_not_read` when it may have been paid
 *   before a restore, and nobody knows.
 */
export async function decideWithdrawal(trx: Transaction, order: WithdrawalOrder): Promise<Withdrawal> {
  const { withdrawalId, decision, actor } = order;
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  if (
    withdrawal === undefined ||
    (order.merchantId !== undefined && withdrawal.merchantId !== order.merchantId)
  ) {
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  }
  await assertOpenTo(trx, withdrawal, decision);
  if (decision !== 'approve') {
    const { to } = DECISIONS[decision];
    await assertNotPaid(trx, withdrawal, { to, nowMs: order.nowMs });
  }
  const given = decision === 'approve' ? await approve(trx, withdrawal, order) : null;
  const moved =
    given === null || given.approvals >= given.required
      ? await moveWithdrawal(trx, withdrawal, { ...order, to: DECISIONS[decision].to })
      : { ...withdrawal, approvalsRequired: given.required };
  await appendAudit(trx, {
    actor,
    action: `withdrawal.${decision}`,
    objectKind: 'withdrawal',
    objectId: withdrawalId,
    reason: order.reason,
    before: { status: withdrawal.status },
    after: { status: moved.status, ...given },
  });
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawalId }]);
  return moved;
}

/** Signing takes the withdrawal's lock too: whoever comes second sees what the first did. */
async function assertOpenTo(
  trx: Transaction,
  withdrawal: Withdrawal,
  decision: WithdrawalDecision,
): Promise<void> {
  const { to, from } = DECISIONS[decision];
  if (withdrawal.status !== from) {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${withdrawal.status}; only one that is ${from} can be ${to}.`,
    );
  }
  if (decision !== 'stop') return;
  const signed = await trx('sent_transactions')
    .where({ withdrawal_id: withdrawal.withdrawalId })
    .first<{ nonce: number } | undefined>('nonce');
  if (signed === undefined) return;
  throw new QuittanceError(
    'invalid_state',
    'The withdrawal is approved and signed by now; its transaction may be on its way, and nothing can stop it.',
  );
}

/** Writes the approval down. What the limits ask for now counts beside what they asked for at the request. */
async function approve(
  trx: Transaction,
  withdrawal: Withdrawal,
  order: WithdrawalOrder,
): Promise<{ approvals: number; required: number }> {
  const { withdrawalId, merchantId, address, amountAtomic } = withdrawal;
  const merchant = await lockMerchantShared(trx, merchantId);
  if (merchant.status === 'suspended') {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal's merchant ${merchantId} is suspended; resume it first, or reject the withdrawal.`,
    );
  }
  if (await isOwnAddress(trx, address)) {
    throw new QuittanceError(
      'invalid_address',
      `${order.showAddress(address)} has become a deposit address or wallet of this service; reject the withdrawal.`,
    );
  }
  const limits = await getWithdrawalLimits(trx, withdrawal);
  const required = Math.max(withdrawal.approvalsRequired, approvalsRequired(limits, amountAtomic));
  const approvals = await addApproval(trx, order);
  await trx('withdrawals').where({ withdrawal_id: withdrawalId }).update({ approvals_required: required });
  return { approvals, required };
}
