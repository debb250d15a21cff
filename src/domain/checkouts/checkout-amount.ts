import { QuittanceError } from '../core/errors.js';
import { parseCrypto, parseFiat, quote, type Price } from '../core/money.js';

/** The amount that a checkout asks for: in fiat, or in a token on any chain. */
export type CheckoutAmount =
  | { readonly amountFiatCents: bigint; readonly fiatCurrency: string }
  | { readonly amountCrypto: string; readonly tokenSymbol: string };

/** Reads an amount in fiat. @throws QuittanceError `amount_too_small`, `amount_too_precise`. */
export function fiatAmountOf(amountFiat: string, fiatCurrency: string): CheckoutAmount {
  const amountFiatCents = parseFiat(amountFiat, 'amountFiat');
  if (amountFiatCents === 0n) throw new QuittanceError('amount_too_small', 'amountFiat must be above zero.');
  return { amountFiatCents, fiatCurrency };
}

/**
 * Returns the amount of a checkout in one asset, in base units. `price` is the price of the asset's token in the fiat
 * currency. It is not used for an amount in crypto.
 *
 * @throws QuittanceError `amount_too_precise`, `validation_failed`.
 */
export function amountInAsset(amount: CheckoutAmount, decimals: number, price: Price | null): bigint {
  if ('amountCrypto' in amount) return parseCrypto(amount.amountCrypto, { decimals, path: 'amountCrypto' });
  if (price === null) throw new Error('An amount in fiat needs a price');
  return quote(amount.amountFiatCents, price, decimals);
}
