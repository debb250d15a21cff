import type { z } from 'zod';
import { transaction, type Transaction } from '../../db/core/database.js';
import { assert, QuittanceError, type ErrorCode } from '../../domain/core/errors.js';
import type { RateLimitGroup } from '../../domain/merchants/rate-limits.js';
import type { AppDeps } from './app-deps.js';
import type { Access, Caller } from './caller.js';
import { answerOnce } from './idempotency.js';
import type { DeepReadonly, Reply } from './reply.js';
import { nothing } from './schemas.js';
import { validate } from './validate.js';

/** A request that was let in and counted, with its input as it came. */
export interface ApiRequest {
  readonly method: string;
  /** As it was asked for, without the query. */
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly caller: Caller;
}

/** One endpoint: everything that is known of it before a request comes. Express and the reference both follow it. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:parameters`, as Express writes them. */
  readonly path: string;
  readonly access: Access<Caller>;
  /** The group that it counts in besides the default; null: none. */
  readonly rateLimit: RateLimitGroup | null;
  /** Its title in the reference. */
  readonly summary: string;
  /** What its user has to know beside that; in Markdown. */
  readonly description: string | null;
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  /** Null: it takes none. */
  readonly body: z.ZodType | null;
  /** The status of success. */
  readonly status: 200 | 201;
  /** The whole body of success. */
  readonly reply: z.ZodType;
  /** The refusals that are its own, beside those of every endpoint of its kind. */
  readonly errors: readonly ErrorCode[];
  /** Does it heed an Idempotency-Key? */
  readonly isIdempotent: boolean;
  readonly respond: (deps: AppDeps, request: ApiRequest) => Promise<Reply>;
}

/** An endpoint as the reference names it. */
export interface NamedRoute extends Route {
  readonly operationId: string;
}

interface Described<C extends Caller, P, Q, B, R> {
  readonly path: string;
  readonly access: Access<C>;
  readonly rateLimit?: RateLimitGroup;
  readonly summary: string;
  readonly description?: string;
  /** Of the path. What doesn't match names nothing: 404. */
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

/** What a route answers when it succeeds: the body, as its schema has it. */
type Answer<R> = Promise<DeepReadonly<NoInfer<R>>>;

/** An endpoint that only reads. */
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

/** An endpoint that creates something, once for each Idempotency-Key. It answers 201, unless told otherwise. */
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
      assert(request.caller.kind !== 'public', 'who creates something is known');
      return answerOnce(
        deps,
        { ...request, apiKeyId: request.caller.apiKey.apiKeyId },
        {
          prepare: async () => route.prepare(deps, readInput(route, request)),
          effect: async (trx, plan) => toReply(status, await route.create(deps, trx, plan)),
        },
      );
    },
  };
}

/**
 * An endpoint that decides an order about what exists: in one transaction, of which Temporal is told afterwards.
 * `prepare` is for what may be slow or may fail elsewhere; it comes before the transaction, and changes nothing.
 */
export function orderRoute<C extends Exclude<Caller, { kind: 'public' }>, P, B, R, Plan>(
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

function facts<C extends Caller>(
  route: Described<C, unknown, unknown, unknown, unknown>,
): Omit<Route, 'method' | 'respond'> {
  return {
    path: route.path,
    access: route.access,
    rateLimit: route.rateLimit ?? null,
    summary: route.summary,
    description: route.description ?? null,
    params: route.params ?? null,
    query: route.query ?? null,
    body: route.body ?? null,
    status: 200,
    reply: route.reply,
    errors: route.errors ?? [],
    isIdempotent: false,
  };
}

function toReply(status: number, shown: unknown): Reply {
  return { status, body: JSON.stringify(shown), headers: {} };
}

/** A body that isn't asked for may still be sent, if it says nothing. */
const noBody = nothing.optional();

function readInput<C extends Caller, P, Q, B>(
  route: Pick<Described<C, P, Q, B, unknown>, 'access' | 'params' | 'query' | 'body'>,
  request: ApiRequest,
): Input<C, P, Q, B> {
  assert(request.caller.kind === route.access.kind, 'a route is called by those it is for');
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
