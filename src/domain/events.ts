/** Every event of the interface; the first nine are the seed's, the others are opt-in. */
export const EVENT_TYPES = [
  'invoice.created',
  'invoice.paid',
  'invoice.completed',
  'invoice.underpaid',
  'invoice.overpaid',
  'invoice.expired',
  'invoice.failed',
  'withdrawal.approved',
  'withdrawal.completed',
  'invoice.payment_held',
  'withdrawal.rejected',
  'withdrawal.failed',
  'endpoint.failing',
  'ping',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
