import type { Logger } from 'pino';
import type { Database } from '../db/database.js';
import { takeOutbox } from '../db/outbox.js';
import { createOutageLog } from './keep-trying.js';
import type { WorkflowStarter } from './workflow-starter.js';

const BATCH_ROWS = 100;
/** Rows younger than this are left to the process that wrote them, which tells Temporal after its commit. */
const REDRIVE_AGE_MS = 2_000;

/** Brings what was committed to Temporal: at once after a commit, and later whatever was left behind. */
export interface OutboxDispatcher {
  /** Dispatches what is committed by now. Never rejects: what fails is logged and done by a re-drive. */
  dispatchNow(): Promise<void>;
  /** Dispatches, again and again, what its writer could not. */
  startRedrive(options: { intervalMs: number }): void;
  /** Ends the re-drive and waits for what is under way. */
  stop(): Promise<void>;
}

export function createOutboxDispatcher(parts: {
  readonly db: Database;
  readonly starter: Pick<WorkflowStarter, 'dispatch'>;
  readonly log: Logger;
}): OutboxDispatcher {
  const outage = createOutageLog({ log: parts.log, what: 'telling workflows of what was committed' });
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const drain = async (olderThanMs: number): Promise<void> => {
    try {
      while (!stopped) {
        const { taken, done } = await takeOutbox(
          parts.db,
          { limit: BATCH_ROWS, olderThanMs },
          (trx, targets) => parts.starter.dispatch(trx, targets),
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
    dispatchNow: () => (stopped ? Promise.resolve() : run(0)),
    startRedrive({ intervalMs }) {
      const tick = async (): Promise<void> => {
        if (running === undefined) await run(REDRIVE_AGE_MS);
        if (!stopped) timer = setTimeout(() => void tick(), intervalMs);
      };
      void tick();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await next;
      await running;
    },
  };
}
