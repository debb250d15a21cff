import type { Knex } from 'knex';
import type { Queryable } from './database.js';

/** How far a list searches in one way before it searches in another. The limits bound the work, never the result. */
export interface SearchBounds {
  /** How many of the newest rows are searched first: frequent rows are found among them. */
  readonly newest: number;
  /**
   * From this number on, events of one type are frequent. They are then read in their order, and not sorted for each
   * page.
   */
  readonly many: number;
}

export const SEARCH_BOUNDS: SearchBounds = { newest: 1_000, many: 5_000 };

/**
 * Selects the ids of a page of a list, newest first. The page is merged from smaller pages, and an index has each of
 * them in order. `page` selects one of those: for the value `v.value` and, in a list of all merchants, the merchant
 * `m.merchant_id`.
 */
export function pageOfPages(
  q: Queryable,
  {
    page,
    id,
    values,
    isOfAllMerchants,
    limit,
  }: {
    readonly page: Knex.QueryBuilder;
    /** The column of the ids. */
    readonly id: string;
    /** Undefined: there is one page, whatever the value. */
    readonly values: readonly string[] | undefined;
    readonly isOfAllMerchants: boolean;
    readonly limit: number;
  },
): Knex.QueryBuilder {
  const merchants = isOfAllMerchants ? 'merchants AS m CROSS JOIN' : '';
  return q
    .select(`f.${id}`)
    .from(
      q.raw(`${merchants} unnest(?::text[]) AS v (value) CROSS JOIN LATERAL ? AS f`, [
        [...new Set(values ?? ['any'])],
        page,
      ]),
    )
    .orderBy(`f.${id}`, 'desc')
    .limit(limit);
}

/**
 * Selects the ids of a page of a list out of all matching rows. The database finds the matching rows by the rarest
 * filters, in no order. Use this for filters that match few or no rows together. If the database saw the order and the
 * limit, it would read all rows in that order until enough of them matched.
 */
export function pageOfFitting(
  q: Queryable,
  {
    fitting,
    id,
    limit,
  }: {
    /** Selects the ids of all matching rows. */
    readonly fitting: Knex.QueryBuilder;
    readonly id: string;
    readonly limit: number;
  },
): Knex.QueryBuilder {
  return q.withMaterialized('fitting', fitting).select(id).from('fitting').orderBy(id, 'desc').limit(limit);
}
