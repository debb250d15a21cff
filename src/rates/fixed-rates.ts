import { parsePrice } from '../domain/core/money.js';
import { notPriced } from './not-priced.js';
import type { RateSource } from './rate-source.js';

/** A source that has no price for any pair. */
const noRates: RateSource = { rate: (symbol, fiat) => Promise.reject(notPriced({ symbol, fiat })) };

/**
 * Creates a source of the prices that the configuration fixes, by pair (`USDC/USD`), as decimal strings. They are valid
 * at every moment. `others` is asked only for the other pairs.
 */
export function createFixedRates(prices: ReadonlyMap<string, string>, others = noRates): RateSource {
  const rates = new Map([...prices].map(([pair, text]) => [pair, { text, price: parsePrice(text, pair) }]));
  return {
    rate(symbol, fiat) {
      const found = rates.get(`${symbol}/${fiat}`);
      return found === undefined
        ? others.rate(symbol, fiat)
        : Promise.resolve({ ...found, source: 'fixed', asOfMs: Date.now() });
    },
  };
}
