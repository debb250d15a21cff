import { transaction } from '../../src/db/core/database.js';
import {
  disableFailing,
  FAILED_FOR_DAYS,
  lockOverdueEndpoint,
  tellOfFailing,
} from '../../src/db/webhooks/endpoint-health.js';
import type { DeliveringDependencies } from './progress.js';

/** Of one turn; the next takes the others. */
const JUDGED_MAX = 1_000;

/**
 * Tells of endpoints that have failed everything for a day, and disables those that have for five, when their time has
 * come: a failed attempt that would say so may be half a day away. Each is told of once, whoever comes first.
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
