import type { Knex } from 'knex';
import type { Queryable } from './database.js';

/** How many of the newest rows are searched first: what is frequent is found among them. */
export const NEWEST = 1_000;

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
        [...(values ?? ['any'])],
        page,
      ]),
    )
    .orderBy(`f.${id}`, 'desc')
    .limit(limit);
}
