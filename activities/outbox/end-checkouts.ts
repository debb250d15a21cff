import { endCheckouts } from '../../src/db/checkouts/decide-checkout.js';
import { isHourlyAlertDue } from '../../src/domain/core/alert-throttle.js';
import type { ActivityDependencies } from '../dependencies.js';

const BATCH = 100;

/**
 * Ends the checkouts whose time is over, the longest overdue first, and starts the deliveries of their events. One that
 * can't be ended is logged, and tried again the next time.
 */
export async function endDueCheckouts({
  db,
  now,
  log,
  dispatchOutbox,
}: Pick<ActivityDependencies, 'db' | 'now' | 'log' | 'dispatchOutbox'>): Promise<void> {
  const { ended, failures } = await endCheckouts(db, { nowMs: now(), limit: BATCH });
  for (const { checkoutId, error } of failures)
    if (isHourlyAlertDue(log, `end ${checkoutId}`, Date.now()))
      log.error(
        { checkoutId, err: error },
        'a checkout whose time is over could not be ended: it stays open',
      );
  if (ended > 0) await dispatchOutbox();
}
