import { z } from 'zod';
import { isTicker, priceText, readShape, type PublicSource } from './public-source.js';

const ticker = z.object({ price: priceText, time: z.iso.datetime() });

/**
 * Coinbase Exchange: the last trade.
 * https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/products/get-product-ticker
 */
export const coinbase: PublicSource = {
  name: 'coinbase',
  baseUrl: 'https://api.exchange.coinbase.com',
  path({ symbol, fiat }) {
    return isTicker(symbol) ? `/products/${symbol}-${fiat}/ticker` : undefined;
  },
  isNotListed: (status) => status === 404,
  read(answer) {
    const { price, time } = readShape(ticker, answer);
    return { text: price, asOfMs: Date.parse(time) };
  },
};
