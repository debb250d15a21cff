import type { Knex } from 'knex';
import type { AssetId } from '../../domain/core/asset.js';
import { confirmationsOf } from '../../domain/chains/finality.js';
import type { Metadata } from '../../domain/webhooks/events.js';
import type { WithdrawalStatus } from '../../domain/withdrawals/withdrawal-state.js';
import type { RefundRecipient } from '../../domain/withdrawals/refund-recipient.js';
import { isUnderWay, waitingForAnswers } from '../../domain/withdrawals/silent-chain.js';
import { OPEN_ENDED_WAITS, type WaitCode } from '../../domain/withdrawals/withdrawal-waits.js';
import { findSilences } from '../chains/chain-reports.js';
import { leastIdOf } from '../core/new-id.js';
import { filterFound, type SearchResult } from '../core/search-result.js';
import type { Queryable, Transaction } from '../core/database.js';
import { readableRows, type LeftOut } from '../core/readable-rows.js';
import { listMerchantNames } from '../merchants/merchant-details.js';
import { listWithdrawalTransactions, type SentTransaction } from '../wallets/sent-transactions.js';
import { listApprovalSignatures, type StoredSignature } from './approval-signatures.js';
import { findRefundRecipients } from './refund-recipients.js';
import { listApprovals, type WithdrawalApproval } from './withdrawal-approvals.js';

/** Times in epoch ms; both bounds are included. */
export interface WithdrawalFilters {
  readonly status?: readonly WithdrawalStatus[];
  readonly merchantReference?: string;
  readonly chainCode?: string;
  readonly tokenSymbol?: string;
  readonly address?: string;
  /** The hash of a transaction that was signed for it. */
  readonly txHash?: string;
  readonly invoiceId?: string;
  readonly found?: SearchResult;
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
}

/** A withdrawal. Amounts in base units, times in epoch ms, `address` lower-case. */
export interface Withdrawal {
  readonly withdrawalId: string;
  readonly merchantId: string;
  /** A refund sends an invoice's held money back to its customer. */
  readonly kind: 'payout' | 'refund';
  /** The invoice of a refund; null for a payout. */
  readonly invoiceId: string | null;
  readonly status: WithdrawalStatus;
  readonly asset: AssetId;
  readonly decimals: number;
  readonly amountAtomic: bigint;
  readonly address: string;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  /** How many different operators have to approve. */
  readonly approvalsRequired: number;
  readonly createdAtMs: number;
  readonly approvedAtMs: number | null;
  readonly completedAtMs: number | null;
  readonly failureReason: string | null;
  readonly waitingReason: string | null;
  /** The kind of that reason: one of `WAIT_CODES`, unless another version has written it. */
  readonly waitingCode: string | null;
  readonly waitUntilMs: number | null;
}

/** A withdrawal with its transaction, the present confirmations and its approvals so far. */
export interface WithdrawalView {
  readonly withdrawal: Withdrawal;
  readonly transaction: SentTransaction | null;
  readonly txHash: string | null;
  readonly confirmations: number;
  readonly approvals: readonly WithdrawalApproval[];
}

/** A withdrawal with its merchant's name, the signatures of its approvals and, for a refund, its kind of recipient. */
export interface OperatorWithdrawalView extends WithdrawalView {
  /** Null: there is no such merchant, so somebody has altered the database. */
  readonly merchantName: string | null;
  readonly signatures: readonly StoredSignature[];
  readonly refundRecipient: RefundRecipient | null;
}

export interface WithdrawalRow {
  withdrawal_id: string;
  merchant_id: string;
  kind: 'payout' | 'refund';
  invoice_id: string | null;
  status: WithdrawalStatus;
  chain_code: string;
  token_symbol: string;
  token_decimals: number;
  amount_atomic: bigint;
  address: string;
  merchant_reference: string | null;
  metadata: Metadata;
  approvals_required: number;
  created_at: Date;
  approved_at: Date | null;
  completed_at: Date | null;
  failure_reason: string | null;
  waiting_reason: string | null;
  waiting_code: string | null;
  wait_until: Date | null;
}

