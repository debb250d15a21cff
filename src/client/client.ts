import type { components, IdempotentPath, paths } from './api-types.js';
import {
  isOfThisAttempt,
  mayHaveBeenDone,
  isTemporary,
  notOfApi,
  QuittanceApiError,
  unanswered,
  uncertain,
  type Refusal,
} from './errors.js';

export { QuittanceApiError, QuittanceConnectionError, type ErrorCode } from './errors.js';
/** The objects of the API by their names in the reference, e.g. `Schemas['Invoice']`. */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** The paths that have a method. Paths of files are left out, because their answer is not JSON. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: Operation<P, M> extends { responses: unknown }
    ? [Success<Operation<P, M>>] extends [never]
      ? never
      : P
    : never;
}[keyof paths];

type Success<O> = O extends { responses: { 201: { content: { 'application/json': infer Body } } } }
  ? Body
  : O extends { responses: { 200: { content: { 'application/json': infer Body } } } }
    ? Body
    : never;

/** The `data` of an endpoint's success. */
export type DataOf<P extends keyof paths, M extends Method> =
  Success<Operation<P, M>> extends { data: infer Data } ? Data : never;

/** The paths of lists. {@link ItemOf} is the type of their items. */
export type ListPath = {
  [P in PathOf<'get'>]: Success<Operation<P, 'get'>> extends { page: unknown } ? P : never;
}[PathOf<'get'>];
/** The type of a list's items. */
export type ItemOf<P extends ListPath> = DataOf<P, 'get'> extends readonly (infer Item)[] ? Item : never;

type PathParameters<O> = O extends { parameters: { path: infer Parameters } }
  ? { path: Parameters }
  : unknown;
type Query<O> = O extends { parameters: { query?: infer Parameters } } ? { query?: Parameters } : unknown;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer Sent } } }
  ? { body: Sent }
  : O extends { requestBody?: { content: { 'application/json': infer Sent } } }
    ? { body?: Sent }
    : unknown;

/** The input of an endpoint, and the options of one request. */
export type Asking<P extends keyof paths, M extends Method> = PathParameters<Operation<P, M>> &
  Query<Operation<P, M>> &
  Body<Operation<P, M>> &
  (P extends IdempotentPath ? { idempotencyKey?: string } : unknown) & { signal?: AbortSignal };

/** The argument is optional if nothing in it is required. */
type Rest<A> = object extends A ? [asking?: A] : [asking: A];

/** The session of a person in the browser in which this code runs. It replaces a key. */
export interface SessionOptions {
  /** Returns the `csrfToken` of the session. Undefined: nobody is signed in. */
  readonly csrfToken: () => string | undefined;
}

/** Either a key, or the session of a person. */
export type ClientOptions = CommonOptions & (KeyOptions | SessionMode);

interface KeyOptions {
  /** The API key. `createClient` throws if it is undefined, such as an environment variable that is not set. */
  readonly apiKey: string | undefined;
  readonly session?: never;
}

interface SessionMode {
  readonly session: SessionOptions;
  readonly apiKey?: never;
}

interface CommonOptions {
  /**
   * The URL of the instance, e.g. `https://pay.example.com`. `createClient` throws if it is undefined, has no scheme,
   * or contains a user name or password.
   */
  readonly baseUrl: string | undefined;
  /** How often a request is repeated after a temporary failure. Default: 2. */
  readonly retries?: number;
  /** The time limit of one attempt, in ms. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Another `fetch`, for proxies and tests. */
  readonly fetch?: typeof fetch;
}

/** A client of the API. Each method sends one request, and resolves to the `data` of the answer. */
export interface Client {
  get<P extends PathOf<'get'>>(path: P, ...rest: Rest<Asking<P, 'get'>>): Promise<DataOf<P, 'get'>>;
  /** If the endpoint honours an Idempotency-Key, one is generated for the request and its repetitions. */
  post<P extends PathOf<'post'>>(path: P, ...rest: Rest<Asking<P, 'post'>>): Promise<DataOf<P, 'post'>>;
  put<P extends PathOf<'put'>>(path: P, ...rest: Rest<Asking<P, 'put'>>): Promise<DataOf<P, 'put'>>;
  patch<P extends PathOf<'patch'>>(path: P, ...rest: Rest<Asking<P, 'patch'>>): Promise<DataOf<P, 'patch'>>;
  delete<P extends PathOf<'delete'>>(
    path: P,
    ...rest: Rest<Asking<P, 'delete'>>
  ): Promise<DataOf<P, 'delete'>>;
  /**
   * Reads a list, newest first. `await` gives one page and the cursor of the next page. `for await` gives every item,
   * and reads further pages when they are needed.
   */
  list<P extends ListPath>(path: P, ...rest: Rest<Asking<P, 'get'>>): Listing<ItemOf<P>>;
}

/** One page of a list. */
export interface PageOf<Item> {
  readonly data: readonly Item[];
  /** The `query.cursor` of the next page. Null: this was the last page. */
  readonly nextCursor: string | null;
}

