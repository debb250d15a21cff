/** The public price sources that `RATE_SOURCE` can name. */
export const PUBLIC_RATE_SOURCES = ['coinbase', 'kraken', 'bitstamp', 'coingecko'] as const;
export type PublicRateSource = (typeof PUBLIC_RATE_SOURCES)[number];
