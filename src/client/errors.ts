import type { components } from './api-types.js';

/** Every error code of the API. */
export type ErrorCode = components['schemas']['ErrorCode'];

export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  readonly details?: readonly components['schemas']['ErrorDetail'][];
}

/** A refusal of the API. Build on `code`; `message` is one sentence for people. */
export class QuittanceApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly details: readonly components['schemas']['ErrorDetail'][];
  /** How many seconds the API asks to wait. Null: it does not ask. */
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
 * No answer of the API came: there was no connection, the time was up, or something else answered. `url` is the requested
 * URL, and `cause` is the error of `fetch`. An order may have been carried out all the same, because `status` says nothing
 * about the order. If an attempt of an order got no answer and its repetition was refused, `cause` is that refusal.
 */
export class QuittanceConnectionError extends Error {
  readonly url: string;
  /** The status of the answer that did not come from the API. Null: there was no answer. */
  readonly status: number | null;
  /** How many seconds that answer asks to wait. Null: it does not ask. */
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

/** Wraps the error of `fetch`. */
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
 * Makes the error for an answer that is not one of the API, whatever its status. Otherwise the result would be undefined, or
 * the client would have to invent a code of the API.
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

/** The statuses that may pass, whoever answers with them: the API, or a proxy in between. */
const PASSING_STATUSES: readonly number[] = [429, 500, 502, 503, 504];
/** The codes of status 409 that may pass. */
const PASSING_CODES: readonly string[] = ['idempotency_in_progress', 'chain_not_read'];

/** Says whether the reason of a failure may pass. */
export function mayPass(error: unknown): error is QuittanceApiError | QuittanceConnectionError {
  if (error instanceof QuittanceConnectionError)
    return error.status === null || PASSING_STATUSES.includes(error.status);
  // Any other error kept the request from being made, and would do so again.
  if (!(error instanceof QuittanceApiError)) return false;
  return PASSING_STATUSES.includes(error.status) || PASSING_CODES.includes(error.code);
}

/** Says whether a failed attempt may have been carried out. */
export const isOpen = (error: unknown): boolean =>
  error instanceof QuittanceConnectionError || (error instanceof QuittanceApiError && error.status >= 500);

/** The statuses of refusals that the API keeps as the answer to an Idempotency-Key. */
const KEPT_STATUSES: readonly number[] = [404, 409, 422];

/** Says whether a refusal is of this attempt alone, e.g. 401 or 429. It says nothing about an earlier attempt. */
export const isNotKept = (error: unknown): error is QuittanceApiError =>
  error instanceof QuittanceApiError && error.status < 500 && !KEPT_STATUSES.includes(error.status);
