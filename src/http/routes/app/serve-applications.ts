import path from 'node:path';
import type { Express, Request, RequestHandler, Response } from 'express';
import {
  readApplications,
  type ApplicationAsset,
  type ApplicationFiles,
  type ApplicationName,
} from '../../../pages/app-assets.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import { ADMIN_PATHS } from '../../requests/public-paths.js';
import { requestContext } from '../../requests/request-context.js';
import { presentedToken } from '../../requests/session-cookie.js';
import { PAGE_ASSETS, PAGE_ICON } from '../pay/page-assets.js';

const ASSETS = '/assets/app';
const ICON_PATH = `${ASSETS}/${path.basename(PAGE_ASSETS.icon)}`;
const API_OF_OPERATORS = `${ADMIN_PATHS}/v1`;
/** A file under a name with its hash never changes (RFC 8246). */
const FOR_EVER = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};
const TITLES: Readonly<Record<ApplicationName, string>> = { dashboard: 'Dashboard', admin: 'Console' };
const READ = ['GET', 'HEAD'];

/**
 * The application loads and calls nothing but this server. It has no inline script or style. No other site may frame
 * it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

/** An application, and the path below which all its pages are. */
interface ServedApplication {
  readonly name: ApplicationName;
  readonly path: string;
  readonly kind: MemberKind;
}

/** The merchants' application and the operators'. Both read their data from the API. */
export const APPLICATIONS: readonly ServedApplication[] = [
  { name: 'dashboard', path: '/dashboard', kind: 'merchant' },
  { name: 'admin', path: ADMIN_PATHS, kind: 'operator' },
];

/** The page below each application's path on which people join by a link. They have no sign-in yet. */
const JOIN_PATH = '/join';

/** The paths of applications with the methods that they take. */
export function pathsOfApplications(
  applications: readonly ServedApplication[],
): readonly (readonly [string, string[]])[] {
  return [...applications.map(({ path }) => path), `${ASSETS}/:file`].map((path) => [path, READ]);
}

const built = readApplications();

/** Serves these applications. All pages of an application are one document, which loads files. */
export function serveApplications(app: Express, applications: readonly ServedApplication[]): void {
  app.get(ICON_PATH, (_request, response) => {
    response.set({ 'Cache-Control': FOR_EVER, 'Content-Type': 'image/svg+xml' }).send(PAGE_ICON);
  });
  // Requests for files are not counted. Everybody loads the same few files, which cost nothing.
  app.get(`${ASSETS}/:file`, (request, response, next) => {
    requestContext(response).route = `${ASSETS}/*`;
    const { file } = request.params;
    const asset = built?.assets.get(file);
    if (asset === undefined) next();
    else sendAsset(request, response, { file, asset });
  });
  for (const each of applications) serveDocument(app, each);
  leadTo(app, '/', applications[0]?.path);
}

/**
 * Redirects a browser to the application if it opened only the host, or a path with an extra slash. A program gets no
 * redirect.
 */
function leadTo(app: Express, from: string, to: string | undefined): void {
  if (to === undefined) return;
  app.get(from, (request, response, next) => {
    if (request.get('accept')?.includes('text/html') !== true) {
      next();
      return;
    }
    requestContext(response).route = from;
    response.redirect(to);
  });
}

function serveDocument(app: Express, { name, path, kind }: ServedApplication): void {
  const files = built?.applications[name];
  const whole = files === undefined ? NOT_BUILT : documentOf(name, files, false);
  const withSignIn = files === undefined ? NOT_BUILT : documentOf(name, files, true);
  const answer: RequestHandler = (request, response, next) => {
    // There is no page below the API's paths. The request gets the API's refusal.
    if (request.path === API_OF_OPERATORS || request.path.startsWith(`${API_OF_OPERATORS}/`)) {
      next();
      return;
    }
    requestContext(response).route = `${path}/*`;
    const hasNoSession =
      presentedToken(request, kind) === undefined && request.path !== `${path}${JOIN_PATH}`;
    response
      .status(built === null ? 503 : 200)
      .set(HEADERS)
      .send(hasNoSession ? withSignIn : whole);
  };
  app.get([path, `${path}/*page`], answer);
  leadTo(app, `${path}/`, path);
}

/**
 * Returns the document for all pages of an application. `hasSignIn`: it contains the sign-in form, which works before
 * any script has loaded.
 */
function documentOf(name: ApplicationName, files: ApplicationFiles, hasSignIn: boolean): string {
  const modules = [...files.modules, ...(hasSignIn ? [] : files.later)].map(
    (file) => `<link rel="modulepreload" href="${ASSETS}/${file}">`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLES[name]} · Quittance</title>
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
<link rel="preload" href="${ASSETS}/${files.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${ASSETS}/${files.style}">
${modules.join('\n')}
<script type="module" src="${ASSETS}/${files.script}"></script>
</head>
<body>
<div id="root">${hasSignIn ? files.signIn : ''}</div>
<noscript><p>This page needs JavaScript. A program can do the same by the API: <a href="/docs">its reference</a>.</p></noscript>
</body>
</html>
`;
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built</title></head><body><h1>This page is not built</h1>
<p>The files of the application are missing from dist/pages/app. Run <code>npm run prepare</code> and start again.</p></body></html>
`;

function sendAsset(
  request: Request,
  response: Response,
  { file, asset }: { readonly file: string; readonly asset: ApplicationAsset },
): void {
  response.set({
    'Cache-Control': FOR_EVER,
    'Content-Type': TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    Vary: 'Accept-Encoding',
  });
  const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
  if (asset.compressed !== null && (encoding === 'br' || encoding === 'gzip'))
    response.set('Content-Encoding', encoding).send(asset.compressed[encoding]);
  else response.send(asset.plain());
}
