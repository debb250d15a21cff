import { AlertThrottle } from '../domain/core/alert-throttle.js';
import type { PublicRateSource } from '../domain/core/rate-sources.js';
import { createCachedRates } from './cached-rates.js';
import { createFixedRates } from './fixed-rates.js';
import { createMedianRates, PUBLIC_SOURCES, type SourceTrouble } from './median-rates.js';
import { notPriced } from './not-priced.js';
import type { RateSource } from './rate-source.js';

const KEEP_MS = 30_000;
const KEEP_FAILURE_MS = 10_000;
/** A checkout page asks for its prices every second. A checkout in fiat asks for the prices of all offered assets. */
const TELL_AGAIN_MS = 3_600_000;

export interface RatesOptions {
  /** Fixed prices by pair (`USDC/USD`), as decimal strings. They have priority over the public sources. */
  readonly fixed: ReadonlyMap<string, string>;
  /** The public sources to ask. If the list is empty, there are only the fixed prices. */
  readonly sources: readonly PublicRateSource[];
  readonly maxAgeMs: number;
  readonly maxDeviationBps: number;
}

/**
 * Creates the prices of an installation: fixed ones first, then the median of public sources, cached for half a minute.
 * When the settings leave a pair without a price, the operator, who can change them, is told once an hour.
 */
export function createRates(
  { fixed, sources, maxAgeMs, maxDeviationBps }: RatesOptions,
  onTrouble: (trouble: SourceTrouble) => void,
): RateSource {
  if (sources.length === 0) {
    const told = new AlertThrottle(TELL_AGAIN_MS);
    return createFixedRates(fixed, {
      rate(symbol, fiat) {
        const why = 'FIXED_RATES has no such pair: add it there, or set RATE_SOURCE';
        const pair = `${symbol}/${fiat}`;
        if (told.isDue(pair, performance.now())) onTrouble({ source: 'fixed', pair, why });
        return Promise.reject(notPriced({ symbol, fiat }));
      },
    });
  }
  const chosen = sources.map((name) => PUBLIC_SOURCES[name]);
  const asked = createMedianRates({ sources: chosen, maxAgeMs, maxDeviationBps, onTrouble });
  return createFixedRates(
    fixed,
    createCachedRates(asked, { keepMs: KEEP_MS, keepFailureMs: KEEP_FAILURE_MS, maxAgeMs }),
  );
}
