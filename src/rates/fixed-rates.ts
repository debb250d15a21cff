import { QuittanceError } from '../domain/errors.js';
import { parsePrice } from '../domain/money.js';
import type { Rate, RateSource } from './rate-source.js';

/**
 * Prices that the configuration fixes, by pair (`USDC/USD`), as decimal strings. They hold at every moment. With none at
 * all, every pair is unavailable.
 */
export function createFixedRates(prices: ReadonlyMap<string, string>): RateSource {
  const rates = new Map([...prices].map(([pair, text]) => [pair, { text, price: parsePrice(text, pair) }]));
  const find = (symbol: string, fiat: string): Rate => {
    const found = rates.get(`${symbol}/${fiat}`);
    if (found === undefined) {
      throw new QuittanceError(
        'rate_unavailable',
        `No price of ${symbol} in ${fiat} is known here. Ask for amountCrypto instead, or for another currency.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    return { ...found, source: 'fixed', asOfMs: Date.now() };
  };
  return {
    async rate(symbol, fiat) {
      return Promise.resolve(find(symbol, fiat));
    },
  };
}

const RETRY_AFTER_SECONDS = 60;
