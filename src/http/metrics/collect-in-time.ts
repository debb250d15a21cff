import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';

/**
 * How long a scrape waits for the database, in ms. The wait is short, because the other metrics matter most while the
 * database is down.
 */
const READ_TIMEOUT_MS = 2_000;

/**
 * Sets a gauge from the database at each scrape, so that every API process reports the same value. If the database does
 * not answer in time, the gauge is left out and a warning is logged.
 */
export async function collectInTime<T, L extends string>(
  gauge: Gauge<L>,
  {
    read,
    set,
    what,
    log,
  }: {
    readonly read: Promise<T>;
    readonly set: (found: T) => void;
    /** Completes the log message "metrics of … are left out". */
    readonly what: string;
    readonly log: Pick<Logger, 'warn'>;
  },
): Promise<void> {
  gauge.reset();
  try {
    set(await inTime(read));
  } catch (error) {
    gauge.remove({});
    log.warn({ err: error }, `metrics of ${what} are left out: the database does not answer`);
  }
}

async function inTime<T>(read: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = pause(READ_TIMEOUT_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`No answer within ${READ_TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([read, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
    read.catch(() => undefined);
  }
}
