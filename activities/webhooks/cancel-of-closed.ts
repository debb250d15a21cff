import { transaction } from '../../src/db/core/database.js';
import { cancelNextOfClosed } from '../../src/db/webhooks/endpoint-closings.js';
import type { DeliveringDependencies } from './progress.js';

/** Transactions of one turn; the next goes on. */
const TRANSACTIONS_MAX = 1_000;

/**
 * Cancels what waits for endpoints that were closed and had more waiting than was cancelled at once. Each part is a
 * transaction of its own, so that it may end at any of them, and be done by many processes.
 */
export async function cancelOfClosedEndpoints({
  db,
  now,
}: Pick<DeliveringDependencies, 'db' | 'now'>): Promise<void> {
  for (let done = 0; done < TRANSACTIONS_MAX; done += 1) {
    const count = await transaction(db, (trx) => cancelNextOfClosed(trx, { nowMs: now() }));
    if (count === undefined) return;
  }
}
