import { formatDecimal } from '../../domain/core/money.js';
import type { CheckoutFacts } from './facts.js';

/** Writes an exact decimal without zeros at its end. */
export function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Writes base units exactly, with `.` and without zeros at the end. This form is copied, and wallets can read it. */
export function wholeAmount(atomic: string, decimals: number): string {
  return withoutZeros(formatDecimal(BigInt(atomic), { decimals, digits: decimals }));
}

/** Formats by their parameters. They are kept, because making one takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Writes an exact decimal, which never becomes a JavaScript number (ECMA-402, 2023). The digits after the point are put
 * in as they are, because a format has at most 20 of them, and a token may have more. At least two follow the point.
 */
function formatText(text: string, locale: string, currency: string | null): string {
  const key = `${locale} ${currency ?? ''}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      // `CA$` for Canadian dollars: a mere `$` would tell another amount.
      ...(currency === null ? {} : { style: 'currency', currency, currencyDisplay: 'symbol' }),
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  formats.set(key, format);
  const [whole = '', fraction = ''] = text.split('.');
  const parts = format.formatToParts(whole as Intl.StringNumericLiteral);
  return parts.map(({ type, value }) => (type === 'fraction' ? fraction.padEnd(2, '0') : value)).join('');
}

/** Writes an exact decimal for readers of a language. Every digit stays, and at least two follow the point. */
export function readableAmount(exact: string, locale: string): string {
  return formatText(exact, locale, null);
}

/** Writes a fiat amount with its currency. An amount of cents stays exact. */
export function readableFiat(amount: string, currency: string, locale: string): string {
  return formatText(amount.includes('.') ? amount.replace(/0+$/, '') : amount, locale, currency);
}

/** Writes the amount that is asked for before a coin is chosen: in fiat, or in a token on any network. */
export function openAmountText(
  asked: Pick<CheckoutFacts, 'amountFiat' | 'fiatCurrency' | 'amountCrypto' | 'tokenSymbol'>,
  locale: string,
): string {
  const { amountFiat, fiatCurrency, amountCrypto, tokenSymbol } = asked;
  if (amountFiat !== null && fiatCurrency !== null) return readableFiat(amountFiat, fiatCurrency, locale);
  return amountCrypto === null || tokenSymbol === null
    ? ''
    : `${readableAmount(amountCrypto, locale)} ${tokenSymbol}`;
}

const momentFormats = new Map<string, Intl.DateTimeFormat>();

/** Writes a moment in UTC, because the server does not know the reader's time zone. The page adds "UTC". */
export function readableMoment(
  iso: string,
  locale: string,
  timeStyle: 'short' | 'medium' = 'medium',
): string {
  const key = `${locale} ${timeStyle}`;
  const format =
    momentFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: 'UTC' });
  momentFormats.set(key, format);
  return format.format(new Date(iso));
}
