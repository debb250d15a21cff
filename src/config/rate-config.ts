import type { PublicRateSource } from '../domain/core/rate-sources.js';
import type { EnvironmentReader } from './environment-reader.js';

/** Where prices come from. Without fixed prices and without sources, invoices in fiat are not possible. */
export interface RateConfig {
  /** Prices by pair (`USDC/USD`), as decimal strings. They take precedence over the sources. */
  readonly fixed: ReadonlyMap<string, string>;
  readonly sources: readonly PublicRateSource[];
  /** The greatest age of a price that counts, in ms. */
  readonly maxAgeMs: number;
  /** The greatest deviation from the median of a price that counts, in basis points. */
  readonly maxDeviationBps: number;
}

/** Reads the sources of prices. */
export function readRates(env: EnvironmentReader): RateConfig {
  const source = env.find('RATE_SOURCE') ?? (env.isSet('FIXED_RATES') ? 'fixed' : undefined);
  const fixed = source === 'fixed' ? env.get('FIXED_RATES') : env.find('FIXED_RATES');
  return {
    fixed: fixed ?? new Map(),
    sources: source === undefined || source === 'fixed' ? [] : source,
    maxAgeMs: env.find('RATE_MAX_AGE') ?? 300_000,
    maxDeviationBps: env.find('RATE_MAX_DEVIATION_BPS') ?? 100,
  };
}
