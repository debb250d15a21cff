import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/** The SDK logs this for each worker that has only activities. That is as it should be. */
const EXPECTED = 'No workflows registered, not polling for workflow tasks';
/** While Temporal is away, this target logs each retry of each poll: several lines a second. */
const RETRY_TARGET = 'temporalio_client::retry';
const RETRY_LOG_INTERVAL_MS = 30_000;

/**
 * Sets up the SDK's native part. Called once in a process, before any connection. The SDK's warnings go to our log, and
 * we handle the signals of the system ourselves.
 */
export function installRuntime(log: Logger): void {
  let retryLoggedAtMs = -Infinity;
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', (entry) => {
      if (entry.message === EXPECTED) return;
      if (entry.meta?.['target'] === RETRY_TARGET) {
        if (performance.now() - retryLoggedAtMs < RETRY_LOG_INTERVAL_MS) return;
        retryLoggedAtMs = performance.now();
      }
      write(log, entry);
    }),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
}

function write(log: Logger, { level, message, meta }: LogEntry): void {
  const { error, ...fields }: Record<string, unknown> = meta ?? {};
  const bindings = error === undefined ? fields : { ...fields, err: error };
  if (level === 'ERROR') log.error(bindings, message);
  else log.warn(bindings, message);
}
