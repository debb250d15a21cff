import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { ERROR_CODES, type QuittanceError } from '../../../domain/core/errors.js';
import { renderMessage, styleSources } from '../../../pages/checkout/document.js';
import { chooseLocale, WORDS, type PageLocale } from '../../../pages/checkout/words/locales.js';
import { CHECKOUT_PATHS } from '../../requests/public-paths.js';
import { LruCache } from '../../../domain/core/lru-cache.js';
import { PAGE_ASSETS } from './page-assets.js';

/**
 * A page is compressed for each customer. This quality is fast, and its result is only a few percent larger than the
 * best one.
 */
const BROTLI_QUALITY = 5;

/** The part of the merchant's look that affects the headers. */
interface PageLook {
  readonly frameOrigins: readonly string[];
  /** `#rrggbb`; null: the page's own colour. */
  readonly color: string | null;
}

/** The look of an error page if the merchant's look and frame origins are not known. */
const PLAIN: PageLook = { frameOrigins: [], color: null };

/** The maximum number of stored looks. Each takes some bytes. */
const LOOKS_MAX = 10_000;
/**
 * The looks of the pages that were sent, by public id. With its look, an error page is also shown inside a shop's
 * frame.
 */
const looks = new LruCache<string, PageLook>(LOOKS_MAX);

function keepLook({ params }: Request, look: PageLook): void {
  looks.keep(String(params['publicId']), look);
}

/** Returns the look of the page at or above a path. {@link PLAIN}: this process has not sent the page recently. */
function keptLook({ path }: Request): PageLook {
  const [publicId = ''] = path.slice(CHECKOUT_PATHS.length + 1).split('/');
  return looks.get(publicId) ?? PLAIN;
}

/**
 * Returns the Content-Security-Policy of a page. The page loads and calls nothing but this server. Its inline style is
 * allowed by its hash. Only the merchant's origins may frame it: another site could trick a customer into a payment
 * that they don't see.
 */
function policyOf({ frameOrigins, color }: PageLook): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSources(color).join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
  ].join('; ');
}

function setPageHeaders(response: Response, look: PageLook): void {
  response.set({
    'Content-Security-Policy': policyOf(look),
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding, Accept-Language',
  });
  // `X-Frame-Options` cannot list origins. `frame-ancestors` would override it (CSP 3, 7.7.1).
  if (look.frameOrigins.length > 0) response.removeHeader('X-Frame-Options');
  else response.set('X-Frame-Options', 'DENY');
}

/** Sends a page, with a compression that its browser understands. */
export async function sendPage(
  request: Request,
  response: Response,
  page: { readonly html: string; readonly look: PageLook },
): Promise<void> {
  keepLook(request, page.look);
  setPageHeaders(response, page.look);
  const bytes = Buffer.from(page.html);
  const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
  if (encoding === 'br' || encoding === 'gzip') response.set('Content-Encoding', encoding);
  const body =
    encoding === 'br'
      ? await promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
        })
      : encoding === 'gzip'
        ? await promisify(gzip)(bytes)
        : bytes;
  response.set('Content-Length', String(body.length)).end(body);
}

/** Returns the language of the requested page. `locale` is the merchant's setting. */
export function localeOf(request: Request, locale: string | null = null): PageLocale {
  const { lang } = request.query;
  return chooseLocale({
    lang: typeof lang === 'string' ? lang : undefined,
    locale,
    acceptLanguage: request.get('accept-language'),
  });
}

/** Tells whether a refusal must be a page: a browser has requested a page below the customers' paths. */
export function wantsPage(request: Request): boolean {
  return request.path.startsWith(`${CHECKOUT_PATHS}/`) && (request.get('accept') ?? '').includes('text/html');
}

/** Answers a refusal or an internal error with a page that says what to do. */
export function sendFaultPage(
  request: Request,
  response: Response,
  { error, requestId }: { readonly error: QuittanceError; readonly requestId: string },
): void {
  const locale = localeOf(request);
  const words = WORDS[locale];
  const isOurs = ERROR_CODES[error.code].status >= 500;
  const says = error.code === 'rate_limited' ? words.tooMany : isOurs ? words.ourFault : words.noSuchPage;
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds));
  const { frameOrigins } = keptLook(request);
  setPageHeaders(response, { frameOrigins, color: null });
  const message = { words: says, locale, assets: PAGE_ASSETS, requestId: isOurs ? requestId : null };
  response.status(ERROR_CODES[error.code].status).end(renderMessage({ ...message, frameOrigins }));
}
