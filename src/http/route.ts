import type { z } from 'zod';
import { transaction, type Transaction } from '../db/database.js';
import { assert, QuittanceError } from '../domain/errors.js';
import type { RateLimitGroup } from '../domain/rate-limits.js';
import type { AppDeps } from './app-deps.js';
import type { Access, Caller } from './caller.js';
import { answerOnce } from './idempotency.js';
import type { Reply } from './reply.js';
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

/** One endpoint: everything that is known of it before a request comes. */
export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With `:parameters`, as Express writes them. */
  readonly path: string;
  readonly access: Access<Caller>;
  /** The group that it counts in besides the default; null: none. */
  readonly rateLimit: RateLimitGroup | null;
  readonly respond: (deps: AppDeps, request: ApiRequest) => Promise<Reply>;
}

interface Described<C extends Caller, P, Q, B> {
  readonly path: string;
  readonly access: Access<C>;
  readonly rateLimit?: RateLimitGroup;
  /** Of the path. What doesn't match names nothing: 404. */
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
}

/** A request's input after validation, and who asks. */
export interface Input<C extends Caller, P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: C;
}

/** An endpoint that only reads. */
export function readRoute<C extends Caller, P, Q>(
  route: Described<C, P, Q, never> & {
    readonly read: (deps: AppDeps, input: Omit<Input<C, P, Q, never>, 'body'>) => Promise<Reply>;
  },
): Route {
  return {
    ...facts(route),
    method: 'get',
    respond: async (deps, request) => route.read(deps, readInput(route, request)),
  };
}

/** An endpoint that creates something, once for each Idempotency-Key. */
export function createRoute<C extends Exclude<Caller, { kind: 'public' }>, P, Q, B, Plan>(
  route: Described<C, P, Q, B> & {
    readonly prepare: (deps: AppDeps, input: Input<C, P, Q, B>) => Promise<Plan>;
    readonly create: (deps: AppDeps, trx: Transaction, plan: Plan) => Promise<Reply>;
  },
): Route {
  return {
    ...facts(route),
    method: 'post',
    respond: async (deps, request) => {
      assert(request.caller.kind !== 'public', 'who creates something is known');
      return answerOnce(
        deps,
        { ...request, apiKeyId: request.caller.apiKey.apiKeyId },
        {
          prepare: async () => route.prepare(deps, readInput(route, request)),
          effect: (trx, plan) => route.create(deps, trx, plan),
        },
      );
    },
  };
}

/**
 * An endpoint that decides an order about what exists: in one transaction, of which Temporal is told afterwards.
 * `prepare` is for what may be slow or may fail elsewhere; it comes before the transaction, and changes nothing.
 */
export function orderRoute<C extends Exclude<Caller, { kind: 'public' }>, P, B, Plan>(
  route: Described<C, P, Record<string, never>, B> & {
    readonly method?: 'post' | 'patch' | 'delete';
    readonly prepare?: (deps: AppDeps, input: Input<C, P, Record<string, never>, B>) => Promise<Plan>;
    readonly order: (
      deps: AppDeps,
      trx: Transaction,
      input: Input<C, P, Record<string, never>, B>,
      plan: Plan,
    ) => Promise<Reply>;
  },
): Route {
  return {
    ...facts(route),
    method: route.method ?? 'post',
    respond: async (deps, request) => {
      const input = readInput(route, request);
      const plan = (await route.prepare?.(deps, input)) as Plan;
      const reply = await transaction(deps.db, (trx) => route.order(deps, trx, input, plan));
      deps.background.run('dispatching the outbox', () => deps.dispatchOutbox());
      return reply;
    },
  };
}

function facts<C extends Caller>(
  route: Described<C, unknown, unknown, unknown>,
): Pick<Route, 'path' | 'access' | 'rateLimit'> {
  return { path: route.path, access: route.access, rateLimit: route.rateLimit ?? null };
}

/** A body that isn't asked for may still be sent, if it says nothing. */
const noBody = nothing.optional();

function readInput<C extends Caller, P, Q, B>(
  route: Described<C, P, Q, B>,
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
