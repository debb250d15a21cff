import { sqlState } from './database.js';

const CAUSES_MAX = 5;
/** SQLSTATEs of class 22 (data exception): their messages quote the value. */
const QUOTES_A_VALUE = /^22/;

/** An error as it is logged. */
export interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  /** Of an error from PostgreSQL, where it is given. */
  readonly table?: string;
  readonly constraint?: string;
  readonly routine?: string;
  readonly cause?: SerializedError;
  readonly errors?: readonly SerializedError[];
}

/**
 * Returns the parts of an error that may be logged (pino's serializer of `err`): where it happened and which rule was
 * broken, never the values. PostgreSQL quotes rows and parameters in `detail`, `where` and `hint`. Libraries attach
 * requests, commands and bodies to their errors. So only the fields of {@link SerializedError} are copied.
 */
export function serializeError(error: unknown): SerializedError {
  return serialize(error, CAUSES_MAX);
}

function serialize(error: unknown, causesMax: number): SerializedError {
  if (!isErrorLike(error)) return { type: typeof error, message: 'the thrown value is not an error' };
  const { code, table, constraint, routine, cause, errors } = error as Error & Record<string, unknown>;
  const message = messageOf(error);
  const serializeCause = (one: unknown): SerializedError => serialize(one, causesMax - 1);
  return {
    type: error.name,
    message,
    ...texts({ code }),
    ...(sqlState(error) === undefined ? {} : texts({ table, constraint, routine })),
    stack: `${error.name}: ${message}\n${framesOf(error)}`,
    ...(causesMax > 0 && isErrorLike(cause) ? { cause: serializeCause(cause) } : {}),
    ...(causesMax > 0 && Array.isArray(errors)
      ? { errors: errors.slice(0, CAUSES_MAX).map(serializeCause) }
      : {}),
  };
}

/** Says whether a value looks like an error. `instanceof` is not enough: Node's own errors may be of another realm. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'name' in value;
}

/** The statement that knex puts before PostgreSQL's own message. */
const STATEMENT = /^(select|insert|update|delete|with|statement)\s.*? - /is;

function messageOf(error: Error): string {
  const { message } = error;
  const state = sqlState(error);
  if (state === undefined || !QUOTES_A_VALUE.test(state)) return message;
  return `${STATEMENT.exec(message)?.[0] ?? ''}PostgreSQL refused a value (SQLSTATE ${state})`;
}

/** Returns the stack without the message before it. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Returns the fields that are strings. */
function texts<T extends Record<string, unknown>>(fields: T): { [Key in keyof T]?: string } {
  const entries = Object.entries(fields).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as { [Key in keyof T]?: string };
}
