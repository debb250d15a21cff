import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { findAskedRun, getRun, startRun, type ReconciliationRun } from './reconciliation-runs.js';

/** The longest duration of a run. A killed run begins again within this time. */
const UNDER_WAY_MS = 2 * 3_600_000;

/**
 * Orders a run that compares everything from the beginning. It is recorded as started, and a worker does it.
 *
 * @throws QuittanceError `invalid_state` while an ordered run is under way.
 */
export async function orderRun(
  trx: Transaction,
  { actor, nowMs }: { readonly actor: AuditActor; readonly nowMs: number },
): Promise<ReconciliationRun> {
  // The second of two concurrent orders sees the first.
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('order a run', 0))`);
  const underWay = await findAskedRun(trx, { sinceMs: nowMs - UNDER_WAY_MS });
  if (underWay !== undefined)
    throw new QuittanceError('invalid_state', `Run ${underWay} is under way; wait for its end.`);
  const runId = await startRun(trx, { origin: 'operator', isFull: true, nowMs });
  await appendAudit(trx, {
    actor,
    action: 'reconciliation.run',
    objectKind: 'reconciliation',
    objectId: String(runId),
  });
  await enqueue(trx, [{ kind: 'reconciliation', targetId: String(runId) }]);
  return getRun(trx, runId);
}
