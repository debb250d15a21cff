import { setTimeout as delay } from 'node:timers/promises';

const REQUEST_TIMEOUT_MS = 15_000;
/** A request is repeated for this long while the API does not answer or is busy. */
const AWAY_TIMEOUT_MS = 90_000;
/** After this time, the user is told that the API does not answer. A restart takes less time. */
const TELL_AWAY_MS = 3_000;
const RETRY_INTERVAL_MS = 500;

/** A refusal of the API that a repeated request would get again. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(refusal: { request: string; status: number; code: string; message: string }) {
    super(`${refusal.request} was refused with ${refusal.status} ${refusal.code}: ${refusal.message}`);
    this.name = 'ApiRefusal';
    this.status = refusal.status;
    this.code = refusal.code;
  }
}

interface Answer {
  readonly ok: boolean;
  readonly data?: unknown;
  /** Only in the answer with a list. */
  readonly page?: { readonly nextCursor: string | null };
  readonly error?: { readonly code: string; readonly message: string };
}

interface PostOptions {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** A part of a list, and the cursor of the next part. Null: the list ends here. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Calls the API from outside, as a merchant or an operator does. */
export interface ApiClient {
  get<Data>(path: string): Promise<Data>;
  getPage<Item>(path: string): Promise<ListPage<Item>>;
  /** Requests with the same `idempotencyKey` get the same answer. */
  post<Data>(path: string, options: PostOptions): Promise<Data>;
  patch<Data>(path: string, options: { readonly body: unknown }): Promise<Data>;
  delete(path: string): Promise<unknown>;
}

/**
 * Creates a client of the API. It repeats a request for a while if the API does not answer, or says that it is busy. Each
 * call throws ApiRefusal for a refusal, and Error when the API does not answer in the end. When the signal is aborted, it
 * throws the signal's reason.
 */
export function createApiClient(options: {
  readonly baseUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called with the reason when a request was not answered for some seconds. It is called once for each request. */
  readonly onAway?: (why: string) => void;
}): ApiClient {
  const { baseUrl, key, signal, onAway } = options;

  const ask = async (
    path: string,
    init: Pick<RequestInit, 'method' | 'body'> & { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer> => {
    const request = `${init.method ?? 'GET'} ${path}`;
    const startedAtMs = Date.now();
    let isTold = false;
    for (;;) {
      const attempt = await tryOnce(`${baseUrl}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...init.headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      signal.throwIfAborted();
      if (attempt.kind === 'answer') return read(request, attempt);
      const awayMs = Date.now() - startedAtMs;
      if (awayMs > AWAY_TIMEOUT_MS)
        throw new Error(`${request} was not answered for ${AWAY_TIMEOUT_MS / 1_000} s: ${attempt.why}.`);
      if (awayMs > TELL_AWAY_MS && !isTold) {
        isTold = true;
        onAway?.(attempt.why);
      }
      await delay(attempt.retryAfterMs, undefined, { signal });
    }
  };

  return {
    get: (path) => dataOf(ask(path, {})),
    getPage: async <Item>(path: string): Promise<ListPage<Item>> => {
      const { data, page } = await ask(path, {});
      return { items: data as readonly Item[], nextCursor: page?.nextCursor ?? null };
    },
    post: (path, { body, idempotencyKey }) =>
      dataOf(
        ask(path, {
          method: 'POST',
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    patch: (path, { body }) =>
      dataOf(
        ask(path, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    delete: (path) => dataOf(ask(path, { method: 'DELETE' })),
  };
}

type Attempt =
  | { readonly kind: 'answer'; readonly status: number; readonly answer: Answer }
  | { readonly kind: 'away'; readonly why: string; readonly retryAfterMs: number };

async function tryOnce(url: string, init: RequestInit): Promise<Attempt> {
  try {
    const response = await fetch(url, init);
    const answer = (await response.json()) as Answer;
    const { status } = response;
    const isBusy = [429, 500, 503].includes(status) || answer.error?.code === 'idempotency_in_progress';
    if (!isBusy) return { kind: 'answer', status, answer };
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    const why = `it answers ${status} ${answer.error?.code ?? ''}`;
    // Only a rate limit needs its Retry-After. A part that does not answer is usually back sooner.
    return { kind: 'away', why, retryAfterMs: status === 429 ? seconds * 1_000 : RETRY_INTERVAL_MS };
  } catch (error) {
    return { kind: 'away', why: causeOf(error), retryAfterMs: RETRY_INTERVAL_MS };
  }
}

/** Returns the reason of a failure. The message of `fetch` is only "fetch failed"; its cause has the reason. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

async function dataOf<Data>(answer: Promise<Answer>): Promise<Data> {
  return (await answer).data as Data;
}

function read(request: string, { status, answer }: { status: number; answer: Answer }): Answer {
  if (answer.ok) return answer;
  const { code, message } = answer.error ?? { code: 'unknown', message: 'no reason given' };
  throw new ApiRefusal({ request, status, code, message });
}