/** A promise of the first page, which is requested at once, and an iterable of the items of all pages. */
export type Listing<Item> = Promise<PageOf<Item>> & AsyncIterable<Item>;

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Answered {
  readonly data: unknown;
  readonly page?: { readonly nextCursor: string | null };
}

const RETRIES_DEFAULT = 2;
const TIMEOUT_DEFAULT_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 30_000;

/**
 * The POSTs that honour an Idempotency-Key. Other POSTs are not repeated: if only the answer was lost, the order may
 * have been carried out.
 */
const HONOURS_KEY: Readonly<Record<IdempotentPath, true>> = {
  '/v1/invoices': true,
  '/v1/invoices/{invoiceId}/resolve': true,
  '/v1/checkouts': true,
  '/v1/withdrawals': true,
  '/web/v1/webhook-endpoints': true,
  '/web/v1/webhook-endpoints/{endpointId}/rotate-secret': true,
  '/web/v1/webhook-endpoints/{endpointId}/test': true,
  '/web/v1/webhook-endpoints/{endpointId}/recover': true,
  '/web/v1/webhook-deliveries/{deliveryId}/redeliver': true,
  '/web/v1/members/{memberId}/reset-link': true,
  '/web/v1/invitations': true,
  '/web/v1/api-keys': true,
  '/web/v1/api-keys/regenerate': true,
  '/admin/v1/api-keys': true,
  '/admin/v1/merchants': true,
  '/admin/v1/merchants/{merchantId}/invitations': true,
  '/admin/v1/operators': true,
  '/admin/v1/operators/{operatorId}/api-keys': true,
  '/admin/v1/operators/{operatorId}/invitation': true,
  '/admin/v1/operators/{operatorId}/reset-link': true,
  '/admin/v1/approver-addresses': true,
  '/admin/v1/reconciliation/runs': true,
};

/**
 * Creates a client of one instance with one API key, or with the session of a person. It needs only `fetch`.
 *
 * A request is repeated if its failure is temporary (no answer, 429, 500, 502, 503, 504, or a temporary 409) and the
 * repetition cannot carry an order out twice. The client waits for the time that the API demands. If that is more than
 * 30 s, the error is thrown at once.
 *
 * Requests throw a QuittanceApiError for every refusal, and a QuittanceConnectionError if the API did not answer. The
 * latter is also thrown if an attempt of an order got no answer and its repetition was refused, because the refusal
 * says nothing about the first attempt. If the caller's own signal ended the request, the error of `fetch` is thrown.
 * If a request cannot be made at all, for example because its body can't be written as JSON, that error is thrown
 * unchanged.
 *
 * @throws TypeError at once if the URL or the key can't be valid.
 */
export function createClient(given: ClientOptions): Client {
  const options = optionsOf(given);
  const call = async (method: Method, path: keyof paths, sent: Sent = {}): Promise<Answered> => {
    const honoursKey = method === 'post' && Object.hasOwn(HONOURS_KEY, path);
    const key = honoursKey ? (sent.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const canRepeat = method === 'get' || honoursKey;
    const retries = canRepeat ? (options.retries ?? RETRIES_DEFAULT) : 0;
    let mayBeDone = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await tryOnce(options, { method, path, sent, key });
      } catch (error) {
        const known =
          mayBeDone && isOfThisAttempt(error) ? uncertain(urlOf(options.baseUrl, path, sent), error) : error;
        mayBeDone ||= honoursKey && mayHaveBeenDone(error);
        if (attempt >= retries || sent.signal?.aborted === true || !isTemporary(error)) throw known;
        const asked = error.retryAfterSeconds;
        const pauseMs = asked === null ? FIRST_PAUSE_MS * 2 ** attempt : asked * 1_000;
        // The API would refuse an earlier repetition.
        if (asked !== null && pauseMs > PAUSE_MAX_MS) throw known;
        await pause(pauseMs, sent.signal);
      }
    }
  };
  const ask = (method: Method) => async (path: keyof paths, sent?: Sent) =>
    (await call(method, path, sent)).data;
  const ofList = async (path: keyof paths, sent?: Sent): Promise<PageOf<unknown>> => {
    const { data, page } = await call('get', path, sent);
    return { data: data as readonly unknown[], nextCursor: page?.nextCursor ?? null };
  };
  const list = (path: keyof paths, sent: Sent = {}): Listing<unknown> => {
    const first = ofList(path, sent);
    async function* walk(): AsyncGenerator {
      for (let page = await first; ;) {
        yield* page.data;
        const cursor = page.nextCursor;
        if (cursor === null) return;
        page = await ofList(path, { ...sent, query: { ...sent.query, cursor } });
      }
    }
    return Object.assign(first, { [Symbol.asyncIterator]: walk });
  };
  return {
    get: ask('get'),
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
    list,
  } as Client;
}

type Options = CommonOptions & {
  readonly baseUrl: string;
  readonly credentials: () => { readonly headers: Readonly<Record<string, string>> };
};

