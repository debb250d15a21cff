import { CancellationScope, patched, setCurrentDetails } from '@temporalio/workflow';

/** Shows details to operators, below the answer to a cancellation that was asked for. */
export type ShowDetails = (details: string) => void;

/**
 * Runs the work of a workflow that a row decides about, and nobody at Temporal's UI. A cancellation asked for there stops
 * nothing: it is answered in the details, which say what to use instead. A run that ended would only be started again.
 *
 * In a history from before, a cancellation has stopped the run, and replaying it does.
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
    });
    return stoppable.run(() =>
      work((now) => {
        details = now;
        show();
      }),
    );
  });
}
