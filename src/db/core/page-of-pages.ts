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

/** Selects a page of a list, newest first. It is merged from smaller pages, and an index has each of them in order. */
export function pageOfPages(
  q: Queryable,
  {
    page,
    ofEach,
    id,
    limit,
  }: {
    /** Selects one of the smaller pages: for a row of `ofEach`. */
    readonly page: Knex.QueryBuilder;
    /** What there is a smaller page of, as a part of `FROM`. */
    readonly ofEach: Knex.Raw;
    /** The column of the ids. */
    readonly id: string;
    readonly limit: number;
  },
): Knex.QueryBuilder {
  return q
    .select('f.*')
    .from(q.raw('? CROSS JOIN LATERAL ? AS f', [ofEach, page]))
    .orderBy(`f.${id}`, 'desc')
    .limit(limit);
}
