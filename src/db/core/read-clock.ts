import type { Queryable } from './database.js';

/** Reads the clock of the database, in epoch ms. */
export async function readClock(q: Queryable): Promise<number> {
  const { rows } = await q.raw<{ rows: { now: Date }[] }>('SELECT clock_timestamp() AS now');
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL gave no time');
  return row.now.getTime();
}
