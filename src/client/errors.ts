import type { components } from './api-types.js';

/** Every error code of the API. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** The `error` of a refusal. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  readonly details?: readonly components['schemas']['ErrorDetail'][];
}

/** A refusal of the API. Programs should use `code`. `message` is for people, and may change. */
export class QuittanceApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly details: readonly components['schemas']['ErrorDetail'][];
  /** The seconds in the header Retry-After. Null: the answer has none. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, refusal: Refusal, retryAfterSeconds: number | null) {
    super(refusal.message);
    this.name = 'QuittanceApiError';
    this.status = status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.details = refusal.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The API did not answer: there was no connection, the time was up, or something else answered. `url` is the requested
 * URL, and `cause` is the error of `fetch`. An order may have been carried out all the same. If an attempt of an order
 * got no answer and its repetition was refused, `cause` is that refusal.
 */
export class QuittanceConnectionError extends Error {
  readonly url: string;
  /** The HTTP status of an answer that did not come from the API. Null: there was no answer. */
  readonly status: number | null;
  /** The seconds in the header Retry-After. Null: the answer has none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    {
      url,
      status,
      retryAfterSeconds = null,
      cause,
    }: {
      readonly url: string;
      readonly status: number | null;
      readonly retryAfterSeconds?: number | null;
      readonly cause?: unknown;
    },
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'QuittanceConnectionError';
    this.url = url;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns why `fetch` failed. Its message is often only `fetch failed`, so the reason is taken from its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & {
    cause?: { readonly code?: unknown; readonly message?: unknown };
  };
  const reason = [cause?.message, cause?.code].find((text) => typeof text === 'string' && text !== '');
  return typeof reason === 'string' ? reason : message;
}

/** Makes the error for a request that got no answer. @param cause the error of `fetch`. */
export function unanswered(url: string, cause: unknown): QuittanceConnectionError {
  const { message } = cause as Error;
  const reason = reasonOf(cause);
  const words = reason === message ? message : `${message} (${reason})`;
  return new QuittanceConnectionError(`No answer came from ${url}: ${words}`, { url, status: null, cause });
}

/** Makes the error for an order whose repetition was refused after an attempt that may have been carried out. */
export function uncertain(url: string, cause: QuittanceApiError): QuittanceConnectionError {
  const { retryAfterSeconds } = cause;
  return new QuittanceConnectionError(
    `An attempt at ${url} got no answer and may have been carried out; its repetition was refused: ${cause.message}`,
    { url, status: null, retryAfterSeconds, cause },
  );
}

/**
 * Makes the error for an answer that did not come from the API, whatever its status is. Such an answer has no data and
 * no error code of the API.
 */
export function notOfApi(
  url: string,
  response: Response,
  retryAfterSeconds: number | null,
): QuittanceConnectionError {
  const { status, headers } = response;
  const type = headers.get('content-type')?.split(';', 1)[0] ?? 'no content type';
  return new QuittanceConnectionError(
    `${url} answered with status ${status} and ${type}, which is not an answer of the API. Is baseUrl the URL of your Quittance instance? If so, something in between answered, such as a proxy.`,
    { url, status, retryAfterSeconds },
  );
}

/** The HTTP statuses of temporary failures, of the API or of a proxy in between. */
const PASSING_STATUSES: readonly number[] = [429, 500, 502, 503, 504];
/** The codes of temporary refusals with status 409. */
const PASSING_CODES: readonly string[] = ['idempotency_in_progress', 'chain_not_read'];

/** Tells whether a failure is temporary, so that a repetition may succeed. */
export function isTemporary(error: unknown): error is QuittanceApiError | QuittanceConnectionError {
  if (error instanceof QuittanceConnectionError)
    return error.status === null || PASSING_STATUSES.includes(error.status);
  // Any other error prevented the request, and would prevent it again.
  if (!(error instanceof QuittanceApiError)) return false;
  return PASSING_STATUSES.includes(error.status) || PASSING_CODES.includes(error.code);
}

/** Tells whether a failed attempt may have been carried out. */
export const mayHaveBeenDone = (error: unknown): boolean =>
  error instanceof QuittanceConnectionError || (error instanceof QuittanceApiError && error.status >= 500);

/** The statuses of refusals that the API keeps as the answer to an Idempotency-Key. */
const KEPT_STATUSES: readonly number[] = [404, 409, 422];

/**
 * Tells whether a refusal is about this attempt alone, e.g. 401 or 429. Such a refusal says nothing about an earlier
 * attempt.
 */
export const isOfThisAttempt = (error: unknown): error is QuittanceApiError =>
  error instanceof QuittanceApiError && error.status < 500 && !KEPT_STATUSES.includes(error.status);
