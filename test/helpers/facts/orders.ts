import type { Queryable } from '../../../src/db/core/database.js';
import { recordEvent } from '../../../src/db/webhooks/events.js';
import { QuittanceError } from '../../../src/domain/core/errors.js';
import { until } from '../until.js';

/** For policy orders that take effect at once. */
export const WITHOUT_DELAY = { policyDelayMs: 0, tell: recordEvent, givenWith: null } as const;

/** Returns the result of the work, or undefined when it is refused by a QuittanceError. Throws any other error. */
export async function orRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QuittanceError) return undefined;
    throw error;
  }
}

/** Waits until the work waits for a lock. Throws when it ends without. `q` is as for {@link untilWaiting}. */
export async function untilWaits(q: Queryable, work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
  };
  work.then(end, end);
  await until('it waits for a lock', async () => {
    if (hasEnded) throw new Error('It has ended, and was to wait for a lock');
    return (await countWaiting(q)) >= 1;
  });
}

/**
 * Waits until this many transactions of the database wait for a lock. `q` must not be a transaction, because that would
 * see only the waits at its own beginning.
 */
export const untilWaiting = (q: Queryable, count = 1): Promise<void> =>
  until(`${String(count)} wait for a lock`, async () => (await countWaiting(q)) >= count);

async function countWaiting(q: Queryable): Promise<number> {
  const { rows } = await q.raw<{ rows: { waiting: number }[] }>(
    `SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
