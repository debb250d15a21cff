import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Said of each worker that has activities only, which is as it should be. */
const EXPECTED = 'No workflows registered, not polling for workflow tasks';
/** Says of each single retry of each poll that Temporal is away: several lines a second. */
const RETRY_TARGET = 'temporalio_client::retry';
const RETRY_LOG_INTERVAL_MS = 30_000;

/**
 * Sets up the SDK's native part, once for a process and before any connection: its warnings go to our log, and signals
 * of the system stay ours to handle.
 */
export function installRuntime(log: Logger): void {
  let retrySaidAtMs = -Infinity;
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', (entry) => {
      if (entry.message === EXPECTED) return;
      if (entry.meta?.['target'] === RETRY_TARGET) {
        if (performance.now() - retrySaidAtMs < RETRY_LOG_INTERVAL_MS) return;
        retrySaidAtMs = performance.now();
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
