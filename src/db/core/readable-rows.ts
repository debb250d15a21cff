import { UnreadableError, type Queryable } from './database.js';

/** A figure in SQL; 0 for `NaN`, which the owner of the database can have written: then a sum is found that differs. */
export const figure = (of: string): string => `coalesce(nullif(${of}, 'NaN'), 0)`;

/** Whether the driver reads a time in SQL: the owner of the database can have written one that no `Date` holds. */
export const readableTime = (of: string): string =>
  `${of} > '-infinity' AND ${of} < to_timestamp(8640000000000)`;

/** What a row has to fulfil so that the driver reads it, as `whereRaw` takes it. */
const READABLE = `
  SELECT string_agg(format(
           CASE atttypid
             WHEN 'numeric'::regtype THEN '%1$I.%2$I <> ''NaN'''
             WHEN 'bigint'::regtype THEN '%1$I.%2$I BETWEEN -9007199254740991 AND 9007199254740991'
             ELSE '${readableTime('%1$I.%2$I').replaceAll("'", "''")}'
           END, :table::text, attname), ' AND ') AS rule
    FROM pg_attribute
   WHERE attrelid = :table::regclass AND attnum > 0 AND NOT attisdropped
     AND atttypid IN ('numeric'::regtype, 'bigint'::regtype, 'timestamptz'::regtype)`;

/**
 * Reads a list of a table. The table's rule `…_readable` lets nobody store what can't be read, but the owner of the
 * database can take it away. Then such a row is left out, and keeps no other one from being read.
 *
 * @param read gets a condition for `whereRaw`: which rows to read. @param onLeftOut gets the words for the operator.
 */
export async function readableRows<Row>(
  q: Queryable,
  { table, onLeftOut }: { readonly table: string; readonly onLeftOut?: LeftOut | undefined },
  read: (rule: string) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await read('true');
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { rows } = await q.raw<{ rows: { rule: string }[] }>(READABLE, { table });
    const readable = await read(`(${rows[0]?.rule ?? 'true'}) IS NOT FALSE`);
    onLeftOut?.(
      `A row of the table ${table} has ${error.what}, which this program never writes. Somebody has altered it: ` +
        'it is in no list. Find out who, and restore it, for example from a backup.',
    );
    return readable;
  }
}

/** Tells the operator that something is not listed, and why. */
export type LeftOut = (what: string) => void;
