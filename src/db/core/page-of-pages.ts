import type { Knex } from 'knex';
import type { Queryable } from './database.js';

/** How far a list searches in one way before it searches in another. They bound what is read, never what is found. */
export interface SearchBounds {
  /** How many of the newest rows are searched first: what is frequent is found among them. */
  readonly newest: number;
  /** So many events of one type are frequent. They are not read and sorted for a page, but gone through in their order. */
  readonly many: number;
}

export const SEARCH_BOUNDS: SearchBounds = { newest: 1_000, many: 5_000 };

/**
 * Selects the ids of a page of a list, newest first. It is put together from smaller pages, each of which an index has in
 * order. `page` selects one of those: for the value `v.value` and, in a list of all merchants, the merchant `m.merchant_id`.
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
    /** Undefined: no values are told apart. */
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
 * Selects the ids of a page of a list out of all that fit. The database finds those by the rarest filters, in no order. So it
 * is for filters that few or no rows have together: with the order and the limit in view, it would go through all rows in that
 * order, in the hope of enough of them.
 */
export function pageOfFitting(
  q: Queryable,
  {
    fitting,
    id,
    limit,
  }: {
    /** Selects the ids of all that fit. */
    readonly fitting: Knex.QueryBuilder;
    readonly id: string;
    readonly limit: number;
  },
): Knex.QueryBuilder {
  return q.withMaterialized('fitting', fitting).select(id).from('fitting').orderBy(id, 'desc').limit(limit);
}
