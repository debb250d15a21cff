import { createHash } from 'node:crypto';
import type { Express } from 'express';
import type { PageAssets } from '../../../pages/checkout/document.js';
import { CHECKOUT_PATHS } from '../../requests/public-paths.js';

/** A file that pages load. It is kept in memory, and its name has its hash. */
interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2b4acb"/>' +
  '<path d="m9 17 5 5 10-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>';

function fileOf(name: string, type: string, body: Buffer): PageFile {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `${CHECKOUT_PATHS}/assets/${name.replace('.', `.${hash}.`)}`, type, body };
}

const icon = fileOf('icon.svg', 'image/svg+xml', Buffer.from(ICON));
const FILES: readonly PageFile[] = [icon];

/** The addresses of the files, for the pages that name them. */
export const PAGE_ASSETS: PageAssets = { script: null, icon: icon.path };

/** A file under a name with its hash never changes (RFC 8246). */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the files of the pages. They are not counted: all customers ask for the same few, which cost nothing, so a
 * limit would only let one client close them for all.
 */
export function servePageAssets(app: Express): void {
  for (const { path, type, body } of FILES) {
    app.get(path, (_request, response) => {
      response.set({ 'Cache-Control': FOR_EVER, 'Content-Type': type }).send(body);
    });
  }
}
