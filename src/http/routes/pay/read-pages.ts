import { setTimeout } from 'node:timers/promises';
import { readCheckoutPages, type CheckoutPage } from '../../../db/checkouts/checkouts.js';
import { readChainViews } from '../../../db/invoices/chain-views.js';
import { readCustomerViews, type CustomerView } from '../../../db/invoices/customer-views.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { checkoutPage, invoicePage, shownInvoices, type PageDeps, type ReadPage } from './page-facts.js';

/** So long a page that can be shown without the prices of its choices waits for them, in ms. */
const PRICES_WITHIN_MS = 300;

/** Ends the wait of one reading for prices, however many pages it is of. */
export function endOfWait(): Promise<unknown> {
  return setTimeout(PRICES_WITHIN_MS, undefined, { ref: false });
}

/** What is known when pages are read. */
export interface PageReading {
  /** The pages as they were read last. */
  readonly known: ReadonlyMap<string, ReadPage>;
  /** See {@link endOfWait}. */
  readonly isLate: Promise<unknown>;
}

/** The rows that known pages were made of, by their ids. */
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

/** Those of the rows that have one of these ids. */
const pick = <Row>(rows: ReadonlyMap<string, Row>, ids: readonly string[]): readonly Row[] =>
  ids.flatMap((id) => rows.get(id) ?? []);

/**
 * Reads what these pages show. A page that does not exist is left out. The statements, however many pages there are:
 * - one for the pages of invoices, and two more where one of them is a choice of a checkout;
 * - three for the pages of checkouts;
 * - one more for how far chains are read, where rows are known: of those only what has changed is sent.
 *
 * Where nothing has changed that a known page was made of, it is in the answer as it was: the same object.
 *
 * Where present prices are slow, a page that is known has those that it has told, and one of a choice that can be paid has
 * none: so it tells its payment meanwhile, and no other page waits for it.
 *
 * @throws QuittanceError `deposit_address_altered`, where it is the only page asked for.
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
  // Invoices that were made without a choice need nothing more.
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
  /** Whatever is wrong with a page, such as an altered address, refuses this page and no other one that is read with it. */
  const alone = async (
    publicId: string,
    make: (before: ReadPage | undefined) => ReadPage | Promise<ReadPage>,
  ): Promise<readonly (readonly [string, ReadPage])[]> => {
    try {
      return [[publicId, await make(known.get(publicId))]];
    } catch (error) {
      if (publicIds.length === 1) throw error;
      // An altered address has been told already.
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
