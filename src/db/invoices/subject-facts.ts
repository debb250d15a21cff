import { groupBy } from '../../domain/core/group-by.js';
import type { AccountKind, Posting } from '../../domain/ledger/postings.js';
import type { HeldMoney } from '../../domain/webhooks/events.js';
import type { Queryable } from '../core/database.js';

/** A fact about an invoice or a withdrawal. Amounts in base units. */
export type SubjectFact =
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
      /** The held payments of `invoice.payment_held`; null for other events. */
      readonly held: readonly HeldMoney[] | null;
    }
  | {
      readonly kind: 'delivery_attempt';
      readonly deliveryId: string;
      readonly event: string;
      readonly endpointId: string;
      /** Host and port of the endpoint's present URL. */
      readonly endpointHost: string;
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
    };
type DatedFact = SubjectFact & { readonly atMs: number };

/** The invoice or withdrawal that the facts are about. */
export interface Subject {
  readonly column: 'invoice_id' | 'withdrawal_id';
  readonly id: string;
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
  url: string;
  type: string;
  number: number;
  started_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  error_class: string | null;
}

/** A row of the audit log. */
export interface OrderFactRow {
  at: Date;
  action: string;
  actor_kind: string;
  reason: string | null;
}

export function toOrderFact(row: OrderFactRow): DatedFact {
  return {
    kind: 'order',
    atMs: row.at.getTime(),
    action: row.action,
    actorKind: row.actor_kind,
    reason: row.reason,
  };
}

async function readEntries(q: Queryable, { column, id }: Subject): Promise<DatedFact[]> {
  const { rows } = await q.raw<{ rows: EntryRow[] }>(
    `SELECT e.created_at, e.cause, e.kind, a.chain_code, a.token_symbol, a.kind AS account, p.amount
       FROM ledger_entries e JOIN ledger_postings p USING (entry_id) JOIN ledger_accounts a USING (account_id)
      WHERE e.${column} = ? ORDER BY e.entry_id, p.posting_id`,
    [id],
  );
  return [...groupBy(rows, ({ cause }) => cause)].flatMap(([cause, postings]) => {
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

async function readEvents(q: Queryable, { column, id }: Subject): Promise<DatedFact[]> {
  const { rows } = await q.raw<{ rows: EventRow[] }>(
    `SELECT event_id, type, occurred_at,
            CASE WHEN type = 'invoice.payment_held' THEN coalesce(body::jsonb #> '{data,held}', '[]') END AS held
       FROM events WHERE ${column} = ?`,
    [id],
  );
  return rows.map((row) => ({
    kind: 'event',
    atMs: row.occurred_at.getTime(),
    eventId: row.event_id,
    event: row.type,
    held: row.held,
  }));
}

async function readAttempts(q: Queryable, { column, id }: Subject): Promise<DatedFact[]> {
  const { rows } = await q.raw<{ rows: AttemptRow[] }>(
    `SELECT d.delivery_id, d.endpoint_id, w.url, e.type, a.number, a.started_at, a.duration_ms, a.status_code, a.error_class
       FROM events e JOIN deliveries d USING (event_id) JOIN delivery_attempts a USING (delivery_id)
       JOIN webhook_endpoints w ON w.endpoint_id = d.endpoint_id
      WHERE e.${column} = ?`,
    [id],
  );
  return rows.map((row) => ({
    kind: 'delivery_attempt',
    atMs: row.started_at.getTime(),
    deliveryId: row.delivery_id,
    event: row.type,
    endpointId: row.endpoint_id,
    endpointHost: new URL(row.url).host,
    number: row.number,
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
  }));
}

/** Reads the bookings, events and delivery attempts of an invoice or a withdrawal, in no order. */
export async function readSubjectFacts(q: Queryable, subject: Subject): Promise<DatedFact[]> {
  return [
    ...(await readEntries(q, subject)),
    ...(await readEvents(q, subject)),
    ...(await readAttempts(q, subject)),
  ];
}
