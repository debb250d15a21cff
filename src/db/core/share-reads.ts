import DataLoader from 'dataloader';
import type { Queryable } from './database.js';

/** What is asked for beyond that, in the same turn, goes into a further statement. */
const SHARED_BY_MAX = 100;

/**
 * Reads one row by its key, and together with it those that other requests ask for in the same turn of the event loop:
 * they share one statement. It is sent when all of them have asked, and nothing is kept of it: nobody is ever told what
 * was true only before they asked. When it fails, it fails for each.
 *
 * @param select answers the rows of these keys, each of which it is asked for once.
 * @param keyOf a row.
 */
export function shareReads<Row>(
  select: (q: Queryable, keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): (q: Queryable, key: string) => Promise<Row | undefined> {
  const open = (q: Queryable): DataLoader<string, Row | undefined> =>
    new DataLoader<string, Row | undefined>(
      async (keys) => {
        const rows = await select(q, [...new Set(keys)]);
        const byKey = new Map(rows.map((row) => [keyOf(row), row]));
        return keys.map((key) => byKey.get(key));
      },
      // After all that has come in was read: what asks by then takes part.
      { cache: false, maxBatchSize: SHARED_BY_MAX, batchScheduleFn: setImmediate },
    );
  // A transaction sees what others don't: it shares with nobody.
  const loaders = new WeakMap<Queryable, DataLoader<string, Row | undefined>>();
  return (q, key) => {
    let loader = loaders.get(q);
    if (loader === undefined) loaders.set(q, (loader = open(q)));
    return loader.load(key);
  };
}
