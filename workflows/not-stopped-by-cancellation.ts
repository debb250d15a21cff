import { CancellationScope, patched, setCurrentDetails, sleep } from '@temporalio/workflow';

/** Shows details to operators, below the answer to a cancellation that was asked for. */
export type ShowDetails = (details: string) => void;

/**
 * Runs the work of a workflow that a row decides about, and nobody at Temporal's UI. A cancellation asked for there stops
 * nothing: a run that ended would only be started again. The details say what to use instead. The timeline says it too, by
 * the summary of a timer that waits for nothing.
 *
 * Runs that were cancelled before this was so have been stopped by it. Their histories are replayed like that (`patched`).
 */
export function notStoppedByCancellation<T>(
  useInstead: string,
  work: (show: ShowDetails) => Promise<T>,
): Promise<T> {
  let answer = '';
  let details = '';
  const show = (): void => setCurrentDetails(`${answer}${details}`);
  const asked = CancellationScope.current().cancelRequested;
  return CancellationScope.nonCancellable(() => {
    const stoppable = new CancellationScope();
    asked.catch(() => {
      if (!patched('not-stopped-by-cancellation')) {
        stoppable.cancel();
        return;
      }
      answer = `**Not stopped by this.** A cancellation was asked for here at ${new Date().toISOString()}: ${useInstead}\n\n`;
      show();
      void CancellationScope.nonCancellable(() =>
        sleep(1, { summary: `not stopped by this: ${useInstead}` }),
      );
    });
    return stoppable.run(() =>
      work((now) => {
        details = now;
        show();
      }),
    );
  });
}
