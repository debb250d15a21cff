import { listOpen } from '../../src/db/outbox/open-targets.js';
import type { OutboxTarget } from '../../src/db/outbox/outbox.js';
import {
  listOverdueDeliveries,
  noteDeliveriesChecked,
  tellOverdueInvoices,
  tellOverdueWithdrawals,
  type OverdueDelivery,
  type OverdueQuery,
} from '../../src/db/outbox/overdue.js';
import type { WorkflowStarter } from '../../src/temporal/workflow-starter.js';
import type { ActivityDependencies } from '../dependencies.js';

/**
 * An object that is overdue for this long has most likely lost its workflow. It is not checked more often than this
 * either.
 */
const OVERDUE_MS = 300_000;
const BATCH_ROWS = 100;
/** Batches of each kind in one run; the next run takes the rest. */
const BATCHES_MAX = 10;

/**
 * Starts new workflows for overdue objects that have lost theirs: Temporal's data may be lost, or restored from an
 * earlier moment.
 *
 * Invoices and withdrawals are few. They are woken through the outbox, even if their workflow still runs: it may have
 * lost the signal that it waits for. Tens of thousands of deliveries may wait for receivers that don't answer. So a
 * running workflow of a delivery is not woken.
 *
 * @throws TemporalAwayError
 */
export async function restartLost(
  deps: Pick<ActivityDependencies, 'db' | 'chains' | 'now' | 'log' | 'dispatchOutbox'>,
  starter: Pick<WorkflowStarter, 'startLost'>,
): Promise<void> {
  const { db, log } = deps;
  const chainCodes = [...deps.chains.keys()];
  const told =
    (await inBatches(deps, (query) => tellOverdueInvoices(db, { ...query, chainCodes }))) +
    (await inBatches(deps, (query) => tellOverdueWithdrawals(db, { ...query, chainCodes })));
  if (told > 0) await deps.dispatchOutbox();
  let started = 0;
  await inBatches(deps, async (query) => {
    const overdue = await listOverdueDeliveries(db, query);
    const lost = overdue.filter(({ isStillInOutbox }) => !isStillInOutbox);
    started += await starter.startLost(
      db,
      idsOf(lost).map((targetId) => ({ kind: 'delivery', targetId })),
    );
    await noteDeliveriesChecked(db, { deliveryIds: idsOf(overdue), nowMs: query.nowMs });
    return overdue.length;
  });
  if (started > 0)
    log.warn({ started }, 'webhook deliveries were overdue and had no workflow: started again');
}

/**
 * How far back the first search goes, and by how much later searches overlap: Temporal lists a run some time after its
 * end.
 */
const STOPPED_BEFORE_MS = 7 * 86_400_000;
const STOPPED_OVERLAP_MS = 600_000;

/**
 * Creates a function that starts a workflow again when somebody has cancelled or terminated its run in Temporal. It
 * does so for invoices, withdrawals and deliveries that are open in the database: nobody in Temporal decides about
 * them.
 */
function createRestartStopped(
  { db, now, log }: Pick<ActivityDependencies, 'db' | 'now' | 'log'>,
  starter: Pick<WorkflowStarter, 'listStopped' | 'startLost'>,
): () => Promise<void> {
  let sinceMs = now() - STOPPED_BEFORE_MS;
  return async () => {
    const lookedAtMs = now();
    const stopped = await starter.listStopped(sinceMs);
    const open: readonly OutboxTarget[] = stopped.length === 0 ? [] : await listOpen(db, stopped);
    const started = await starter.startLost(db, open);
    if (started > 0) log.warn({ started }, 'workflows were stopped in Temporal, and are started again');
    sinceMs = lookedAtMs - STOPPED_OVERLAP_MS;
  };
}

/** Creates the function that a worker calls again and again: it starts lost and stopped workflows. */
export function createRestart(
  deps: Pick<ActivityDependencies, 'db' | 'chains' | 'now' | 'log' | 'dispatchOutbox'>,
  starter: Pick<WorkflowStarter, 'listStopped' | 'startLost'>,
): () => Promise<void> {
  const restartStopped = createRestartStopped(deps, starter);
  return async () => {
    await restartLost(deps, starter);
    await restartStopped();
  };
}

const idsOf = (deliveries: readonly OverdueDelivery[]): readonly string[] =>
  deliveries.map(({ deliveryId }) => deliveryId);

/** @returns how many were found. */
async function inBatches(
  { now }: Pick<ActivityDependencies, 'now'>,
  work: (query: OverdueQuery) => Promise<number>,
): Promise<number> {
  const nowMs = now();
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const found = await work({ nowMs, before: nowMs - OVERDUE_MS, limit: BATCH_ROWS });
    total += found;
    if (found < BATCH_ROWS) break;
  }
  return total;
}
