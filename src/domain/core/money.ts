import { assert, QuittanceError } from './errors.js';

/** The largest uint256. The column type `numeric(78,0)` holds it as well. */
export const MAX_ATOMIC = 2n ** 256n - 1n;
/** Digits shown after the point in every `…Crypto` field. */
const CRYPTO_DIGITS = 6;
/** Digits shown after the point in every `…Fiat` field. */
const FIAT_DIGITS = 2;

/**
 * Reads a decimal string strictly: digits, then optionally a point and digits. It refuses signs, exponents, spaces,
 * leading zeros and a bare point. It never rounds: it refuses more digits than `decimals`.
 *
 * @returns the amount in base units (10^-decimals).
 * @throws QuittanceError `validation_failed` (malformed or beyond uint256), `amount_too_precise` (too many digits).
 */
export function parseDecimal(text: string, { decimals, path }: { decimals: number; path: string }): bigint {
  const match = /^(0|[1-9]\d{0,77})(?:\.(\d{1,78}))?$/.exec(text);
  if (match === null) {
    throw new QuittanceError('validation_failed', `${path} is not a decimal amount.`, {
      details: [{ path, message: 'expected a plain decimal string such as "12.50"' }],
    });
  }
  const whole = match[1] ?? '0';
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) {
    throw new QuittanceError(
      'amount_too_precise',
      `${path} has ${fraction.length} digits after the point; at most ${decimals} can be held exactly.`,
      { details: [{ path, message: `at most ${decimals} digits after the point` }] },
    );
  }
  const atomic = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (atomic > MAX_ATOMIC) {
    throw new QuittanceError('validation_failed', `${path} is larger than any token amount can be.`, {
      details: [{ path, message: 'at most 2^256 − 1 base units' }],
    });
  }
  return atomic;
}

/** Reads an integer in base units, as in the `…Atomic` fields. @throws QuittanceError `validation_failed`. */
export function parseAtomic(text: string, path: string): bigint {
  if (!/^(0|[1-9]\d{0,77})$/.test(text) || BigInt(text) > MAX_ATOMIC) {
    throw new QuittanceError('validation_failed', `${path} is not an amount in base units.`, {
      details: [{ path, message: 'expected a whole number of base units as a string, such as "12500000"' }],
    });
  }
  return BigInt(text);
}

/** Writes base units with exactly `digits` after the point, rounded down when the asset has more. */
export function formatDecimal(
  atomic: bigint,
  { decimals, digits }: { decimals: number; digits: number },
): string {
  assert(atomic >= 0n, 'money shown is never negative');
  const shown =
    decimals > digits ? atomic / 10n ** BigInt(decimals - digits) : atomic * 10n ** BigInt(digits - decimals);
  const text = shown.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Writes base units as the API's `…Crypto` string: six digits, rounded down. `…Atomic` beside it is exact. */
export function formatCrypto(atomic: bigint, decimals: number): string {
  return formatDecimal(atomic, { decimals, digits: CRYPTO_DIGITS });
}

/** Does the same for an amount that may be below zero. It cuts towards zero what six digits do not hold. */
export function formatSignedCrypto(atomic: bigint, decimals: number): string {
  return atomic < 0n ? `-${formatCrypto(-atomic, decimals)}` : formatCrypto(atomic, decimals);
}

/** Writes base units for people: all digits up to the last that is not zero, and at least six after the point. */
export function formatExact(atomic: bigint, decimals: number): string {
  const text = formatDecimal(atomic, { decimals, digits: Math.max(CRYPTO_DIGITS, decimals) });
  const least = text.length - Math.max(0, decimals - CRYPTO_DIGITS);
  return text.slice(0, least) + text.slice(least).replace(/0+$/, '');
}

/** Writes cents as the API's `…Fiat` string. */
export function formatFiat(cents: bigint): string {
  return formatDecimal(cents, { decimals: FIAT_DIGITS, digits: FIAT_DIGITS });
}

/** Returns how many digits a quote or an asked amount may have, so that `…Crypto` and `…Atomic` are equal. */
export function quoteDigits(decimals: number): number {
  return Math.min(CRYPTO_DIGITS, decimals);
}

/** Reads a `…Crypto` amount: at most min(6, the token's decimals) digits. @returns base units. */
export function parseCrypto(text: string, { decimals, path }: { decimals: number; path: string }): bigint {
  const digits = quoteDigits(decimals);
  return parseDecimal(text, { decimals: digits, path }) * 10n ** BigInt(decimals - digits);
}

/** Reads a fiat amount of at most two digits. @returns cents. */
export function parseFiat(text: string, path: string): bigint {
  return parseDecimal(text, { decimals: FIAT_DIGITS, path });
}

/** A price as an exact fraction: fiat units per whole token = numerator / denominator. */
export interface Price {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Reads a price such as "2000" or "0.9998" (at most 18 digits). @throws QuittanceError `validation_failed`. */
export function parsePrice(text: string, path = 'rate'): Price {
  const scale = 18;
  const numerator = parseDecimal(text, { decimals: scale, path });
  assert(numerator > 0n, `the price in ${path} is above zero`);
  return { numerator, denominator: 10n ** BigInt(scale) };
}

/**
 * Returns the price of `fiatCents` in the asset, rounded up to min(6, decimals) digits. So the merchant never asks for
 * less than the fiat amount is worth.
 *
 * @returns base units.
 */
export function quote(fiatCents: bigint, price: Price, decimals: number): bigint {
  assert(fiatCents > 0n, 'a quote is for an amount above zero');
  const digits = quoteDigits(decimals);
  const dividend = fiatCents * price.denominator * 10n ** BigInt(digits);
  const divisor = price.numerator * 10n ** BigInt(FIAT_DIGITS);
  const roundedUp = (dividend + divisor - 1n) / divisor;
  return roundedUp * 10n ** BigInt(decimals - digits);
}
