import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import pLimit from 'p-limit';
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
import { listedDecimals } from '../domain/withdrawals/altered-withdrawal.js';
import { assertNever } from '../domain/core/errors.js';
import { listStoppedRuns } from './stopped-runs.js';
import { ensureSweepSchedule, sweepNow } from './sweep-schedule.js';
import {
  deliveryStartOptions,
  followerStartOptions,
  invoiceStartOptions,
  reconciliationStartOptions,
  withdrawalStartOptions,
} from './start-options.js';

/** Time limit of a call to Temporal. After that it is given up, and the outbox keeps its row. */
const CALL_TIMEOUT_MS = 5_000;
/** Time limit of a list, page by page. */
const LIST_TIMEOUT_MS = 60_000;
const MAX_CALLS_AT_ONCE = 16;
/**
 * How long one batch of the outbox begins calls. The batch is an open transaction, which PostgreSQL ends when it is idle
 * for 60 s: nothing would be kept of what a slow Temporal was told. The last target may need two calls after this.
 */
const DISPATCH_MS = 30_000;
/** gRPC codes that say nothing about the call itself: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const AWAY_CODES: readonly number[] = [1, 4, 8, 14];

/** Starts and signals workflows; nothing else does. Each call is safe to repeat: an id has only one workflow. */
export interface WorkflowStarter {
  /** Signals the invoice's workflow to check again, or starts it. */
  wakeInvoice(invoice: InvoiceDescription): Promise<void>;
  wakeWithdrawal(withdrawal: WithdrawalDescription): Promise<void>;
  /** Signals the delivery's workflow to check again, or starts it. */
  wakeDelivery(delivery: DeliveryDescription): Promise<void>;
  /**
   * Starts a workflow for each of the invoices, withdrawals and deliveries that has none. A running workflow gets no
   * signal. A failed start is logged.
   *
   * @returns how many were started.
   * @throws TemporalAwayError when Temporal doesn't answer.
   */
  startLost(q: Queryable, targets: readonly OutboxTarget[]): Promise<number>;
  /**
   * Lists the invoices, withdrawals and deliveries whose workflow had a run that was cancelled or terminated since a
   * moment (epoch ms). Another run may have followed.
   *
   * @throws TemporalAwayError when Temporal doesn't answer.
   */
  listStopped(sinceMs: number): Promise<readonly OutboxTarget[]>;
  /** Starts the chain's follower, unless it runs already. */
  ensureFollower(chain: Chain): Promise<void>;
  /** Sweeps a chain now. @throws QuittanceError `not_found` while no signing worker has made its schedule. */
  sweep(chainCode: string): Promise<void>;
  /** Starts the workflow of a run that an operator has asked for. */
  reconcile(runId: number): Promise<void>;
  /** Creates the schedule by which the chain is swept, or updates its interval. */
  ensureSweepSchedule(chain: Chain, options: { everyMs: number }): Promise<void>;
  /**
   * Signals each target of the outbox, as far as the time of a batch reaches. A target that can't be signalled is
   * logged.
   *
   * @returns the targets that were signalled.
   * @throws TemporalAwayError when Temporal doesn't answer and nothing could be signalled.
   */
  dispatch(q: Queryable, targets: readonly OutboxTarget[]): Promise<readonly OutboxTarget[]>;
}

/** Temporal could not be reached. The remaining targets stay in the outbox. */
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
  /** True when a worker for webhooks shares the client's native connection: then a first task needs no poll. */
  readonly startDeliveriesEagerly: boolean;
  /** How long {@link WorkflowStarter.dispatch} begins calls, in ms. Default 30 000. */
  readonly dispatchMs?: number;
  /** What is listed: with its decimals operators read the amounts of withdrawals. Absent: with those of their rows. */
  readonly chains?: ReadonlyMap<string, Chain>;
}

