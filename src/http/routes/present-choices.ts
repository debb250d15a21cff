import { readCheckoutPages, type CheckoutPage } from '../../db/checkouts/checkouts.js';
import { readCustomerViews } from '../../db/invoices/customer-views.js';
import type { InvoiceView } from '../../db/invoices/invoices.js';
import { currentInvoice, type CheckoutInvoice } from '../../domain/checkouts/checkout-state.js';
import type { InvoiceStatus } from '../../domain/invoices/invoice-state.js';
import { presentState } from '../../domain/invoices/present-state.js';
import type { AppDeps } from '../requests/app-deps.js';

const OPEN: readonly InvoiceStatus[] = ['pending', 'underpaid'];

/**
 * Returns the choices with their status by all stored payments, including payments that are not settled yet. So no
 * choice of a checkout requests money that was just paid.
 */
export function presentChoices<Choice extends CheckoutInvoice>(
  choices: readonly Choice[],
  views: ReadonlyMap<string, InvoiceView>,
): readonly Choice[] {
  return choices.map((choice) => {
    const view = views.get(choice.invoiceId);
    return view === undefined
      ? choice
      : { ...choice, status: presentState(view.invoice, view.settlement).status };
  });
}

/** Reads the open choices that have received money. Their rows may not have the newest status yet. */
export async function readPaidChoices(
  deps: AppDeps,
  { choices }: CheckoutPage,
): Promise<ReadonlyMap<string, InvoiceView>> {
  const paid = choices.filter(({ status, wasPaidTo }) => wasPaidTo && OPEN.includes(status));
  const invoiceIds = paid.map(({ invoiceId }) => invoiceId);
  const views = await readCustomerViews(deps.db, { invoiceIds }, deps.chains);
  return new Map(views.map(({ view }) => [view.invoice.invoiceId, view]));
}

/**
 * Tells whether a payment was seen for another choice of the invoice's checkout. Then this invoice needs no payment.
 */
export async function isOtherChoicePaid(
  deps: AppDeps,
  { invoiceId, checkoutId }: { readonly invoiceId: string; readonly checkoutId: string },
): Promise<boolean> {
  const [page] = await readCheckoutPages(deps.db, { checkoutIds: [checkoutId] });
  if (page === undefined) return false;
  const choices = presentChoices(page.choices, await readPaidChoices(deps, page));
  const current = currentInvoice(page.checkout, choices);
  return current !== undefined && current.invoiceId !== invoiceId && current.wasPaidTo;
}
