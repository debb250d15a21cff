import { endCheckouts } from '../../src/db/checkouts/decide-checkout.js';
import type { ActivityDependencies } from '../dependencies.js';

const BATCH = 100;

/** Ends the checkouts whose time is over, the longest overdue first, and starts the deliveries of their events. */
export async function endDueCheckouts({
  db,
  now,
  dispatchOutbox,
}: Pick<ActivityDependencies, 'db' | 'now' | 'dispatchOutbox'>): Promise<void> {
  const ended = await endCheckouts(db, { nowMs: now(), limit: BATCH });
  if (ended > 0) await dispatchOutbox();
}
