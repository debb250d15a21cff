import { z } from 'zod';
import type { IdPrefix } from '../../db/core/new-id.js';
import { parseUrl } from '../../domain/core/parse-url.js';
import { validationFailed } from './validate.js';

const METADATA_BYTES_MAX = 4 * 1024;
const HTTPS_URL_LENGTH_MAX = 2048;

/** Returns the schema of an id: a prefix and a lower-case ULID. */
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

/** The public id of a checkout. */
export const checkoutPublicId = z
  .string()
  .regex(/^cs_[0-9a-f]{40}$/)
  .meta({ examples: ['cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c'] });

/**
 * Text without control characters (Unicode's Cc). The pattern means the same in every dialect of regular expressions.
 */
const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Halves of surrogate pairs, which UTF-8 cannot express. */
const HALVES = /\p{Cs}/u;
const HALVES_MESSAGE = 'half of a surrogate pair is not text';

/**
 * Returns the schema of one line of text with at most `max` characters. Characters are code points, as JSON Schema and
 * PostgreSQL count them.
 */
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

/** What is paid for, shown to the customer as text. */
export const description = line({ max: 500 }).meta({ examples: ['Two coffees and a cake'] });

/** Characters that no URL contains (RFC 3986, appendix C). They could be misread where the URL is shown or stored. */
const NOT_IN_URLS = '\\s\\u0000-\\u001f\\u007f-\\u009f"<>\\\\^`{|}';

/**
 * The host is a name or an address. The port has 16 bits. The pattern is exact, because the OpenAPI document must allow
 * exactly the values that the code accepts. The last label of a name begins with a letter. Otherwise the URL parser
 * would read it as a number (https://url.spec.whatwg.org/#ends-in-a-number-checker). The letters are Latin, Greek,
 * Cyrillic, Chinese, Japanese and Korean. Other names must be written as in URLs (`xn--…`).
 */
const LETTERS =
  'A-Za-z\\u00df-\\u00f6\\u00f8-\\u00ff\\u03b1-\\u03c9\\u0430-\\u045f\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3';
const [IPV4, IPV6] = [z.regexes.ipv4, z.regexes.ipv6].map(({ source }) => source.slice(1, -1));
const NAME = `([${LETTERS}0-9_-]+\\.)*[${LETTERS}][${LETTERS}0-9_-]*\\.?`;
const HOST = `(\\[(${IPV6})\\]|(${IPV4})|${NAME})`;
const PORT = '(:([0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))?';

/** An https URL, or a plain http URL on the customer's own machine. Only local mode accepts the latter. */
const RETURN_URL = new RegExp(
  `^(https://${HOST}|http://(localhost|127\\.0\\.0\\.1))${PORT}([/?#][^${NOT_IN_URLS}]*)?$`,
);
const HTTP_EXPECTED =
  'begins with http://; expected https:// (in local mode also http://localhost and http://127.0.0.1)';
const HTTPS_EXPECTED =
  'expected an https URL without spaces, quotes, backslashes, control characters and credentials';
/** The beginnings of the plain http URLs that local mode accepts. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1)(:\d*)?([/?#]|$)/;
const REST_EXPECTED =
  'expected a port up to 65535, and no spaces, quotes, backslashes and control characters; http:// is for local mode';

/** Checks the most common mistake first. */
function wrongReturnUrl(text: string): string {
  if (!text.startsWith('http://')) return HTTPS_EXPECTED;
  return LOOPBACK.test(text) ? REST_EXPECTED : HTTP_EXPECTED;
}

/**
 * Refuses plain http URLs outside local mode.
 *
 * @throws QuittanceError `validation_failed` with every refused URL.
 */
export function requireReturnUrls(
  asked: Readonly<Record<string, string | undefined>>,
  { isLocal }: { readonly isLocal: boolean },
): void {
  if (isLocal) return;
  const refused = Object.entries(asked).filter(([, url]) => url?.startsWith('http://') === true);
  if (refused.length > 0) throw validationFailed(refused.map(([path]) => ({ path, message: HTTP_EXPECTED })));
}

/**
 * A URL to which a browser may be redirected. It is absolute and https, without characters that the URL parser would
 * silently drop or change (https://url.spec.whatwg.org/#concept-basic-url-parser). It has no credentials, because
 * `https://shop.example@evil.example` is a page of `evil.example`. Plain http on loopback passes here, and {@link
 * requireReturnUrls} refuses it outside local mode.
 */
