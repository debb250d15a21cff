import { z } from 'zod';
import { ERROR_CODES, type QuittanceError } from '../../domain/core/errors.js';

/** An answer as it is sent. Its body is text, so that a stored answer is repeated byte for byte. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that is sent while it is produced. */
export interface StreamedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly lines: AsyncIterable<string>;
}

/** The output of a schema, with every field read-only. */
export type Shown<S extends z.ZodType> = DeepReadonly<z.output<S>>;

/** A type with every field read-only, at every depth. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The body of an answer with one object. */
export interface Data<T> {
  readonly ok: true;
  readonly data: T;
}

/** The body of one page of a list. */
export interface Page<T> extends Data<readonly T[]> {
  /** Null on the last page. */
  readonly page: { readonly nextCursor: string | null };
}

/** Returns the body of a success with one object. */
export function dataReply<T>(data: T): Data<T> {
  return { ok: true, data };
}

/** Returns the body of a success with one page of a list. */
export function listReply<T>(data: readonly T[], nextCursor: string | null = null): Page<T> {
  return { ok: true, data, page: { nextCursor } };
}

/** Returns the schema of {@link dataReply}'s result. */
export function dataOf<S extends z.ZodType>(data: S) {
  return z.strictObject({ ok: z.literal(true), data });
}

/** Returns the schema of {@link listReply}'s result. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.strictObject({
    ok: z.literal(true),
    data: z.array(item),
    page: z.strictObject({
      nextCursor: z
        .string()
        .nullable()
        .meta({
          description: 'Send it as `cursor` to get the next page; null on the last page.',
          examples: [null],
        }),
    }),
  });
}

/** Returns the answer of a refusal, with the headers that belong to its code. */
export function errorReply(error: QuittanceError, requestId: string): Reply {
  const { code, message, details, retryAfterSeconds } = error;
  return {
    status: ERROR_CODES[code].status,
    body: JSON.stringify({
      ok: false,
      error: { code, message, requestId, ...(details === undefined ? {} : { details }) },
    }),
    headers: {
      ...(code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  };
}
