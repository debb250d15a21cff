import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import fc from '../../helpers/properties.js';
import { ASSET_DECIMALS_MAX } from '../../../src/domain/core/asset.js';
import { formatSignedCrypto } from '../../../src/domain/core/money.js';
import { exactFigure, keepDecimals, withExactAmounts } from '../../../src/pages/app/data/exact-amounts.js';
import { fromNow, localTime } from '../../../src/pages/app/data/figures.js';
import { atAGlance } from '../../../src/pages/app/data/sentence.js';
import { FailedPage } from '../../../src/pages/app/shell/failed-page.js';
import { ReadAtAGlance } from '../../../src/pages/app/parts/read-at-a-glance.js';

describe('a text of the API, made easy to read,', () => {
  it.each([
    ['1250.500000 USDC came late.', '1,250.50 USDC came late.'],
    ['It lacks 0.000100 ETH. Send it.', 'It lacks 0.0001 ETH. Send it.'],
    [`to 0x${'ab'.repeat(20)}`, 'to 0xababab…ababab'],
    ['Asked for from 10.100.0.5.', 'Asked for from 10.100.0.5.'],
    ['from 192.168.100.200', 'from 192.168.100.200'],
  ])('of %j is %j', (words, read) => {
    expect(atAGlance(words)).toBe(read);
  });
});

describe('a time in a text of the API', () => {
  const read = (words: string) => renderToStaticMarkup(createElement(ReadAtAGlance, { words }));

  it('is local, with UTC under the pointer', () => {
    expect(read('It holds from 2020-12-31T12:34:56.000Z on.')).toMatch(
      /^It holds from <time [^>]*title="2020-12-31 12:34:56.000 UTC">[^<]*2020[^<]*<\/time> on\.$/,
    );
  });

  it.each(['2026-13-01T00:00:00Z', '2026-01-32T00:00:00Z', '9999-99-99T99:99:99.999Z'])(
    'is no time but a name, when it is %s, and keeps nothing from being read',
    (name) => {
      expect(read(`5.00 USDC for ${name} waits for a decision.`)).toBe(
        `5.00 USDC for ${name} waits for a decision.`,
      );
      expect([localTime(name), fromNow(name)]).toEqual([name, name]);
    },
  );
});

describe('a page that can not be shown', () => {
  const written = (error: unknown) =>
    renderToStaticMarkup(createElement(FailedPage, { what: 'page', error })).replaceAll(/<[^>]*>/g, ' ');

  it.each([
    'Failed to fetch dynamically imported module: https://pay.example/assets/app/page.js',
    'error loading dynamically imported module: https://pay.example/assets/app/page.js',
    'Importing a module script failed.',
  ])('says that it could not be loaded, as the browser says: %s', (message) => {
    expect(written(new TypeError(message))).toContain('The page could not be loaded');
  });

  it('says that the fault is its own, when no part of it is missing', () => {
    const words = written(new RangeError('Invalid time value'));
    expect(words).toContain('It has a fault.');
    expect(words).not.toContain('server');
  });
});

describe('a local time', () => {
  it('has its seconds in every year where they count', () => {
    expect(localTime('2020-12-31T12:34:56.000Z', 'second')).toMatch(/2020.*34:56/);
    expect(localTime('2020-12-31T12:34:56.000Z')).not.toContain('56');
    expect(localTime(new Date().toISOString())).not.toContain(String(new Date().getFullYear()));
  });
});

describe('an amount that the API cuts to six digits', () => {
  it('is shown to its last digit, whatever its decimals', () => {
    const amounts = fc.record({ atomic: fc.bigInt(-(10n ** 30n), 10n ** 30n), decimals: fc.nat(30) });
    fc.assert(
      fc.property(amounts, ({ atomic, decimals }) => {
        const shown = formatSignedCrypto(atomic, decimals);
        const exact = exactFigure(shown, String(atomic), decimals);
        const [whole = '', fraction = ''] = exact.split('.');
        expect(fraction.length).toBeGreaterThanOrEqual(6);
        expect(BigInt(whole + fraction.padEnd(30, '0'))).toBe(atomic * 10n ** BigInt(30 - decimals));
        // Its decimals need not be known, if any of the six digits is not zero.
        if (/[1-9]/.test(shown)) expect(exactFigure(shown, String(atomic))).toBe(exact);
      }),
    );
  });

  it('is exact wherever it stands in an answer, and nothing else changes', () => {
    const metadata = { amount: '1.5', amountAtomic: 'many' };
    const asset = { chainCode: 'local', tokenSymbol: 'ETH' };
    const held = { ...asset, amountCrypto: '1.000000', amountAtomic: '1000000000000000001', metadata };
    const balance = { ...asset, available: '0.000000', availableAtomic: '5', pending: '0.000000' };
    expect(withExactAmounts({ data: [{ held: [held] }, balance], nextCursor: null })).toEqual({
      data: [{ held: [{ ...held, amountCrypto: '1.000000000000000001' }] }, balance],
      nextCursor: null,
    });
    for (const decimals of [ASSET_DECIMALS_MAX, 18]) {
      keepDecimals({ data: [{ ...asset, decimals }] });
      const available = `0.${'5'.padStart(decimals, '0')}`;
      expect(withExactAmounts(balance)).toEqual({ ...balance, available });
    }
  });

  it('of less than a millionth is exact by the decimals beside it, for that amount alone', () => {
    const asset = { chainCode: 'beside', tokenSymbol: 'ETH' };
    const amount = { amountCrypto: '0.000000', amountAtomic: '900000000000' };
    const withdrawal = { ...asset, ...amount, decimals: 18, metadata: { ...amount, decimals: 18 } };
    expect(withExactAmounts(withdrawal)).toEqual({ ...withdrawal, amountCrypto: '0.0000009' });
    expect(withExactAmounts({ ...asset, ...amount })).toEqual({ ...asset, ...amount });
  });

  it.each([600_000_000, 2 ** 53, 7, -1, 0.5])(
    'follows no decimals that somebody has written into an answer, such as %d, and keeps what was written',
    (decimals) => {
      const asset = { chainCode: `written-${decimals}`, tokenSymbol: 'USDC' };
      const written = { ...asset, decimals, amount: '1.000000', amountAtomic: '1000000123' };
      const shown = {
        ...asset,
        amountCrypto: '1.500000',
        amountAtomic: '1500000',
        fee: '0.000000',
        feeAtomic: '3',
        ...Object.fromEntries(['metadata', 'before', 'after', 'change'].map((name) => [name, written])),
      };
      for (let read = 0; read < 2; read += 1)
        expect(withExactAmounts({ data: [shown, { checks: [shown] }] })).toEqual({
          data: [shown, { checks: [shown] }],
        });
      // An object's own decimals are not those of its asset either.
      withExactAmounts({ ...asset, decimals });
      keepDecimals({ data: [{ ...asset, decimals: decimals === 7 ? ASSET_DECIMALS_MAX + 1 : decimals }] });
      expect(withExactAmounts(shown)).toEqual(shown);
    },
  );
});
