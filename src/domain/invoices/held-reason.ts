import type { InvoiceStatus } from './invoice-state.js';
import type { PaymentStatus } from './settlement.js';

/** Why money can't be credited as asked. */
export const HELD_REASONS = ['late', 'too_little', 'cancelled', 'unexpected'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/**
 * Says why a payment is held. A wrong asset comes first, then a cancellation: for both, the time of the payment does
 * not matter.
 */
export function heldReason(payment: PaymentStatus, invoice: InvoiceStatus): HeldReason {
  if (payment === 'unexpected') return 'unexpected';
  if (invoice === 'cancelled') return 'cancelled';
  return payment === 'late' ? 'late' : 'too_little';
}
