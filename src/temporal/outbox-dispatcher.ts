import type { Logger } from 'pino';
import type { Database } from '../db/database.js';
import { takeOutbox, type OutboxTarget } from '../db/outbox.js';
import { createOutageLog } from './keep-trying.js';
import type { WorkflowStarter } from './workflow-starter.js';

const BATCH_ROWS = 100;
/** Rows younger than this are left to the process that wrote them, which tells Temporal after its commit. */
const REDRIVE_AGE_MS = 2_000;

/** Brings what was committed to Temporal: at once after a commit, and later whatever was left behind. */
export interface OutboxDispatcher {
  /** Dispatches what is committed by now. Never rejects: what fails is logged and done by a re-drive. */
  dispatchNow(): Promise<void>;
  /** Starts the deliveries that are committed by now, and nothing else. Never rejects either. */
  startDeliveries(): Promise<void>;
  /** Dispatches, again and again, what its writer could not. */
  startRedrive(options: { intervalMs: number }): void;
  /** Ends the re-drive and waits for what is under way. */
  stop(): Promise<void>;
}

/** Deliveries don't wait until all the workflows of a full block have been told, nor those for a flood of deliveries. */
const DELIVERIES: LaneOptions = { kinds: ['delivery'], what: 'starting webhook deliveries' };
const OTHERS: LaneOptions = {
  kinds: ['invoice', 'withdrawal'],
  what: 'telling workflows of what was committed',
};

interface LaneOptions {
  readonly kinds: readonly OutboxTarget['kind'][];
  /** For the log. */
  readonly what: string;
}

interface DispatcherParts {
  readonly db: Database;
  readonly starter: Pick<WorkflowStarter, 'dispatch'>;
  readonly log: Logger;
}

export function createOutboxDispatcher(parts: DispatcherParts): OutboxDispatcher {
  const deliveries = createLane(parts, DELIVERIES);
  const lanes = [deliveries, createLane(parts, OTHERS)];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    async dispatchNow() {
      if (!stopped) await Promise.all(lanes.map((lane) => lane.run(0)));
    },
    async startDeliveries() {
      if (!stopped) await deliveries.run(0);
    },
    startRedrive({ intervalMs }) {
      const tick = async (): Promise<void> => {
        const idle = lanes.filter((lane) => !lane.isRunning());
        await Promise.all(idle.map((lane) => lane.run(REDRIVE_AGE_MS)));
        if (!stopped) timer = setTimeout(() => void tick(), intervalMs);
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
  stop(): Promise<void>;
}

function createLane({ db, starter, log }: DispatcherParts, { kinds, what }: LaneOptions): Lane {
  const outage = createOutageLog({ log, what });
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopped = false;

  const drain = async (olderThanMs: number): Promise<void> => {
    try {
      while (!stopped) {
        const { taken, done } = await takeOutbox(
          db,
          { kinds, limit: BATCH_ROWS, olderThanMs },
          (trx, targets) => starter.dispatch(trx, targets),
        );
        outage.ended();
        // What can't be told now is not asked for again at once.
        if (taken < BATCH_ROWS || done === 0) return;
      }
    } catch (error) {
      outage.noted(error);
    }
  };

  /** One drain at a time. A call during one waits for the next, which sees what the caller has committed. */
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
    async stop() {
      stopped = true;
      await next;
      await running;
    },
  };
}
