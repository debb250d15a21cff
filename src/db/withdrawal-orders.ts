import type { Asset } from '../domain/asset.js';
import { assertNever, QuittanceError } from '../domain/errors.js';
import { withdrawalEventData } from '../domain/event-data.js';
import type { EventType } from '../domain/events.js';
import { releasePostings, reservePostings } from '../domain/ledger.js';
import { formatCrypto } from '../domain/money.js';
import { canMoveWithdrawal, RELEASING_STATUSES, type WithdrawalStatus } from '../domain/withdrawal-state.js';
import { appendAudit, type AuditActor } from './audit-log.js';
import type { Transaction } from './database.js';
import { recordEvent } from './events.js';
import type { Metadata } from './invoices.js';
import { lockMerchantBalances, postEntry } from './ledger.js';
import { newId } from './new-id.js';
import { enqueue } from './outbox.js';
import {
  lockWithdrawal,
  toWithdrawal,
  viewWithdrawals,
  type Withdrawal,
  type WithdrawalRow,
} from './withdrawals.js';

/** Writes an address as people see it (EIP-55). Passed in: the checksum needs a hash that this layer doesn't have. */
export type ShowAddress = (address: string) => string;

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

/**
 * A requested withdrawal: the row, the amount moved from `available` to `reserved`, and what starts its workflow, in
 * the caller's transaction. The balance's row is locked first: of two requests at one moment the second sees the rest.
 *
 * @throws QuittanceError `insufficient_balance`.
 */
export async function createWithdrawal(trx: Transaction, request: NewWithdrawal): Promise<Withdrawal> {
  const { asset, amountAtomic, merchantId } = request;
  const { availableAtomic } = await lockMerchantBalances(trx, { merchantId, asset });
  if (availableAtomic < amountAtomic) {
    const available = formatCrypto(availableAtomic, asset.decimals);
    throw new QuittanceError(
      'insufficient_balance',
      `The available balance is ${available} ${asset.tokenSymbol}; ask for no more than that.`,
    );
  }
  const withdrawalId = newId('wd', request.nowMs);
  const [row] = await trx('withdrawals')
    .insert({
      withdrawal_id: withdrawalId,
      merchant_id: merchantId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      token_decimals: asset.decimals,
      amount_atomic: amountAtomic.toString(),
      address: request.address,
      merchant_reference: request.merchantReference,
      metadata: JSON.stringify(request.metadata),
      created_at: new Date(request.nowMs),
    })
    .returning<WithdrawalRow[]>('*');
  if (row === undefined) throw new Error('The withdrawal was not written');
  await postEntry(trx, {
    cause: `withdrawal/${withdrawalId}/reserve`,
    kind: 'withdrawal_reserved',
    asset,
    merchantId,
    withdrawalId,
    postings: reservePostings(amountAtomic),
  });
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawalId }]);
  return toWithdrawal(row);
}

function eventOf(to: WithdrawalStatus): EventType | null {
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

async function release(trx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { merchantId, asset, withdrawalId, amountAtomic } = withdrawal;
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

/** Orders that people give about a withdrawal, and the status that each makes. */
export const WITHDRAWAL_DECISIONS = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const;
export type WithdrawalDecision = keyof typeof WITHDRAWAL_DECISIONS;

/**
 * Decides an order: lock, state, audit row, outbox row, in the caller's transaction. The workflow is only woken by it
 * and reads here what was decided.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function decideWithdrawal(
  trx: Transaction,
  order: {
    readonly withdrawalId: string;
    /** With it, only that merchant's withdrawal is found. */
    readonly merchantId?: string;
    readonly decision: WithdrawalDecision;
    readonly reason: string | null;
    readonly actor: AuditActor;
    readonly nowMs: number;
    readonly showAddress: ShowAddress;
  },
): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(trx, order.withdrawalId);
  if (
    withdrawal === undefined ||
    (order.merchantId !== undefined && withdrawal.merchantId !== order.merchantId)
  ) {
    throw new QuittanceError('not_found', `There is no withdrawal ${order.withdrawalId}.`);
  }
  const to = WITHDRAWAL_DECISIONS[order.decision];
  if (withdrawal.status !== 'pending_approval') {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${withdrawal.status}; only one that is pending_approval can be ${to}.`,
    );
  }
  const moved = await moveWithdrawal(trx, withdrawal, { ...order, to });
  await appendAudit(trx, {
    actor: order.actor,
    action: `withdrawal.${order.decision}`,
    objectKind: 'withdrawal',
    objectId: withdrawal.withdrawalId,
    reason: order.reason,
    before: { status: withdrawal.status },
    after: { status: moved.status },
  });
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawal.withdrawalId }]);
  return moved;
}
