import { asyncLocalStorage, Context } from '@temporalio/activity';
import { CancelledFailure, noopMetricMeter } from '@temporalio/common';
import type { Logger } from 'pino';

/** Runs activities as a worker does, and cancels them as its shutdown does. */
export interface ActivityEnvironment {
  readonly context: Context;
  run<Result>(activity: () => Promise<Result>): Promise<Result>;
  cancel(): void;
}

/**
 * Does the same as `MockActivityEnvironment`, but without its worker, client and gRPC. Those load seven hundred
 * modules, and most tests on a real chain need nothing else from Temporal.
 *
 * @param rest what an activity waits for when it would sleep for some time (ms). Default: that time.
 */
export function createActivityEnvironment(
  log: Logger,
  rest?: (pauseMs: number) => Promise<void>,
): ActivityEnvironment {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const cancelled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as CancelledFailure));
  });
  // Not every activity waits for the cancellation: without a handler it would be an unhandled rejection.
  cancelled.catch(() => undefined);
  const info = { attempt: 1, heartbeatDetails: undefined } as Context['info'];
  const heartbeat = (): void => undefined;
  const context = new Context(
    ...([info, cancelled, signal, heartbeat] as const),
    ...([undefined, log as never, noopMetricMeter, {}] as const),
  );
  if (rest !== undefined)
    Object.assign(context, {
      sleep: (pauseMs: number): Promise<void> => Promise.race([cancelled, rest(pauseMs)]),
    });
  return {
    context,
    run: (activity) => asyncLocalStorage.run(context, activity),
    cancel: () => cancellation.abort(new CancelledFailure('CANCELLED')),
  };
}
