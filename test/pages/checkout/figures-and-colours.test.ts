import { describe, expect, it } from '@jest/globals';
import { wholeAmount, readableAmount, readableFiat } from '../../../src/pages/checkout/amounts.js';
import { renderCheckout } from '../../../src/pages/checkout/document.js';
import type { CheckoutFacts } from '../../../src/pages/checkout/facts.js';
import { NETWORKS } from '../../../src/pages/design/networks.js';
import { chooseLocale } from '../../../src/pages/checkout/words/locales.js';
import { contrastOf, contrastOfHex } from '../../../src/pages/design/contrast.js';
import { COLOURS, READABLE_PAIRS, TEXT_CONTRAST } from '../../../src/pages/design/tokens.js';
import { PAGE_OF, SHOWN_AT } from './page-facts.js';

const render = (facts: CheckoutFacts): string =>
  renderCheckout({ facts, locale: 'en', nowMs: SHOWN_AT, assets: { script: null, icon: '/i.svg' } });

describe('amounts', () => {
  it('keep every digit: no amount becomes a number', () => {
    const wei = '123456789012345678901234567890123456789';
    const exact = wholeAmount(wei, 18);
    expect(exact).toBe('123456789012345678901.234567890123456789');
    expect(readableAmount(exact, 'en')).toBe('123,456,789,012,345,678,901.234567890123456789');
    expect(readableAmount(exact, 'de')).toBe('123.456.789.012.345.678.901,234567890123456789');
    expect(wholeAmount('25000000', 6)).toBe('25');
    expect(wholeAmount('100', 0)).toBe('100');
    expect(readableAmount('25', 'en')).toBe('25.00');
    expect(readableFiat('9007199254740993.01', 'USD', 'en')).toBe('$9,007,199,254,740,993.01');
    expect(readableFiat('25', 'USD', 'en')).toBe('$25.00');
    expect(readableFiat('0.99980000', 'USD', 'en')).toBe('$0.9998');
  });

  it('of a token with 36 decimals have all of them', () => {
    const exact = wholeAmount('1234000000000000000000000000000000000001', 36);
    expect(readableAmount(exact, 'en')).toBe('1,234.000000000000000000000000000000000001');
    expect(readableAmount(exact, 'de')).toBe('1.234,000000000000000000000000000000000001');
  });

  it.each([
    ['USD', '$25.00', '25,00\u00a0$'],
    ['CAD', 'CA$25.00', '25,00\u00a0CA$'],
    ['AUD', 'A$25.00', '25,00\u00a0AU$'],
    ['HKD', 'HK$25.00', '25,00\u00a0HK$'],
    ['CNY', 'CN¥25.00', '25,00\u00a0CN¥'],
    ['SEK', 'SEK\u00a025.00', '25,00\u00a0SEK'],
    ['EUR', '€25.00', '25,00\u00a0€'],
  ])('in %s name their currency, so that nobody reads another one', (currency, en, de) => {
    expect(readableFiat('25.00', currency, 'en')).toBe(en);
    expect(readableFiat('25.00', currency, 'de')).toBe(de);
  });
});

describe("the page's language", () => {
  it.each([
    [{ lang: 'de', locale: 'en', acceptLanguage: 'en' }, 'de'],
    [{ lang: 'xx', locale: 'de-AT', acceptLanguage: 'en' }, 'de'],
    [{ lang: undefined, locale: null, acceptLanguage: 'fr, en;q=0.5, de;q=0.8' }, 'de'],
    [{ lang: undefined, locale: null, acceptLanguage: 'fr' }, 'en'],
    [{ lang: undefined, locale: null, acceptLanguage: undefined }, 'en'],
  ] as const)('of %j is %s', (asked, locale) => {
    expect(chooseLocale(asked)).toBe(locale);
  });
});

describe('colours', () => {
  it.each(['light', 'dark'] as const)('are readable in the %s theme', (theme) => {
    const faint = READABLE_PAIRS.map(([front, ground, least]) => ({
      pair: `${front} on ${ground}`,
      contrast: contrastOf(COLOURS[front][theme], COLOURS[ground][theme]),
      least,
    })).filter(({ contrast, least }) => contrast < least);
    expect(faint).toEqual([]);
  });

  it('of every network are readable with white text, and of every merchant with white or black', () => {
    const faint = Object.values(NETWORKS).filter(
      ({ colour }) => contrastOf(colour, [1, 0, 0]) < TEXT_CONTRAST,
    );
    expect(faint).toEqual([]);
    expect(contrastOfHex('#ffffff', '#000000')).toBeCloseTo(21);
    for (const color of ['#ffff00', '#777777', '#1a1a1a', '#ff0000', '#808080']) {
      const merchant = { ...PAGE_OF.waiting.merchant, color };
      const [, text = ''] = /--on-brand:(#\w+)/.exec(render({ ...PAGE_OF.waiting, merchant })) ?? [];
      expect(contrastOfHex(color, text)).toBeGreaterThan(TEXT_CONTRAST - 0.2);
    }
  });

  it.each([
    ['#0f766e', ['light']],
    ['#7dd3fc', ['dark']],
    ['#777777', []],
  ])('of a merchant become the accent colour only in themes where they are readable: %s', (color, themes) => {
    const html = render({ ...PAGE_OF.waiting, merchant: { ...PAGE_OF.waiting.merchant, color } });
    const accents = [...html.matchAll(/prefers-color-scheme:(\w+)\)\{:root\{--accent:(#\w+)\}/g)];
    expect(accents.map(([, theme, accent]) => [theme, accent])).toEqual(
      themes.map((theme) => [theme, color]),
    );
  });
});

it.each([
  ['#ffffff', ['light']],
  ['#0b0d12', ['dark']],
  ['#777777', []],
])("a merchant's colour gets a border where it is similar to the page: %s", (color, themes) => {
  const html = render({ ...PAGE_OF.waiting, merchant: { ...PAGE_OF.waiting.merchant, color } });
  const edges = [...html.matchAll(/prefers-color-scheme:(\w+)\)\{:root\{--brand-edge:/g)];
  expect(edges.map(([, theme]) => theme)).toEqual(themes);
});
