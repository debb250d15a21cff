import type { Logger } from 'pino';

/** Work that no answer waits for. A failure of it is logged; a shutdown waits for it. */
export interface Background {
  run(what: string, work: () => Promise<unknown>): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

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
