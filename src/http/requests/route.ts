import type { z } from 'zod';
import { transaction, type Transaction } from '../../db/core/database.js';
import { assert, QuittanceError, type ErrorCode } from '../../domain/core/errors.js';
import type { RateLimitGroup } from '../../domain/merchants/rate-limits.js';
import type { MemberKind } from '../../domain/people/roles.js';
import type { AppDeps } from './app-deps.js';
import type { Access, Caller } from './caller.js';
import { answerOnce } from './idempotency.js';
import type { SignInAccount } from './rate-limits.js';
import type { DeepReadonly, Reply, StreamedReply } from './reply.js';
import { nothing } from './schemas.js';
import { validate } from './validate.js';

/** A request that was admitted and counted. Its input is not validated yet. */
export interface ApiRequest {
  readonly method: string;
  /** The requested path, without the query. */
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly caller: Caller;
  /** True: our own page sent it, or something other than a browser. */
  readonly isFromOurPage: boolean;
  /** The header User-Agent, cut to the stored length. Null: the request has none. */
  readonly userAgent: string | null;
  /**
   * Returns the session token in the request's cookie, also on a route that needs no session. Undefined: there is none.
   */
  readonly presentedToken: (kind: MemberKind) => string | undefined;
  /** Counts an attempt to sign in, for the account and for the IP address. @throws QuittanceError `rate_limited`. */
  readonly countSignIn: (account: SignInAccount) => Promise<void>;
}

/** The declaration of one endpoint. Both Express and the reference follow it. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:parameters`, as Express writes them. */
  readonly path: string;
  readonly access: Access<Caller>;
  /**
   * True: the route moves money or gives rights. A session may call it only within 10 minutes of its last confirmation.
   */
  readonly needsConfirmation: boolean;
  /** The rate-limit group in which the route counts, besides the default group. Null: none. */
  readonly rateLimit: RateLimitGroup | null;
  /** Its title in the reference. */
  readonly summary: string;
  /** The description in the reference, in Markdown. */
  readonly description: string | null;
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  /** Null: it takes no body. */
  readonly body: z.ZodType | null;
  /** The status of success. */
  readonly status: 200 | 201;
  /** The content type of a success. Refusals are always JSON. */
  readonly mediaType: 'application/json' | 'text/csv';
  /** The schema of the whole body of success. */
  readonly reply: z.ZodType;
  /** The codes of its own refusals, besides those that every endpoint of its kind has. */
  readonly errors: readonly ErrorCode[];
  /** True: the route honours an Idempotency-Key. */
  readonly isIdempotent: boolean;
  readonly respond: (deps: AppDeps, request: ApiRequest) => Promise<Reply | StreamedReply>;
}

/** An endpoint as the reference names it. */
export interface NamedRoute extends Route {
  readonly operationId: string;
}

interface Described<C extends Caller, P, Q, B, R> {
  readonly path: string;
  readonly access: Access<C>;
  readonly needsConfirmation?: true;
  readonly rateLimit?: RateLimitGroup;
  readonly summary: string;
  readonly description?: string;
  /** The parameters of the path. A value that does not match is answered by 404. */
  readonly params?: z.ZodObject & z.ZodType<P>;
  readonly query?: z.ZodObject & z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** `dataOf(…)` or `pageOf(…)`. */
  readonly reply: z.ZodType<R>;
  readonly errors?: readonly ErrorCode[];
}

/** A request's input after validation, and who asks. */
export interface Input<C extends Caller, P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: C;
}

/** The body of a route's success. */
type Answer<R> = Promise<DeepReadonly<NoInfer<R>>>;

/** Declares an endpoint that only reads. */
export function readRoute<C extends Caller, P, Q, R>(
  route: Described<C, P, Q, never, R> & {
    readonly read: (deps: AppDeps, input: Omit<Input<C, P, Q, never>, 'body'>) => Answer<R>;
  },
): Route {
  return {
    ...facts(route),
    method: 'get',
    respond: async (deps, request) => toReply(200, await route.read(deps, readInput(route, request))),
  };
}

/**
 * Declares an endpoint that creates something, once for each Idempotency-Key. It answers 201, unless told otherwise.
 */
