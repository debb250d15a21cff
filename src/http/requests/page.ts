import { z } from 'zod';
import type { IdPrefix } from '../../db/core/new-id.js';
import type { AssetId } from '../../domain/core/asset.js';
import { listReply, type Page } from './reply.js';

const PAGE_MAX = 100;
const PAGE_DEFAULT = 25;

/** The query fields of every list whose items have ids of this prefix. */
export function pageFields(prefix: IdPrefix) {
  const start = Buffer.from(`${prefix}_`, 'latin1').toString('hex');
  return pageFieldsBy(new RegExp(`^${start}(3[0-9]|6[1-9a-f]|7[0-9a]){26}$`));
}

/** The query fields of a list whose items are numbered. */
export function numberedPageFields() {
  return pageFieldsBy(/^3[1-9](3[0-9]){0,14}$/);
}

/** The query fields of a list that is short enough to be read whole; {@link pageOfWhole} answers it. */
export function wholePageFields() {
  return pageFieldsBy(/^([2-9a-f][0-9a-f]){1,200}$/);
}

/** A cursor is the id of the last item shown in hexadecimal, so that nobody builds on it. `form` is theirs in ASCII. */
function pageFieldsBy(form: RegExp) {
  return {
    limit: z
      .string()
      .regex(/^([1-9]|[1-9]\d|100)$/, `expected a whole number from 1 to ${PAGE_MAX}`)
      .transform(Number)
      .default(PAGE_DEFAULT)
      .meta({
        description: 'How many at most.',
        override: ({ jsonSchema }: { jsonSchema: { pattern?: string } }) => {
          delete jsonSchema.pattern;
          Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: PAGE_MAX });
        },
        examples: [PAGE_DEFAULT],
      }),
    cursor: z
      .string()
      .regex(form, 'not a cursor of this list')
      .meta({ description: '`page.nextCursor` of the page before.' })
      .transform((text) => Buffer.from(text, 'hex').toString('latin1'))
      .optional(),
  };
}

/** Answers `limit` items of the `limit + 1` that were asked for; one too many means that there is a next page. */
export function pageReply<T, V>(
  items: readonly T[],
  options: {
    readonly limit: number;
    readonly idOf: (item: T) => string;
    readonly show: (item: T) => V;
  },
): Page<V> {
  const shown = items.slice(0, options.limit);
  const last = shown.at(-1);
  const more = items.length > options.limit && last !== undefined;
  const nextCursor = more ? Buffer.from(options.idOf(last), 'latin1').toString('hex') : null;
  return listReply(shown.map(options.show), nextCursor);
}

/**
 * A page of a list that was read whole, in its own order. `keyOf` names an item for as long as it is listed; after one
 * that is listed no more comes nothing.
 */
export function pageOfWhole<T, V>(
  items: readonly T[],
  options: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly keyOf: (item: T) => string;
    readonly show: (item: T) => V;
  },
): Page<V> {
  const { limit, cursor, keyOf, show } = options;
  // A cursor stands for bytes: those of the key in UTF-8.
  const idOf = (item: T): string => Buffer.from(keyOf(item)).toString('latin1');
  const shownBefore =
    cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor) + 1 || items.length;
  return pageReply(items.slice(shownBefore), { limit, idOf, show });
}

/** Names an asset in a list: neither part has a slash. */
export function assetKeyOf({ chainCode, tokenSymbol }: AssetId): string {
  return `${chainCode}/${tokenSymbol}`;
}
