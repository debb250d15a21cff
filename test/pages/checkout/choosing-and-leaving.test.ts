import { describe, expect, it } from '@jest/globals';
import type { CheckoutFacts } from '../../../src/pages/checkout/facts.js';
import { renderCheckout } from '../../../src/pages/checkout/document.js';
import { PHASES } from '../../../src/pages/checkout/phase.js';
import { LOCALES, WORDS } from '../../../src/pages/checkout/words/locales.js';
import {
  LOCAL_PAGE,
  PAGE_OF,
  pageFacts,
  SHOWN_AT,
  transfer,
  UNDECIDED_PAGE,
  UNDONE_PAGE,
} from './page-facts.js';
import { render, textOf } from './rendered.js';

/** By itself after 5 s. */
const RETURNS = 'data-return-url="https://shop.example/thanks" data-return-after="5"';
const CANCEL_URL = 'https://shop.example/cart';
const LEAVES = `<p class="leave" data-unsent><a href="${CANCEL_URL}" target="_top" rel="noopener noreferrer">`;

/** The page at this many minutes after the payment. */
const minutesLater = (facts: CheckoutFacts, minutes: number): string =>
  renderCheckout({
    facts,
    locale: 'en',
    nowMs: Date.parse('2026-03-02T12:04:30.000Z') + minutes * 60_000,
    assets: { script: null, icon: '' },
  });

describe('a paid page', () => {
  it.each(['seen', 'completed'] as const)(
    '%s: goes back to the shop by itself for 10 minutes, and has only the button after that',
    (phase) => {
      const { payment } = PAGE_OF[phase];
      const paid = pageFacts({ ...payment, transfers: [] });
      const minutesOfPayment = phase === 'seen' ? 9.4 : 9.9;
      expect(minutesLater(paid, minutesOfPayment)).toContain(RETURNS);
      expect(minutesLater(paid, 10.1)).not.toContain('data-return');
      expect(minutesLater(paid, 10.1)).toContain('href="https://shop.example/thanks" target="_top"');
    },
  );

  it('goes back also when the payment was mined long before it was seen', () => {
    const seenAt = '2026-03-02T12:30:00.000Z';
    const paid = pageFacts({ ...PAGE_OF.seen.payment, transfers: [{ ...transfer('seen'), seenAt }] });
    expect(minutesLater(paid, 30)).toContain(RETURNS);
  });

  it('does not go back by itself after an overpayment, even an unconfirmed one, but does after one within the tolerance', () => {
    expect(render(PAGE_OF.overpaid)).not.toContain('data-return');
    const { payment } = PAGE_OF.seen;
    expect(render(pageFacts({ ...payment, isTooMuch: true }))).not.toContain('data-return');
    // An exchange may add its fee to the amount. Within the tolerance that is not too much.
    expect(render(pageFacts({ ...payment, amountPaidAtomic: '25000001' }))).toContain(RETURNS);
  });

  it('stays until the shop can read the payment too', () => {
    const { payment } = PAGE_OF.seen;
    expect(render(pageFacts({ ...payment, isSettled: false }))).not.toContain('data-return');
    expect(render(pageFacts({ ...payment, isSettled: true }))).toContain(RETURNS);
  });

  it.each(['behind', 'halted'] as const)('stays while it says that its chain is %s', (chainReading) => {
    expect(render(pageFacts({ ...PAGE_OF.seen.payment, chainReading }))).not.toContain('data-return');
    expect(render(pageFacts({ ...PAGE_OF.completed.payment, chainReading }))).toContain(RETURNS);
  });
});

