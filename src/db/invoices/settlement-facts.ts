import type { Chain } from '../../domain/core/asset.js';
import { groupBy } from '../../domain/core/group-by.js';
import type { ChainView, ChainViews } from '../../domain/chains/finality.js';
import type { SettlementContext } from '../../domain/invoices/closed-by-checkout.js';
import type { InvoiceOrder } from '../../domain/invoices/settlement.js';
import type { Queryable } from '../core/database.js';
import { toTransfer, TRANSFER_COLUMNS, type Transfer, type TransferJson } from './transfers.js';

export interface SettlementFacts {
  readonly transfers: ReadonlyMap<string, readonly Transfer[]>;
  readonly orders: ReadonlyMap<string, readonly InvoiceOrder[]>;
  readonly views: ChainViews;
  readonly audits: ReadonlyMap<string, SettlementContext>;
}

/** The columns of {@link CURSOR_COLUMNS}. */
export interface CursorJson {
  chain_code: string;
  height: number;
  block_time_ms: number;
  caught_up_at_ms: number | null;
  halted: boolean;
}

/** The columns of a chain's cursor that make a {@link ChainView}. A cursor without a height has read nothing. */
export const CURSOR_COLUMNS = `chain_code, height,
  (extract(epoch FROM least(block_time, agreed_time)) * 1000)::bigint AS block_time_ms,
  (extract(epoch FROM caught_up_at) * 1000)::bigint AS caught_up_at_ms, halted_reason IS NOT NULL AS halted`;

/** Translates a cursor of a configured chain. */
export function toChainView(cursor: CursorJson, { confirmations }: Chain): ChainView {
  return {
    height: cursor.height,
    blockTimeMs: cursor.block_time_ms,
    caughtUpAtMs: cursor.caught_up_at_ms,
    confirmations,
    halted: cursor.halted,
  };
}

/** Translates the cursors of all chains. */
export function toChainViews(cursors: readonly CursorJson[], chains: ReadonlyMap<string, Chain>): ChainViews {
  const views = new Map<string, ChainView>();
  for (const cursor of cursors) {
    const chain = chains.get(cursor.chain_code);
    if (chain === undefined) continue; // no longer configured: nothing new is known about it
    views.set(cursor.chain_code, toChainView(cursor, chain));
  }
  return views;
}

/** The columns of {@link factsColumns}. */
export interface FactsRow {
  cursors: CursorJson[] | null;
  transfers: TransferJson[] | null;
  orders: { invoice_id: string; kind: InvoiceOrder['kind']; transfer_ids: number[] }[] | null;
  audits_due: string[] | null;
  closings: { invoice_id: string; closed_at_ms: number }[] | null;
}

/** The cursors of all chains that were read, as one value. */
export const CURSORS = `(SELECT json_agg(c) FROM (
          SELECT ${CURSOR_COLUMNS} FROM chain_cursors WHERE height IS NOT NULL) c)`;

/** The query of all transfers that meet a condition. */
const selectTransfers = (condition: string): string =>
  `SELECT ${TRANSFER_COLUMNS} FROM transfers WHERE ${condition}`;

/**
 * The query of at most twice so many transfers of the invoice `i`: if there are too many, those of the transaction that the
 * invoice names, and any others.
 */
export const selectSomeTransfers = (max: number): string =>
  ['invoice_id = i.invoice_id AND tx_hash = i.tx_hash', 'invoice_id = i.invoice_id']
    .map((condition) => `(${selectTransfers(condition)} LIMIT ${max})`)
    .join(' UNION ');

/**
 * Returns the select list of the settlement facts, as columns of one row. `of` is the condition that follows a column
 * with an invoice id, such as `= i.invoice_id`.
 */
export const factsColumns = (of: string): string => `${CURSORS} AS cursors, ${ownFactsColumns(of)}`;

/**
 * The same without the cursors: only facts that are stored for the invoice itself.
 *
 * @param transfers the query of the transfers. Left out: all are read.
 */
export function ownFactsColumns(of: string, transfers = selectTransfers(`invoice_id ${of}`)): string {
  return `
       (SELECT json_agg(t ORDER BY t.transfer_id) FROM (${transfers}) t) AS transfers,
       (SELECT json_agg(o ORDER BY o.order_id) FROM (
          SELECT o.order_id, o.invoice_id, o.kind, o.transfer_ids
            FROM invoice_orders o LEFT JOIN withdrawals w USING (withdrawal_id)
           -- a refund that will not be paid is no longer an order
           WHERE o.invoice_id ${of}
             AND (w.status IS NULL OR w.status NOT IN ('rejected', 'cancelled', 'stopped', 'failed'))) o) AS orders,
       (SELECT json_agg(d.invoice_id) FROM (
          SELECT a.invoice_id FROM native_audits a JOIN chain_cursors c USING (chain_code)
           -- later audits find only late payments, and no invoice waits for them
           WHERE a.invoice_id ${of} AND a.round = 0 AND a.finished_at IS NULL
             AND c.untraced_at >= a.watched_from
          UNION
          -- blocks that were read without its token, and are still to be read for it
          SELECT p.invoice_id FROM unread_ranges u JOIN invoices p USING (chain_code, token_symbol)
           WHERE p.invoice_id ${of} AND u.read_from IS NULL AND p.created_at < u.made_before) d) AS audits_due,
       -- the checkout was cancelled, or another of its invoices completed it
       (SELECT json_agg(e) FROM (
          SELECT p.invoice_id, (extract(epoch FROM coalesce(k.completed_at, k.cancelled_at)) * 1000)::bigint AS closed_at_ms
            FROM invoices p JOIN checkouts k USING (checkout_id)
           WHERE p.invoice_id ${of} AND (k.completed_by <> p.invoice_id
             OR k.completed_by IS NULL AND k.cancelled_at IS NOT NULL)) e) AS closings`;
}

/**
 * Reads transfers, orders, due audits and chain cursors in one statement, so that all are of the same moment. A cursor
 * newer than the transfers would let an invoice expire although its payment is stored.
 */
export async function readSettlementFacts(
  q: Queryable,
  invoiceIds: readonly string[],
  chains: ReadonlyMap<string, Chain>,
): Promise<SettlementFacts> {
  const { rows } = await q.raw<{ rows: FactsRow[] }>(`SELECT ${factsColumns('= ANY (:invoiceIds)')}`, {
    invoiceIds: [...invoiceIds],
  });
  return toSettlementFacts(
    rows[0] ?? { cursors: null, transfers: null, orders: null, audits_due: null, closings: null },
    chains,
  );
}

export function toSettlementFacts(facts: FactsRow, chains: ReadonlyMap<string, Chain>): SettlementFacts {
  const orders = (facts.orders ?? []).map((order) => ({
    invoiceId: order.invoice_id,
    kind: order.kind,
    transferIds: order.transfer_ids,
  }));
  return {
    transfers: groupBy((facts.transfers ?? []).map(toTransfer), (transfer) => transfer.invoiceId ?? ''),
    orders: groupBy(orders, (order) => order.invoiceId),
    views: toChainViews(facts.cursors ?? [], chains),
    audits: settlementContexts(facts),
  };
}

function settlementContexts({ audits_due: due, closings }: FactsRow): ReadonlyMap<string, SettlementContext> {
  const facts = new Map<string, SettlementContext>(
    (due ?? []).map((invoiceId) => [invoiceId, { auditDue: true }]),
  );
  for (const { invoice_id: invoiceId, closed_at_ms: closedAtMs } of closings ?? [])
    facts.set(invoiceId, { auditDue: facts.has(invoiceId), closedAtMs });
  return facts;
}
