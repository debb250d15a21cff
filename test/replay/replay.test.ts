import { beforeAll, describe, expect, it } from '@jest/globals';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { installRuntime } from '../../src/temporal/runtime.js';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { silentLog } from '../helpers/services/test-engine.js';
import { readHistories, type RecordedHistory } from './history-file.js';

const histories = readHistories();
let workflowBundle: { readonly codePath: string };

beforeAll(async () => {
  installRuntime(silentLog);
  workflowBundle = await prepareWorkflowBundle();
});

/** Replays a history. @returns what the replay found wrong, if anything. */
async function replay({ name, history }: RecordedHistory): Promise<Error | undefined> {
  for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [
    { workflowId: name, history },
  ])) {
    return error;
  }
  throw new Error('Nothing was replayed');
}

/** @throws Error with what to do, when a run that has this history would break off. */
async function assertReplays(recorded: RecordedHistory): Promise<void> {
  const error = await replay(recorded);
  if (error === undefined) return;
  throw new Error(
    `Runs under way would break off: the workflow acts differently than ${recorded.name} has it. Guard the change by ` +
      `\`patched\`, as "Change a workflow" in CONTRIBUTING.md says. ${error.message}`,
    { cause: error },
  );
}

describe('a run that began before a change of the workflows', () => {
  it.each(histories.map((recorded) => [recorded.name, recorded] as const))(
    '%s continues as before',
    async (_name, recorded) => {
      await expect(assertReplays(recorded)).resolves.toBeUndefined();
    },
  );

  it('is detected when the workflow would act differently', async () => {
    const recorded = histories.find(({ name }) => name === 'withdrawal-paid');
    const history = { events: (recorded?.history.events ?? []).map((event) => ({ ...event })) } as History;
    const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
    if (started?.workflowType == null) throw new Error('the history begins with its start');
    started.workflowType = { name: 'invoice' };
    expect(await replay({ name: 'changed', history })).toMatchObject({ name: 'DeterminismViolationError' });
  });
});