describe('a page on which nothing is paid', () => {
  it.each(PHASES)(
    '%s: leads a customer who does not want to pay back to the shop, if nobody has paid',
    (phase) => {
      const facts = { ...PAGE_OF[phase], cancelUrl: CANCEL_URL };
      const isOpen = phase === 'choose' || phase === 'waiting';
      expect(render(facts).includes(LEAVES)).toBe(isOpen);
      expect(render({ ...facts, cancelUrl: null })).not.toContain('class="leave"');
      expect(render({ ...facts, seenHashes: [`0x${'d0'.repeat(32)}`] })).not.toContain('class="leave"');
    },
  );

  it.each(PHASES)(
    '%s: has no link to the page where shops cancel the order, once money was seen',
    (phase) => {
      const facts = { ...PAGE_OF[phase], cancelUrl: CANCEL_URL };
      const seen = { ...facts, seenHashes: [`0x${'d0'.repeat(32)}`] };
      for (const paid of [seen, { ...facts, elsewhere: [transfer('late', 'USDT')] }])
        expect(render(paid)).not.toContain(CANCEL_URL);
      const { payment } = facts;
      // A payment that an audit has found has no hash.
      const found = { ...transfer('reverted'), txHash: null };
      if (payment !== null)
        expect(render({ ...facts, payment: { ...payment, transfers: [found] } })).not.toContain(CANCEL_URL);
    },
  );

  it.each(['expired', 'quote_over', 'cancelled'] as const)(
    '%s: leads back by a button, which the script hides where this browser has sent something',
    (phase) => {
      const html = render({ ...PAGE_OF[phase], cancelUrl: CANCEL_URL });
      expect(html).toContain(
        `<a class="button" href="${CANCEL_URL}" target="_top" rel="noopener noreferrer" data-unsent>`,
      );
      expect(html).toContain(' data-sent');
    },
  );

  it('does not lead back after a payment was undone, because it may come again', () => {
    expect(render({ ...UNDONE_PAGE, cancelUrl: CANCEL_URL })).not.toContain('class="leave"');
  });

  it.each(['cancelled', 'expired'] as const)('%s before any choice: warns of no address', (phase) => {
    const facts = pageFacts(null, { checkout: phase, publicId: `cs_${'5f'.repeat(20)}` });
    for (const locale of LOCALES) {
      const { neverChosen, phases } = WORDS[locale];
      const text = textOf(render(facts, locale));
      expect(text).toContain(`${phases[phase].title} ${neverChosen[phase]}`);
      expect(text).not.toContain(phases[phase].now);
      expect(render(facts, locale)).toContain('<p class="figure is-past">');
    }
  });
});

it('marks the present coin among those that can be chosen instead, in words, and no other one', () => {
  const { choices } = PAGE_OF.choose;
  const waiting = pageFacts({}, { checkout: 'open', choices });
  for (const locale of LOCALES) {
    const rows = [
      ...render(waiting, locale).matchAll(/<button[^>]*name="asset" value="([^"]+)"[^]*?<\/button>/g),
    ];
    const { chosen } = WORDS[locale];
    const marked = rows.filter(([row]) => row.includes('aria-current="true"'));
    expect(marked.map(([, asset]) => asset)).toEqual(['base/USDC']);
    expect(rows.filter(([row]) => textOf(row).includes(chosen)).map(([, asset]) => asset)).toEqual([
      'base/USDC',
    ]);
  }
  for (const phase of ['choose', 'quote_over'] as const)
    expect(render(PAGE_OF[phase])).not.toMatch(/<button[^>]*aria-current/);
});

