import type { CheckoutFacts, PaymentFacts, PaymentTransfer } from './facts.js';

/** The states of the page. Each one tells the customer what to do now. */
export const PHASES = [
  'choose',
  'waiting',
  'part',
  'seen',
  'completed',
  'overpaid',
  'undecided',
  'expired',
  'quote_over',
  'late',
  'too_little',
  'other_asset',
  'cancelled',
  'failed',
  'closed',
] as const;
export type Phase = (typeof PHASES)[number];

/** The phases in which the customer is asked to send something. */
export const PAYABLE: readonly Phase[] = ['waiting', 'part', 'other_asset'];

/**
 * Says which state the page shows at this moment (epoch ms). The service decides what is true; only "the time is over"
 * is told by the clock, for the service waits until it has read the chain up to the end.
 */
export function phaseOf(facts: CheckoutFacts, nowMs: number): Phase {
  const { payment, checkout } = facts;
  if (payment === null) {
    if (checkout === 'cancelled') return 'cancelled';
    const isOver = facts.checkoutExpiresAt !== null && Date.parse(facts.checkoutExpiresAt) <= nowMs;
    if (checkout === 'expired' || isOver) return 'expired';
    return facts.choices.length === 0 ? withoutChoices(facts) : 'choose';
  }
  switch (payment.status) {
    case 'completed':
      return payment.overpaid ? 'overpaid' : 'completed';
    case 'paid':
      return 'seen';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return hasMoney(payment) ? 'late' : 'cancelled';
    case 'expired':
      return expiredPhase(facts, payment);
    case 'pending':
    case 'underpaid':
      return openPhase(payment, nowMs);
  }
}

/** Where no choice is left, there is no price either. */
function withoutChoices({ isTakingPayments }: CheckoutFacts): Phase {
  return isTakingPayments ? 'expired' : 'closed';
}

function hasMoney({ transfers }: PaymentFacts): boolean {
  return transfers.some(({ status }) => status !== 'reverted');
}

/** The last payment that the network has undone, as long as it has not come back. */
export function undonePayment(payment: PaymentFacts | null): PaymentTransfer | undefined {
  const transfers = payment?.transfers ?? [];
  const standing = new Set(
    transfers.filter(({ status }) => status !== 'reverted').map(({ txHash }) => txHash),
  );
  return transfers.findLast(({ status, txHash }) => status === 'reverted' && !standing.has(txHash));
}

function expiredPhase(facts: CheckoutFacts, payment: PaymentFacts): Phase {
  const { transfers } = payment;
  if (transfers.some(({ status }) => status === 'late')) return 'late';
  if (BigInt(payment.amountPaidAtomic) > 0n) return 'too_little';
  // Another coin came, and the time is over: what is sent now comes too late.
  if (transfers.some(({ status }) => status === 'unexpected')) return 'late';
  // After a payment was seen nothing else can be chosen, whoever takes payments.
  if (facts.checkout !== 'open' || undonePayment(payment) !== undefined) return 'expired';
  return facts.choices.length > 0 ? 'quote_over' : withoutChoices(facts);
}

function openPhase(payment: PaymentFacts, nowMs: number): Phase {
  if (Date.parse(payment.expiresAt) <= nowMs) return 'undecided';
  if (payment.status === 'underpaid' || BigInt(payment.amountPaidAtomic) > 0n) return 'part';
  return payment.transfers.some(({ status }) => status === 'unexpected') ? 'other_asset' : 'waiting';
}
