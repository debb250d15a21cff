import { describe, expect, it } from '@jest/globals';
import type { CheckoutFacts } from '../../../src/pages/checkout/facts.js';
import { LOCALES, WORDS } from '../../../src/pages/checkout/words/locales.js';
import { PAGE_OF, UNDECIDED_PAGE, UNDONE_AFTERWARDS_PAGE } from './page-facts.js';
import { render, textOf } from './rendered.js';

/** What the script hides where this browser has sent something. */
const unsentOf = (html: string): string => html.split(' data-unsent').slice(1).join('');

describe('while it is checked whether a payment arrived in time', () => {
  it.each(LOCALES)('a customer who has sent nothing can choose again, and is told so in %s', (locale) => {
    const html = render(UNDECIDED_PAGE, locale);
    expect(html).toContain('data-status="undecided"');
    const { chooseIfUnsent, phases } = WORDS[locale];
    expect(textOf(html)).toContain(`${phases.undecided.now} ${chooseIfUnsent}`);
    for (const part of ['<details id="choose-again"', 'value="base/USDC"', chooseIfUnsent])
      expect(unsentOf(html)).toContain(part);
    // The choice whose time is over is not the present one.
    expect(html).not.toMatch(/<button[^>]*aria-current/);
  });

  it('the page of a choice leads to the checkout, as long as something can be chosen there', () => {
    const of = (isOpen: boolean): CheckoutFacts => ({
      ...PAGE_OF.undecided,
      choiceOf: { publicId: UNDECIDED_PAGE.publicId, isOpen, other: null },
    });
    const link = `href="/pay/${UNDECIDED_PAGE.publicId}?lang=en"`;
    expect(unsentOf(render(of(true)))).toContain(link);
    expect(render(of(false))).not.toContain(link);
    for (const facts of [of(false), PAGE_OF.undecided])
      expect(textOf(render(facts))).not.toContain(WORDS.en.chooseIfUnsent);
  });
});

it.each(['expired', 'quote_over'] as const)(
  '%s: does not say that nothing was paid, because a payment may still be on its way',
  (phase) => {
    const [en, de] = LOCALES.map((locale) => textOf(render(PAGE_OF[phase], locale)));
    expect(en).toContain('If you already sent something, do not pay again');
    expect(en).not.toContain('Nothing was paid');
    expect(de).toContain('Falls Sie schon etwas gesendet haben, zahlen Sie nicht noch einmal');
    expect(de).not.toMatch(/nichts bezahlt/);
  },
);

it.each(LOCALES)('a payment that the chain has undone is not shown as done, in %s', (locale) => {
  const html = render(UNDONE_AFTERWARDS_PAGE, locale);
  const text = textOf(html);
  const { phases, expiredUndone, undone, undonePayAgain, confirmations } = WORDS[locale];
  expect(html).toContain('data-status="seen"');
  expect(text).toContain(`${phases.failed.title} ${expiredUndone}`);
  expect(text).toContain(undone);
  for (const said of [phases.seen.title, phases.seen.now, undonePayAgain, confirmations(0, 12)])
    expect(text).not.toContain(said);
  // Only the first step is done.
  expect(html.split('class="is-done"')).toHaveLength(2);
  expect(html).toContain('href="mailto:help@nordlicht.example?subject=');
  expect(html).not.toMatch(/data-wallet|data-select|data-return/);
});
