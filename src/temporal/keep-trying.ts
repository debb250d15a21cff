import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const PAUSE_MS = 1_000;

/**
 * Retries the work until it succeeds, a second apart. An outage is logged when it begins, from time to time while it
 * lasts, and when it is over.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function keepTrying<T>(
  work: () => Promise<T>,
  { what, log, signal }: { readonly what: string; readonly log: Logger; readonly signal: AbortSignal },
): Promise<T> {
  const outage = createOutageLog({ log, what });
  for (;;) {
    signal.throwIfAborted();
    try {
      const result = await work();
      outage.ended();
      return result;
    } catch (error) {
      signal.throwIfAborted();
      outage.noted(error);
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}

const REPEAT_INTERVAL_MS = 30_000;

export interface OutageLog {
  noted(error: unknown): void;
  ended(): void;
}

/**
 * Creates a log of an outage. It logs the first failure, from time to time that the failure lasts, and the recovery.
 */
export function createOutageLog({ log, what }: { log: Logger; what: string }): OutageLog {
  let sinceMs: number | undefined;
  let loggedAtMs = 0;
  return {
    noted(error) {
      const nowMs = Date.now();
      if (sinceMs !== undefined && nowMs - loggedAtMs < REPEAT_INTERVAL_MS) return;
      sinceMs ??= nowMs;
      loggedAtMs = nowMs;
      log.warn({ err: error }, `${what}: not possible now; trying again`);
    },
    ended() {
      if (sinceMs === undefined) return;
      log.info({ outageMs: Date.now() - sinceMs }, `${what}: works again`);
      sinceMs = undefined;
    },
  };
}
