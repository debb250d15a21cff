import { z } from 'zod';
import type { PublicRateSource } from '../domain/core/rate-sources.js';

/** A token and the currency its price is asked in. */
export interface Pair {
  /** A token's, such as `USDC`. */
  readonly symbol: string;
  /** ISO 4217 code, such as `USD`. */
  readonly fiat: string;
}

/** A price as a source wrote it. */
export interface PublicPrice {
  /** Fiat per whole token, a decimal string. */
  readonly text: string;
  /** Epoch ms: when the source says that it was so. */
  readonly asOfMs: number;
}

/** How one public source is asked, by GET and without a key, and how its answer is read. */
export interface PublicSource {
  readonly name: PublicRateSource;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Path and query; undefined: the source can't have this pair. */
  path(pair: Pair): string | undefined;
  /**
   * @param answer the parsed JSON of an answer of status 200.
   * @throws Error when it is not of the documented shape, or says of itself that it is an error.
   */
  read(answer: unknown, pair: Pair): PublicPrice;
}

const MS_PER_SECOND = 1_000;

/** A price above zero as plain digits: never with an exponent or a sign. */
export const priceText = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,18})?$/)
  .refine((text) => /[1-9]/.test(text));

/** Unix time in seconds, whole or not. To epoch ms. */
export const unixSeconds = z
  .number()
  .positive()
  .transform((seconds) => Math.floor(seconds * MS_PER_SECOND));

/** Ticker symbols as exchanges write them; what has other characters is listed nowhere. */
export function isTicker(symbol: string): boolean {
  return /^[A-Z0-9]{2,12}$/.test(symbol);
}

/** @throws Error naming the first field that is not as documented. */
export function readShape<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new Error(`its answer is not of the documented shape${at === '' ? '' : `, at ${at}`}`);
}
