import { sameAsset, type AssetId } from '../core/asset.js';
import type { InvoiceStatus } from '../invoices/invoice-state.js';

export const CHECKOUT_STATUSES = ['open', 'processing', 'completed', 'expired', 'cancelled'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** The most invoices that a customer makes of one checkout. */
const CHECKOUT_INVOICES_MAX = 10;

/** An invoice of a checkout, as far as it decides about the checkout. Times in epoch ms. */
export interface CheckoutInvoice {
  readonly invoiceId: string;
  readonly asset: AssetId;
  readonly status: InvoiceStatus;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly completedAtMs: number | null;
  /** Whether a payment to its address stands on any chain, in whatever asset. */
  readonly isPaidTo: boolean;
  /** Whether a payment was ever seen. It may be undone, and may come back. */
  readonly wasPaidTo: boolean;
}

/** The facts, besides its invoices, that decide about a checkout. */
export interface StoredCheckoutState {
  readonly completedBy: string | null;
  readonly isCancelled: boolean;
  /** Whether its time is over. */
  readonly isOver: boolean;
}

export interface CheckoutDecision {
  readonly status: CheckoutStatus;
  readonly completedBy: string | null;
}

/** Sorted by the time of completion, and by age when that is equal. */
function firstCompleted(invoices: readonly CheckoutInvoice[]): CheckoutInvoice | undefined {
  const order = (a: CheckoutInvoice, b: CheckoutInvoice): number =>
    (a.completedAtMs ?? 0) - (b.completedAtMs ?? 0) || (a.invoiceId < b.invoiceId ? -1 : 1);
  return invoices.filter(({ status }) => status === 'completed').toSorted(order)[0];
}

/**
 * Decides the state of a checkout. The first completed invoice completes the checkout, as long as that invoice stays
 * completed. If a reorganisation undoes that invoice, the next completed one takes its place, or none does. A checkout
 * never expires while one of its invoices is undecided.
 */
export function decideCheckout(
  { completedBy, isCancelled, isOver }: StoredCheckoutState,
  invoices: readonly CheckoutInvoice[],
): CheckoutDecision {
  const kept = invoices.find(({ invoiceId, status }) => invoiceId === completedBy && status === 'completed');
  const decisive = kept ?? firstCompleted(invoices);
  if (decisive !== undefined) return { status: 'completed', completedBy: decisive.invoiceId };
  if (isCancelled) return { status: 'cancelled', completedBy: null };
  const has = (...statuses: InvoiceStatus[]): boolean =>
    invoices.some(({ status }) => statuses.includes(status));
  if (has('underpaid', 'paid')) return { status: 'processing', completedBy: null };
  return { status: isOver && !has('pending') ? 'expired' : 'open', completedBy: null };
}

/**
 * Says whether a payment was ever seen. An undone payment may come back, so the checkout allows no other choice and no
 * cancellation.
 */
export function wasAnyPaidTo(invoices: readonly CheckoutInvoice[]): boolean {
  return invoices.some(({ wasPaidTo }) => wasPaidTo);
}

/** The time that a customer needs to pay a new choice, in ms. A short checkout leaves less. */
const LEAST_LEFT_MS = 60_000;

/** The result of a customer's choice. */
export type ChoiceVerdict =
  | { readonly kind: 'open'; readonly invoiceId: string }
  | { readonly kind: 'new'; readonly expiresAtMs: number }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Decides the result of a choice. It is the open invoice of the same asset while its quote holds. Otherwise it is a new
 * invoice, which ends with its quote or with the checkout. Shortly before the checkout's end there is no new one: its
 * payment would come too late. After a payment was seen there is no other choice, even if the network has undone the
 * payment: it may come back, and the customer would have paid twice. Times in epoch ms.
 */
export function judgeChoice(
  checkout: {
    readonly status: CheckoutStatus;
    readonly createdAtMs: number;
    readonly expiresAtMs: number;
    readonly quoteSeconds: number;
  },
  invoices: readonly CheckoutInvoice[],
  asset: AssetId,
  nowMs: number,
): ChoiceVerdict {
  if (checkout.status !== 'open') return { kind: 'refused', why: `The checkout is ${checkout.status}.` };
  const { createdAtMs, expiresAtMs, quoteSeconds } = checkout;
  if (nowMs >= expiresAtMs) return { kind: 'refused', why: "The checkout's time is over." };
  if (wasAnyPaidTo(invoices))
    return { kind: 'refused', why: 'A payment was seen; the choice can not be changed any more.' };
  const open = invoices.find(
    (invoice) =>
      invoice.status === 'pending' && nowMs < invoice.expiresAtMs && sameAsset(invoice.asset, asset),
  );
  if (open !== undefined) return { kind: 'open', invoiceId: open.invoiceId };
  const leastMs = Math.min(LEAST_LEFT_MS, (expiresAtMs - createdAtMs) / 4);
  if (nowMs + leastMs >= expiresAtMs)
    return { kind: 'refused', why: "Too little of the checkout's time is left." };
  if (invoices.length >= CHECKOUT_INVOICES_MAX)
    return { kind: 'refused', why: `At most ${CHECKOUT_INVOICES_MAX} choices are possible.` };
  return {
    kind: 'new',
    expiresAtMs: Math.min(expiresAtMs, nowMs + quoteSeconds * 1_000),
  };
}

/**
 * How much an invoice matters to the customer by its status: the higher, the more. 7: the invoice that completed the
 * checkout. 3: among others, an invoice whose payment was undone. 2: the present choice while it can be paid. 1: an
 * invoice that holds money.
 */
const WEIGHTS: Readonly<Partial<Record<InvoiceStatus, number>>> = {
  completed: 6,
  paid: 5,
  underpaid: 4,
  failed: 3,
};

/** Returns the invoice of the choice made last; undefined: none was made. `chosen` null: the newest is. */
export function presentChoice<I extends CheckoutInvoice>(
  { chosen }: { readonly chosen: string | null },
  invoices: readonly I[],
): I | undefined {
  const newestFirst = invoices.toSorted((a, b) => (a.invoiceId < b.invoiceId ? 1 : -1));
  return newestFirst.find(({ invoiceId }) => invoiceId === chosen) ?? newestFirst[0];
}

/**
 * Returns the invoice that the customer of a checkout is shown. It is the first of these that exists: the one that
 * completed the checkout; one whose payment goes on or was undone; the present choice while it can be paid; one that
 * holds money; the present choice. So late money for an earlier choice does not hide the choice that is being paid.
 *
 * @param chosen the invoice of the choice made last; null: the newest.
 */
export function currentInvoice<I extends CheckoutInvoice>(
  { completedBy, chosen }: { readonly completedBy: string | null; readonly chosen: string | null },
  invoices: readonly I[],
): I | undefined {
  const newestFirst = invoices.toSorted((a, b) => (a.invoiceId < b.invoiceId ? 1 : -1));
  const present = presentChoice({ chosen }, invoices);
  const weight = (invoice: I): number => {
    const { invoiceId, status, isPaidTo, wasPaidTo } = invoice;
    if (invoiceId === completedBy) return 7;
    // Its payment was undone. Such a payment mostly comes back, and counts as on time even after the end. So the
    // customer is not asked for another one.
    if ((status === 'pending' || status === 'expired') && wasPaidTo && !isPaidTo) return 3;
    return WEIGHTS[status] ?? (invoice === present && status === 'pending' ? 2 : isPaidTo ? 1 : 0);
  };
  return newestFirst.toSorted(
    (a, b) => weight(b) - weight(a) || Number(b === present) - Number(a === present),
  )[0];
}
