import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { SendResult, WithdrawalProgress } from '../../activities/contract.js';
import { failVisibly } from '../../activities/fail-visibly.js';
import { findTemporalTestServer } from '../helpers/services/temporal-test-server.js';
import { SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOW_TYPES } from '../../src/temporal/messages.js';
import { installRuntime } from '../../src/temporal/runtime.js';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { silentLog } from '../helpers/services/test-engine.js';
import { startTimeSkipping } from '../helpers/services/time-skipping.js';

const HOUR_MS = 3_600_000;
/** How soon the row of a withdrawal that can't be sent allows the next check. */
const RECHECK_MS = 15_000;
/** With a check every 15 seconds it was 3128. */
const MAX_EVENTS_OF_AN_HOUR = 300;

let environment: TestWorkflowEnvironment;

beforeAll(async () => {
  installRuntime(silentLog);
  environment = await startTimeSkipping(await findTemporalTestServer({ log: () => undefined }));
  await environment.connection.operatorService.addSearchAttributes({
    searchAttributes: Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, 2])),
  });
});
afterAll(async () => {
  await environment.teardown();
});

it('a withdrawal that waits an hour for the same reason checks less and less often, so its history stays short', async () => {
  const now = (): Promise<number> => environment.currentTimeMs();
  const startedAtMs = await now();
  let waitUntilMs = 0;
  const waits = { said: 'it waits', details: 'it waits', waitingFor: 'coins', waitsAs: 'approved no_tokens' };
  const activities = {
    advanceWithdrawal: async (): Promise<WithdrawalProgress> => {
      const nowMs = await now();
      if (nowMs - startedAtMs >= HOUR_MS)
        return { ...waits, status: 'stopped', next: 'closed', checkAtMs: null };
      return waitUntilMs > nowMs
        ? { ...waits, status: 'approved', next: 'wait', checkAtMs: waitUntilMs }
        : { ...waits, status: 'approved', next: 'send', checkAtMs: null };
    },
    sendWithdrawal: failVisibly(async (): Promise<SendResult> => {
      waitUntilMs = (await now()) + RECHECK_MS;
      return { said: 'not sent', failed: 'not sent: no coins' };
    }),
  };
  const { nativeConnection: connection, client } = environment;
  const signer = await Worker.create({ connection, taskQueue: TASK_QUEUES.signer, activities });
  const workflowBundle = await prepareWorkflowBundle();
  const core = await Worker.create({ connection, taskQueue: TASK_QUEUES.core, activities, workflowBundle });
  const handle = await signer.runUntil(
    core.runUntil(async () => {
      const started = await client.workflow.start(WORKFLOW_TYPES.withdrawal, {
        workflowId: 'withdrawal-wd_1',
        taskQueue: TASK_QUEUES.core,
        args: [{ withdrawalId: 'wd_1', payment: '1.000000 USDC' }],
      });
      expect(await started.result()).toBe('it waits');
      return started;
    }),
  );
  const { events } = await handle.fetchHistory();
  expect(events?.length).toBeGreaterThan(50);
  expect(events?.length).toBeLessThan(MAX_EVENTS_OF_AN_HOUR);
});
