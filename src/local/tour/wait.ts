import { pauseUnless } from '../processes.js';

const POLL_INTERVAL_MS = 250;

/**
 * Calls `look` repeatedly until it returns something.
 *
 * @throws Error after `timeoutMs`, with the thing that was waited for and its last state. The signal's reason when it is
 * aborted. Any error of `look`.
 */
export async function waitFor<Found>(options: {
  /** As in "waited 60 s for …". */
  readonly what: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly look: () => Promise<Found | null>;
  /** Describes the present state, for the error. */
  readonly describe: () => string;
}): Promise<Found> {
  const { what, timeoutMs, signal, look, describe } = options;
  const deadline = Date.now() + timeoutMs;
  do {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1_000} s for ${what}; ${describe()}.`);
  } while (await pauseUnless(signal, POLL_INTERVAL_MS));
  signal.throwIfAborted();
  throw new Error(`Stopped waiting for ${what}.`);
}
