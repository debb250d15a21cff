import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Logger } from 'pino';
import { wake, WORKFLOW_TYPES } from './messages.js';
import type { Queryable } from '../db/core/database.js';
import type { OutboxTarget } from '../db/outbox/outbox.js';
import {
  describeTargets,
  type DeliveryDescription,
  type InvoiceDescription,
  type TargetDescription,
  type WithdrawalDescription,
} from '../db/outbox/outbox-descriptions.js';
import type { Chain } from '../domain/core/asset.js';
import { assertNever } from '../domain/core/errors.js';
import { ensureSweepSchedule } from './sweep-schedule.js';
import {
  deliveryStartOptions,
  followerStartOptions,
  invoiceStartOptions,
  withdrawalStartOptions,
} from './start-options.js';

/** A call that Temporal doesn't answer within this is given up; the outbox keeps its row. */
const CALL_TIMEOUT_MS = 5_000;
const MAX_CALLS_AT_ONCE = 16;
/** gRPC codes that say nothing of the call itself: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const AWAY_CODES: readonly number[] = [1, 4, 8, 14];

/** The only place that starts and signals workflows. Each call is safe to repeat: there is one workflow to an id. */
export interface WorkflowStarter {
  /** Tells the invoice's workflow to look again, or starts it. */
  wakeInvoice(invoice: InvoiceDescription): Promise<void>;
  wakeWithdrawal(withdrawal: WithdrawalDescription): Promise<void>;
  /** Tells the delivery's workflow to look again, or starts it. */
  wakeDelivery(delivery: DeliveryDescription): Promise<void>;
  /**
   * Starts the workflows of those deliveries that have none; one that runs is told nothing. One that can't be started is
   * logged.
   *
   * @returns how many were started.
   * @throws TemporalAwayError when Temporal doesn't answer.
   */
  startLostDeliveries(q: Queryable, deliveryIds: readonly string[]): Promise<number>;
  /** Starts the chain's follower, unless it runs already. */
  ensureFollower(chain: Chain): Promise<void>;
  /** Makes the schedule by which the chain is swept, or gives it this interval. */
  ensureSweepSchedule(chain: Chain, options: { everyMs: number }): Promise<void>;
  /**
   * Does what the outbox asks for. A target that can't be told is logged and left out of the answer.
   *
   * @throws TemporalAwayError when Temporal doesn't answer and nothing could be told.
   */
  dispatch(q: Queryable, targets: readonly OutboxTarget[]): Promise<readonly OutboxTarget[]>;
}

/** Temporal could not be reached; what was to be told stays in the outbox. */
export class TemporalAwayError extends Error {
  constructor(cause: unknown) {
    super('Temporal does not answer; the workflows will be told when it does.', { cause });
    this.name = 'TemporalAwayError';
  }
}

export interface WorkflowStarterOptions {
  readonly log: Logger;
  /** How often a webhook is tried, for summaries. */
  readonly maxAttempts: number;
  /** True where a worker for webhooks shares the client's native connection: its first task needs no poll then. */
  readonly startDeliveriesEagerly: boolean;
}

export function createWorkflowStarter(client: Client, options: WorkflowStarterOptions): WorkflowStarter {
  const { log, maxAttempts, startDeliveriesEagerly } = options;

  const { call, wakeOrStart, startOnce, startUnlessRunning } = callsOf(client);
  const starter: WorkflowStarter = {
    async wakeInvoice(invoice) {
      const start = invoiceStartOptions(invoice);
      // A new invoice needs no signal: its first run looks anyway, and its history is an event shorter.
      if (invoice.isNew && (await startUnlessRunning(WORKFLOW_TYPES.invoice, start))) return;
      await wakeOrStart(WORKFLOW_TYPES.invoice, start);
    },
    async wakeWithdrawal(withdrawal) {
      await wakeOrStart(WORKFLOW_TYPES.withdrawal, withdrawalStartOptions(withdrawal));
    },
    async wakeDelivery(delivery) {
      const start = deliveryStartOptions(delivery, { maxAttempts });
      const eagerly = { ...start, requestEagerStart: startDeliveriesEagerly };
      if (delivery.isNew && (await startUnlessRunning(WORKFLOW_TYPES.delivery, eagerly))) return;
      await wakeOrStart(WORKFLOW_TYPES.delivery, start);
    },
    async startLostDeliveries(q, deliveryIds) {
      const targets = deliveryIds.map((targetId) => ({ kind: 'delivery' as const, targetId }));
      let started = 0;
      const { away } = await forEachTarget(log, q, targets, async (description) => {
        if (description.kind !== 'delivery') return;
        const start = deliveryStartOptions(description, { maxAttempts });
        if (await startUnlessRunning(WORKFLOW_TYPES.delivery, start)) started += 1;
      });
      if (away !== undefined) throw new TemporalAwayError(away);
      return started;
    },
    async ensureFollower(chain) {
      await startOnce(WORKFLOW_TYPES.follower, followerStartOptions(chain));
    },
    ensureSweepSchedule: (chain, options) => call(() => ensureSweepSchedule(client, chain, options)),
    dispatch: (q, targets) => dispatch({ starter, log }, q, targets),
  };
  return starter;
}

