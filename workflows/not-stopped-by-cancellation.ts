import { CancellationScope, patched, setCurrentDetails, sleep } from '@temporalio/workflow';

/** Shows details to operators, below the answer to a requested cancellation. */
export type ShowDetails = (details: string) => void;

/**
 * Runs the work of a workflow whose row decides about it. A cancellation in Temporal's UI does not stop it: a run that
 * ended would only be started again. The details say what to use instead. The timeline says it too, by the summary of a
 * timer that waits for nothing.
 *
 * In an earlier version a cancellation stopped the run. Histories of that version are replayed in that way (`patched`).
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
