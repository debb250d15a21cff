import { transaction } from '../../src/db/core/database.js';
import {
  disableFailing,
  FAILED_FOR_DAYS,
  lockOverdueEndpoint,
  tellOfFailing,
} from '../../src/db/webhooks/endpoint-health.js';
import type { DeliveringDependencies } from './delivery-progress.js';

/** Endpoints that are judged in one run; the next run takes the others. */
const JUDGED_MAX = 1_000;

/**
 * Tells merchants of endpoints at which every attempt has failed for a day, and disables those that have failed for
 * five days. A failed attempt would do the same, but the next attempt may be half a day away. Each endpoint is reported
 * once, by whichever comes first.
 */
export async function judgeFailingEndpoints(
  deps: Pick<DeliveringDependencies, 'db' | 'now' | 'log' | 'dispatchOutbox'>,
): Promise<void> {
  let judged = 0;
  while (judged < JUDGED_MAX && (await judgeOne(deps))) judged += 1;
  if (judged > 0) await deps.dispatchOutbox();
}

async function judgeOne({
  db,
  now,
  log,
}: Pick<DeliveringDependencies, 'db' | 'now' | 'log'>): Promise<boolean> {
  return transaction(db, async (trx) => {
    const nowMs = now();
    const endpoint = await lockOverdueEndpoint(trx, { nowMs });
    if (endpoint === undefined) return false;
    if (!endpoint.isToBeDisabled) return tellOfFailing(trx, endpoint, nowMs);
    log.warn({ endpointId: endpoint.endpointId }, `webhook endpoint disabled: ${FAILED_FOR_DAYS}`);
    await disableFailing(trx, endpoint, { reason: FAILED_FOR_DAYS, nowMs });
    return true;
  });
}
