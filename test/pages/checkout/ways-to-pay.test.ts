import { expect, it } from '@jest/globals';
import { renderMain } from '../../../src/pages/checkout/main-part.js';
import { PAYABLE, PHASES } from '../../../src/pages/checkout/phase.js';
import { LOCALES, WORDS } from '../../../src/pages/checkout/words/locales.js';
import { LAST_PRICE_PAGE, LOCAL_PAGE, PAGE_OF, pageFacts, SHOWN_AT } from './page-facts.js';
import { render, textOf } from './rendered.js';

/** The links that open a wallet, in each part of the page: before the code with the amount is opened, and inside it. */
const walletLinks = (html: string): readonly (readonly (string | undefined)[])[] =>
  html
    .split('<details id="eip681">')
    .map((part) =>
      [...part.matchAll(/<a [^>]*href="(ethereum:[^"]+)"[^>]*>[^]*?<\/a>/g)]
        .filter(([link]) => textOf(link).includes(WORDS.en.openInWallet))
        .map(([, href]) => href),
    );

it('opens a wallet from beside the code that has the amount', () => {
  const native = LOCAL_PAGE.payment?.missingUri ?? '';
  expect(walletLinks(render(LOCAL_PAGE))).toEqual([[native]]);
  const token = (PAGE_OF.waiting.payment?.missingUri ?? '').replaceAll('&', '&amp;');
  expect(walletLinks(render(PAGE_OF.waiting))).toEqual([[], [token]]);
});

it.each(PHASES)('%s: has the two places whose changes screen readers read aloud', (phase) => {
  const html = render(PAGE_OF[phase]);
  expect(html).toMatch(/<section class="status tone-[a-z]+" role="status" aria-live="polite"><svg/);
  expect(html).toContain('<div class="told" role="status" aria-live="polite" aria-atomic="false">');
});

it.each(PHASES)('%s: has a text for the end of the time only while something can be paid', (phase) => {
  for (const locale of LOCALES) {
    const { title, now } = WORDS[locale].phases.undecided;
    const [, said = ''] = render(PAGE_OF[phase], locale).split(' role="alert" data-time-over');
    expect(said.includes(`${title}. ${now}</p>`)).toBe(PAYABLE.includes(phase));
  }
});

it('says what to do and whom to ask, when the last price has expired', () => {
  for (const locale of LOCALES) {
    const { phases, lastPriceOver } = WORDS[locale];
    const html = render(LAST_PRICE_PAGE, locale);
    expect(textOf(html)).toContain(`${phases.quote_over.title} ${lastPriceOver}`);
    expect(html).toContain('href="mailto:help@nordlicht.example');
    expect(html).not.toContain('data-select');
  }
  expect(textOf(render(PAGE_OF.quote_over))).not.toContain(WORDS.en.lastPriceOver);
  const isOver = { checkoutExpiresAt: new Date(SHOWN_AT).toISOString() };
  expect(render({ ...LAST_PRICE_PAGE, ...isOver })).toContain('data-status="expired"');
  expect(render({ ...LAST_PRICE_PAGE, isTakingPayments: false })).toContain('data-status="closed"');
});

it('tells an open page of each change, also of the origins that may frame it', () => {
  const versionOf = (frameOrigins: readonly string[]): string =>
    renderMain({ facts: pageFacts({}, { frameOrigins }), locale: 'en', nowMs: SHOWN_AT }).version;
  expect(versionOf(['https://shop.example'])).not.toBe(versionOf([]));
  expect(versionOf([])).toBe(versionOf([]));
});

it('names the network to check where the code has the amount of a native coin', () => {
  for (const locale of LOCALES)
    expect(textOf(render(LOCAL_PAGE, locale))).toContain(WORDS[locale].scan('Local chain'));
});

it('promises no usual time where the network is delayed, and says not to send where it is halted', () => {
  const { payment } = PAGE_OF.seen;
  const seen = (chainReading: 'current' | 'behind' | 'halted'): string =>
    textOf(render(pageFacts({ ...payment, chainReading })));
  expect(seen('current')).toMatch(/confirmations about \d/);
  for (const late of ['behind', 'halted'] as const) expect(seen(late)).not.toMatch(/confirmations about \d/);
  expect(seen('halted')).not.toContain(WORDS.en.sendLater);
  const { chainHalted, sendLater } = WORDS.en;
  expect(textOf(render(pageFacts({ chainReading: 'halted' })))).toContain(
    `${chainHalted('Base')} ${sendLater}`,
  );
});
