import DataLoader from 'dataloader';
import type { Queryable } from './database.js';

/** The most keys of one statement; further keys of the same turn go into another one. */
const SHARED_BY_MAX = 100;

/**
 * Returns a function that reads one row by its key. Requests of the same turn of the event loop share one statement. It
 * is sent after all of them have asked, and its result is not cached: no caller gets a row from before it asked. When
 * the statement fails, it fails for every caller.
 *
 * @param select returns the rows of these keys; each key is in the list once.
 * @param keyOf returns the key of a row.
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
      // The statement is sent after all pending input was read, so those requests share it too.
      { cache: false, maxBatchSize: SHARED_BY_MAX, batchScheduleFn: setImmediate },
    );
  // A transaction sees its own changes, so it shares no statement with others.
  const loaders = new WeakMap<Queryable, DataLoader<string, Row | undefined>>();
  return (q, key) => {
    let loader = loaders.get(q);
    if (loader === undefined) loaders.set(q, (loader = open(q)));
    return loader.load(key);
  };
}