/** Calls of Temporal, each given up after a while. */
function callsOf(client: Client) {
  const call = <T>(work: () => Promise<T>): Promise<T> =>
    client.withDeadline(Date.now() + CALL_TIMEOUT_MS, work);
  const start = async (
    type: string,
    options: WorkflowStartOptions,
    workflowIdConflictPolicy: 'USE_EXISTING' | 'FAIL',
  ): Promise<void> => {
    await call(() =>
      client.workflow.start(type, {
        ...options,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy,
      }),
    );
  };
  return {
    call,
    wakeOrStart: async (type: string, options: WorkflowStartOptions): Promise<void> => {
      await call(() =>
        client.workflow.signalWithStart(type, {
          ...options,
          signal: wake,
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      );
    },
    startOnce: (type: string, options: WorkflowStartOptions) => start(type, options, 'USE_EXISTING'),
    /** @returns false when a workflow of that id is running, and was not told. */
    startUnlessRunning: async (type: string, options: WorkflowStartOptions): Promise<boolean> => {
      try {
        await start(type, options, 'FAIL');
        return true;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
        throw error;
      }
    },
  };
}

async function dispatch(
  { starter, log }: { starter: WorkflowStarter; log: Logger },
  q: Queryable,
  targets: readonly OutboxTarget[],
): Promise<readonly OutboxTarget[]> {
  const { done, away } = await forEachTarget(log, q, targets, (description) => tell(starter, description));
  if (away !== undefined && done.length === 0) throw new TemporalAwayError(away);
  return done;
}

/**
 * Does it for each target, some at once. What fails is logged and left out of what is done; when Temporal is away the
 * others are left out as well, and `away` is why.
 */
async function forEachTarget(
  log: Logger,
  q: Queryable,
  targets: readonly OutboxTarget[],
  work: (description: TargetDescription) => Promise<void>,
): Promise<{ readonly done: readonly OutboxTarget[]; readonly away: unknown }> {
  const descriptions = await describeTargets(q, targets);
  const done: OutboxTarget[] = [];
  let away: unknown;
  const queue = targets.values();
  const workOnNext = async (): Promise<void> => {
    for (const target of queue) {
      const description = descriptions.get(target.targetId);
      try {
        if (description === undefined)
          log.error({ target }, 'a workflow is asked for a row that does not exist; dropped');
        else await work(description);
        done.push(target);
      } catch (error) {
        if (isAway(error)) {
          // The others would wait for the same time-out.
          away = error;
          return;
        }
        log.error({ target, err: error }, 'a workflow could not be told; it will be tried again');
      }
      if (away !== undefined) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CALLS_AT_ONCE, targets.length) }, workOnNext));
  return { done, away };
}

async function tell(starter: WorkflowStarter, description: TargetDescription): Promise<void> {
  switch (description.kind) {
    case 'invoice':
      return starter.wakeInvoice(description);
    case 'withdrawal':
      return starter.wakeWithdrawal(description);
    case 'delivery':
      return starter.wakeDelivery(description);
    default:
      return assertNever(description);
  }
}

/** The SDK wraps what gRPC said in an error of its own. */
function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isGrpcServiceError(at)) return AWAY_CODES.includes(at.code);
  }
  return false;
}
