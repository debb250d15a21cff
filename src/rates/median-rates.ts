import { QuittanceError } from '../domain/core/errors.js';
import type { PublicRateSource } from '../domain/core/rate-sources.js';
import { agreeOnPrice, type AgreedPrice, type Quote } from './agree-on-price.js';
import { askSource, NotListed } from './ask-source.js';
import { bitstamp } from './bitstamp.js';
import { coinbase } from './coinbase.js';
import { coingecko } from './coingecko.js';
import { kraken } from './kraken.js';
import { notPriced } from './not-priced.js';
import type { Pair, PublicSource } from './public-source.js';
import type { Rate, RateSource } from './rate-source.js';

/** All public sources, by their names in `RATE_SOURCE`. */
export const PUBLIC_SOURCES: Readonly<Record<PublicRateSource, PublicSource>> = {
  coinbase,
  kraken,
  bitstamp,
  coingecko,
};

/** Why a source was not used for a price. For the log. */
export interface SourceTrouble {
  readonly source: PublicRateSource | 'fixed';
  /** Such as `ETH/USD`. */
  readonly pair: string;
  readonly why: string;
}

export interface MedianRatesOptions {
  readonly sources: readonly PublicSource[];
  /** The largest age of a price, in ms. An older one does not count. */
  readonly maxAgeMs: number;
  /** How far from the median a source may be and still count, in basis points. */
  readonly maxDeviationBps: number;
  /** How long each source may take, in ms. */
  readonly timeoutMs?: number;
  readonly onTrouble: (trouble: SourceTrouble) => void;
  /** Epoch ms. */
  readonly now?: () => number;
}

const TIMEOUT_MS = 2_000;
/** How far a source's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 60_000;
/** How many sources must agree. A single source is believed only when no other was chosen. */
const AGREEING_MIN = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Creates a source of prices from public sources. All are asked at once. The price is the median of those that answered
 * in time, with a recent price, close to each other. The rate names these sources, separated by commas. Its time is the
 * oldest of theirs. A pair that no source lists is refused as unsupported: waiting would not help.
 */
export function createMedianRates(options: MedianRatesOptions): RateSource {
  const { sources, maxDeviationBps, onTrouble } = options;
  const enough = Math.min(AGREEING_MIN, sources.length);

  const agree = (quotes: readonly Quote[], { symbol, fiat }: Pair): AgreedPrice => {
    const agreed = agreeOnPrice(quotes, maxDeviationBps);
    const isEnough = agreed !== null && agreed.agreeing.length >= enough;
    for (const { source, text } of isEnough ? agreed.deviating : quotes) {
      const why = isEnough
        ? `its price ${text} is too far from the median ${agreed.text}`
        : `too few others confirm its price ${text}`;
      onTrouble({ source, pair: `${symbol}/${fiat}`, why });
    }
    if (isEnough) return agreed;
    throw new QuittanceError(
      'rate_unavailable',
      `No price of ${symbol} in ${fiat} is known right now on which enough sources agree. Try again, or ask for amountCrypto instead.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  };

  return {
    async rate(symbol, fiat): Promise<Rate> {
      const pair = { symbol, fiat };
      const answers = await Promise.all(sources.map((source) => askForQuote(source, { pair, options })));
      const troubles = answers.filter((answer) => 'why' in answer);
      // All sources must agree: otherwise one that forgets a pair for a while could cause a refusal that is stored.
      if (troubles.length === sources.length && troubles.every(({ isListed }) => !isListed))
        throw notPriced(pair);
      for (const { source, why } of troubles) onTrouble({ source, pair: `${symbol}/${fiat}`, why });
      const { price, text, agreeing } = agree(
        answers.filter((answer) => 'text' in answer),
        pair,
      );
      return {
        price,
        text,
        source: agreeing
          .map(({ source }) => source)
          .sort()
          .join(','),
        asOfMs: Math.min(...agreeing.map(({ asOfMs }) => asOfMs)),
      };
    },
  };
}

/** Why a source gave no price that counts. */
interface NoQuote {
  readonly source: PublicRateSource;
  readonly why: string;
  /** False: the source says that it does not have the pair at all. */
  readonly isListed: boolean;
}

/** Asks a source for its price. */
async function askForQuote(
  source: PublicSource,
  { pair, options }: { pair: Pair; options: MedianRatesOptions },
): Promise<Quote | NoQuote> {
  const { maxAgeMs, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  try {
    const { text, asOfMs } = await askSource(source, { pair, timeoutMs });
    const nowMs = now();
    if (nowMs - asOfMs > maxAgeMs)
      throw new Error(`its price is too old: ${Math.round((nowMs - asOfMs) / 1_000)} s`);
    if (asOfMs - nowMs > CLOCK_SKEW_MS) throw new Error('the time of its price is in the future');
    return { source: source.name, text, asOfMs: Math.min(asOfMs, nowMs) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { source: source.name, why, isListed: !(error instanceof NotListed) };
  }
}
