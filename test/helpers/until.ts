import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * The pause after the first look, in ms. Each further pause is longer by `GROWTH`, because many tests wait at the same
 * time.
 */
const FIRST_PAUSE_MS = 20;
const GROWTH = 1.25;
const LONGEST_PAUSE_MS = 150;

export interface UntilOptions {
  readonly withinMs?: number;
  /** The pause after each look. Default: longer and longer pauses. */
  readonly everyMs?: number;
  /** Returns the actual state, for the error. */
  readonly describe?: () => Promise<unknown>;
}

/** Waits until the condition holds. Throws after `withinMs`, with the name of the condition. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 90_000, everyMs, describe }: UntilOptions = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let pauseMs = everyMs ?? FIRST_PAUSE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      const instead = describe === undefined ? '' : `. There is: ${inspect(await describe(), { depth: 5 })}`;
      throw new Error(`Not within ${withinMs} ms: ${what}${instead}`);
    }
    await pause(pauseMs);
    pauseMs = everyMs ?? Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS);
  }
}

/** Returns the result of the work. Throws after `limitMs`, with an error text that is made then. */
export async function within<T>(limitMs: number, work: Promise<T>, describe: () => string): Promise<T> {
  const over = new AbortController();
  const late = pause(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`Not within ${limitMs} ms: ${describe()}`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}
