import type { Knex } from 'knex';

/** The result of a search: the rows themselves, or the value of a column that all of them have. */
export type SearchResult =
  { readonly ids: readonly string[] } | { readonly column: string; readonly value: string };

/** Restricts a query to the result. */
export function filterFound(
  builder: Knex.QueryBuilder,
  { found, idColumn }: { readonly found: SearchResult | undefined; readonly idColumn: string },
): void {
  if (found === undefined) return;
  if ('ids' in found) void builder.whereIn(idColumn, found.ids);
  else void builder.where(found.column, found.value);
}
