import type { Logger } from 'pino';

/** Runs work that no answer waits for. A failure is logged. A shutdown waits until the work is done. */
export interface Background {
  run(what: string, work: () => Promise<unknown>): void;
  /** Resolves when all work is done. */
  settled(): Promise<void>;
}

/** Creates an empty set of background work. Failures go to `log`. */
export function createBackground(log: Logger): Background {
  const underWay = new Set<Promise<void>>();
  return {
    run(what, work) {
      const task = work().then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, `${what} failed`),
      );
      underWay.add(task);
      void task.finally(() => underWay.delete(task));
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
