import { QuittanceError } from '../core/errors.js';
import { parseCrypto, parseFiat, quote, type Price } from '../core/money.js';

/** What a checkout asks for: an amount in fiat, or one of a token on any chain. */
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
 * Returns what a checkout asks for in one asset, in base units. `price` is of the asset's token in the fiat currency,
 * and is not used for an amount in crypto.
 *
 * @throws QuittanceError `amount_too_precise`, `validation_failed`.
 */
export function amountInAsset(amount: CheckoutAmount, decimals: number, price: Price | null): bigint {
  if ('amountCrypto' in amount) return parseCrypto(amount.amountCrypto, { decimals, path: 'amountCrypto' });
  if (price === null) throw new Error('An amount in fiat needs a price');
  return quote(amount.amountFiatCents, price, decimals);
}
