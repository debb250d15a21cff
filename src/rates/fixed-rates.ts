import { QuittanceError } from '../domain/core/errors.js';
import { parsePrice } from '../domain/core/money.js';
import type { RateSource } from './rate-source.js';

const RETRY_AFTER_SECONDS = 60;

/** A source that has no price for any pair. */
const noRates: RateSource = {
  rate(symbol, fiat) {
    const error = new QuittanceError(
      'rate_unavailable',
      `No price of ${symbol} in ${fiat} is known here. Ask for amountCrypto instead, or for another currency.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
    return Promise.reject(error);
  },
};

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
