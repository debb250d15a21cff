import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { SignerActivities } from '../../activities/contract.js';
import { findTemporalTestServer } from '../../src/local/temporal-test-server.js';
import { installRuntime } from '../../src/temporal/runtime.js';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { TASK_QUEUES, WORKFLOW_TYPES } from '../../src/temporal/messages.js';
import { silentLog } from '../helpers/services/test-engine.js';
import { startTimeSkipping, TIME_SKIPPING_START_MS } from '../helpers/services/time-skipping.js';

/** Rounds until the transaction of this sweep is final. They take more than half an hour. */
const ROUNDS = 130;
const ROUND_MS = 15_000;
let environment: TestWorkflowEnvironment;

beforeAll(async () => {
  installRuntime(silentLog);
  const path = await findTemporalTestServer({ log: () => undefined });
  environment = await startTimeSkipping(path);
}, TIME_SKIPPING_START_MS);
afterAll(async () => {
  await environment.teardown();
});

describe('a sweep', () => {
  it('waits until what it signed is final, and meanwhile plans what else is due, after 15 min only every 15 min', async () => {
    const plans: (boolean | undefined)[] = [];
    const signerActivities: Pick<SignerActivities, 'sweepChain'> = {
      sweepChain: (round) => {
        plans.push(round.plans);
        const open = plans.length < ROUNDS ? 1 : 0;
        return Promise.resolve({
          open,
          said: 'swept',
          details: '',
          waitingFor: 'one to be final',
          notes: [],
        });
      },
    };
    const { nativeConnection: connection, client } = environment;
    const signer = await Worker.create({
      ...{ connection, taskQueue: TASK_QUEUES.signer, activities: signerActivities },
    });
    const core = await Worker.create({
      ...{ connection, taskQueue: TASK_QUEUES.core, workflowBundle: await prepareWorkflowBundle() },
    });
    const startedAtMs = await environment.currentTimeMs();
    await signer.runUntil(
      core.runUntil(
        client.workflow.execute(WORKFLOW_TYPES.sweep, {
          ...{ workflowId: 'sweep-local', taskQueue: TASK_QUEUES.core, args: [{ chainCode: 'local' }] },
        }),
      ),
    );
    expect(plans).toEqual(Array.from({ length: ROUNDS }, (_, index) => index < 60 || (index + 1) % 60 === 0));
    expect((await environment.currentTimeMs()) - startedAtMs).toBeGreaterThanOrEqual((ROUNDS - 1) * ROUND_MS);
  }, 60_000);
});
