import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { SweepProgress } from '../../activities/contract.js';
import { failVisibly } from '../../activities/fail-visibly.js';
import { findTemporalTestServer } from '../helpers/services/temporal-test-server.js';
import { installRuntime } from '../../src/temporal/runtime.js';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOW_TYPES } from '../../src/temporal/messages.js';
import { silentLog } from '../helpers/services/test-engine.js';
import { startTimeSkipping } from '../helpers/services/time-skipping.js';

const MINUTE_MS = 60_000;
/** When the transaction of this sweep is final. */
const FINAL_AFTER_MS = 60 * MINUTE_MS;
/** With a round every 15 seconds it would be 2,600. */
const MAX_EVENTS = 250;
let environment: TestWorkflowEnvironment;

beforeAll(async () => {
  installRuntime(silentLog);
  const path = await findTemporalTestServer({ log: () => undefined });
  environment = await startTimeSkipping(path);
  await environment.connection.operatorService.addSearchAttributes({
    searchAttributes: Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, 2])),
  });
});
afterAll(async () => {
  await environment.teardown();
});

describe('a sweep', () => {
  it('waits longer and longer until its transactions are final; after 15 min it plans other work only every 15 min', async () => {
    const now = (): Promise<number> => environment.currentTimeMs();
    const startedAtMs = await now();
    const rounds: { readonly atMs: number; readonly plans: boolean | undefined }[] = [];
    const signerActivities = {
      sweepChain: failVisibly(async ({ plans }: { readonly plans?: boolean }): Promise<SweepProgress> => {
        const atMs = (await now()) - startedAtMs;
        rounds.push({ atMs, plans });
        const waits = { said: 'waits', waitingFor: 'one to be final', details: '', notes: [] };
        if (atMs >= FINAL_AFTER_MS)
          return { ...waits, said: 'swept', open: 0, status: 'swept', failed: null };
        return rounds.length === 2
          ? { ...waits, open: 1, status: 'failing', failed: 'USDC: no gas' }
          : { ...waits, open: 1, status: 'sweeping', failed: null };
      }),
    };
    const { nativeConnection: connection, client } = environment;
    const signer = await Worker.create({
      connection,
      taskQueue: TASK_QUEUES.signer,
      activities: signerActivities,
    });
    const core = await Worker.create({
      connection,
      taskQueue: TASK_QUEUES.core,
      workflowBundle: await prepareWorkflowBundle(),
    });
    const handle = await signer.runUntil(
      core.runUntil(async () => {
        const started = await client.workflow.start(WORKFLOW_TYPES.sweep, {
          workflowId: 'sweep-local',
          taskQueue: TASK_QUEUES.core,
          args: [{ chainCode: 'local' }],
        });
        expect(await started.result()).toBe('swept');
        return started;
      }),
    );
    const pauses = rounds.slice(1).map(({ atMs }, index) => atMs - (rounds[index]?.atMs ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(15_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(6 * MINUTE_MS);
    const later = rounds.filter(({ atMs }) => atMs >= 15 * MINUTE_MS);
    expect(rounds.slice(0, -later.length).every(({ plans }) => plans)).toBe(true);
    const plannedLater = later.filter(({ plans }) => plans).map(({ atMs }) => atMs);
    expect(plannedLater.length).toBeGreaterThanOrEqual(2);
    expect(plannedLater.length).toBeLessThanOrEqual(4);
    const history = await handle.fetchHistory();
    expect(history.events?.length).toBeLessThan(MAX_EVENTS);
    // A step without success looks like a failure, and the run continues.
    const failures = (history.events ?? []).flatMap(
      ({ activityTaskFailedEventAttributes: failed }) => failed?.failure?.message ?? [],
    );
    expect(failures).toEqual(['USDC: no gas']);
  });
});
