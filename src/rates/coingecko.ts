import { z } from 'zod';
import { priceText, readShape, unixSeconds, type PublicSource } from './public-source.js';

/** CoinGecko has ids of its own for coins, since symbols are not unique there. */
const COIN_IDS: ReadonlyMap<string, string> = new Map([
  ['BNB', 'binancecoin'],
  ['DAI', 'dai'],
  ['ETH', 'ethereum'],
  ['POL', 'polygon-ecosystem-token'],
  ['USDC', 'usd-coin'],
  ['USDT', 'tether'],
]);

/** CoinGecko: its average over many markets. https://docs.coingecko.com/v3.0.1/reference/simple-price */
export const coingecko: PublicSource = {
  name: 'coingecko',
  baseUrl: 'https://api.coingecko.com',
  path({ symbol, fiat }) {
    const id = COIN_IDS.get(symbol);
    if (id === undefined) return undefined;
    return `/api/v3/simple/price?ids=${id}&vs_currencies=${fiat.toLowerCase()}&include_last_updated_at=true`;
  },
  // It leaves a currency that it does not know out of its answer, which then has no price in it.
  isNotListed: (status, text) =>
    status === 200 && /^\{("[a-z-]+":\{("last_updated_at":\d+)?\})?\}$/.test(text),
  read(answer, { symbol, fiat }) {
    const id = COIN_IDS.get(symbol) ?? '';
    const coin = readShape(z.object({ [id]: z.record(z.string(), z.number()) }), answer)[id] ?? {};
    return {
      // The price is a JSON number. Written as text it has the digits that were sent.
      text: readShape(priceText, String(coin[fiat.toLowerCase()])),
      asOfMs: readShape(unixSeconds, coin['last_updated_at']),
    };
  },
};
