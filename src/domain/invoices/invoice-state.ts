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
