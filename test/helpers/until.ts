import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 25;

/** Waits until the condition holds. Throws after `withinMs`, naming what was waited for. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 30_000, everyMs = POLL_MS }: { withinMs?: number; everyMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(everyMs);
  }
}
