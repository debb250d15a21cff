import { z } from 'zod';
import type { PublicRateSource } from '../domain/core/rate-sources.js';

/** A token, and the currency in which its price is asked. */
export interface Pair {
  /** The token's symbol, such as `USDC`. */
  readonly symbol: string;
  /** ISO 4217 code, such as `USD`. */
  readonly fiat: string;
}

/** A price as a source wrote it. */
export interface PublicPrice {
  /** Fiat per whole token, a decimal string. */
  readonly text: string;
  /** The time of the price by the source's own clock, epoch ms. */
  readonly asOfMs: number;
}

/** A public source: how it is asked, by GET and without a key, and how its answer is read. */
export interface PublicSource {
  readonly name: PublicRateSource;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Returns path and query. Undefined: the source can't have this pair. */
  path(pair: Pair): string | undefined;
  /** Tells whether an answer says that the source does not have the pair, as opposed to any other failure. */
  isNotListed(status: number, text: string): boolean;
  /**
   * Reads the price from an answer.
   *
   * @param answer the parsed JSON of an answer with status 200.
   * @throws Error when the answer does not have the documented shape, or is itself an error.
   */
  read(answer: unknown, pair: Pair): PublicPrice;
}

const MS_PER_SECOND = 1_000;

/** A price above zero in plain digits, without an exponent or a sign. */
export const priceText = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,18})?$/)
  .refine((text) => /[1-9]/.test(text));

/** A Unix time in seconds, whole or not. It is converted to epoch ms. */
export const unixSeconds = z
  .number()
  .positive()
  .transform((seconds) => Math.floor(seconds * MS_PER_SECOND));

/** Tells whether a symbol is a ticker as exchanges write it. A symbol with other characters is listed nowhere. */
export function isTicker(symbol: string): boolean {
  return /^[A-Z0-9]{2,12}$/.test(symbol);
}

/** Reads an answer of the documented shape. @throws Error that names the first field that is not as documented. */
export function readShape<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new Error(`its answer is not of the documented shape${at === '' ? '' : `, at ${at}`}`);
}