it('opens the contact of the merchant, and all other links to elsewhere, in a new tab', () => {
  const way = (contact: string): string =>
    render({ ...PAGE_OF.late, merchant: { ...PAGE_OF.late.merchant, contact } });
  for (const contact of ['help@shop.example', 'https://shop.example/help']) {
    const links = [...way(contact).matchAll(/<a [^>]*href="(?:https:|mailto:)[^>]*>/g)].map(([link]) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(link).toMatch(/target="_blank" rel="noopener noreferrer"/);
  }
});

it('tells after a partial payment what becomes of it, and how to send the rest', () => {
  expect(textOf(render(PAGE_OF.part))).toContain(
    'What you sent counts. Send the rest in the same coin and network',
  );
});

it('reloads the page without the note about a form', () => {
  const facts = { ...LOCAL_PAGE, publicId: `pay_${'5f'.repeat(20)}` };
  const html = renderCheckout({
    facts,
    locale: 'de',
    nowMs: SHOWN_AT,
    formResult: 'sent',
    assets: { script: null, icon: '' },
  });
  expect(html.split(`<a href="/pay/${facts.publicId}?lang=de">${WORDS.de.reload}</a>`)).toHaveLength(3);
});

it('shows the result of a form until the page itself shows it', () => {
  const shown = (facts: CheckoutFacts, formResult: 'refused' | 'sent'): string =>
    textOf(
      renderCheckout({
        facts,
        locale: 'en',
        nowMs: SHOWN_AT,
        formResult,
        assets: { script: null, icon: '' },
      }),
    );
  expect(shown(LOCAL_PAGE, 'sent')).toContain(WORDS.en.demoSent);
  expect(shown(PAGE_OF.seen, 'sent')).not.toContain(WORDS.en.demoSent);
  expect(shown(PAGE_OF.choose, 'refused')).toContain(WORDS.en.choiceRefused);
  expect(shown(PAGE_OF.seen, 'refused')).not.toContain(WORDS.en.choiceRefused);
});

it('offers each choice at its amount as the next step shows it, with its unit', () => {
  const amounts = [...render(PAGE_OF.choose).matchAll(/<span class="choice-amount">([^<]*)</g)];
  expect(amounts.map(([, amount]) => amount)).toEqual([
    ...['25.01 USDT', '25.005001 USDC', '25.005001 USDC', '0.04 BNB', '0.0125 ETH'],
  ]);
});

it('calls the first step done once a payment was seen', () => {
  for (const locale of LOCALES) {
    const stepsOf = (facts: CheckoutFacts): string =>
      textOf(/<ol class="steps"[^]*?<\/ol>/.exec(render(facts, locale))?.[0] ?? '');
    const { steps, sent } = WORDS[locale];
    expect(stepsOf(PAGE_OF.waiting)).toContain(steps[0]);
    expect(stepsOf(PAGE_OF.seen)).toContain(sent);
    expect(stepsOf(PAGE_OF.seen)).not.toContain(steps[0]);
  }
});

describe('while it is not known yet whether a payment arrived in time', () => {
  it('the page still shows how much of a partial payment came, and whom to write to', () => {
    const { payment } = PAGE_OF.part;
    const html = render(pageFacts({ ...payment, expiresAt: '2026-03-02T12:01:00.000Z' }));
    expect(html).toContain('data-status="undecided"');
    expect(textOf(html)).toContain('15.00 / 25.00 USDC received');
    expect(html).toContain('href="mailto:help@nordlicht.example?subject=');
  });

  it('the page offers the same coin at a new price, and says so', () => {
    expect(textOf(render(UNDECIDED_PAGE))).toContain(WORDS.en.chooseAnew);
    expect(textOf(render(UNDECIDED_PAGE))).not.toContain(WORDS.en.changeChoice);
  });

  it('the page of a cancelled checkout says that it is cancelled only when it is known that nothing came', () => {
    const ofCheckout = { checkout: 'cancelled', cancelUrl: CANCEL_URL } as const;
    expect(render({ ...PAGE_OF.undecided, ...ofCheckout })).toContain('data-status="undecided"');
    const html = render({ ...PAGE_OF.expired, ...ofCheckout });
    expect(html).toContain('data-status="cancelled"');
    expect(html).toContain(`<a class="button" href="${CANCEL_URL}"`);
    const came = { ...PAGE_OF.expired.payment, transfers: [transfer('late')] };
    expect(render(pageFacts(came, ofCheckout))).not.toContain('data-status="cancelled"');
  });
});
