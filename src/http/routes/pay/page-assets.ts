import { createHash } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { PageAssets } from '../../../pages/checkout/document.js';
import { readPageAssets, type PageAsset } from '../../../pages/page-assets.js';
import { CHECKOUT_PATHS } from '../../requests/public-paths.js';

/** The icon of all pages (SVG). */
export const PAGE_ICON = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2b4acb"/>' +
    '<path d="m9 17 5 5 10-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);
const FOLDER = `${CHECKOUT_PATHS}/assets`;
const ICON_PATH = `${FOLDER}/icon-${createHash('sha256').update(PAGE_ICON).digest('hex').slice(0, 12)}.svg`;

const built = readPageAssets();
const script = built.get('pay.js');

/** The addresses of the files, for the pages that link to them. */
export const PAGE_ASSETS: PageAssets = {
  script: script === undefined ? null : `${FOLDER}/${script.file}`,
  icon: ICON_PATH,
};

/** A file under a name with its hash never changes (RFC 8246). */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The file that shops load has no hash in its name. The short time gives shops each new version. */
const FOR_AN_HOUR = 'public, max-age=3600';

/**
 * Serves the files of the pages, and `/quittance.js` for the pages of shops. Requests for them are not counted. All
 * customers load the same few files, which cost nothing. A limit would only let one client block them for all.
 */
export function servePageAssets(app: Express): void {
  app.get(ICON_PATH, (_request, response) => {
    response.set({ 'Cache-Control': FOR_EVER, 'Content-Type': 'image/svg+xml' }).send(PAGE_ICON);
  });
  if (script !== undefined)
    app.get(`${FOLDER}/${script.file}`, (request, response) => {
      sendScript(request, response, { asset: script, kept: FOR_EVER });
    });
  const embed = built.get('quittance.js');
  if (embed !== undefined)
    app.get('/quittance.js', (request, response) => {
      // Any shop's page may load it.
      response.set('Cross-Origin-Resource-Policy', 'cross-origin');
      sendScript(request, response, { asset: embed, kept: FOR_AN_HOUR });
    });
}

function sendScript(
  request: Request,
  response: Response,
  { asset, kept }: { readonly asset: PageAsset; readonly kept: string },
): void {
  response.set({
    'Cache-Control': kept,
    'Content-Type': 'text/javascript; charset=utf-8',
    Vary: 'Accept-Encoding',
  });
  const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
  if (encoding === 'br' || encoding === 'gzip') response.set('Content-Encoding', encoding);
  response.send(encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : asset.plain);
}
