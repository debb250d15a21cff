import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Say } from './processes.js';

const EVERY_MS = 5_000;
const ASK_TIMEOUT_MS = 4_000;

const readySchema = z.object({
  data: z.object({
    haltedChains: z.array(z.object({ chainCode: z.string(), haltedAt: z.string() })).default([]),
  }),
});

/**
 * Says in the terminal when a chain is halted, and when it goes on. It asks the API's `/readyz` every few seconds until the
 * signal is aborted. If the API does not answer, nothing is said, and the next request may be answered.
 */
export async function watchChains({
  baseUrl,
  say,
  signal,
  everyMs = EVERY_MS,
}: {
  readonly baseUrl: string;
  readonly say: Say;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}): Promise<void> {
  let said: ReadonlySet<string> = new Set();
  for (;;) {
    const halted = await askForHalted(baseUrl);
    if (signal.aborted) return;
    if (halted !== null) {
      for (const [chainCode, haltedAt] of halted) {
        if (!said.has(chainCode)) say(haltedInWords(chainCode, haltedAt));
      }
      for (const chainCode of said) {
        if (!halted.has(chainCode)) say(`The chain ${chainCode} goes on.`);
      }
      said = new Set(halted.keys());
    }
    try {
      await pause(everyMs, undefined, { signal });
    } catch {
      return;
    }
  }
}

function haltedInWords(chainCode: string, haltedAt: string): string {
  return (
    `The chain ${chainCode} has been HALTED since ${haltedAt}: nothing is credited or paid there. ` +
    'This shows why, and what to do: npm run --silent cli -- chain status'
  );
}

/** Returns the halted chains by chain code, with the time since when each is halted. Null: the API does not answer. */
async function askForHalted(baseUrl: string): Promise<ReadonlyMap<string, string> | null> {
  try {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    const { data } = readySchema.parse(await answer.json());
    return new Map(data.haltedChains.map(({ chainCode, haltedAt }) => [chainCode, haltedAt]));
  } catch {
    // The API is not ready, so nothing is known about the chains.
    return null;
  }
}
