import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/**
 * Sets up the SDK's native part, once for a process and before any connection: its warnings go to our log, and signals
 * of the system stay ours to handle.
 */
export function installRuntime(log: Logger): void {
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', (entry) => write(log, entry)),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
}

/** Said of each worker that has activities only, which is as it should be. */
const EXPECTED = 'No workflows registered, not polling for workflow tasks';

function write(log: Logger, { level, message, meta }: LogEntry): void {
  if (message === EXPECTED) return;
  const { error, ...fields }: Record<string, unknown> = meta ?? {};
  const bindings = error === undefined ? fields : { ...fields, err: error };
  if (level === 'ERROR') log.error(bindings, message);
  else log.warn(bindings, message);
}
