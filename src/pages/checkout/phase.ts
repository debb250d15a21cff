import { isReceived } from '../../domain/invoices/customer-money.js';
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
  'wrong_coin',
  'arriving',
  'resolved',
  'cancelled',
  'failed',
  'closed',
  'other_choice',
] as const;
export type Phase = (typeof PHASES)[number];

/** The phases in which the customer is asked to send something. */
export const PAYABLE: readonly Phase[] = ['waiting', 'part', 'other_asset'];

/** The phases in which the customer may choose a coin. */
export const CHOOSES: readonly Phase[] = ['choose', 'waiting', 'undecided', 'quote_over'];

/** The phases in which enough was seen. */
export const PAID: readonly Phase[] = ['seen', 'completed', 'overpaid'];

/** The phases in which a sent payment may still be unseen. While it is, the page offers no way to pay again. */
export const UNSEEN: readonly Phase[] = [
  ...PAYABLE,
  ...(['choose', 'undecided', 'expired', 'quote_over', 'cancelled', 'closed', 'other_choice'] as const),
];

/** The phases that are not shown when another choice of the checkout counts: they would make customers pay, or start again. */
const NOT_OF_OTHERS: readonly Phase[] = [
  ...PAYABLE,
  ...(['undecided', 'expired', 'quote_over', 'cancelled'] as const),
];

/** Says whether another choice of the same checkout counts. */
export function isOfOther({ choiceOf }: Pick<CheckoutFacts, 'choiceOf'>): boolean {
  return choiceOf !== null && choiceOf.other !== null;
}

/**
 * Returns the state that the page shows at this moment (epoch ms). The service decides it. Only "the time is over" is
 * decided by the clock, because the service first reads the chain up to the end of the time.
 */
export function phaseOf(facts: CheckoutFacts, nowMs: number): Phase {
  const phase = ownPhase(facts, nowMs);
  return isOfOther(facts) && NOT_OF_OTHERS.includes(phase) ? 'other_choice' : phase;
}

function ownPhase(facts: CheckoutFacts, nowMs: number): Phase {
  const { payment, checkout } = facts;
  if (payment === null) {
    if (checkout === 'cancelled') return 'cancelled';
    if (checkout === 'expired' || isTimeOver(facts, nowMs)) return 'expired';
    if (facts.choices.length > 0) return 'choose';
    return facts.isTakingPayments ? 'expired' : 'closed';
  }
  switch (payment.status) {
    case 'completed':
      return payment.overpaid ? 'overpaid' : 'completed';
    case 'paid':
      return 'seen';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return moneyPhase(payment) ?? 'cancelled';
    case 'expired':
      return expiredPhase(facts, payment, nowMs);
    case 'pending':
    case 'underpaid':
      return openPhase(payment, nowMs);
  }
}

/** Says whether the time of a checkout is over. */
function isTimeOver({ checkoutExpiresAt }: CheckoutFacts, nowMs: number): boolean {
  return checkoutExpiresAt !== null && Date.parse(checkoutExpiresAt) <= nowMs;
}

/**
 * Says whether the price of the last choice is over. The checkout can have no other choice, though its time is not
 * over.
 */
export function isLastPriceOver({ choices, choiceOf }: CheckoutFacts, phase: Phase): boolean {
  return phase === 'quote_over' && choices.length === 0 && choiceOf === null;
}

/** The phases about money that came and has not completed the payment. */
export const MONEY: readonly Phase[] = ['late', 'too_little', 'wrong_coin', 'arriving', 'resolved'];

/** Returns the phase of money that came for a payment that is over. Null: none came. */
function moneyPhase({ status, transfers }: PaymentFacts): Phase | null {
  const standing = transfers.filter(({ money }) => money !== 'undone');
  const held = standing.filter(({ money }) => money === 'held');
  const asked = held.filter((transfer) => transfer.status !== 'unexpected');
  if (asked.length > 0)
    return status === 'cancelled' || asked.some((transfer) => transfer.status === 'late')
      ? 'late'
      : 'too_little';
  if (held.length > 0) return 'wrong_coin';
  if (standing.some(({ money }) => money === 'awaited')) return 'arriving';
  return standing.length > 0 ? 'resolved' : null;
}

/** Returns the transfers that are not part of the amount received for the payment. */
export function besides(payment: PaymentFacts | null): readonly PaymentTransfer[] {
  return payment?.transfers.filter((one) => one.money !== 'undone' && !isReceived(one)) ?? [];
}

/** Returns the latest transfer that the network has undone, if it has not come back. */
export function undonePayment(payment: PaymentFacts | null): PaymentTransfer | undefined {
  const transfers = payment?.transfers ?? [];
  const standing = new Set(
    transfers.filter(({ status }) => status !== 'reverted').map(({ txHash }) => txHash),
  );
  return transfers.findLast(({ status, txHash }) => status === 'reverted' && !standing.has(txHash));
}

/** Says whether enough was seen once, and the network has undone a part of it, so the rest is not enough. */
export function isUndone({ payment }: Pick<CheckoutFacts, 'payment'>, phase: Phase): boolean {
  return phase === 'seen' && payment?.isEnough === false;
}

function expiredPhase(facts: CheckoutFacts, payment: PaymentFacts, nowMs: number): Phase {
  const ofMoney = moneyPhase(payment);
  if (ofMoney !== null) return ofMoney;
  // A choice that expired before its checkout was cancelled is not cancelled itself.
  if (facts.checkout === 'cancelled' && payment.transfers.length === 0) return 'cancelled';
  if (facts.choiceOf?.isOpen === true) return 'quote_over';
  // After a payment was seen, nothing else can be chosen, even if the merchant takes payments.
  if (facts.checkout !== 'open' || isTimeOver(facts, nowMs) || undonePayment(payment) !== undefined)
    return 'expired';
  // The time of the last choice may be over long before that of its checkout.
  return facts.choices.length > 0 || facts.isTakingPayments ? 'quote_over' : 'closed';
}

function openPhase(payment: PaymentFacts, nowMs: number): Phase {
  if (Date.parse(payment.expiresAt) <= nowMs) return 'undecided';
  if (payment.status === 'underpaid' || BigInt(payment.amountPaidAtomic) > 0n) return 'part';
  const isUnclear = ({ money }: PaymentTransfer): boolean => money === 'awaited' || money === 'held';
  return besides(payment).some(isUnclear) ? 'other_asset' : 'waiting';
}
