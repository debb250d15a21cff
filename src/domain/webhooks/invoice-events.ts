import type { EventType, InvoiceEventType } from './events.js';
import type { InvoiceStatus } from '../invoices/invoice-state.js';
import type { Settlement, TransferFact } from '../invoices/settlement.js';

/** The events that follow from a settlement. The end of a refund is an event of its withdrawal. */
type SettledEventType = Exclude<InvoiceEventType, 'invoice.refunded'>;

/** An event to record. The database accepts each `dedupeKey` once. */
export interface DueEvent {
  readonly type: SettledEventType;
  readonly dedupeKey: string;
  /** The transfers that `invoice.payment_held` is about; empty for the others. */
  readonly heldIds: readonly number[];
  /** The status in its data: that at the moment of the event, even when it has changed since. */
  readonly status: InvoiceStatus;
}

/** The recorded events, counted by type. An invoice that completed, failed and completes again gets a new event. */
export type ToldCounts = Readonly<Partial<Record<EventType, number>>>;

/**
 * Returns the events that follow from a settlement, in the order of reading. `before` is the invoice's committed
 * status; `told` counts the events already recorded about it.
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
  const tell = (type: SettledEventType, keySuffix: string, shown: InvoiceStatus = status): void => {
    const dedupeKey = `${invoiceId}/${type}${keySuffix}`;
    if (!due.has(dedupeKey)) due.set(dedupeKey, { type, dedupeKey, status: shown, heldIds: [] });
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
    // It is sent a second time only after a failure was sent in between.
    tell('invoice.completed', `/${told['invoice.failed'] ?? 0}`);
  }
  if (status === 'completed' && settlement.overpaid) tell('invoice.overpaid', '');
  if (changed && status === 'expired') tell('invoice.expired', `/${told['invoice.expired'] ?? 0}`);
  if (changed && status === 'failed') tell('invoice.failed', `/${told['invoice.failed'] ?? 0}`);
  const held = settlement.bookings.filter(({ to }) => to === 'held');
  const byId = new Map(held.length === 0 ? [] : transfers.map((transfer) => [transfer.transferId, transfer]));
  const heldBy = new Map<string, number[]>();
  for (const { transferId } of held) {
    const transfer = byId.get(transferId);
    if (transfer === undefined) continue;
    const { chainCode, txHash, position } = transfer;
    // A payment found by an audit has no transaction; the number of the audit takes its place.
    const found = position === 0 ? 'audit' : `audit-${position}`;
    const dedupeKey = `${invoiceId}/invoice.payment_held/${chainCode}/${txHash ?? found}`;
    const heldIds = heldBy.get(dedupeKey) ?? [];
    heldIds.push(transferId);
    heldBy.set(dedupeKey, heldIds);
    due.set(dedupeKey, { type: 'invoice.payment_held', dedupeKey, status, heldIds });
  }
  return [...due.values()];
}
