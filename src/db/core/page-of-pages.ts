import type { Knex } from 'knex';
import type { Queryable } from './database.js';

/** So many of the newest rows are looked at before the others are: what is frequent is among them. */
export const NEWEST = 1_000;

/**
 * Selects the ids of a page of a list, newest first, out of pages that an index has in order. `page` selects one of them: of
 * the value `v.value`, and of the merchant `m.merchant_id` where the list is of all merchants.
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
