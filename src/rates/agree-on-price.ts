import { formatDecimal, parsePrice, type Price } from '../domain/core/money.js';
import type { PublicRateSource } from '../domain/core/rate-sources.js';

/** The price of a token as one source says it. */
export interface Quote {
  readonly source: PublicRateSource;
  /** Fiat per whole token, a decimal string. */
  readonly text: string;
  /** Epoch ms. */
  readonly asOfMs: number;
}

/** The price that most sources agree on. */
export interface AgreedPrice {
  readonly price: Price;
  /** The median, a decimal string. */
  readonly text: string;
  readonly agreeing: readonly Quote[];
  readonly deviating: readonly Quote[];
}

const BPS = 10_000n;
const PRICE_DIGITS = 18;

/**
 * Finds the price that most sources agree on: the median of the quotes that are close to the median of all quotes. More
 * than half of all quotes must be close. So a minority that lies, in either direction, can neither set the price nor
 * move it beyond what honest sources say. Two quotes that differ give no price.
 *
 * @param maxDeviationBps how far from the median a quote may be, in basis points of the median.
 * @returns null when the quotes don't agree, or when there is none.
 */
export function agreeOnPrice(quotes: readonly Quote[], maxDeviationBps: number): AgreedPrice | null {
  const sorted = quotes
    .map((quote) => ({ quote, atomic: parsePrice(quote.text, quote.source).numerator }))
    .sort((a, b) => (a.atomic < b.atomic ? -1 : 1));
  // For an even number it is the lower of the two, not their mean: a source must have said it.
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) return null;
  const isClose = ({ atomic }: { atomic: bigint }): boolean => {
    const difference = atomic > middle.atomic ? atomic - middle.atomic : middle.atomic - atomic;
    return difference * BPS <= middle.atomic * BigInt(maxDeviationBps);
  };
  const close = sorted.filter(isClose);
  if (close.length * 2 <= sorted.length) return null;
  const text = medianText(close.map(({ atomic }) => atomic));
  return {
    price: parsePrice(text),
    text,
    agreeing: close.map(({ quote }) => quote),
    deviating: sorted.filter((one) => !isClose(one)).map(({ quote }) => quote),
  };
}

/** @param sorted ascending, in units of 10^-18; not empty. */
function medianText(sorted: readonly bigint[]): string {
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  const exact = formatDecimal((lower + upper) / 2n, { decimals: PRICE_DIGITS, digits: PRICE_DIGITS });
  return exact.replace(/\.?0+$/, '');
}
