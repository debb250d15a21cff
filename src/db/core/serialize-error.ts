import { sqlState } from './database.js';

const CAUSES_MAX = 5;
/** SQLSTATEs of class 22 (data exception): their messages quote the value. */
const QUOTES_A_VALUE = /^22/;

/** An error as a log has it. */
export interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  /** Of a refusal by PostgreSQL, as far as it was told. */
  readonly table?: string;
  readonly constraint?: string;
  readonly routine?: string;
  readonly cause?: SerializedError;
  readonly errors?: readonly SerializedError[];
}

/**
 * What may be told of an error in a log (pino's serializer of `err`): where it happened and what rule was broken, never
 * the values. PostgreSQL quotes rows and parameters in `detail`, `where` and `hint`, libraries hang requests, commands
 * and bodies on their errors: only the fields of {@link SerializedError} are taken over.
 */
export function serializeError(error: unknown): SerializedError {
  return serialize(error, CAUSES_MAX);
}

function serialize(error: unknown, causesMax: number): SerializedError {
  if (!isErrorLike(error)) return { type: typeof error, message: 'what was thrown is no error' };
  const { code, table, constraint, routine, cause, errors } = error as Error & Record<string, unknown>;
  const message = messageOf(error);
  const below = (one: unknown): SerializedError => serialize(one, causesMax - 1);
  return {
    type: error.name,
    message,
    ...texts({ code }),
    ...(sqlState(error) === undefined ? {} : texts({ table, constraint, routine })),
    stack: `${error.name}: ${message}\n${framesOf(error)}`,
    ...(causesMax > 0 && isErrorLike(cause) ? { cause: below(cause) } : {}),
    ...(causesMax > 0 && Array.isArray(errors) ? { errors: errors.slice(0, CAUSES_MAX).map(below) } : {}),
  };
}

/** An error made by Node itself may come from another realm than our classes. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'name' in value;
}

/** Knex puts the statement before PostgreSQL's own words. */
const STATEMENT = /^(select|insert|update|delete|with|statement)\s.*? - /is;

function messageOf(error: Error): string {
  const { message } = error;
  const state = sqlState(error);
  if (state === undefined || !QUOTES_A_VALUE.test(state)) return message;
  return `${STATEMENT.exec(message)?.[0] ?? ''}PostgreSQL refused a value (SQLSTATE ${state})`;
}

/** The stack without the message before it. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function texts<T extends Record<string, unknown>>(fields: T): { [Key in keyof T]?: string } {
  const entries = Object.entries(fields).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as { [Key in keyof T]?: string };
}
