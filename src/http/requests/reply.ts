import { z } from 'zod';
import { ERROR_CODES, type QuittanceError } from '../../domain/core/errors.js';

/** An answer as it is sent. Its body is already text, so that a kept answer is returned byte for byte. */
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

/** The output of a schema, read-only. */
export type Shown<S extends z.ZodType> = DeepReadonly<z.output<S>>;

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

export function dataReply<T>(data: T): Data<T> {
  return { ok: true, data };
}

export function listReply<T>(data: readonly T[], nextCursor: string | null = null): Page<T> {
  return { ok: true, data, page: { nextCursor } };
}

/** Returns the schema of what {@link dataReply} makes. */
export function dataOf<S extends z.ZodType>(data: S) {
  return z.strictObject({ ok: z.literal(true), data });
}

/** Returns the schema of what {@link listReply} makes. */
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