export function createRoute<C extends Exclude<Caller, { kind: 'public' }>, P, Q, B, R, Plan>(
  route: Described<C, P, Q, B, R> & {
    readonly status?: 200 | 201;
    readonly prepare: (deps: AppDeps, input: Input<C, P, Q, B>) => Promise<Plan>;
    readonly create: (deps: AppDeps, trx: Transaction, plan: Plan) => Answer<R>;
  },
): Route {
  const status = route.status ?? 201;
  return {
    ...facts(route),
    method: 'post',
    status,
    isIdempotent: true,
    respond: async (deps, request) => {
      assert(request.caller.kind !== 'public', 'the caller of a creating route is known');
      return answerOnce(
        deps,
        {
          ...request,
          credentialId: request.caller.credential.credentialId,
          secretHash: request.caller.secretHash,
        },
        {
          prepare: async () => route.prepare(deps, readInput(route, request)),
          effect: async (trx, plan) => toReply(status, await route.create(deps, trx, plan)),
        },
      );
    },
  };
}

/**
 * Declares an endpoint that carries out an order about something that exists. The order runs in one transaction. Then
 * the outbox is dispatched to Temporal. `prepare` does the slow work that depends on other systems. It runs before the
 * transaction and changes nothing.
 */
export function orderRoute<C extends Caller, P, B, R, Plan>(
  route: Described<C, P, Record<string, never>, B, R> & {
    readonly method?: 'post' | 'put' | 'patch' | 'delete';
    readonly prepare?: (deps: AppDeps, input: Input<C, P, Record<string, never>, B>) => Promise<Plan>;
    readonly order: (
      deps: AppDeps,
      trx: Transaction,
      input: Input<C, P, Record<string, never>, B>,
      plan: Plan,
    ) => Answer<R>;
  },
): Route {
  return {
    ...facts(route),
    method: route.method ?? 'post',
    respond: async (deps, request) => {
      const input = readInput(route, request);
      const plan = (await route.prepare?.(deps, input)) as Plan;
      const shown = await transaction(deps.db, (trx) => route.order(deps, trx, input, plan));
      deps.background.run('dispatching the outbox', () => deps.dispatchOutbox());
      return toReply(200, shown);
    },
  };
}

/** Declares an endpoint for signing in or out. Its answer may set or remove the session cookie. */
export function cookieRoute<C extends Caller, B, R>(
  route: Described<C, unknown, unknown, B, R> & {
    readonly method: 'post' | 'delete';
    readonly answer: (
      deps: AppDeps,
      input: Pick<Input<C, unknown, unknown, B>, 'body' | 'caller'> & { readonly request: ApiRequest },
    ) => Promise<{ readonly shown: DeepReadonly<NoInfer<R>>; readonly cookie: string | null }>;
  },
): Route {
  return {
    ...facts(route),
    method: route.method,
    respond: async (deps, request) => {
      const { shown, cookie } = await route.answer(deps, { ...readInput(route, request), request });
      return { ...toReply(200, shown), headers: cookie === null ? {} : { 'Set-Cookie': cookie } };
    },
  };
}

function facts<C extends Caller>(
  route: Described<C, unknown, unknown, unknown, unknown>,
): Omit<Route, 'method' | 'respond'> {
  return {
    path: route.path,
    access: route.access,
    needsConfirmation: route.needsConfirmation ?? false,
    rateLimit: route.rateLimit ?? null,
    summary: route.summary,
    description: route.description ?? null,
    params: route.params ?? null,
    query: route.query ?? null,
    body: route.body ?? null,
    status: 200,
    mediaType: 'application/json',
    reply: route.reply,
    errors: route.errors ?? [],
    isIdempotent: false,
  };
}

function toReply(status: number, shown: unknown): Reply {
  return { status, body: JSON.stringify(shown), headers: {} };
}

/** The body of a route that takes none: absent, or an empty object. */
const noBody = nothing.optional();

function readInput<C extends Caller, P, Q, B>(
  route: Pick<Described<C, P, Q, B, unknown>, 'access' | 'params' | 'query' | 'body'>,
  request: ApiRequest,
): Input<C, P, Q, B> {
  assert(request.caller.kind === route.access.kind, 'the caller is of the kind that the route is for');
  const params = (route.params ?? nothing) as z.ZodType<P>;
  const query = (route.query ?? nothing) as z.ZodType<Q>;
  const body = (route.body ?? noBody) as z.ZodType<B>;
  const named = params.safeParse(request.params);
  if (!named.success) throw new QuittanceError('not_found', 'There is no object of that id.');
  return {
    params: named.data,
    query: validate(query, request.query),
    body: validate(body, request.body),
    caller: request.caller as C,
  };
}