export const returnUrl = z
  .string()
  .max(HTTPS_URL_LENGTH_MAX)
  .regex(RETURN_URL, {
    error: ({ input }) => wrongReturnUrl(String(input)),
    abort: true,
  })
  .refine((text) => !HALVES.test(text), HALVES_MESSAGE)
  .refine((text) => parseUrl(text) !== null, 'expected an https URL')
  .meta({
    description:
      'Where your customer goes afterwards: an https URL without credentials, its host in the form of URLs. Local mode takes http://localhost and http://127.0.0.1 too.',
    examples: ['https://shop.example/thanks'],
  });

/** The reason for an operator's order, which the audit log keeps. */
export const reason = line({ max: 500 }).meta({ examples: ['Looked at by the night shift'] });

/** A whole number of base units as text. */
export const atomicText = z
  .string({ error: 'expected a whole number of base units as a string' })
  .regex(/^(0|[1-9]\d{0,77})$/, 'expected a whole number of base units as a string')
  .meta({ examples: ['25000000'] });

/**
 * The moments of the years 0001 to 9999 in UTC. PostgreSQL and ISO 8601 with four digits can express them. On the first
 * and the last day, an offset could move a moment out of this range. The pattern refuses every such offset, so that the
 * OpenAPI document can state the rule.
 */
const OF_FOUR_DIGITS = /^(?!0000|0001-01-01T.*\+|9999-12-31T.*-)/;

/** A moment in ISO 8601, of the years 1 to 9999 in UTC. It is parsed to epoch ms. */
export const moment = momentLike('2026-01-31T12:00:00Z');

/** Returns the same schema with another example. */
export function momentLike(example: string) {
  return z.iso
    .datetime({ offset: true, error: 'expected an ISO 8601 date-time such as "2026-01-31T12:00:00Z"' })
    .regex(OF_FOUR_DIGITS, 'expected a moment of the years 0001 to 9999 in UTC')
    .meta({ examples: [example] })
    .transform((text) => Date.parse(text));
}

/**
 * A decimal amount as text. The asset decides how many decimals are allowed; that is checked once the asset is known.
 * A JSON number is not exact, so the error asks for a string.
 */
export const amountText = amountTextOf({ wholeDigitsMax: 78 });

/** Checks the most common mistake first. */
function wrongAmount(text: string, wholeDigitsMax: number): string {
  if (text.startsWith('-')) return 'must not be negative';
  if (text.includes(',')) return 'has a comma; expected a point before the decimals, such as "1250.50"';
  return `expected a plain decimal string such as "12.50", of at most ${wholeDigitsMax} digits before the point`;
}

/** Returns the same schema with at most `wholeDigitsMax` digits before the point. */
function amountTextOf({ wholeDigitsMax }: { wholeDigitsMax: number }): z.ZodString {
  return z
    .string({ error: 'expected a decimal string such as "12.50"' })
    .regex(new RegExp(`^(0|[1-9]\\d{0,${wholeDigitsMax - 1}})(\\.\\d{1,78})?$`), {
      error: ({ input }) => wrongAmount(String(input), wholeDigitsMax),
    })
    .meta({ examples: ['25.00'] });
}

/** The most digits before the point. A longer amount is a mistake, because nobody asks for 10^18 of anything. */
const WHOLE_DIGITS_MAX = 18;

/** The amount of an invoice or a checkout. */
export const invoiceAmount = amountTextOf({ wholeDigitsMax: WHOLE_DIGITS_MAX });

const currencies = Intl.supportedValuesOf('currency');
export const fiatCurrency = z.enum(currencies, {
  error: 'expected an ISO 4217 code in capitals, such as "USD"',
});

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * The merchant's own notes. The object is stored as received, with the order of its keys. A value that JSON could not
 * return unchanged is refused.
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

/** An address to which money is to be sent. A later step checks whether it can be paid. */
export const paidAddress = z
  .string()
  .max(256)
  .meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });

/** Returns the schema of one or more of these values, separated by commas. */
export function oneOrMore<const T extends string>(values: readonly T[]) {
  const one = `(${values.join('|')})`;
  return z
    .string()
    .regex(
      new RegExp(`^${one}(,${one})*$`),
      `expected one or more of ${values.join(', ')}, separated by commas`,
    )
    .meta({
      description: `One or more of ${values.map((value) => `\`${value}\``).join(', ')}, separated by commas.`,
      examples: [values[0]],
    })
    .transform((text) => [...new Set(text.split(','))] as T[]);
}

/** A boolean in a query: `true` or `false`. */
export const yesOrNo = z
  .enum(['true', 'false'])
  .meta({ examples: ['true'] })
  .transform((text) => text === 'true');

/** The text for which a list is searched. */
export const searched = line({ max: 128 }).meta({
  description:
    'A whole reference, an id, a public id, an address, or the hash of a transaction that belongs to it.',
  examples: ['order-1001'],
});

export const nothing = z.strictObject({});
