import type { Rate, RateSource } from './rate-source.js';

export interface CacheOptions {
  /** How long a rate is used again without asking, in ms. */
  readonly keepMs: number;
  /** The same for a failure, so that a failing pair does not cause requests to the sources each time. */
  readonly keepFailureMs: number;
  /** The maximum age of a rate, in ms. An older rate is requested again, even if it was requested a moment ago. */
  readonly maxAgeMs: number;
  /** Epoch ms. */
  readonly now?: () => number;
}

/** How many pairs are kept: more than anyone offers. */
const PAIRS_MAX = 1_000;

/** Asks the source for a pair only once at a time. Requests in the meantime, or soon after, get the same answer. */
export function createCachedRates(source: RateSource, options: CacheOptions): RateSource {
  const { keepMs, keepFailureMs, maxAgeMs, now = Date.now } = options;
  const known = new Map<string, { readonly asked: Promise<Rate>; untilMs: number }>();

  const ask = (pair: string, asked: Promise<Rate>): Promise<Rate> => {
    const entry = { asked, untilMs: Infinity };
    known.delete(pair);
    known.set(pair, entry);
    for (const oldest of [...known.keys()].slice(0, known.size - PAIRS_MAX)) known.delete(oldest);
    asked.then(
      ({ asOfMs }) => (entry.untilMs = Math.min(now() + keepMs, asOfMs + maxAgeMs)),
      () => (entry.untilMs = now() + keepFailureMs),
    );
    return asked;
  };

  return {
    rate(symbol, fiat) {
      const pair = `${symbol}/${fiat}`;
      const entry = known.get(pair);
      return entry !== undefined && now() < entry.untilMs
        ? entry.asked
        : ask(pair, source.rate(symbol, fiat));
    },
  };
}
