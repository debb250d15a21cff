import { setTimeout } from 'node:timers/promises';
import { readCheckoutPages, type CheckoutPage } from '../../../db/checkouts/checkouts.js';
import { readChainViews } from '../../../db/invoices/chain-views.js';
import { readCustomerViews, type CustomerView } from '../../../db/invoices/customer-views.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { checkoutPage, invoicePage, shownInvoices, type PageDeps, type ReadPage } from './page-facts.js';

/** How long a page waits for the prices of its choices, if it can be shown without them. In ms. */
const PRICES_WITHIN_MS = 300;

/** Returns a promise that resolves when a reading stops waiting for prices. All pages of the reading share it. */
export function endOfWait(): Promise<unknown> {
  return setTimeout(PRICES_WITHIN_MS, undefined, { ref: false });
}

/** The earlier results that a reading starts from. */
export interface PageReading {
  /** The pages as the previous read found them. */
  readonly known: ReadonlyMap<string, ReadPage>;
  /** See {@link endOfWait}. */
  readonly isLate: Promise<unknown>;
}

/** The rows of which the known pages were built, by their ids. */
interface KnownRows {
  readonly checkouts: ReadonlyMap<string, CheckoutPage>;
  readonly views: ReadonlyMap<string, CustomerView>;
}

function knownRows(known: PageReading['known']): KnownRows {
  const checkouts = new Map<string, CheckoutPage>();
  const views = new Map<string, CustomerView>();
  for (const { made } of known.values()) {
    if (made?.checkout !== undefined)
      for (const id of [made.checkout.checkout.checkoutId, made.checkout.checkout.publicId])
        checkouts.set(id, made.checkout);
    for (const of of made?.views ?? [])
      for (const id of [of.view.invoice.invoiceId, of.view.invoice.publicId]) views.set(id, of);
  }
  return { checkouts, views };
}

/** Returns the rows that have one of these ids. */
const pick = <Row>(rows: ReadonlyMap<string, Row>, ids: readonly string[]): readonly Row[] =>
  ids.flatMap((id) => rows.get(id) ?? []);

/**
 * Reads the content of these pages. A page that does not exist is left out. The number of statements does not depend on
 * the number of pages:
 * - one for the pages of invoices, and two more if one of them is a choice of a checkout;
 * - three for the pages of checkouts;
 * - one more for the state of the chains, if rows are known. The database then sends only changed rows.
 *
 * If the sources of a known page have not changed, the answer contains the same object.
 *
 * Current prices may be slow. Then a known page keeps its earlier prices, and a new page with an invoice that can be
 * paid is shown without prices. So no page waits for prices before it shows a payment.
 *
 * @throws QuittanceError `deposit_address_altered` if only one page was requested.
 */
export async function readPages(
  deps: PageDeps,
  publicIds: readonly string[],
  { known, isLate }: PageReading = { known: new Map(), isLate: endOfWait() },
): Promise<ReadonlyMap<string, ReadPage>> {
  const isOfCheckout = (publicId: string): boolean => publicId.startsWith('cs_');
  const ofCheckouts = publicIds.filter(isOfCheckout);
  const ofInvoices = publicIds.filter((publicId) => !isOfCheckout(publicId));
  const rows = knownRows(known);
  const readsChains = ofCheckouts.length > 0 || rows.views.size > 0;
  const [ownCheckouts, chainViews, ownViews] = await Promise.all([
    readCheckoutPages(deps.db, { publicIds: ofCheckouts }, pick(rows.checkouts, ofCheckouts)),
    readsChains ? readChainViews(deps.db, deps.chains) : null,
    readCustomerViews(deps.db, { publicIds: ofInvoices }, deps.chains, pick(rows.views, ofInvoices)),
  ]);
  // An invoice that is no choice of a checkout needs no further rows.
  const checkoutIds = [...new Set(ownViews.flatMap(({ view }) => view.invoice.checkoutId ?? []))];
  const others = await readCheckoutPages(deps.db, { checkoutIds }, pick(rows.checkouts, checkoutIds));
  const checkouts = [...ownCheckouts, ...others];
  const shown = checkouts.flatMap((page) => {
    const { current, elsewhere } = shownInvoices(page);
    return current === undefined ? [] : [current, ...elsewhere];
  });
  const invoiceIds = [...new Set(shown)];
  const knownChoices = pick(rows.views, invoiceIds);
  const ofChoices = await readCustomerViews(deps.db, { invoiceIds }, deps.chains, knownChoices);
  const byCheckout = new Map(checkouts.map((page) => [page.checkout.checkoutId, page]));
  const byInvoice = new Map([...ownViews, ...ofChoices].map((view) => [view.view.invoice.invoiceId, view]));
  const read = { byInvoice, chainViews, isLate };
  /** Builds one page. If that fails, for example because of an altered address, only this page is left out. */
  const alone = async (
    publicId: string,
    make: (before: ReadPage | undefined) => ReadPage | Promise<ReadPage>,
  ): Promise<readonly (readonly [string, ReadPage])[]> => {
    try {
      return [[publicId, await make(known.get(publicId))]];
    } catch (error) {
      if (publicIds.length === 1) throw error;
      // The operator is told about an altered address elsewhere.
      if (!(error instanceof QuittanceError))
        deps.log.warn({ err: error }, 'an open page could not be made; the next second tries again');
      return [];
    }
  };
  const pages = await Promise.all([
    ...ownViews.map((view) => {
      const { publicId, checkoutId } = view.view.invoice;
      const page = byCheckout.get(checkoutId ?? '');
      return alone(publicId, (before) => invoicePage(view, page, { ...read, before }, deps));
    }),
    ...ownCheckouts.map((page) =>
      alone(page.checkout.publicId, (before) => checkoutPage(page, { ...read, before }, deps)),
    ),
  ]);
  return new Map(pages.flat());
}
