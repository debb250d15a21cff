import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { transaction } from '../../src/db/core/database.js';
import { enqueue } from '../../src/db/outbox/outbox.js';
import { orderRun } from '../../src/db/reconciliation/order-run.js';
import { findLastRun, findRun } from '../../src/db/reconciliation/reconciliation-runs.js';
import { ensureReconciliationSchedule } from '../../src/temporal/reconciliation-schedule.js';
import { ensureSweepSchedule } from '../../src/temporal/sweep-schedule.js';
import { testChain } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase, urlOfRole } from '../helpers/services/postgres.js';
import { createTestNamespace, type TestNamespace } from '../helpers/services/temporal.js';
import { until } from '../helpers/until.js';
import { startWorkerProcess, type WorkerProcess } from '../helpers/processes/worker-process.js';

let engine: TestNamespace;
let database: TestDatabase;
let worker: WorkerProcess;
let connection: Connection;
let client: Client;

beforeAll(async () => {
  engine = await createTestNamespace();
  database = await createTestDatabase();
  connection = await Connection.connect({ address: engine.address });
  client = new Client({ connection, namespace: engine.namespace });
  worker = startWorkerProcess({
    DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_core' }),
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
    WORKER_ROLES: 'core',
  });
});
afterAll(async () => {
  worker.kill('SIGKILL');
  await worker.ended;
  await connection.close();
  await database.drop();
});

it('a core worker creates the hourly schedule, whose runs state their result in words', async () => {
  const handle = client.schedule.getHandle('reconciliation');
  await until('the schedule is there', () => handle.describe().then(Boolean, () => false));
  await handle.trigger();
  await until('a run has ended', async () => (await findLastRun(database.db)) !== undefined);
  const { info, policies, spec } = await handle.describe();
  expect(policies.overlap).toBe('SKIP');
  expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  const workflowId = info.recentActions[0]?.action.workflow.workflowId ?? '';
  expect(workflowId).toMatch(/^reconciliation-/);
  // The worker's chain does not answer and has no follower. The run only says so.
  expect(await client.workflow.getHandle(workflowId).result()).toBe(
    'no difference in the ledger, 0 invoices and nothing on local; could not compare all of local: ' +
      'its follower has not read up to a final block yet',
  );
});

it('a run that an operator orders is done by a worker, from the start, with the number that the order gave it', async () => {
  const actor = { kind: 'operator', id: 'opr_1', ip: null } as const;
  // The worker's own re-drive of the outbox starts it.
  const { runId } = await transaction(database.db, (trx) => orderRun(trx, { actor, nowMs: Date.now() }));
  await until('the run has ended', async () => (await findRun(database.db, runId))?.finished != null);
  expect(await findRun(database.db, runId)).toMatchObject({ runId, origin: 'operator', isFull: true });
  await client.workflow.getHandle(`reconciliation-run-${runId}`).result();
  expect(await database.db('outbox').where({ kind: 'reconciliation' })).toEqual([]);
});

it('a sweep that an operator orders triggers the schedule of its chain, as soon as a signing worker has created it', async () => {
  const handle = client.schedule.getHandle('sweep-local');
  await transaction(database.db, (trx) => enqueue(trx, [{ kind: 'sweep', targetId: 'local' }]));
  await ensureSweepSchedule(client, testChain, { everyMs: 86_400_000 });
  await until('it was triggered', async () => (await handle.describe()).info.numActionsTaken > 0);
  const isTold = async () => (await database.db('outbox').where({ kind: 'sweep' })).length === 0;
  await until('the order is done', isTold);
});

it("the schedule stays unchanged when it is created again, and so does an operator's pause", async () => {
  const handle = client.schedule.getHandle('reconciliation');
  await handle.pause('looking at something');
  await ensureReconciliationSchedule(client);
  const { state, info } = await handle.describe();
  expect(state).toMatchObject({ paused: true, note: 'looking at something' });
  expect(info.numActionsTaken).toBeGreaterThanOrEqual(1);
});
