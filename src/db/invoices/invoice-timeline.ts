import type { AccountKind, Posting } from '../../domain/ledger/ledger.js';
import type { HeldMoney } from '../../domain/webhooks/events.js';
import type { Queryable } from '../core/database.js';
import { listInvoiceTransfers, type Transfer } from './transfers.js';

/** One fact about an invoice. Times in epoch ms, amounts in base units. */
export type InvoiceFact = { readonly atMs: number } &
  /** `payment_confirmed`: the payment had its confirmations, and its money was booked. */
  (
    | {
        readonly kind: 'payment_seen' | 'payment_confirmed' | 'payment_reverted';
        readonly transfer: Transfer;
      }
    | {
        readonly kind: 'ledger_entry';
        readonly cause: string;
        readonly entryKind: string;
        readonly chainCode: string;
        readonly tokenSymbol: string;
        readonly postings: readonly Posting[];
      }
    | {
        readonly kind: 'event';
        readonly eventId: string;
        readonly event: string;
        /** What `invoice.payment_held` told of; null for the others. */
        readonly held: readonly HeldMoney[] | null;
      }
    | {
        readonly kind: 'delivery_attempt';
        readonly deliveryId: string;
        readonly event: string;
        readonly endpointId: string;
        readonly number: number;
        readonly durationMs: number | null;
        readonly statusCode: number | null;
        readonly errorClass: string | null;
      }
    | {
        readonly kind: 'order';
        readonly action: string;
        readonly actorKind: string;
        readonly reason: string | null;
      }
  );

interface CanonicityRow {
  transfer_id: number;
  canonical: boolean;
  at: Date;
}

interface EntryRow {
  created_at: Date;
  cause: string;
  kind: string;
  chain_code: string;
  token_symbol: string;
  account: AccountKind;
  amount: bigint;
}

interface EventRow {
  event_id: string;
  type: string;
  occurred_at: Date;
  held: readonly HeldMoney[] | null;
}

interface AttemptRow {
  delivery_id: string;
  endpoint_id: string;
  type: string;
  number: number;
  started_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  error_class: string | null;
}

interface OrderRow {
  at: Date;
  action: string;
  actor_kind: string;
  reason: string | null;
}

/** Reads when each payment was first seen, and when its block was orphaned or came back, by our own clock. */
async function readSightings(q: Queryable, transfers: readonly Transfer[]): Promise<InvoiceFact[]> {
  const changes = await q('transfer_standings')
    .whereIn(
      'transfer_id',
      transfers.map(({ transferId }) => transferId),
    )
    .orderBy('standing_id')
    .select<CanonicityRow[]>('transfer_id', 'canonical', 'at');
  return transfers.flatMap((transfer) => [
    { kind: 'payment_seen' as const, atMs: transfer.seenAtMs, transfer },
    ...changes
      .filter((change) => change.transfer_id === transfer.transferId)
      .map(({ canonical, at }) => ({
        kind: canonical ? ('payment_seen' as const) : ('payment_reverted' as const),
        atMs: at.getTime(),
        transfer,
      })),
  ]);
}

/** Reads when each payment had its confirmations: then its money is booked. */
async function readConfirmations(
  q: Queryable,
  { invoiceId, transfers }: { invoiceId: string; transfers: readonly Transfer[] },
): Promise<InvoiceFact[]> {
  const entries = await q('ledger_entries')
    .where({ invoice_id: invoiceId })
    .whereIn('kind', ['transfer_none_to_credited', 'transfer_none_to_held'])
    .select<{ transfer_id: number; created_at: Date }[]>('transfer_id', 'created_at');
  return entries.flatMap(({ transfer_id, created_at }) => {
    const transfer = transfers.find(({ transferId }) => transferId === transfer_id);
    return transfer === undefined
      ? []
      : { kind: 'payment_confirmed' as const, atMs: created_at.getTime(), transfer };
  });
}

async function readEntries(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const { rows } = await q.raw<{ rows: EntryRow[] }>(
    `SELECT e.created_at, e.cause, e.kind, a.chain_code, a.token_symbol, a.kind AS account, p.amount
       FROM ledger_entries e JOIN ledger_postings p USING (entry_id) JOIN ledger_accounts a USING (account_id)
      WHERE e.invoice_id = ? ORDER BY e.entry_id, p.posting_id`,
    [invoiceId],
  );
  return [...new Set(rows.map(({ cause }) => cause))].flatMap((cause) => {
    const postings = rows.filter((row) => row.cause === cause);
    const [first] = postings;
    if (first === undefined) return [];
    return {
      kind: 'ledger_entry' as const,
      atMs: first.created_at.getTime(),
      cause,
      entryKind: first.kind,
      chainCode: first.chain_code,
      tokenSymbol: first.token_symbol,
      postings: postings.map(({ account, amount }) => ({ account, amountAtomic: amount })),
    };
  });
}

async function readEvents(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const { rows } = await q.raw<{ rows: EventRow[] }>(
    `SELECT event_id, type, occurred_at,
            CASE WHEN type = 'invoice.payment_held' THEN coalesce(body::jsonb #> '{data,held}', '[]') END AS held
       FROM events WHERE invoice_id = ?`,
    [invoiceId],
  );
  return rows.map((row) => ({
    kind: 'event',
    atMs: row.occurred_at.getTime(),
    eventId: row.event_id,
    event: row.type,
    held: row.held,
  }));
}

async function readAttempts(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const { rows } = await q.raw<{ rows: AttemptRow[] }>(
    `SELECT d.delivery_id, d.endpoint_id, e.type, a.number, a.started_at, a.duration_ms, a.status_code, a.error_class
       FROM events e JOIN deliveries d USING (event_id) JOIN delivery_attempts a USING (delivery_id)
      WHERE e.invoice_id = ?`,
    [invoiceId],
  );
  return rows.map((row) => ({
    kind: 'delivery_attempt',
    atMs: row.started_at.getTime(),
    deliveryId: row.delivery_id,
    event: row.type,
    endpointId: row.endpoint_id,
    number: row.number,
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
  }));
}

async function readOrders(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const { rows } = await q.raw<{ rows: OrderRow[] }>(
    `SELECT at, action, actor_kind, reason FROM audit_log
      WHERE (object_kind = 'invoice' AND object_id = :invoiceId)
         OR (object_kind = 'withdrawal' AND object_id IN
               (SELECT withdrawal_id FROM withdrawals WHERE invoice_id = :invoiceId))`,
    { invoiceId },
  );
  return rows.map((row) => ({
    kind: 'order',
    atMs: row.at.getTime(),
    action: row.action,
    actorKind: row.actor_kind,
    reason: row.reason,
  }));
}

/** Reads every fact about an invoice in order of time: payments, bookings, events, deliveries and orders. */
export async function readInvoiceTimeline(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const transfers = await listInvoiceTransfers(q, invoiceId);
  const facts = [
    ...(await readSightings(q, transfers)),
    ...(await readConfirmations(q, { invoiceId, transfers })),
    ...(await readEntries(q, invoiceId)),
    ...(await readEvents(q, invoiceId)),
    ...(await readAttempts(q, invoiceId)),
    ...(await readOrders(q, invoiceId)),
  ];
  return facts.sort((a, b) => a.atMs - b.atMs);
}
