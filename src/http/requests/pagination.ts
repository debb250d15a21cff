import { z } from 'zod';
import type { IdPrefix } from '../../db/core/new-id.js';
import type { AssetId } from '../../domain/core/asset.js';
import { listReply, type Page } from './reply.js';

const PAGE_MAX = 100;
const PAGE_DEFAULT = 25;

/** Returns the query fields of a list whose items have ids with this prefix. */
export function pageFields(prefix: IdPrefix) {
  const start = Buffer.from(`${prefix}_`, 'latin1').toString('hex');
  return pageFieldsBy(new RegExp(`^${start}(3[0-9]|6[1-9a-f]|7[0-9a]){26}$`));
}

/** Returns the query fields of a list whose items are numbered. */
export function numberedPageFields() {
  return pageFieldsBy(/^3[1-9](3[0-9]){0,14}$/);
}

/** Returns the query fields of a list that is short enough to be read completely. {@link pageOfWhole} answers it. */
export function wholePageFields() {
  return pageFieldsBy(/^([2-9a-f][0-9a-f]){1,200}$/);
}

/**
 * Returns the query fields of a list. A cursor is the id of the last shown item in hexadecimal. The encoding keeps
 * callers from relying on its content.
 *
 * @param form matches a cursor of the list: the bytes of an id in hexadecimal.
 */
function pageFieldsBy(form: RegExp) {
  return {
    limit: z
      .string()
      .regex(/^([1-9]|[1-9]\d|100)$/, `expected a whole number from 1 to ${PAGE_MAX}`)
      .transform(Number)
      .default(PAGE_DEFAULT)
      .meta({
        description: 'How many items at most.',
        override: ({ jsonSchema }: { jsonSchema: { pattern?: string } }) => {
          delete jsonSchema.pattern;
          Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: PAGE_MAX });
        },
        examples: [PAGE_DEFAULT],
      }),
    cursor: z
      .string()
      .regex(form, 'not a cursor of this list')
      .meta({ description: '`page.nextCursor` of the previous page.' })
      .transform((text) => Buffer.from(text, 'hex').toString('latin1'))
      .optional(),
  };
}

/**
 * Returns a page of at most `limit` items. `found` has up to `limit + 1` items. The additional item means that there is
 * a next page.
 */
export function pageReply<T, V>(
  items: readonly T[],
  options: {
    readonly limit: number;
    readonly idOf: (item: T) => string;
    readonly show: (item: T) => V;
    /**
     * Tells whether an item can't be shown. Such items are omitted, so the page may have fewer than `limit`. Default:
     * none.
     */
    readonly isRefused?: (item: T) => boolean;
  },
): Page<V> {
  const shown = items.slice(0, options.limit);
  // The last item may be an omitted one. The next page begins after it.
  const last = shown.at(-1);
  const hasNextPage = items.length > options.limit && last !== undefined;
  const nextCursor = hasNextPage ? Buffer.from(options.idOf(last), 'latin1').toString('hex') : null;
  const { isRefused = () => false } = options;
  return listReply(shown.filter((item) => !isRefused(item)).map(options.show), nextCursor);
}

/**
 * Returns a page of a list that was read completely, in the order of the list. `keyOf` returns the key of an item,
 * which must not change while the item is listed. If the item of the cursor is no longer listed, the page is empty.
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
  // A cursor encodes the bytes of the key in UTF-8.
  const idOf = (item: T): string => Buffer.from(keyOf(item)).toString('latin1');
  const shownBefore =
    cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor) + 1 || items.length;
  return pageReply(items.slice(shownBefore), { limit, idOf, show });
}

/** Returns the key of an asset in a list. Neither part contains a slash. */
export function assetKeyOf({ chainCode, tokenSymbol }: AssetId): string {
  return `${chainCode}/${tokenSymbol}`;
}