function optionsOf(given: ClientOptions): Options {
  const baseUrl = requireUrl(given.baseUrl);
  const { session } = given;
  if (session === undefined) {
    const authorization = `Bearer ${requireKey(given.apiKey)}`;
    return { ...given, baseUrl, credentials: () => ({ headers: { authorization } }) };
  }
  return { ...given, baseUrl, credentials: () => ofSession(session) };
}

/**
 * Returns the credentials of a session. The browser adds the cookie, only for its own site. The token names the
 * session, also for reads, because another member may have signed in in another window.
 */
function ofSession({ csrfToken }: SessionOptions) {
  const token = csrfToken();
  return {
    credentials: 'same-origin' as const,
    headers: token === undefined ? {} : { 'x-csrf-token': token },
  };
}

/** Refuses an invalid URL at once. `fetch` would fail only at the first request, and would not name the URL. */
function requireUrl(baseUrl: string | undefined): string {
  const given = baseUrl?.trim() ?? '';
  if (given === '') {
    throw new TypeError(
      'createClient needs baseUrl, the URL of the Quittance instance, e.g. https://pay.example.com; it is not set.',
    );
  }
  let url: URL | null = null;
  try {
    if (/^https?:\/\//i.test(given)) url = new URL(given);
  } catch {
    // The error below explains it.
  }
  if (url === null) {
    // The value may contain a password or a key, and the message may get into a log.
    const got = /@|qk_/.test(given) ? '' : `; got ${JSON.stringify(given)}`;
    throw new TypeError(
      `createClient needs a baseUrl that begins with https:// (or http:// in local mode), and has a host${got}.`,
    );
  }
  if (url.username === '' && url.password === '') return given;
  throw new TypeError(
    'createClient accepts no user name or password in baseUrl. fetch refuses such URLs, and error messages would contain them.',
  );
}

function requireKey(apiKey: string | undefined): string {
  const given = apiKey?.trim() ?? '';
  // The error of `fetch` would repeat the key in its message.
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  if (given !== '') {
    throw new TypeError(
      'createClient needs an apiKey of printable ASCII without spaces; this one has other characters. Is it exactly one key?',
    );
  }
  throw new TypeError(
    'createClient needs apiKey, a key that begins with qk_; it is not set. Is its environment variable set?',
  );
}

interface Try {
  readonly method: Method;
  readonly path: string;
  readonly sent: Sent;
  readonly key: string | undefined;
}

async function tryOnce(options: Options, asked: Try): Promise<Answered> {
  const url = urlOf(options.baseUrl, asked.path, asked.sent);
  // A message must not contain the query, which may be private.
  const shown = url.replace(/[?#].*$/, '');
  // If the request can't be made, nothing was sent. The error must not look like a lost answer.
  const request = requestOf(options, asked);
  let response: Response;
  let text: string;
  try {
    response = await (options.fetch ?? fetch)(url, request);
    text = await response.text();
  } catch (error) {
    throw asked.sent.signal?.aborted === true ? error : unanswered(shown, error);
  }
  const answer = envelopeOf(text);
  if (response.ok && answer?.ok === true && answer.data !== undefined)
    return { data: answer.data, ...(answer.page === undefined ? {} : { page: answer.page }) };
  // A proxy may send a date instead of seconds (RFC 9110, 10.2.3). A date is ignored.
  const seconds = /^\d+$/.exec(response.headers.get('retry-after') ?? '')?.[0];
  const retryAfterSeconds = seconds === undefined ? null : Number(seconds);
  if (response.ok || !isRefusal(answer)) throw notOfApi(shown, response, retryAfterSeconds);
  throw new QuittanceApiError(response.status, answer.error, retryAfterSeconds);
}

function requestOf(options: Options, { method, sent, key }: Try): RequestInit {
  const { body, signal } = sent;
  const sentAs = options.credentials();
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_DEFAULT_MS);
  return {
    ...sentAs,
    method: method.toUpperCase(),
    headers: {
      ...sentAs.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
}

type Envelope = Partial<Answered> & { readonly ok?: unknown; readonly error?: unknown };

/** Parses the answer. Null: it is no JSON object. */
function envelopeOf(text: string): Envelope | null {
  try {
    const answer = JSON.parse(text) as unknown;
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}

/** Tells whether an answer is a refusal of the API. A proxy may answer with JSON too, e.g. `{"error":"Forbidden"}`. */
function isRefusal(answer: Envelope | null): answer is Envelope & { readonly error: Refusal } {
  if (answer?.ok !== false || typeof answer.error !== 'object' || answer.error === null) return false;
  const { code, message, requestId } = answer.error as Partial<Record<keyof Refusal, unknown>>;
  return [code, message, requestId].every((text) => typeof text === 'string');
}

function urlOf(baseUrl: string, path: string, { path: parameters = {}, query = {} }: Sent): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const asked = search.size === 0 ? '' : `?${search.toString()}`;
  return `${baseUrl.replace(/\/+$/, '')}${filled}${asked}`;
}

/** Waits for `ms`, or until the signal is aborted. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, PAUSE_MAX_MS));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
