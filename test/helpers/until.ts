import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

const POLL_MS = 25;

export interface UntilOptions {
  readonly withinMs?: number;
  readonly everyMs?: number;
  /** Returns what is there instead, for the error. */
  readonly describe?: () => Promise<unknown>;
}

/** Waits until the condition holds. Throws after `withinMs`, naming what was waited for. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 30_000, everyMs = POLL_MS, describe }: UntilOptions = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      const instead = describe === undefined ? '' : `. There is: ${inspect(await describe(), { depth: 5 })}`;
      throw new Error(`Not within ${withinMs} ms: ${what}${instead}`);
    }
    await pause(everyMs);
  }
}

/** Returns what the work returns. Throws after so many ms, with words that are made then. */
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
