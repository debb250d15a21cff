import { urlencoded, type Express, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { QuittanceError } from '../../../domain/core/errors.js';
import { renderCheckout, type FormResult } from '../../../pages/checkout/document.js';
import type { CheckoutFacts } from '../../../pages/checkout/facts.js';
import { renderMain } from '../../../pages/checkout/main-part.js';
import { PAYABLE, phaseOf } from '../../../pages/checkout/phase.js';
import { renderReceipt } from '../../../pages/checkout/receipt.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { CHECKOUT_PATHS } from '../../requests/public-paths.js';
import { requestContext } from '../../requests/request-context.js';
import { SharedViews } from './shared-views.js';
import { chooseAsset } from '../checkouts/public-checkout.js';
import { OpenPages, type ReadFacts } from './open-pages.js';
import { PAGE_ASSETS } from './page-assets.js';
import { readPages } from './read-pages.js';
import { localeOf, sendPage } from './send-page.js';
import { StreamCounts, streamPage } from './streams.js';

const PAGE_PATH = `${CHECKOUT_PATHS}/:publicId`;
const READ = ['GET', 'HEAD'];

/** The paths of the pages with the methods that they take. */
export const PAY_PATHS: readonly (readonly [string, string[]])[] = [
  [PAGE_PATH, READ],
  [`${PAGE_PATH}/fragment`, READ],
  [`${PAGE_PATH}/events`, READ],
  [`${PAGE_PATH}/receipt`, READ],
  [`${PAGE_PATH}/select`, [...READ, 'POST']],
  [`${PAGE_PATH}/demo-payment`, [...READ, 'POST']],
];

/** The most bytes of a form. It has one short field. */
const FORM_BYTES_MAX = 1_024;
/** Refusals of a choice after which the page shows the possible choices instead. */
const NO_MORE: readonly string[] = [
  'invalid_state',
  'merchant_suspended',
  'unsupported_asset',
  'amount_too_small',
  'amount_too_precise',
];

/** The temporary refusals. The page says that the choice is not possible now, and offers the other coins. */
const NOT_NOW: readonly string[] = ['rate_unavailable', 'temporarily_unavailable'];

/** A parameter in the page's URL: the choice was refused, and may be possible again. */
const REFUSED = '&refused=1';
/** A parameter in the page's URL: the demo customer has paid. */
const SENT = '&sent=1';

/**
 * Returns the result of the form that has led to the page, by the parameters in the URL. Only local mode has a demo
 * customer.
 */
function formResult({ query }: Request, { isLocal }: CheckoutFacts): FormResult | null {
  if (query['refused'] !== undefined) return 'refused';
  return isLocal && query['sent'] !== undefined ? 'sent' : null;
}

/** Pages belong to invoices and to checkouts. */
const PUBLIC_ID = /^(pay|cs)_[0-9a-f]{40}$/;
const isChoice = (mark: unknown): mark is string =>
  typeof mark === 'string' && /^pay_[0-9a-f]{40}$/.test(mark);

/** Finds the page that a request names. The page is read as often as {@link SharedViews} allows. */
interface PageReader {
  /** @throws QuittanceError `not_found` */
  readonly find: (request: Request) => Promise<CheckoutFacts>;
  /** @throws QuittanceError `not_found` */
  readonly findRead: (request: Request) => Promise<ReadFacts>;
  readonly shared: SharedViews<ReadFacts | undefined>;
}

function createReader(deps: AppDeps): PageReader {
  const shared = new SharedViews({
    now: deps.now,
    read: async (publicId): Promise<ReadFacts | undefined> => {
      const beganMs = performance.now();
      const page = (await readPages(deps, [publicId])).get(publicId);
      // Many such pages are kept for a moment. With their sources, they would take too much memory.
      return page === undefined ? undefined : { facts: page.facts, beganMs };
    },
  });
  const findRead = async ({ params: { publicId }, query: { chosen } }: Request): Promise<ReadFacts> => {
    const isId = typeof publicId === 'string' && PUBLIC_ID.test(publicId);
    const read = isId ? await shared.get(publicId) : undefined;
    if (!isId || read === undefined) throw new QuittanceError('not_found', 'There is no such page.');
    // Another process has made this choice since our last read.
    const isOlder = read.facts.checkout === 'open' && isChoice(chosen) && chosen !== read.facts.chosen;
    if (!isOlder) return read;
    return (await shared.renew(publicId, (later) => later?.facts.chosen === chosen)) ?? read;
  };
  const find = async (request: Request): Promise<CheckoutFacts> => (await findRead(request)).facts;
  return { find, findRead, shared };
}

/** Serves the customers' pages. They show invoices and checkouts to anybody who has their link. */
export function servePayPages(app: Express, deps: AppDeps): void {
  const reader = createReader(deps);
  const { find, findRead } = reader;
  const openPages = (): OpenPages =>
    new OpenPages({ ...deps, read: (reading) => readPages(deps, [...reading.known.keys()], reading) });
  // Two separate lists, because pages of checkouts may wait for slow prices. Pages of invoices wait only for the
  // database.
  const [ofInvoices, ofCheckouts] = [openPages(), openPages()];
  const counts = new StreamCounts();

  app.get(
    PAGE_PATH,
    named(PAGE_PATH, async (request, response) => {
      const facts = await find(request);
      const asked = {
        facts,
        locale: localeOf(request, facts.locale),
        nowMs: deps.now(),
        assets: PAGE_ASSETS,
        formResult: formResult(request, facts),
      };
      await sendPage(request, response, { html: renderCheckout(asked), look: lookOf(facts) });
    }),
  );
  app.get(
    `${PAGE_PATH}/fragment`,
    named(`${PAGE_PATH}/fragment`, async (request, response) => {
      const facts = await find(request);
      const main = renderMain({ facts, locale: localeOf(request, facts.locale), nowMs: deps.now() });
      await sendPage(request, response, { html: main.html, look: lookOf(facts) });
    }),
  );
  app.get(
    `${PAGE_PATH}/events`,
    named(`${PAGE_PATH}/events`, async (request, response) => {
      const read = await findRead(request);
      if (request.method === 'HEAD') {
        response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).end();
        return;
      }
      const pages = read.facts.checkout === null ? ofInvoices : ofCheckouts;
      streamPage({ request, response }, read, { pages, counts, closing: deps.closing });
    }),
  );
  app.get(
    `${PAGE_PATH}/receipt`,
    named(`${PAGE_PATH}/receipt`, async (request, response) => {
      const facts = await find(request);
      const locale = localeOf(request, facts.locale);
      const html = renderReceipt({ facts, locale, assets: PAGE_ASSETS });
      if (html === null) response.redirect(303, pagePath(request, facts));
      else await sendPage(request, response, { html, look: lookOf(facts) });
    }),
  );
  serveForms(app, deps, reader);
}

