import { groupBy } from '../../domain/core/group-by.js';
import type { Queryable } from '../core/database.js';
import { toOrderFact, readSubjectFacts, type OrderFactRow, type SubjectFact } from './subject-facts.js';
import { listInvoiceTransfers, type Transfer } from './transfers.js';

/** One fact about an invoice. Times in epoch ms, amounts in base units. */
export type InvoiceFact = { readonly atMs: number } &
  /** `payment_confirmed`: the payment had its confirmations. Its money is booked then, or once the invoice is decided. */
  (
    | {
        readonly kind: 'payment_seen' | 'payment_confirmed' | 'payment_reverted';
        readonly transfer: Transfer;
      }
    | SubjectFact
  );

interface ConfirmationRow {
  transfer_id: number;
  at: Date;
}

interface CanonicalChangeRow {
  transfer_id: number;
  canonical: boolean;
  at: Date;
}

/** Reads when each payment was first seen, and when its block was orphaned or came back, by our own clock. */
async function readSightings(q: Queryable, transfers: readonly Transfer[]): Promise<InvoiceFact[]> {
  const changes = await q('canonical_changes')
    .whereRaw('transfer_id = ANY (?)', [transfers.map(({ transferId }) => transferId)])
    .orderBy('canonical_change_id')
    .select<CanonicalChangeRow[]>('transfer_id', 'canonical', 'at');
  const changesOf = groupBy(changes, (change) => String(change.transfer_id));
  return transfers.flatMap((transfer) => [
    { kind: 'payment_seen' as const, atMs: transfer.seenAtMs, transfer },
    ...(changesOf.get(String(transfer.transferId)) ?? []).map(({ canonical, at }) => ({
      kind: canonical ? ('payment_seen' as const) : ('payment_reverted' as const),
      atMs: at.getTime(),
      transfer,
    })),
  ]);
}

/**
 * Reads when each payment had its confirmations. The first time is on record. After a reorganisation, and for payments from
 * before it was on record, it is the time at which the money was booked.
 */
async function readConfirmations(
  q: Queryable,
  { invoiceId, transfers }: { invoiceId: string; transfers: readonly Transfer[] },
): Promise<InvoiceFact[]> {
  const confirmed = await q('transfers')
    .where({ invoice_id: invoiceId })
    .whereNotNull('confirmed_at')
    .select<ConfirmationRow[]>('transfer_id', 'confirmed_at AS at');
  const booked = await q('ledger_entries')
    .where({ invoice_id: invoiceId })
    .whereIn('kind', ['transfer_none_to_credited', 'transfer_none_to_held'])
    .whereNotNull('transfer_id')
    .orderBy('entry_id')
    .select<ConfirmationRow[]>('transfer_id', 'created_at AS at');
  const of = groupBy([...confirmed, ...booked], ({ transfer_id }) => String(transfer_id));
  return transfers.flatMap((transfer) =>
    (of.get(String(transfer.transferId)) ?? []).map(({ at }) => ({
      kind: 'payment_confirmed' as const,
      atMs: at.getTime(),
      transfer,
    })),
  );
}

/** Leaves out each confirmation of a payment that was confirmed before, and not reverted since. */
function oncePerConfirmation(facts: readonly InvoiceFact[]): InvoiceFact[] {
  const confirmed = new Set<number>();
  return facts.filter((fact) => {
    if (fact.kind === 'payment_reverted') confirmed.delete(fact.transfer.transferId);
    if (fact.kind !== 'payment_confirmed') return true;
    const { transferId } = fact.transfer;
    const isFirst = !confirmed.has(transferId);
    confirmed.add(transferId);
    return isFirst;
  });
}

async function readOrders(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const { rows } = await q.raw<{ rows: OrderFactRow[] }>(
    `SELECT at, action, actor_kind, reason
       FROM (SELECT 'invoice', :invoiceId
             UNION ALL SELECT 'withdrawal', withdrawal_id FROM withdrawals WHERE invoice_id = :invoiceId) o (kind, id)
       JOIN audit_log ON object_kind = o.kind AND object_id = o.id`,
    { invoiceId },
  );
  return rows.map(toOrderFact);
}

/** Reads every fact about an invoice in order of time: payments, bookings, events, deliveries and orders. */
export async function readInvoiceTimeline(q: Queryable, invoiceId: string): Promise<InvoiceFact[]> {
  const transfers = await listInvoiceTransfers(q, invoiceId);
  const facts = [
    ...(await readSightings(q, transfers)),
    ...(await readConfirmations(q, { invoiceId, transfers })),
    ...(await readSubjectFacts(q, { column: 'invoice_id', id: invoiceId })),
    ...(await readOrders(q, invoiceId)),
  ];
  return oncePerConfirmation(facts.sort((a, b) => a.atMs - b.atMs));
}
