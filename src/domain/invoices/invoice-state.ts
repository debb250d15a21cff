export const INVOICE_STATUSES = [
  'pending',
  'underpaid',
  'paid',
  'completed',
  'expired',
  'failed',
  'cancelled',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The usual next statuses of an invoice. A status that `settle` returns is legal even when it is not listed. */
export const INVOICE_TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  pending: ['underpaid', 'paid', 'completed', 'expired', 'cancelled'],
  underpaid: ['paid', 'completed', 'expired', 'pending'],
  paid: ['completed', 'underpaid', 'pending', 'failed'],
  completed: ['failed'],
  expired: ['underpaid', 'paid', 'completed'],
  failed: ['paid', 'completed'],
  cancelled: ['completed'],
};
