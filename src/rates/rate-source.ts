import type { Price } from '../domain/money.js';

/** What one token costs, and who said so. */
export interface Rate {
  readonly price: Price;
  /** The price as its source wrote it: fiat per whole token, a decimal string. */
  readonly text: string;
  readonly source: string;
  /** Epoch ms. */
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
