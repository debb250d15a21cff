import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { parseUrl } from '../../domain/core/parse-url.js';
import type { AppDeps } from './app-deps.js';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];

/**
 * Returns the text that a session's requests must send in `X-CSRF-Token`. It is derived from the session's token, which
 * no script can read.
 */
export function csrfTokenOf(sessionToken: string): string {
  return createHash('sha256').update(`csrf:${sessionToken}`, 'utf8').digest('base64url');
}

/** Where people open our pages: the dashboard, and the console if it has its own address. */
type OurPages = Pick<AppDeps, 'publicBaseUrl' | 'adminBaseUrl'>;

/**
 * Tells whether our own page sent the request. Browsers say so in `Sec-Fetch-Site`, and older ones in `Origin`. A
 * request without both headers counts as ours: it is a navigation in an older browser, or comes from no browser.
 */
export function isFromOurPage(request: Request, { publicBaseUrl, adminBaseUrl }: OurPages): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const url = parseUrl(origin);
  if (url === null) return false;
  // The scheme of the request is not compared, because a proxy may have ended TLS.
  const ours = [publicBaseUrl, adminBaseUrl].map((base) => new URL(base).origin);
  return ours.includes(url.origin) || (url.host !== '' && url.host === request.get('host'));
}

/** Tells whether a person typed in the address of the request, or opened it from a bookmark. */
const isTypedIn = (request: Request): boolean => request.get('sec-fetch-site') === 'none';

/**
 * Tells whether the cookie of a request is accepted. It is accepted if our own page sent the request, or if a person
 * opened the URL of a reading request. A changing request also needs the session's `X-CSRF-Token`, which a page of
 * another site can't send. A reading request may send it too. Then a page never shows the data of another member who
 * has signed in meanwhile in another window.
 */
export function isGuardedAgainstForgery(
  request: Request,
  { sessionToken, pages }: { readonly sessionToken: string; readonly pages: OurPages },
): boolean {
  const token = request.get('x-csrf-token');
  if (token === undefined && SAFE_METHODS.includes(request.method))
    return isTypedIn(request) || isFromOurPage(request, pages);
  if (token === undefined || !isFromOurPage(request, pages)) return false;
  const said = Buffer.from(token, 'utf8');
  const expected = Buffer.from(csrfTokenOf(sessionToken), 'utf8');
  return said.length === expected.length && timingSafeEqual(said, expected);
}
