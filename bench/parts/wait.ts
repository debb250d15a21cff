import { pauseUnless } from '../../src/local/processes.js';
import type { BenchContext } from '../harness/bench.js';

const POLL_INTERVAL_MS = 25;
const PATIENCE_MS = 900_000;

/** Waits until the condition holds. Throws an error after 15 minutes, or the signal's reason when it is aborted. */
export async function until(
  { signal }: Pick<BenchContext, 'signal'>,
  /** The end of "Waited 900 s, but this did not happen: …". A function may add the current state. */
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
  { everyMs = POLL_INTERVAL_MS }: { readonly everyMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline)
      throw new Error(
        `Waited ${PATIENCE_MS / 1_000} s, but this did not happen: ${typeof what === 'string' ? what : what()}.`,
      );
    await pauseUnless(signal, everyMs);
    signal.throwIfAborted();
  }
}
