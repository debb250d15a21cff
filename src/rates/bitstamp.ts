import { z } from 'zod';
import { isTicker, priceText, readShape, unixSeconds, type PublicSource } from './public-source.js';

const ticker = z.object({
  last: priceText,
  timestamp: z
    .string()
    .regex(/^\d{10}$/)
    .transform(Number)
    .pipe(unixSeconds),
});

/** Bitstamp: the last trade. https://www.bitstamp.net/api/#tag/Tickers/operation/GetMarketTicker */
export const bitstamp: PublicSource = {
  name: 'bitstamp',
  baseUrl: 'https://www.bitstamp.net',
  path({ symbol, fiat }) {
    return isTicker(symbol) ? `/api/v2/ticker/${symbol}${fiat}/`.toLowerCase() : undefined;
  },
  isNotListed: (status) => status === 404,
  read(answer) {
    const { last, timestamp } = readShape(ticker, answer);
    return { text: last, asOfMs: timestamp };
  },
};
