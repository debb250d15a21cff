import type { Price } from '../domain/core/money.js';

/** What one token costs, and who said so. */
export interface Rate {
  readonly price: Price;
  /** Fiat per whole token, a decimal string. */
  readonly text: string;
  /** `fixed`, or the public sources that agree on it, separated by commas. */
  readonly source: string;
  /** Epoch ms; of several sources the oldest time. */
  readonly asOfMs: number;
}

/** Prices of tokens in fiat. */
export interface RateSource {
  /**
   * @param symbol a token's, such as `USDC`.
   * @param fiat ISO 4217 code, such as `USD`.
   * @throws QuittanceError `rate_unavailable` when no price recent enough is known.
   */
  rate(symbol: string, fiat: string): Promise<Rate>;
}
