import { z } from 'zod';
import { isTicker, priceText, readShape, unixSeconds, type PublicSource } from './public-source.js';

/** Price, volume, time. The elements after these are not used. */
const trade = z.tuple([priceText, z.string(), unixSeconds], z.unknown());
const answerShape = z.object({
  error: z.array(z.string()),
  // Besides the pair's trades there is `last`, an id from which to continue.
  result: z.record(z.string(), z.union([z.array(trade), z.string()])).optional(),
});

/**
 * Kraken: the last trade. Kraken's ticker has no time, so its trades are asked for.
 * https://docs.kraken.com/api-reference/market-data/get-recent-trades
 */
export const kraken: PublicSource = {
  name: 'kraken',
  baseUrl: 'https://api.kraken.com',
  path({ symbol, fiat }) {
    return isTicker(symbol) ? `/0/public/Trades?pair=${symbol}${fiat}&count=1` : undefined;
  },
  isNotListed: (status, text) => status === 200 && text.includes('"EQuery:Unknown asset pair"'),
  read(answer, { symbol, fiat }) {
    const { error, result = {} } = readShape(answerShape, answer);
    if (error.length > 0) throw new Error(`it answered ${error.join(', ').slice(0, 100)}`);
    // Older assets have names of their own: the answer for ETHUSD is under XETHZUSD, for USDTUSD under USDTZUSD.
    const names = [`${symbol}${fiat}`, `${symbol}Z${fiat}`, `X${symbol}Z${fiat}`];
    const trades = names.flatMap((name) => (typeof result[name] === 'object' ? result[name] : []));
    const latest = trades.sort((a, b) => b[2] - a[2])[0];
    if (latest === undefined) throw new Error('its answer has no trade of the pair');
    return { text: latest[0], asOfMs: latest[2] };
  },
};
