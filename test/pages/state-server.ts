import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import helmet from 'helmet';
import { pino } from 'pino';
import { QuittanceError } from '../../src/domain/core/errors.js';
import { OpenPages } from '../../src/http/routes/pay/open-pages.js';
import { PAGE_ASSETS, servePageAssets } from '../../src/http/routes/pay/page-assets.js';
import { localeOf, sendFaultPage, sendPage } from '../../src/http/routes/pay/send-page.js';
import { StreamCounts, streamPage } from '../../src/http/routes/pay/streams.js';
import { renderCheckout, type FormResult } from '../../src/pages/checkout/document.js';
import type { CheckoutFacts } from '../../src/pages/checkout/facts.js';
import { renderMain, type MainRequest } from '../../src/pages/checkout/main-part.js';
import { renderReceipt } from '../../src/pages/checkout/receipt.js';
import type { PageLocale } from '../../src/pages/checkout/words/locales.js';
import { SHOWN_AT } from './checkout/page-facts.js';

/** A page of the server: a state, also as a form has led to it, the receipt of one, or an error page of the product. */
export type StatePage =
  | CheckoutFacts
  | { readonly formResult: FormResult; readonly of: CheckoutFacts }
  | { readonly receiptOf: CheckoutFacts }
  | { readonly fault: QuittanceError };

/** A server of pages in given states. Headers, files, HTML, script and stream are the product's own. */
export interface StateServer {
  readonly origin: string;
  urlOf(name: string, locale: PageLocale): string;
  /** Replaces the page. Its open streams hear of it within a second. */
  change(name: string, page: StatePage): void;
  /** As long as this holds, nothing can be read: neither the open pages, nor any page that is asked for. */
  breakReads(isBroken: boolean): void;
  /** Cuts all connections, and with them the streams. */
  cut(): void;
  stop(): Promise<void>;
}

/** Returns the name as a public id, for the addresses of the page. */
const idOf = (name: string): string =>
  `pay_${Buffer.from(name).toString('hex').padStart(40, '0').slice(-40)}`;

function refuse(error: unknown, request: Request, response: Response): void {
  if (!(error instanceof QuittanceError)) throw error;
  sendFaultPage(request, response, { error, requestId: 'req_5f0c2b9e7d1a' });
}

/** Serves pages by name, as of {@link SHOWN_AT}. */
export async function startStateServer(pages: Readonly<Record<string, StatePage>>): Promise<StateServer> {
  const byId = new Map(Object.entries(pages).map(([name, page]) => [idOf(name), page]));
  const now = (): number => SHOWN_AT;
  let isBroken = false;
  const factsOf = (publicId: string): CheckoutFacts => {
    if (isBroken) throw new QuittanceError('temporarily_unavailable', 'Nothing can be read.');
    const page = byId.get(publicId);
    if (page === undefined) throw new Error(`No state was given for ${publicId}`);
    if ('fault' in page) throw page.fault;
    const facts = 'receiptOf' in page ? page.receiptOf : 'formResult' in page ? page.of : page;
    return { ...facts, publicId };
  };
  const formResultOf = (publicId: string): FormResult | null => {
    const page = byId.get(publicId);
    return page !== undefined && 'formResult' in page ? page.formResult : null;
  };
  const askedOf = (request: Request): MainRequest & { readonly assets: typeof PAGE_ASSETS } => {
    const facts = factsOf(String(request.params['publicId']));
    return { facts, locale: localeOf(request, facts.locale), nowMs: now(), assets: PAGE_ASSETS };
  };
  const stopping = new AbortController();
  const counts = new StreamCounts();
  const openPages = new OpenPages({
    now,
    log: pino({ level: 'silent' }),
    read: ({ known }) =>
      Promise.resolve(new Map([...known.keys()].map((id) => [id, { facts: factsOf(id) }]))),
  });
  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'simple').use(helmet());
  servePageAssets(app);
  app.get(
    ['/pay/:publicId', '/pay/:publicId/receipt', '/pay/:publicId/fragment'],
    async (request, response) => {
      try {
        const asked = askedOf(request);
        const { facts } = asked;
        const html = request.path.endsWith('/receipt')
          ? (renderReceipt(asked) ?? '')
          : request.path.endsWith('/fragment')
            ? renderMain(asked).html
            : renderCheckout({ ...asked, formResult: formResultOf(facts.publicId) });
        const look = { frameOrigins: facts.frameOrigins, color: facts.merchant.color };
        await sendPage(request, response, { html, look });
      } catch (error) {
        refuse(error, request, response);
      }
    },
  );
  app.get('/pay/:publicId/events', (request, response) => {
    try {
      const read = { facts: askedOf(request).facts, beganMs: performance.now() };
      streamPage({ request, response }, read, { pages: openPages, counts, closing: stopping.signal });
    } catch (error) {
      refuse(error, request, response);
    }
  });
  const server: Server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    urlOf: (name, locale) => {
      const page = pages[name];
      const part = page !== undefined && 'receiptOf' in page ? '/receipt' : '';
      return `${origin}/pay/${idOf(name)}${part}?lang=${locale}`;
    },
    change: (name, page) => void byId.set(idOf(name), page),
    breakReads: (broken) => {
      isBroken = broken;
    },
    cut: () => server.closeAllConnections(),
    async stop() {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
