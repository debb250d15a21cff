import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptionsStartWorkflowAction,
} from '@temporalio/client';
import {
  SEARCH_ATTRIBUTES,
  sweepScheduleId,
  TASK_QUEUES,
  WORKFLOW_TYPES,
  type SweepInput,
} from './messages.js';
import { TypedSearchAttributes } from '@temporalio/common';
import type { Chain } from '../domain/core/asset.js';
import { QuittanceError } from '../domain/core/errors.js';

type SweepAction = ScheduleOptionsStartWorkflowAction<(input: SweepInput) => Promise<string>>;

/** While a sweep is under way, the next one is skipped. */
const OVERLAP = ScheduleOverlapPolicy.SKIP;

/** Creates the chain's schedule, or updates its interval. Safe to repeat. */
export async function ensureSweepSchedule(
  client: Client,
  chain: Chain,
  { everyMs }: { everyMs: number },
): Promise<void> {
  const { chainCode } = chain;
  const scheduleId = sweepScheduleId(chainCode);
  const action: SweepAction = {
    type: 'startWorkflow',
    workflowType: WORKFLOW_TYPES.sweep,
    workflowId: scheduleId,
    taskQueue: TASK_QUEUES.core,
    args: [{ chainCode }],
    staticSummary: `sweeps the deposit addresses of ${chain.name}`,
    staticDetails:
      'Brings the coins of deposit addresses that hold at least their threshold to the hot wallet, and what the hot ' +
      'wallet has above its ceiling to the cold address.',
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.chainCode, value: chainCode },
      { key: SEARCH_ATTRIBUTES.businessStatus, value: 'sweeping' },
    ]),
  };
  const spec = { intervals: [{ every: everyMs }] };
  const policies = { overlap: OVERLAP, catchupWindow: '1 minute' } as const;
  try {
    await client.schedule.create({ scheduleId, spec, action, policies });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    // `state` stays as it is: it keeps an operator's pause.
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ state, spec, action, policies }));
  }
}

/**
 * Starts a sweep of a chain now. If one is under way, that one goes on instead.
 *
 * @throws QuittanceError `not_found` while no signing worker has made the schedule.
 */
export async function sweepNow(client: Client, chainCode: string): Promise<void> {
  try {
    await client.schedule.getHandle(sweepScheduleId(chainCode)).trigger(OVERLAP);
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    throw new QuittanceError(
      'not_found',
      `No sweep of ${chainCode} is scheduled: start a worker with the role signer first.`,
    );
  }
}
