import { formatDecimal } from '../../domain/core/money.js';

/** Writes base units exactly, with `.` and without zeros at the end: what is copied, and what wallets read. */
export function wholeAmount(atomic: string, decimals: number): string {
  const text = formatDecimal(BigInt(atomic), { decimals, digits: decimals });
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A decimal string is formatted digit by digit (ECMA-402, 2023): it never becomes a JavaScript number. */
function formatText(format: Intl.NumberFormat, text: string): string {
  return format.format(text as Intl.StringNumericLiteral);
}

/** Writes an exact decimal for readers of a language: every digit stays, and there are at least two after the point. */
export function readableAmount(exact: string, locale: string): string {
  const digits = Math.max(2, exact.split('.')[1]?.length ?? 0);
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return formatText(format, exact);
}

/** Writes a fiat amount with its currency. An amount of cents stays exact. */
export function readableFiat(amount: string, currency: string, locale: string): string {
  const digits = Math.max(2, amount.split('.')[1]?.replace(/0+$/, '').length ?? 0);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
  return formatText(format, amount);
}

/** Writes a moment for a page that does not know its reader's time zone: in UTC, and it says so. */
export function readableMoment(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(iso));
}
