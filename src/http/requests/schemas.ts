import { z } from 'zod';
import type { IdPrefix } from '../../db/core/new-id.js';
import { parseUrl } from '../../domain/core/parse-url.js';

const METADATA_BYTES_MAX = 4 * 1024;
const HTTPS_URL_LENGTH_MAX = 2048;

/** An id of ours: prefix and a lower-case ULID. */
export function idOf(prefix: IdPrefix): z.ZodString {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{26}$`), `expected an id that begins with ${prefix}_`)
    .meta({ examples: [`${prefix}_01jc8z4n6q0v3w9x2y5r7t1k8m`] });
}

export const publicId = z
  .string()
  .regex(/^pay_[0-9a-f]{40}$/)
  .meta({ examples: ['pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c'] });

/** Without the control characters (Unicode's Cc), written so that every dialect of patterns reads it alike. */
const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** They can't be written in UTF-8. */
const HALVES = /\p{Cs}/u;
const HALVES_MESSAGE = 'halves of surrogate pairs are no text';

/** One line of text of so many characters: code points, as JSON Schema and PostgreSQL count them. */
export function line({ max }: { max: number }): z.ZodString {
  return z
    .string()
    .min(1)
    .refine((text) => Array.from(text).length <= max, `expected at most ${max} characters`)
    .refine((text) => !HALVES.test(text), HALVES_MESSAGE)
    .regex(new RegExp(NO_CONTROLS), 'control characters are not allowed')
    .meta({ maxLength: max });
}

export const chainCode = line({ max: 64 }).meta({ examples: ['base'] });
export const tokenSymbol = line({ max: 64 }).meta({ examples: ['USDC'] });
export const merchantReference = line({ max: 128 }).meta({ examples: ['order-1001'] });

/** What stands in no URL (RFC 3986, appendix C) would be taken for something else where it is shown or kept. */
const NOT_IN_URLS = '\\s\\u0000-\\u001f\\u007f-\\u009f"<>\\\\^`{|}';

/** An IPv6 address or a name, and a port of 16 bits. */
const HOST = `(\\[[0-9a-fA-F:.]+\\]|[^/?#@:%[\\]${NOT_IN_URLS}]+)`;
const PORT = '(:([0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))?';

/**
 * Where a browser may be sent: absolute, https, and as it stands, without what the URL parser would silently drop or
 * turn into something else (https://url.spec.whatwg.org/#concept-basic-url-parser). No credentials:
 * `shop.example@evil.example` is a page of `evil.example`.
 */
export const httpsUrl = z
  .string()
  .max(HTTPS_URL_LENGTH_MAX)
  .regex(new RegExp(`^https://${HOST}${PORT}([/?#][^${NOT_IN_URLS}]*)?$`), {
    error: 'expected an https URL without spaces, quotes, backslashes, control characters and credentials',
    abort: true,
  })
  .refine((text) => !HALVES.test(text), HALVES_MESSAGE)
  .refine((text) => parseUrl(text) !== null, 'expected an https URL')
  .meta({
    description:
      'Where your customer goes afterwards: https, without credentials, its host written as URLs have it.',
    examples: ['https://shop.example/thanks'],
  });

/** Why an operator orders something: the audit log keeps it. */
export const reason = line({ max: 500 }).meta({ examples: ['Looked at by the night shift'] });

/** A whole number of base units as text. */
export const atomicText = z
  .string({ error: 'expected a whole number of base units as a string' })
  .regex(/^(0|[1-9]\d{0,77})$/, 'expected a whole number of base units as a string')
  .meta({ examples: ['25000000'] });

/**
 * What PostgreSQL and ISO 8601's four digits of a year both have, in UTC: what an offset would put beyond them, or
 * might on the first day and the last, is refused by how it is written, so that the reference can say it.
 */
const OF_FOUR_DIGITS = /^(?!0000|0001-01-01T.*\+|9999-12-31T.*-)/;

/** A moment, ISO 8601, of the years 1 to 9999 in UTC. In epoch ms. */
export const moment = momentLike('2026-01-31T12:00:00Z');

/** The same with another example. */
export function momentLike(example: string) {
  return z.iso
    .datetime({ offset: true, error: 'expected an ISO 8601 date-time such as "2026-01-31T12:00:00Z"' })
    .regex(OF_FOUR_DIGITS, 'expected a moment of the years 0001 to 9999 in UTC')
    .meta({ examples: [example] })
    .transform((text) => Date.parse(text));
}

/**
 * A decimal amount as text, as deep as its asset allows; that is checked when the asset is known. Whoever sends a number
 * is told to send a string: a JSON number is not exact.
 */
export const amountText = amountTextOf({ wholeDigitsMax: 78 });

/** The same with fewer digits before the point. */
export function amountTextOf({ wholeDigitsMax }: { wholeDigitsMax: number }): z.ZodString {
  return z
    .string({ error: 'expected a decimal string such as "12.50"' })
    .regex(
      new RegExp(`^(0|[1-9]\\d{0,${wholeDigitsMax - 1}})(\\.\\d{1,78})?$`),
      `expected a plain decimal string such as "12.50", of at most ${wholeDigitsMax} digits before the point`,
    )
    .meta({ examples: ['25.00'] });
}

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * The merchant's own notes. The very object that came in is kept, in its order of keys; what JSON could not give back
 * unchanged is refused.
 */
export const metadata = z
  .custom<Readonly<Record<string, z.infer<typeof metadataValue>>>>()
  .check((context) => {
    const { value, issues } = context;
    const refuse = (message: string, path: string[] = []): void => {
      issues.push({ code: 'custom', message, path, input: value });
    };
    if (typeof value !== 'object' || (value as unknown) === null || Array.isArray(value)) {
      refuse('expected an object');
      return;
    }
    for (const [key, entry] of Object.entries(value)) {
      if (HALVES.test(key) || (typeof entry === 'string' && HALVES.test(entry)))
        refuse(HALVES_MESSAGE, [key]);
      if (!metadataValue.safeParse(entry).success)
        refuse('expected a string, a number, a boolean or null', [key]);
      else if (typeof entry === 'number' && Number.isInteger(entry) && !Number.isSafeInteger(entry)) {
        refuse('a number this large is not exact in JSON; send it as a string', [key]);
      }
    }
    if (Buffer.byteLength(JSON.stringify(value)) > METADATA_BYTES_MAX) refuse('at most 4 KiB as JSON');
  })
  .meta({
    description: 'Your own notes: at most 4 KiB as JSON.',
    override: {
      type: 'object',
      additionalProperties: {
        type: ['string', 'number', 'boolean', 'null'],
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
      },
    },
    examples: [{ cart: 'c-7' }],
  });

/** Where money is to go; whether it can is found out later. */
export const paidAddress = z
  .string()
  .max(64)
  .meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });

export const nothing = z.strictObject({});