export function createWorkflowStarter(client: Client, options: WorkflowStarterOptions): WorkflowStarter {
  const { log, maxAttempts, startDeliveriesEagerly, chains = new Map(), dispatchMs = DISPATCH_MS } = options;

  const { call, wakeOrStart, startOnce, startUnlessRunning } = callsOf(client);
  const starter: WorkflowStarter = {
    async wakeInvoice(invoice) {
      const start = invoiceStartOptions(invoice);
      // A new invoice needs no signal: its first run settles it anyway, and its history is one event shorter.
      if (invoice.isNew && (await startUnlessRunning(WORKFLOW_TYPES.invoice, start))) return;
      await wakeOrStart(WORKFLOW_TYPES.invoice, start);
    },
    async wakeWithdrawal(withdrawal) {
      await wakeOrStart(WORKFLOW_TYPES.withdrawal, withdrawalStartOptions(withDecimals(chains, withdrawal)));
    },
    async wakeDelivery(delivery) {
      const start = deliveryStartOptions(delivery, { maxAttempts });
      const eagerly = { ...start, requestEagerStart: startDeliveriesEagerly };
      if (delivery.isNew && (await startUnlessRunning(WORKFLOW_TYPES.delivery, eagerly))) return;
      await wakeOrStart(WORKFLOW_TYPES.delivery, start);
    },
    async startLost(q, targets) {
      let started = 0;
      const { away } = await forEachTarget(log, q, targets, async (description) => {
        const start = startOf(description, { maxAttempts, chains });
        if (start !== null && (await startUnlessRunning(...start))) started += 1;
      });
      if (away !== undefined) throw new TemporalAwayError(away);
      return started;
    },
    async listStopped(sinceMs) {
      try {
        return await client.withDeadline(Date.now() + LIST_TIMEOUT_MS, () =>
          listStoppedRuns(client, sinceMs),
        );
      } catch (error) {
        throw isAway(error) ? new TemporalAwayError(error) : error;
      }
    },
    async ensureFollower(chain) {
      await startOnce(WORKFLOW_TYPES.follower, followerStartOptions(chain));
    },
    sweep: (chainCode) => call(() => sweepNow(client, chainCode)),
    async reconcile(runId) {
      await startOnce(WORKFLOW_TYPES.reconciliation, reconciliationStartOptions(runId));
    },
    ensureSweepSchedule: (chain, options) => call(() => ensureSweepSchedule(client, chain, options)),
    dispatch: (q, targets) => dispatch({ starter, log, dispatchMs }, q, targets),
  };
  return starter;
}

/** Creates the calls to Temporal. Each has a time limit. */
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
    /** @returns false when a workflow with that id is running; it gets no signal. */
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
  { starter, log, dispatchMs }: { starter: WorkflowStarter; log: Logger; dispatchMs: number },
  q: Queryable,
  targets: readonly OutboxTarget[],
): Promise<readonly OutboxTarget[]> {
  const isOver = startTime(dispatchMs);
  const work = (description: TargetDescription): Promise<void> => tell(starter, description);
  const { done, away } = await forEachTarget(log, q, targets, work, isOver);
  if (away !== undefined && done.length === 0) throw new TemporalAwayError(away);
  return done;
}

/** Starts the time. @returns a function that tells whether the time is over. */
function startTime(ms: number): () => boolean {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs >= ms;
}

/**
 * Does the work for each target, some at once. A failing target is logged and is not in `done`. When Temporal is down,
 * the remaining targets are left out as well, and `away` is the error. They are also left out when the time is over.
 */
async function forEachTarget(
  log: Logger,
  q: Queryable,
  targets: readonly OutboxTarget[],
  work: (description: TargetDescription) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<{ readonly done: readonly OutboxTarget[]; readonly away: unknown }> {
  const descriptions = await describeTargets(q, targets);
  const done: OutboxTarget[] = [];
  let away: unknown;
  const workOn = async (target: OutboxTarget): Promise<void> => {
    // It would only wait for the same time-out.
    if (away !== undefined || isOver()) return;
    const description = descriptions.get(target.targetId);
    try {
      if (description === undefined)
        log.error({ target }, 'the outbox names a row that does not exist; dropped');
      else await work(description);
      done.push(target);
    } catch (error) {
      if (isAway(error)) away = error;
      else log.error({ target, err: error }, 'a workflow could not be told; it will be tried again');
    }
  };
  const limit = pLimit(MAX_CALLS_AT_ONCE);
  await Promise.all(targets.map((target) => limit(() => workOn(target))));
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
    case 'sweep':
      return starter.sweep(description.targetId);
    case 'reconciliation':
      return starter.reconcile(Number(description.targetId));
    default:
      return assertNever(description);
  }
}

/** Whoever alters the database could show operators another amount than is paid. */
function withDecimals(
  chains: ReadonlyMap<string, Chain>,
  withdrawal: WithdrawalDescription,
): WithdrawalDescription {
  const { decimals } = withdrawal;
  return { ...withdrawal, decimals: listedDecimals(chains, { asset: withdrawal, decimals }) };
}

/** Returns how the workflow of an invoice, a withdrawal or a delivery is started; null: it is of another kind. */
function startOf(
  description: TargetDescription,
  options: { readonly maxAttempts: number; readonly chains: ReadonlyMap<string, Chain> },
): [type: string, start: WorkflowStartOptions] | null {
  switch (description.kind) {
    case 'invoice':
      return [WORKFLOW_TYPES.invoice, invoiceStartOptions(description)];
    case 'withdrawal':
      return [WORKFLOW_TYPES.withdrawal, withdrawalStartOptions(withDecimals(options.chains, description))];
    case 'delivery':
      return [WORKFLOW_TYPES.delivery, deliveryStartOptions(description, options)];
    case 'sweep':
    case 'reconciliation':
      return null;
  }
}

/** Tells whether Temporal is down. The SDK wraps gRPC errors in its own errors, so causes are searched. */
function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isGrpcServiceError(at)) return AWAY_CODES.includes(at.code);
  }
  return false;
}
