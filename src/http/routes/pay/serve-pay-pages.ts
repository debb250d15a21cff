import { setMaxListeners } from 'node:events';
import type { Express, Request, RequestHandler, Response } from 'express';
import { QuittanceError } from '../../../domain/core/errors.js';
import { renderCheckout } from '../../../pages/checkout/document.js';
import type { CheckoutFacts } from '../../../pages/checkout/facts.js';
import { renderMain } from '../../../pages/checkout/main-part.js';
import { PAYABLE, phaseOf } from '../../../pages/checkout/phase.js';
import { renderReceipt } from '../../../pages/checkout/receipt.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { CHECKOUT_PATHS } from '../../requests/public-paths.js';
import { requestContext } from '../../requests/request-context.js';
import { SharedViews } from '../../requests/shared-views.js';
import { OpenPages } from './open-pages.js';
import { PAGE_ASSETS } from './page-assets.js';
import { readPageFacts } from './page-facts.js';
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
  [`${PAGE_PATH}/demo-payment`, ['POST']],
];

/** Pages are of invoices and of checkouts. */
const PUBLIC_ID = /^(pay|cs)_[0-9a-f]{40}$/;

/** Serves the customers' pages, which show invoices and checkouts to whoever has their link. */
export function servePayPages(app: Express, deps: AppDeps): void {
  const shared = new SharedViews({
    now: deps.now,
    read: async (publicId) => (await readPageFacts(deps, [publicId])).get(publicId),
  });
  const pages = new OpenPages({ ...deps, read: (publicIds) => readPageFacts(deps, publicIds) });
  const counts = new StreamCounts();
  // Each open stream listens, and there may be thousands.
  setMaxListeners(0, deps.closing);
  /** @throws QuittanceError `not_found` */
  const find = async (publicId: unknown): Promise<CheckoutFacts> => {
    const facts =
      typeof publicId === 'string' && PUBLIC_ID.test(publicId) ? await shared.get(publicId) : undefined;
    if (facts === undefined) throw new QuittanceError('not_found', 'There is no such page.');
    return facts;
  };

  app.get(
    PAGE_PATH,
    named(PAGE_PATH, async (request, response) => {
      const facts = await find(request.params['publicId']);
      const asked = { facts, locale: localeOf(request), nowMs: deps.now(), assets: PAGE_ASSETS };
      await sendPage(request, response, { html: renderCheckout(asked), look: lookOf(facts) });
    }),
  );
  app.get(
    `${PAGE_PATH}/fragment`,
    named(`${PAGE_PATH}/fragment`, async (request, response) => {
      const facts = await find(request.params['publicId']);
      const main = renderMain({ facts, locale: localeOf(request), nowMs: deps.now() });
      await sendPage(request, response, { html: main.html, look: lookOf(facts) });
    }),
  );
  app.get(
    `${PAGE_PATH}/events`,
    named(`${PAGE_PATH}/events`, async (request, response) => {
      const facts = await find(request.params['publicId']);
      streamPage({ request, response }, facts, { pages, counts, closing: deps.closing });
    }),
  );
  app.get(
    `${PAGE_PATH}/receipt`,
    named(`${PAGE_PATH}/receipt`, async (request, response) => {
      const facts = await find(request.params['publicId']);
      const locale = localeOf(request);
      const html = renderReceipt({ facts, locale, assets: PAGE_ASSETS });
      if (html === null) response.redirect(303, `${CHECKOUT_PATHS}/${facts.publicId}?lang=${locale}`);
      else await sendPage(request, response, { html, look: lookOf(facts) });
    }),
  );
  app.post(
    `${PAGE_PATH}/demo-payment`,
    named(`${PAGE_PATH}/demo-payment`, async (request, response) => {
      const facts = await find(request.params['publicId']);
      await payAsDemo(deps, facts);
      response.redirect(303, `${CHECKOUT_PATHS}/${facts.publicId}?lang=${localeOf(request)}`);
    }),
  );
}

function lookOf({ frameOrigins, merchant }: CheckoutFacts) {
  return { frameOrigins, color: merchant.color };
}

/** Names the route for the log and the metrics: without the id, which is different each time. */
function named(
  path: string,
  handle: (request: Request, response: Response) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    requestContext(response).route = path;
    await handle(request, response);
  };
}

/** @throws QuittanceError `not_found` outside local mode, `invalid_state` where nothing is to be paid. */
async function payAsDemo({ demoCustomer, now }: AppDeps, facts: CheckoutFacts): Promise<void> {
  if (demoCustomer === null) throw new QuittanceError('not_found', 'There is no such path.');
  const { payment } = facts;
  if (payment === null || !PAYABLE.includes(phaseOf(facts, now())))
    throw new QuittanceError('invalid_state', 'Nothing is to be paid here now.');
  const { chainCode, tokenSymbol, depositAddress: to, missingAtomic } = payment;
  await demoCustomer.pay({ asset: { chainCode, tokenSymbol }, to, amountAtomic: BigInt(missingAtomic) });
}
