import { transaction } from '../../src/db/core/database.js';
import { cancelNextOfClosed } from '../../src/db/webhooks/endpoint-closings.js';
import type { DeliveringDependencies } from './delivery-progress.js';

/** Transactions in one run; the next run goes on. */
const TRANSACTIONS_MAX = 1_000;

/**
 * Cancels the deliveries that still wait for closed endpoints: closing one cancels only so many at once. Each part is
 * cancelled in a transaction of its own. So this may stop after any part, and many processes may do it.
 */
export async function cancelForClosedEndpoints({
  db,
  now,
}: Pick<DeliveringDependencies, 'db' | 'now'>): Promise<void> {
  for (let done = 0; done < TRANSACTIONS_MAX; done += 1) {
    const count = await transaction(db, (trx) => cancelNextOfClosed(trx, { nowMs: now() }));
    if (count === undefined) return;
  }
}