/** Serves the forms of customers' pages. Each form is answered with the current page. */
function serveForms(app: Express, deps: AppDeps, { find, shared }: PageReader): void {
  const demoPayments: DemoPayments = new Map();
  // After a refusal, the browser is at the form's URL. A customer who reloads it is redirected to the page.
  app.get([`${PAGE_PATH}/select`, `${PAGE_PATH}/demo-payment`], async (request, response) => {
    response.redirect(303, pagePath(request, await find(request)));
  });
  app.post(
    `${PAGE_PATH}/select`,
    urlencoded({ extended: false, limit: FORM_BYTES_MAX }),
    named(`${PAGE_PATH}/select`, async (request, response) => {
      const facts = await find(request);
      const mark = await choose(deps, facts, request.body);
      shared.forget(facts.publicId);
      response.redirect(303, `${pagePath(request, facts)}${mark}`);
    }),
  );
  app.post(
    `${PAGE_PATH}/demo-payment`,
    named(`${PAGE_PATH}/demo-payment`, async (request, response) => {
      const facts = await find(request);
      const mark = (await payAsDemo(deps, facts, demoPayments)) ? SENT : '';
      response.redirect(303, `${pagePath(request, facts)}${mark}`);
    }),
  );
}

/** Returns the path of the page, with the language of the request, or otherwise of the merchant. */
function pagePath(request: Request, { publicId, locale }: CheckoutFacts): string {
  return `${CHECKOUT_PATHS}/${publicId}?lang=${localeOf(request, locale)}`;
}

function lookOf({ frameOrigins, merchant }: CheckoutFacts) {
  return { frameOrigins, color: merchant.color };
}

/** Names the route for the log and the metrics, without the id. */
function named(
  path: string,
  handle: (request: Request, response: Response) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    requestContext(response).route = path;
    await handle(request, response);
  };
}

const formSchema = z.object({ asset: z.string().regex(/^[^/]+\/[^/]+$/) });

/**
 * Makes the choice of a form. `asset` is a chain's code, a slash and a token's symbol. If the choice is no longer
 * possible, the page shows the possible ones instead of an error.
 *
 * @returns a parameter for the page's URL. It names the chosen invoice, for a process that has read the page before the
 *   choice. Or it says that the choice was refused and may soon be possible again.
 * @throws QuittanceError `validation_failed`, `not_found`.
 */
async function choose(deps: AppDeps, { publicId }: CheckoutFacts, form: unknown): Promise<string> {
  const read = formSchema.safeParse(form);
  if (!read.success)
    throw new QuittanceError('validation_failed', 'asset: expected a chain and a token, such as base/USDC.');
  const [chainCode = '', tokenSymbol = ''] = read.data.asset.split('/');
  try {
    return `&chosen=${await chooseAsset(deps, publicId, { chainCode, tokenSymbol })}`;
  } catch (error) {
    if (!(error instanceof QuittanceError)) throw error;
    if (NOT_NOW.includes(error.code)) return REFUSED;
    if (!NO_MORE.includes(error.code)) throw error;
    return '';
  }
}

/**
 * How long the same missing amount is not paid again, in ms. Long before its end, the payment is read and the missing
 * amount is smaller.
 */
const DEMO_UNSEEN_MS = 30_000;
/** The payments of the demo customer and when each began, epoch ms, by address and missing amount. */
type DemoPayments = Map<string, { readonly atMs: number; readonly paying: Promise<void> }>;

/**
 * Pays the missing amount once, although the form may be sent twice before the payment is read.
 *
 * @returns whether something was missing and was paid.
 * @throws QuittanceError `not_found` outside local mode.
 */
async function payAsDemo(
  { demoCustomer, now }: AppDeps,
  facts: CheckoutFacts,
  paid: DemoPayments,
): Promise<boolean> {
  if (demoCustomer === null) throw new QuittanceError('not_found', 'There is no such path.');
  const { payment } = facts;
  if (payment === null || !PAYABLE.includes(phaseOf(facts, now()))) return false;
  const { chainCode, tokenSymbol, depositAddress: to, missingAtomic } = payment;
  for (const [before, { atMs }] of paid) if (now() - atMs > DEMO_UNSEEN_MS) paid.delete(before);
  const name = `${to} ${missingAtomic}`;
  const asset = { chainCode, tokenSymbol };
  const earlier = paid.get(name)?.paying;
  const paying = earlier ?? demoCustomer.pay({ asset, to, amountAtomic: BigInt(missingAtomic) });
  if (earlier === undefined) paid.set(name, { atMs: now(), paying });
  try {
    await paying;
  } catch (error) {
    paid.delete(name);
    throw error;
  }
  return true;
}
