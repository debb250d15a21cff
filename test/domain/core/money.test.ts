import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { QuittanceError } from '../../../src/domain/core/errors.js';
import {
  formatCrypto,
  formatDecimal,
  formatExact,
  formatSignedCrypto,
  MAX_ATOMIC,
  parseAtomic,
  parseCrypto,
  parseDecimal,
  parseFiat,
  parsePrice,
  quote,
} from '../../../src/domain/core/money.js';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof QuittanceError ? error.code : String(error);
  }
}

describe('money is read strictly', () => {
  it.each([
    '1e3',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1.',
    '.5',
    '',
    '01',
    '00',
    '0x10',
    '1_000',
    '1,5',
    'NaN',
    'Infinity',
    '١',
    '1.0.0',
    '9'.repeat(79),
  ])('refuses %j as malformed', (text) => {
    expect(codeOf(() => parseDecimal(text, { decimals: 6, path: 'amount' }))).toBe('validation_failed');
    expect(codeOf(() => parseAtomic(text, 'amount'))).toBe('validation_failed');
  });

  it('refuses more digits than can be stored instead of rounding them', () => {
    expect(codeOf(() => parseCrypto('1.0000001', { decimals: 18, path: 'amountCrypto' }))).toBe(
      'amount_too_precise',
    );
    expect(codeOf(() => parseCrypto('1.001', { decimals: 2, path: 'amountCrypto' }))).toBe(
      'amount_too_precise',
    );
    expect(codeOf(() => parseFiat('1.001', 'amountFiat'))).toBe('amount_too_precise');
  });

  it('refuses more than any token contract can hold', () => {
    expect(codeOf(() => parseDecimal(`1${'0'.repeat(77)}`, { decimals: 6, path: 'amount' }))).toBe(
      'validation_failed',
    );
    expect(parseAtomic(MAX_ATOMIC.toString(), 'amount')).toBe(MAX_ATOMIC);
    expect(codeOf(() => parseAtomic((MAX_ATOMIC + 1n).toString(), 'amount'))).toBe('validation_failed');
  });

  it('reads back exactly what it wrote, for any number of decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 30 }),
        (atomic, decimals) => {
          const text = formatDecimal(atomic, { decimals, digits: decimals });
          expect(parseDecimal(text, { decimals, path: 'amount' })).toBe(atomic);
        },
      ),
    );
  });

  it('shows crypto amounts rounded down, never up', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 24 }),
        (atomic, decimals) => {
          const shown = parseDecimal(formatCrypto(atomic, decimals), { decimals: 6, path: 'amount' });
          expect(shown * 10n ** BigInt(decimals) <= atomic * 10n ** 6n).toBe(true);
          expect((shown + 1n) * 10n ** BigInt(decimals) > atomic * 10n ** 6n).toBe(true);
        },
      ),
    );
  });
});

describe('an amount for people', () => {
  it.each([
    [1_000_000_000_000_000_001n, 18, '1.000000000000000001'],
    [10n ** 18n, 18, '1.000000'],
    [5n, 18, '0.000000000000000005'],
    [25_000_000n, 6, '25.000000'],
    [1_50n, 2, '1.500000'],
    [5n, 0, '5.000000'],
  ])('has all its digits, and at least six after the point: %s of 10^-%s', (atomic, decimals, written) => {
    expect(formatExact(atomic, decimals)).toBe(written);
  });
});

describe('an amount below zero', () => {
  it.each([
    [-25_000_000n, 6, '-25.000000'],
    [25_000_000n, 6, '25.000000'],
    [0n, 6, '0.000000'],
    [-1_234_567_899_999_999_999n, 18, '-1.234567'],
    [1_234_567_899_999_999_999n, 18, '1.234567'],
  ])('has the digits of its size behind a minus: %s with %s decimals is %s', (atomic, decimals, shown) => {
    expect(formatSignedCrypto(atomic, decimals)).toBe(shown);
  });

  it('is refused where an amount has no sign', () => {
    expect(() => formatCrypto(-1n, 6)).toThrow('money shown is never negative');
  });
});

describe('a quote never asks for less than the fiat amount is worth', () => {
  it.each([
    ['25.00', '1', 6, '25000000'],
    ['25.00', '2000', 18, '12500000000000000'],
    ['0.01', '2000', 18, '5000000000000'],
    ['10.00', '3', 6, '3333334'],
    ['10.00', '0.9997', 6, '10003001'],
    ['1.00', '3', 2, '34'],
  ])('%s at %s in %i decimals is %s', (fiat, rate, decimals, atomic) => {
    expect(quote(parseFiat(fiat, 'amountFiat'), parsePrice(rate), decimals).toString()).toBe(atomic);
  });

  it('rounds up by less than the last digit shown, so that both figures say the same', () => {
    const prices = fc
      .bigInt({ min: 1n, max: 10n ** 24n })
      .map((numerator) => ({ numerator, denominator: 10n ** 18n }));
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        prices,
        fc.integer({ min: 0, max: 18 }),
        (cents, price, decimals) => {
          const atomic = quote(cents, price, decimals);
          const unit = 10n ** BigInt(decimals - Math.min(6, decimals));
          const worth = (amount: bigint) => amount * price.numerator * 100n;
          const asked = cents * price.denominator * 10n ** BigInt(decimals);
          expect(worth(atomic) >= asked).toBe(true);
          expect(worth(atomic - unit) < asked).toBe(true);
          expect(
            parseCrypto(
              formatCrypto(atomic, decimals)
                .slice(0, decimals < 6 ? decimals - 6 || undefined : undefined)
                .replace(/\.$/, ''),
              { decimals, path: 'a' },
            ),
          ).toBe(atomic);
        },
      ),
    );
  });
});
