import type { Logger } from 'pino';
import type { Database } from '../db/core/database.js';
import { UNHEALTHY_UNSEEN_MAX } from '../domain/webhooks/webhook-fairness.js';
import { takeOutbox, type OutboxTarget } from '../db/outbox/outbox.js';
import { createOutageLog } from './keep-trying.js';
import { UnhealthyStarts } from './unhealthy-starts.js';
import type { WorkflowStarter } from './workflow-starter.js';

const BATCH_ROWS = 100;
/** The batch size for deliveries to unhealthy endpoints, which wait for one another. */
const UNHEALTHY_BATCH_ROWS = UNHEALTHY_UNSEEN_MAX;
/** Rows younger than this are left to the process that wrote them: it signals Temporal after its commit. */
const REDRIVE_AGE_MS = 2_000;

/** Pause between two checks whether held-back rows may be started, in ms. */
const HELD_BACK_MS = 100;

/** Passes committed rows to Temporal: at once after a commit, and later those that were left behind. */
export interface OutboxDispatcher {
  /**
   * Dispatches everything that is committed now. Never rejects: a failure is logged, and a later re-drive repeats the
   * work. A re-drive also starts deliveries that are held back until other deliveries to unhealthy endpoints have been
   * tried.
   */
  dispatchNow(): Promise<void>;
  /** Starts the deliveries that are committed by now, and nothing else. Never rejects either. */
  startDeliveries(): Promise<void>;
  /** Dispatches again and again the rows that their writers could not dispatch. */
  startRedrive(options: { intervalMs: number }): void;
  /** Ends the re-drive and waits for running work. */
  stop(): Promise<void>;
}

/**
 * Deliveries have their own lane. They do not wait for the signals of a full block, and those signals do not wait for a
 * flood of deliveries.
 */
const DELIVERIES: LaneOptions = { kinds: ['delivery'], what: 'starting webhook deliveries' };
/** However many of these there are, a delivery to an endpoint that answers is started before nearly all of them. */
const UNHEALTHY_DELIVERIES: LaneOptions = {
  kinds: ['delivery'],
  unhealthy: true,
  what: 'starting webhook deliveries to endpoints that are not known to answer',
};
const OTHERS: LaneOptions = {
  kinds: ['invoice', 'withdrawal', 'sweep', 'reconciliation'],
  what: 'telling workflows of what was committed',
};

interface LaneOptions {
  readonly kinds: readonly OutboxTarget['kind'][];
  /** Only deliveries to endpoints that are not known to answer. Default false: only the others. */
  readonly unhealthy?: boolean;
  /** For the log. */
  readonly what: string;
}

interface DispatcherParts {
  readonly db: Database;
  readonly starter: Pick<WorkflowStarter, 'dispatch'>;
  readonly log: Logger;
}

export function createOutboxDispatcher(parts: DispatcherParts): OutboxDispatcher {
  const deliveries = [createLane(parts, DELIVERIES), createLane(parts, UNHEALTHY_DELIVERIES)];
  const lanes = [...deliveries, createLane(parts, OTHERS)];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    async dispatchNow() {
      if (!stopped) await Promise.all(lanes.map((lane) => lane.run(0)));
    },
    async startDeliveries() {
      if (!stopped) await Promise.all(deliveries.map((lane) => lane.run(0)));
    },
    startRedrive({ intervalMs }) {
      const tick = async (): Promise<void> => {
        const idle = lanes.filter((lane) => !lane.isRunning());
        await Promise.all(idle.map((lane) => lane.run(lane.isHeldBack() ? 0 : REDRIVE_AGE_MS)));
        const pauseMs = lanes.some((lane) => lane.isHeldBack())
          ? Math.min(HELD_BACK_MS, intervalMs)
          : intervalMs;
        if (!stopped) timer = setTimeout(() => void tick(), pauseMs);
      };
      void tick();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Dispatches the outbox's rows of some kinds, one batch after another. */
interface Lane {
  run(olderThanMs: number): Promise<void>;
  isRunning(): boolean;
  /** True when rows are left because the deliveries started before them must be tried first. */
  isHeldBack(): boolean;
  stop(): Promise<void>;
}

function createLane({ db, starter, log }: DispatcherParts, options: LaneOptions): Lane {
  const { kinds, unhealthy = false, what } = options;
  const limit = unhealthy ? UNHEALTHY_BATCH_ROWS : BATCH_ROWS;
  const starts = unhealthy ? new UnhealthyStarts(db) : undefined;
  const outage = createOutageLog({ log, what });
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopped = false;
  let heldBack = false;

  const drain = async (olderThanMs: number): Promise<void> => {
    try {
      while (!stopped) {
        heldBack = (await starts?.hasRoom()) === false;
        if (heldBack) return;
        const { taken, done } = await takeOutbox(
          db,
          { kinds, unhealthy, limit, olderThanMs },
          async (trx, targets) => {
            const told = await starter.dispatch(trx, targets);
            starts?.note(told);
            return told;
          },
        );
        outage.ended();
        // A signal that fails now is not repeated at once.
        if (taken < limit || done === 0) return;
      }
    } catch (error) {
      outage.noted(error);
    }
  };

  /**
   * Runs one drain at a time. A call during a drain waits for the next one, which sees what the caller has committed.
   */
  const run = (olderThanMs: number): Promise<void> => {
    if (running === undefined) {
      running = drain(olderThanMs).finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running.then(() => {
      next = undefined;
      return run(0);
    });
    return next;
  };

  return {
    run,
    isRunning: () => running !== undefined,
    isHeldBack: () => heldBack,
    async stop() {
      stopped = true;
      await next;
      await running;
    },
  };
}
