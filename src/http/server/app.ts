import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { QuittanceError } from '../../domain/core/errors.js';
import { accessLog } from './access-log.js';
import type { AppDeps } from '../requests/app-deps.js';
import { parseIdempotencyKey } from '../requests/idempotency.js';
import { requestContext } from '../requests/request-context.js';
import { ADMIN_PATHS, CHECKOUT_PATHS, HEALTH_PATHS, PUBLIC_PATHS } from '../requests/public-paths.js';
import type { RateLimits } from '../requests/rate-limits.js';
import { readJsonBody, refuseByContentLength } from '../requests/read-json-body.js';
import { serveReferencePage } from '../openapi/reference-page.js';
import { errorReply, type Reply, type StreamedReply } from '../requests/reply.js';
import type { Route } from '../requests/route.js';
import { admit, admitAgain, createAdmission, type Admission } from '../requests/authorization.js';
import { dropForwardedPorts } from '../requests/client-ip.js';
import { isFromOurPage } from '../requests/csrf.js';
import { APPLICATIONS, pathsOfApplications, serveApplications } from '../routes/app/serve-applications.js';
import { ROUTES } from '../routes/index.js';
import { servePageAssets } from '../routes/pay/page-assets.js';
import { sendFaultPage, wantsPage } from '../routes/pay/send-page.js';
import { PAY_PATHS, servePayPages } from '../routes/pay/serve-pay-pages.js';
import { presentedToken } from '../requests/session-cookie.js';
import { toPublicError } from '../requests/to-public-error.js';

/** Who may use a port: everybody, operators only, or everybody except operators. */
type Audience = 'everybody' | 'operators' | 'everybody else';

/** Creates the API. It does not listen: `api.ts` and the tests give it to a server. */
export function createApp(deps: AppDeps): Express {
  return createAppFor('everybody', deps, createAdmission(deps));
}

/**
 * Creates the API for two ports: one for operators only, and one without any operator route. A client's requests to
 * both ports count against the same limits.
 */
export function createAppsByPort(deps: AppDeps): { readonly main: Express; readonly admin: Express } {
  const admission = createAdmission(deps);
  return {
    main: createAppFor('everybody else', deps, admission),
    admin: createAppFor('operators', deps, admission),
  };
}

function createAppFor(audience: Audience, deps: AppDeps, admission: Admission): Express {
  const { limits } = admission;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Each path has only one spelling. Another spelling would escape the path's rate limits.
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  if (deps.trustProxy !== null) app.set('trust proxy', deps.trustProxy);

  app.use(identify);
  app.use(accessLog(deps.log));
  app.use(measure(deps));
  app.use(helmet());
  const routes = ROUTES.filter(({ path }) => isFor(audience, path));
  const hasPages = audience !== 'operators';
  if (hasPages) {
    app.use(PUBLIC_PATHS, allowAnyOrigin, countPublic(limits));
    servePageAssets(app);
    app.use(CHECKOUT_PATHS, countCheckout(limits));
  }
  for (const route of routes) app[route.method](route.path, answer(route, deps, admission));
  if (hasPages) {
    serveReferencePage(app);
    servePayPages(app, deps);
  }
  const applications = APPLICATIONS.filter(({ path }) => isFor(audience, path));
  serveApplications(app, applications);
  const pages = [...(hasPages ? PAGES : []), ...pathsOfApplications(applications)];
  for (const [path, allowed] of methodsByPath(routes, pages)) app.all(path, refuseMethod(allowed));
  app.use(() => {
    throw new QuittanceError('not_found', 'There is no such path.');
  });
  app.use(answerError(deps, { hasPages }));
  return app;
}

/** Tells whether a port for this audience serves the path. Any other path is answered like one that does not exist. */
function isFor(audience: Audience, path: string): boolean {
  if (audience === 'everybody' || HEALTH_PATHS.includes(path)) return true;
  const isOfOperators = path === ADMIN_PATHS || path.startsWith(`${ADMIN_PATHS}/`);
  return isOfOperators === (audience === 'operators');
}

const identify: RequestHandler = (request, response, next) => {
  dropForwardedPorts(request);
  requestContext(response).requestId = `req_${randomUUID()}`;
  requestContext(response).route = 'unmatched';
  response.setHeader('X-Request-Id', requestContext(response).requestId);
  response.setHeader('Cache-Control', 'no-store');
  next();
};

function measure({ metrics }: AppDeps): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint();
    response.once('finish', () => {
      metrics.observe({
        method: request.method,
        route: requestContext(response).route,
        status: response.statusCode,
        seconds: Number(process.hrtime.bigint() - startedAt) / 1e9,
      });
    });
    next();
  };
}

/** A checkout may be on any site and needs no credentials (https://fetch.spec.whatwg.org/#http-cors-protocol). */
const allowAnyOrigin: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers':
      'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.set({
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': '86400',
  });
  response.status(204).end();
};

