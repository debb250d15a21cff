import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Asking, type Client, type ItemOf, type ListPath, type PageOf } from './client.js';
import { QuittanceApiError, QuittanceConnectionError, reasonOf } from './errors.js';

const REQUEST_TIMEOUT_MS = 15_000;
/** How long a request is repeated while the API does not answer or is busy, in ms. */
const AWAY_TIMEOUT_MS = 90_000;
/** After this time, in ms, the user is told that the API does not answer. A restart takes less time. */
const TELL_AWAY_MS = 3_000;
const RETRY_INTERVAL_MS = 500;
const BUSY_STATUSES: readonly number[] = [429, 500, 503];

/** A client that waits for an API that does not answer. Its lists are read page by page. */
export type PatientClient = Omit<Client, 'list'> & {
  list<P extends ListPath>(path: P, asking: Asking<P, 'get'>): Promise<PageOf<ItemOf<P>>>;
};

/**
 * Creates a client for programs of our own that run beside the API, such as `listen` and the tour. It repeats every
 * request for a while if the API does not answer, or says that it is busy. When the signal is aborted, it throws the
 * signal's reason.
 *
 * Requests throw a QuittanceApiError for a refusal. Its message names the request. They throw an Error if the API has
 * not answered after {@link AWAY_TIMEOUT_MS}.
 */
export function createPatientClient(options: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
  /**
   * Called with the reason if a request was not answered for {@link TELL_AWAY_MS}. It is called at most once for each
   * request.
   */
  readonly onAway?: (why: string) => void;
}): PatientClient {
  const { baseUrl, apiKey, signal, onAway } = options;
  const client = createClient({ baseUrl, apiKey, retries: 0, timeoutMs: REQUEST_TIMEOUT_MS });

  const ask = async (method: keyof Client, path: string, asking: object): Promise<unknown> => {
    const send = client[method] as (path: string, asking: object) => Promise<unknown>;
    // Every repetition has the same key. The client sends it only if the API honours it.
    const sent = { idempotencyKey: crypto.randomUUID(), ...asking, signal };
    const request = `${method === 'list' ? 'GET' : method.toUpperCase()} ${path}`;
    const startedAtMs = Date.now();
    let isTold = false;
    for (;;) {
      try {
        return await send(path, sent);
      } catch (error) {
        signal.throwIfAborted();
        const away = awayOf(error);
        if (away === null) throw namingRequest(error, request);
        const awayMs = Date.now() - startedAtMs;
        if (awayMs > AWAY_TIMEOUT_MS)
          throw new Error(`${request} was not answered for ${AWAY_TIMEOUT_MS / 1_000} s: ${away.why}.`, {
            cause: error,
          });
        if (awayMs > TELL_AWAY_MS && !isTold) {
          isTold = true;
          onAway?.(away.why);
        }
        await delay(away.pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  };
  const by =
    (method: keyof Client) =>
    (path: string, asking: object = {}) =>
      ask(method, path, asking);
  return {
    get: by('get'),
    post: by('post'),
    put: by('put'),
    patch: by('patch'),
    delete: by('delete'),
    list: by('list'),
  } as PatientClient;
}

interface Away {
  readonly why: string;
  /** The request is repeated after this time, in ms. */
  readonly pauseMs: number;
}

/** Returns why the API does not answer, or that it is busy. Null: it has answered, or the request could not be made. */
function awayOf(error: unknown): Away | null {
  if (error instanceof QuittanceConnectionError) {
    const { status, cause } = error;
    const why = status === null ? reasonOf(cause) : `it answers ${status}, but not as the API does`;
    return { why, pauseMs: pauseOf(error) };
  }
  if (!(error instanceof QuittanceApiError)) return null;
  const { status, code } = error;
  const isBusy = BUSY_STATUSES.includes(status) || code === 'idempotency_in_progress';
  return isBusy ? { why: `it answers ${status} ${code}`, pauseMs: pauseOf(error) } : null;
}

/** Only after a rate limit, the client waits for Retry-After. A service that does not answer is usually back sooner. */
function pauseOf({ status, retryAfterSeconds }: QuittanceApiError | QuittanceConnectionError): number {
  return status === 429 && retryAfterSeconds !== null ? retryAfterSeconds * 1_000 : RETRY_INTERVAL_MS;
}

function namingRequest(error: unknown, request: string): unknown {
  if (!(error instanceof QuittanceApiError)) return error;
  const { status, code, message, requestId, details, retryAfterSeconds } = error;
  const words = `${request} was refused with ${status} ${code}: ${message}`;
  return new QuittanceApiError(status, { code, message: words, requestId, details }, retryAfterSeconds);
}
