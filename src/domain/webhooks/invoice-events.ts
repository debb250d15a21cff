import type { EventType, InvoiceEventType } from './events.js';
import type { InvoiceStatus } from '../invoices/invoice-state.js';
import type { Settlement, TransferFact } from '../invoices/settlement.js';

/** An event that is due. It is told once per `dedupeKey`: the database keeps the promise. */
export interface DueEvent {
  readonly type: InvoiceEventType;
  readonly dedupeKey: string;
  /** The status to show in its data: an event shows the moment it tells of, also when more has happened since. */
  readonly status: InvoiceStatus;
}

/** What was told before, counted by type: a completed invoice that failed is told again when it completes again. */
export type ToldCounts = Readonly<Partial<Record<EventType, number>>>;

/**
 * The events that a settlement makes due, in the order in which they are to be read. The caller has committed
 * `before` as the invoice's status; `told` counts the events already recorded about it.
 */
export function dueInvoiceEvents(input: {
  readonly invoiceId: string;
  readonly before: InvoiceStatus;
  readonly told: ToldCounts;
  readonly settlement: Settlement;
  readonly transfers: readonly TransferFact[];
}): DueEvent[] {
  const { invoiceId, before, told, settlement, transfers } = input;
  const { status } = settlement;
  const due = new Map<string, DueEvent>();
  const tell = (type: InvoiceEventType, keySuffix: string, shown: InvoiceStatus = status): void => {
    const dedupeKey = `${invoiceId}/${type}${keySuffix}`;
    if (!due.has(dedupeKey)) due.set(dedupeKey, { type, dedupeKey, status: shown });
  };

  if (status === 'underpaid') {
    const transactions = settlement.payments.filter((p) => p.status === 'seen' || p.status === 'confirmed');
    for (const txHash of new Set(transactions.map((p) => p.txHash))) {
      tell('invoice.underpaid', `/${txHash ?? 'audit'}`);
    }
  }
  if (settlement.enough && status !== 'cancelled') tell('invoice.paid', '', 'paid');
  const changed = before !== status;
  if (changed && status === 'completed') {
    // Told again only when a failure was told in between.
    tell('invoice.completed', `/${told['invoice.failed'] ?? 0}`);
  }
  if (status === 'completed' && settlement.overpaid) tell('invoice.overpaid', '');
  if (changed && status === 'expired') tell('invoice.expired', `/${told['invoice.expired'] ?? 0}`);
  if (changed && status === 'failed') tell('invoice.failed', `/${told['invoice.failed'] ?? 0}`);
  const held = settlement.bookings.filter(({ to }) => to === 'held');
  const byId = new Map(held.length === 0 ? [] : transfers.map((transfer) => [transfer.transferId, transfer]));
  for (const { transferId } of held) {
    const transfer = byId.get(transferId);
    if (transfer === undefined) continue;
    const { chainCode, txHash, position } = transfer;
    // What audits find has no transaction: each of them is told.
    const found = position === 0 ? 'audit' : `audit-${position}`;
    tell('invoice.payment_held', `/${chainCode}/${txHash ?? found}`);
  }
  return [...due.values()];
}