/** Counts every request below the public paths, even to a path that does not exist. */
function countPublic(limits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    requestContext(response).route = `${PUBLIC_PATHS}/*`;
    if (request.method !== 'OPTIONS') await limits.countPublic(request, response);
    next();
  };
}

/** A public id is shorter. The limit keeps clients from making us store long keys. */
const PUBLIC_ID_MAX = 64;

/**
 * Counts every request below the checkout's paths by its first part, the public id of the page. A public id needs no
 * escaping. An escaped spelling would be counted apart from the plain one, so it is refused.
 */
function countCheckout(limits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    requestContext(response).route = `${CHECKOUT_PATHS}/*`;
    const [publicId = ''] = request.path.split('/').filter((part) => part !== '');
    if (['GET', 'HEAD', 'POST'].includes(request.method))
      await limits.countCheckout(request, response, publicId.slice(0, PUBLIC_ID_MAX));
    if (publicId.includes('%')) throw new QuittanceError('not_found', 'There is no such page.');
    next();
  };
}

/**
 * How long an authentication is valid while the body is read, in ms. After that time the key is checked again.
 * Otherwise a client could send its body only after the key was revoked or its whitelist tightened.
 */
const AUTHENTICATION_HOLDS_MS = 1_000;

/** The stored length of a User-Agent, in characters. It is enough to tell one browser from another. */
const USER_AGENT_MAX = 256;

/** Handles a request to an endpoint, step by step. */
function answer(route: Route, deps: AppDeps, admission: Admission): RequestHandler {
  return async (request, response) => {
    requestContext(response).route = route.path;
    if (route.method !== 'get') refuseByContentLength(request);
    const admittedAtMs = deps.now();
    const admittedAs = await admit(route, admission, deps, { request, response });
    const body = route.method === 'get' ? undefined : await readJsonBody(request, response);
    const isLate = deps.now() - admittedAtMs > AUTHENTICATION_HOLDS_MS;
    const caller = isLate ? await admitAgain(route, deps, request, admittedAs) : admittedAs;
    const reply = await route.respond(deps, {
      method: request.method,
      path: request.path,
      params: request.params,
      query: request.query,
      body,
      idempotencyKey: parseIdempotencyKey(request.get('idempotency-key')),
      requestId: requestContext(response).requestId,
      caller,
      isFromOurPage: isFromOurPage(request, deps),
      userAgent: request.get('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
      presentedToken: (kind) => presentedToken(request, kind),
      countSignIn: (account) => admission.limits.countSignIn(request, response, account),
    });
    if ('body' in reply) send(response, reply);
    else await stream(response, { ...reply, type: route.mediaType });
  };
}

/**
 * Sends an answer without `response.json`, which would do work that no answer needs. For HEAD, Node sends only the
 * headers.
 */
function send(response: Response, { status, headers, body }: Reply): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** Sends an answer as fast as the client reads it, and stops when the client disconnects. */
async function stream(
  response: Response,
  { status, headers, lines, type }: StreamedReply & { readonly type: string },
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(lines, { highWaterMark: 1 }), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** The pages with the methods that they take. */
const PAGES: readonly (readonly [string, string[]])[] = [['/docs', ['GET', 'HEAD']], ...PAY_PATHS];

function methodsByPath(routes: readonly Route[], pages: typeof PAGES): ReadonlyMap<string, string> {
  const methods = new Map<string, string[]>(pages);
  for (const { path, method } of routes) {
    methods.set(path, [
      ...(methods.get(path) ?? []),
      ...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]),
    ]);
  }
  return new Map([...methods].map(([path, allowed]) => [path, allowed.join(', ')]));
}

function refuseMethod(allowed: string): RequestHandler {
  return (request, response) => {
    response.set('Allow', allowed);
    throw new QuittanceError(
      'method_not_allowed',
      `This path does not accept ${request.method}. It accepts ${allowed}.`,
    );
  };
}

/** The only place where an error becomes an answer. */
function answerError({ log }: AppDeps, { hasPages }: { hasPages: boolean }): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const { requestId } = requestContext(response);
    const known = toPublicError(error);
    if (known === undefined)
      log.error({ err: error, requestId }, 'a request failed because of an internal error');
    else if (known.status === 500)
      log.error({ err: known.cause, code: known.code, requestId }, known.message);
    else if (known.cause !== undefined) log.warn({ err: known.cause, requestId }, known.message);
    if (response.headersSent) {
      // The answer has begun. Express can only close the connection.
      next(error);
      return;
    }
    const shown =
      known ??
      new QuittanceError(
        'internal_error',
        `Something failed on our side. Quote the request id ${requestId}.`,
      );
    if (hasPages && wantsPage(request)) sendFaultPage(request, response, { error: shown, requestId });
    else send(response, errorReply(shown, requestId));
  };
}