export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    withdrawalId: row.withdrawal_id,
    merchantId: row.merchant_id,
    kind: row.kind,
    invoiceId: row.invoice_id,
    status: row.status,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    decimals: row.token_decimals,
    amountAtomic: row.amount_atomic,
    address: row.address,
    merchantReference: row.merchant_reference,
    metadata: row.metadata,
    approvalsRequired: row.approvals_required,
    createdAtMs: row.created_at.getTime(),
    approvedAtMs: row.approved_at?.getTime() ?? null,
    completedAtMs: row.completed_at?.getTime() ?? null,
    failureReason: row.failure_reason,
    waitingReason: row.waiting_reason,
    waitingCode: row.waiting_reason === null ? null : row.waiting_code,
    waitUntilMs: row.wait_until?.getTime() ?? null,
  };
}

/** Finds a withdrawal; with `merchantId`, only one of that merchant. */
export async function findWithdrawal(
  q: Queryable,
  { withdrawalId, merchantId }: { withdrawalId: string; merchantId?: string },
): Promise<Withdrawal | undefined> {
  const row = await q('withdrawals')
    .where({ withdrawal_id: withdrawalId, ...(merchantId === undefined ? {} : { merchant_id: merchantId }) })
    .first<WithdrawalRow | undefined>();
  return row === undefined ? undefined : toWithdrawal(row);
}

/** Locks the withdrawal: until the transaction ends, nobody else decides about it or advances it. */
export async function lockWithdrawal(
  trx: Transaction,
  withdrawalId: string,
): Promise<Withdrawal | undefined> {
  const row = await trx('withdrawals')
    .where({ withdrawal_id: withdrawalId })
    .forUpdate()
    .first<WithdrawalRow | undefined>();
  return row === undefined ? undefined : toWithdrawal(row);
}

