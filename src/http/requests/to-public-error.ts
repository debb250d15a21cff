import { QuittanceError } from '../../domain/core/errors.js';

/** How long a client should wait for a service that is down, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The SQLSTATEs of temporary failures: connection (08), resources (53), shutdown and time-outs (57, 25P03), a lock that
 * was not free (55P03), and two transactions that conflict (40001, 40P01).
 */
const PASSING_SQL_STATES = /^(08...|53...|57...|55P03|40001|40P01|25P03)$/;
const NETWORK_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
];
/**
 * Messages of pg and knex about a lost or missing connection. These errors have no code. knex puts the query before the
 * message.
 */
const CONNECTION_LOST =
  /(^| - )(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/** The codes of Node's zlib for bytes that it cannot decompress. */
const UNPACKING_CODES = /^Z_/;

/**
 * The fields of an error that are read. `instanceof` is not reliable here, because Node's errors may come from another
 * realm.
 */
interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly errors?: unknown;
}

/**
 * Translates any thrown value into an error that is safe to show. Returns undefined for an internal error, which must
 * be logged in full.
 */
export function toPublicError(error: unknown): QuittanceError | undefined {
  if (error instanceof QuittanceError) return error;
  if (typeof error !== 'object' || error === null) return undefined;
  return fromRequestReader(error) ?? fromRefusedText(error) ?? fromAbsentPart(error);
}

/**
 * Translates the error for text that PostgreSQL cannot store. 22021: a character that its encoding does not have, such
 * as NUL. 22P05: a JSON escape for such a character. Only a request can contain such text. Each field refuses it, and
 * this function covers fields that do not.
 */
function fromRefusedText(error: Thrown): QuittanceError | undefined {
  if (error.code !== '22021' && error.code !== '22P05') return undefined;
  return new QuittanceError(
    'validation_failed',
    'The request has text that is not valid Unicode, or has the character NUL.',
    {
      cause: error,
    },
  );
}

/** Translates errors of Express's body parser and router. They have a `type` or a status. */
function fromRequestReader(error: Thrown): QuittanceError | undefined {
  switch (error.type) {
    case 'entity.too.large':
      return new QuittanceError('payload_too_large', 'The body is larger than 64 KiB.');
    case 'entity.parse.failed':
    case 'entity.verify.failed':
      return new QuittanceError('invalid_json', 'The body is not valid JSON in UTF-8.');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new QuittanceError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
    case 'request.aborted':
    case 'request.size.invalid':
      return new QuittanceError('invalid_json', 'The body ended before it was complete.');
    default:
      break;
  }
  if (typeof error.code === 'string' && UNPACKING_CODES.test(error.code))
    return new QuittanceError('invalid_json', 'The body is not compressed as its Content-Encoding says.');
  // A path that cannot be decoded does not exist.
  if (error.name === 'URIError' && error.status === 400)
    return new QuittanceError('not_found', 'There is no such path.');
  return undefined;
}

function fromAbsentPart(error: Thrown): QuittanceError | undefined {
  if (!isAbsentPart(error)) return undefined;
  return new QuittanceError(
    'temporarily_unavailable',
    'A service that the API depends on does not answer. Try again.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    },
  );
}

function isAbsentPart(error: Thrown): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.includes(code) || PASSING_SQL_STATES.test(code)) return true;
  if (error.name === 'KnexTimeoutError') return true;
  // An AggregateError has one failed attempt for each address of a host name.
  if (Array.isArray(error.errors)) return error.errors.some((one) => isAbsentPart(one as Thrown));
  return typeof error.message === 'string' && CONNECTION_LOST.test(error.message);
}
