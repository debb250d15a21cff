import type { Price } from '../domain/core/money.js';

/** The price of one token, and its source. */
export interface Rate {
  readonly price: Price;
  /** Fiat per whole token, a decimal string. */
  readonly text: string;
  /** `fixed`, or the public sources that agree on it, separated by commas. */
  readonly source: string;
  /** Epoch ms. With several sources, the oldest of their times. */
  readonly asOfMs: number;
}

/** Prices of tokens in fiat. */
export interface RateSource {
  /**
   * @param symbol the token's symbol, such as `USDC`.
   * @param fiat ISO 4217 code, such as `USD`.
   * @throws QuittanceError `rate_unavailable` when no price recent enough is known, and `unsupported_asset` when there
   *   is no source that has this pair.
   */
  rate(symbol: string, fiat: string): Promise<Rate>;
}