/** Locks several withdrawals, in the order of their ids. @returns the withdrawals by id. */
export async function lockWithdrawals(
  trx: Transaction,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, Withdrawal>> {
  const rows = await trx('withdrawals')
    .whereIn('withdrawal_id', [...withdrawalIds])
    .orderBy('withdrawal_id')
    .forUpdate()
    .select<WithdrawalRow[]>('*');
  return new Map(rows.map((row) => [row.withdrawal_id, toWithdrawal(row)]));
}

/** A query for the withdrawals of a chain that are due at a time (epoch ms), oldest first. */
export interface UnsignedQuery {
  readonly chainCode: string;
  readonly nowMs: number;
  readonly limit: number;
}

const NEVER_SIGNED =
  'NOT EXISTS (SELECT 1 FROM sent_transactions s WHERE s.withdrawal_id = withdrawals.withdrawal_id)';

/**
 * Lists approved withdrawals that were never signed and wait for nothing now.
 *
 * @throws UnreadableError when one of their rows was altered to a value that no withdrawal has.
 */
export async function listUnsigned(q: Queryable, query: UnsignedQuery): Promise<Withdrawal[]> {
  const rows = await unsigned(q, query).select<WithdrawalRow[]>('*');
  return rows.map(toWithdrawal);
}

/** Lists the ids of the same withdrawals, whatever else their rows contain. */
export async function listUnsignedIds(q: Queryable, query: UnsignedQuery): Promise<string[]> {
  return unsigned(q, query).pluck<string[]>('withdrawal_id');
}

function unsigned(q: Queryable, { chainCode, nowMs, limit }: UnsignedQuery): Knex.QueryBuilder {
  return q('withdrawals')
    .where({ chain_code: chainCode, status: 'approved' })
    .whereRaw('coalesce(wait_until, ?) <= ?', [new Date(nowMs), new Date(nowMs)])
    .whereRaw(NEVER_SIGNED)
    .orderBy('withdrawal_id')
    .limit(limit);
}

/**
 * Sums the approved withdrawals of an asset that were never signed and don't wait, or wait for something that ends by
 * itself, in base units.
 *
 * @param but.except the id of one that does not count.
 */
export async function sumUnsigned(
  q: Queryable,
  { chainCode, tokenSymbol }: AssetId,
  { except = '' }: { readonly except?: string } = {},
): Promise<bigint> {
  const row = await q('withdrawals')
    .where({ chain_code: chainCode, token_symbol: tokenSymbol, status: 'approved' })
    .whereNot({ withdrawal_id: except })
    // Somebody who alters the database can write an amount that is not a number.
    .whereRaw("amount_atomic <> 'NaN'")
    .whereRaw('(waiting_reason IS NULL OR waiting_code IS NULL OR waiting_code <> ALL (?))', [
      [...OPEN_ENDED_WAITS],
    ])
    .whereRaw(NEVER_SIGNED)
    .first<{ total: bigint | null } | undefined>(q.raw('sum(amount_atomic) AS total'));
  return row?.total ?? 0n;
}

/** Adds the filters to a query of withdrawals. */
function filterWithdrawals(builder: Knex.QueryBuilder, filters: WithdrawalFilters): void {
  if (filters.status !== undefined) void builder.whereIn('status', filters.status);
  if (filters.merchantReference !== undefined)
    void builder.where('merchant_reference', filters.merchantReference);
  if (filters.chainCode !== undefined) void builder.where('chain_code', filters.chainCode);
  if (filters.tokenSymbol !== undefined) void builder.where('token_symbol', filters.tokenSymbol);
  if (filters.address !== undefined) void builder.where('address', filters.address.toLowerCase());
  if (filters.invoiceId !== undefined) void builder.where('invoice_id', filters.invoiceId);
  if (filters.txHash !== undefined)
    void builder.whereRaw(
      `withdrawal_id IN (
         SELECT withdrawal_id FROM sent_transactions
          WHERE chain_code IN (SELECT chain_code FROM chain_cursors) AND tx_hash = ?)`,
      [filters.txHash],
    );
  if (filters.createdFromMs !== undefined)
    void builder.where('withdrawal_id', '>=', leastIdOf('wd', filters.createdFromMs));
  if (filters.createdToMs !== undefined)
    void builder.where('withdrawal_id', '<', leastIdOf('wd', filters.createdToMs + 1));
  filterFound(builder, { found: filters.found, idColumn: 'withdrawal_id' });
}

/**
 * Lists withdrawals, newest first; without `merchantId`, of all merchants. `afterId` ends the previous page. One that can't
 * be read is left out.
 */
export async function listWithdrawals(
  q: Queryable,
  query: {
    merchantId?: string;
    filters: WithdrawalFilters;
    limit: number;
    afterId?: string;
    onLeftOut?: LeftOut;
  },
): Promise<Withdrawal[]> {
  const read = async (rule: string): Promise<WithdrawalRow[]> =>
    q('withdrawals')
      .whereRaw(rule)
      .modify(filterWithdrawals, query.filters)
      .modify((builder) => {
        if (query.merchantId !== undefined) void builder.where('merchant_id', query.merchantId);
        if (query.afterId !== undefined) void builder.where('withdrawal_id', '<', query.afterId);
      })
      .orderBy('withdrawal_id', 'desc')
      .limit(query.limit)
      .select<WithdrawalRow[]>('*');
  const rows = await readableRows(q, { table: 'withdrawals', onLeftOut: query.onLeftOut }, read);
  return rows.map(toWithdrawal);
}

/** Adds to each withdrawal its transaction, the confirmations at the last head read, and its approvals. */
export async function viewWithdrawals(
  q: Queryable,
  withdrawals: readonly Withdrawal[],
): Promise<WithdrawalView[]> {
  if (withdrawals.length === 0) return [];
  const cursors = await q('chain_cursors').select<{ chain_code: string; height: number | null }[]>(
    'chain_code',
    'height',
  );
  const ids = withdrawals.map(({ withdrawalId }) => withdrawalId);
  const transactions = await listWithdrawalTransactions(q, ids);
  const approvals = await listApprovals(q, ids);
  return withdrawals.map((withdrawal) => {
    const transaction = transactions.find((tx) => tx.withdrawalId === withdrawal.withdrawalId) ?? null;
    const height = cursors.find((cursor) => cursor.chain_code === withdrawal.asset.chainCode)?.height ?? null;
    const blockNumber = transaction?.receipt?.blockNumber ?? null;
    return {
      withdrawal,
      transaction,
      // The hash of a transaction that was never sent is not shown.
      txHash:
        transaction?.lastSentAtMs == null && blockNumber === null ? null : (transaction?.txHash ?? null),
      confirmations: blockNumber === null || height === null ? 0 : confirmationsOf(blockNumber, height),
      approvals: approvals.filter(({ withdrawalId }) => withdrawalId === withdrawal.withdrawalId),
    };
  });
}

/**
 * Adds what only operators see: the merchant's name, the signatures of approvals and the recipients of refunds. When no
 * RPC of its chain answers, that is its waiting reason, unless another one is stored.
 */
export async function viewWithdrawalsForOperators(
  q: Queryable,
  withdrawals: readonly Withdrawal[],
): Promise<OperatorWithdrawalView[]> {
  const views = await viewWithdrawals(q, withdrawals);
  const ids = withdrawals.map(({ withdrawalId }) => withdrawalId);
  const signatures = await listApprovalSignatures(q, ids);
  const recipients = await findRefundRecipients(q, ids);
  const names = await listMerchantNames(
    q,
    withdrawals.map(({ merchantId }) => merchantId),
  );
  const underWay = withdrawals.filter(isUnderWay);
  const silences = await findSilences(
    q,
    underWay.map(({ asset }) => asset.chainCode),
  );
  return views.map((view) => {
    const { withdrawalId, merchantId } = view.withdrawal;
    return {
      ...view,
      merchantName: names.get(merchantId) ?? null,
      withdrawal: waitingForAnswers(view.withdrawal, silences),
      signatures: signatures.filter((one) => one.withdrawalId === withdrawalId),
      refundRecipient: recipients.get(withdrawalId) ?? null,
    };
  });
}

/** The reason why a withdrawal can't be sent or mined yet. */
export interface WaitingReason {
  /** The kind of reason. It stays the same while only the figures in the words change. */
  readonly code: WaitCode;
  /** In words for the operator. */
  readonly reason: string;
  /** Null: until the chain goes on. */
  readonly untilMs: number | null;
}

/**
 * Stores why a withdrawal waits, and until when.
 *
 * @returns true when the kind of reason is new or has changed.
 */
export async function setWaiting(
  q: Queryable,
  {
    withdrawalId,
    code,
    reason,
    untilMs,
    hasEnded = false,
  }: WaitingReason & {
    readonly withdrawalId: string;
    /** True: also for a failed or completed withdrawal, which waits until one of its nonces can be cancelled. */
    readonly hasEnded?: boolean;
  },
): Promise<boolean> {
  const { rows } = await q.raw<{ rows: { is_new: boolean }[] }>(
    `WITH before AS (
       SELECT withdrawal_id, waiting_reason, waiting_code FROM withdrawals
        WHERE withdrawal_id = :withdrawalId AND (status IN ('approved', 'broadcast') OR :hasEnded AND status IN ('failed', 'completed')) FOR UPDATE)
     UPDATE withdrawals SET waiting_reason = :reason, waiting_code = :code, wait_until = :until
       FROM before WHERE withdrawals.withdrawal_id = before.withdrawal_id
     RETURNING before.waiting_reason IS NULL OR before.waiting_code IS DISTINCT FROM :code AS is_new`,
    { withdrawalId, code, reason, hasEnded, until: untilMs === null ? null : new Date(untilMs) },
  );
  return rows[0]?.is_new === true;
}

/** Clears the waiting reason: the withdrawal waits only for the chain now. */
export async function clearWaiting(q: Queryable, withdrawalId: string): Promise<void> {
  await q('withdrawals')
    .where({ withdrawal_id: withdrawalId })
    .whereNotNull('waiting_reason')
    .update({ waiting_reason: null, waiting_code: null, wait_until: null });
}

/** Ends the pause before the next try, because something that the withdrawal may have waited for has changed. */
export async function recheckSoon(trx: Transaction, withdrawalId: string): Promise<void> {
  await trx('withdrawals').where({ withdrawal_id: withdrawalId }).update({ wait_until: null });
}
