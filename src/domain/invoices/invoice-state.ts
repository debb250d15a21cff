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

/** Where an invoice can ordinarily go from a status. What `settle` yields is legal even where it isn't listed. */
export const INVOICE_TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  pending: ['underpaid', 'paid', 'completed', 'expired', 'cancelled'],
  underpaid: ['paid', 'completed', 'expired', 'pending'],
  paid: ['completed', 'underpaid', 'pending', 'failed'],
  completed: ['failed'],
  expired: ['underpaid', 'paid', 'completed'],
  failed: ['paid', 'completed'],
  cancelled: ['completed'],
};
