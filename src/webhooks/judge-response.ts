import { assertNever, QuittanceError } from '../domain/core/errors.js';
import { HostNotFoundError } from './guard-url.js';

/** Why an attempt failed. `status`: the answer is neither 2xx nor 3xx. */
export type ErrorClass = 'dns' | 'connect' | 'tls' | 'timeout' | 'status' | 'redirect' | 'url_not_allowed';

/** The receiver sent more than an answer may have. */
export class AnswerTooLongError extends Error {
  constructor() {
    super('The answer is too long.');
    this.name = 'AnswerTooLongError';
  }
}

/** How far an attempt has come. */
export type AttemptStep = 'look-up' | 'connect' | 'tls' | 'answer';

export interface Failure {
  readonly errorClass: ErrorClass;
  /** What happened and what to do. It is public, so it is never the error's own text, which names addresses. */
  readonly errorMessage: string;
}

/** Describes an answer's status. Undefined: it is a success. */
export function describeStatus(statusCode: number): Failure | undefined {
  if (statusCode >= 200 && statusCode < 300) return undefined;
  if (statusCode >= 300 && statusCode < 400) {
    return {
      errorClass: 'redirect',
      errorMessage: `The receiver answered ${statusCode}. Redirects are not followed: register the URL that answers itself.`,
    };
  }
  return { errorClass: 'status', errorMessage: `The receiver answered ${statusCode}; any 2xx acknowledges.` };
}

/** Describes an attempt that got no answer in time. */
export function describeTimeout(input: { readonly step: AttemptStep; readonly timeoutMs: number }): Failure {
  const seconds = `${input.timeoutMs / 1000} s`;
  return { errorClass: 'timeout', errorMessage: `No answer within ${seconds}: ${waitedFor(input.step)}.` };
}

/** Describes what ended an attempt before an answer's status. Undefined: the receiver can't have caused the error. */
export function describeError(input: {
  readonly step: AttemptStep;
  readonly error: unknown;
}): Failure | undefined {
  const { step, error } = input;
  if (error instanceof QuittanceError && error.code === 'url_not_allowed') {
    return { errorClass: 'url_not_allowed', errorMessage: error.message };
  }
  if (error instanceof HostNotFoundError) return { errorClass: 'dns', errorMessage: error.message };
  const code = errorCode(error);
  switch (step) {
    case 'look-up':
      return undefined; // Nothing has left this machine yet.
    case 'connect':
      return {
        errorClass: 'connect',
        errorMessage: CONNECT_MESSAGES[code] ?? 'The connection could not be opened.',
      };
    case 'tls':
      return { errorClass: 'tls', errorMessage: TLS_MESSAGES[code] ?? 'The TLS handshake failed.' };
    case 'answer':
      return { errorClass: 'connect', errorMessage: describeBrokenAnswer(error, code) };
    default:
      return assertNever(step);
  }
}

function waitedFor(step: AttemptStep): string {
  switch (step) {
    case 'look-up':
      return 'the host name was still being looked up';
    case 'connect':
      return 'the connection was still being opened';
    case 'tls':
      return 'the TLS handshake was not finished';
    case 'answer':
      return 'the request was sent, and no status came back. Acknowledge first, work afterwards';
    default:
      return assertNever(step);
  }
}

const CONNECT_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused: nothing listens at the host and port.',
  ECONNRESET: 'The connection was reset while it was being opened.',
  EHOSTUNREACH: 'The host can not be reached.',
  ENETUNREACH: "The host's network can not be reached.",
  ETIMEDOUT: 'The host does not accept the connection.',
};

const INCOMPLETE_CHAIN =
  'The certificate is not signed by a well-known authority, or the server leaves out the intermediate certificates.';
const TLS_MESSAGES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed; use one of a well-known authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is not for the URL's host name.",
  SELF_SIGNED_CERT_IN_CHAIN: INCOMPLETE_CHAIN,
  UNABLE_TO_GET_ISSUER_CERT: INCOMPLETE_CHAIN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: INCOMPLETE_CHAIN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: INCOMPLETE_CHAIN,
  ECONNRESET: 'The connection was closed during the TLS handshake.',
};

function describeBrokenAnswer(error: unknown, code: string): string {
  if (error instanceof AnswerTooLongError || code === 'HPE_HEADER_OVERFLOW')
    return "The answer's headers are too large.";
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP/1.1.';
  return 'The connection was closed before an answer came.';
}

/** Returns the code by which Node and undici tell failures apart. */
function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
