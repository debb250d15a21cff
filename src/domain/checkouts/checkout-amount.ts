import { parseCrypto, quote, type Price } from '../core/money.js';

/** What a checkout asks for: an amount in fiat, or one of a token on any chain. */
export type CheckoutAmount =
  | { readonly amountFiatCents: bigint; readonly fiatCurrency: string }
  | { readonly amountCrypto: string; readonly tokenSymbol: string };

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
