import { QuittanceError } from '../../domain/core/errors.js';

/** How long to wait for a part that is away, in s. */
const RETRY_AFTER_SECONDS = 5;

/**
 * SQLSTATEs that pass by themselves: connection (08), resources (53), shutdown and time-outs (57), a lock not got,
 * and two transactions in each other's way.
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
/** What pg and knex say of a lost or missing connection, where they give no code; knex puts the query before it. */
const CONNECTION_LOST =
  /(^| - )(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/** What zlib (Node's) says of bytes that it can't unpack. */
const UNPACKING_CODES = /^Z_/;

/** Plain reads: an error made by Node itself may come from another realm than our classes. */
interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly errors?: unknown;
}

/** Whatever was thrown, as an answer that is safe to show. Undefined: it is a fault of ours, to be logged whole. */
export function toPublicError(error: unknown): QuittanceError | undefined {
  if (error instanceof QuittanceError) return error;
  if (typeof error !== 'object' || error === null) return undefined;
  return fromRequestReader(error) ?? fromRefusedText(error) ?? fromAbsentPart(error);
}

/**
 * Text that PostgreSQL can't hold (22021: no character of its encoding, NUL; 22P05: none that JSON's escapes may name).
 * Only a request brings such text; each field refuses it by name, and this is the net below them.
 */
function fromRefusedText(error: Thrown): QuittanceError | undefined {
  if (error.code !== '22021' && error.code !== '22P05') return undefined;
  return new QuittanceError('validation_failed', 'The request has text that is not Unicode without NUL.', {
    cause: error,
  });
}

/** Errors of Express's body parser and router, which have a `type` or a status. */
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
    return new QuittanceError('invalid_json', 'The body is not packed as its Content-Encoding says.');
  // A path that can't be decoded names nothing.
  if (error.name === 'URIError' && error.status === 400)
    return new QuittanceError('not_found', 'There is no such path.');
  return undefined;
}

function fromAbsentPart(error: Thrown): QuittanceError | undefined {
  if (!isAbsentPart(error)) return undefined;
  return new QuittanceError('temporarily_unavailable', 'A part that we depend on is away. Try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  });
}

function isAbsentPart(error: Thrown): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.includes(code) || PASSING_SQL_STATES.test(code)) return true;
  if (error.name === 'KnexTimeoutError') return true;
  // One failed try for each address of a name.
  if (Array.isArray(error.errors)) return error.errors.some((one) => isAbsentPart(one as Thrown));
  return typeof error.message === 'string' && CONNECTION_LOST.test(error.message);
}
