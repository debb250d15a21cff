import { readClock } from '../../src/db/core/read-clock.js';
import { isHourlyAlertDue } from '../../src/domain/core/alert-throttle.js';
import type { ActivityDependencies } from '../dependencies.js';

/** Clocks of one installation that differ by more than this need somebody. */
const DIFFERENCE_MAX_MS = 60_000;

/** How often a worker does it, and what for. */
export const COMPARING_CLOCKS = { what: "comparing the clock with the database's", everyMs: 60_000 };

/**
 * Compares the clock of this host with the database's, and logs an error when they differ. By the one, approvals and
 * their signatures end, and by the other policies and sessions; neither clock alone shows that it is wrong.
 */
export async function compareClocks({
  db,
  now,
  log,
}: Pick<ActivityDependencies, 'db' | 'now' | 'log'>): Promise<void> {
  const askedAtMs = now();
  const theirsMs = await readClock(db);
  // The answer is from some moment between the two: only what is outside counts.
  const aheadMs = Math.max(askedAtMs - theirsMs, 0) - Math.max(theirsMs - now(), 0);
  if (Math.abs(aheadMs) <= DIFFERENCE_MAX_MS || !isHourlyAlertDue(log, 'clocks', Date.now())) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  log.error(
    { aheadMs },
    `the clock of this host is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: one of them is wrong. ` +
      'Approvals end too early or too late by it; have both hosts take their time from the same servers (NTP)',
  );
}
