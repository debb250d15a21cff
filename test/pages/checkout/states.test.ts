import { describe, expect, it } from '@jest/globals';
import type { CheckoutFacts } from '../../../src/pages/checkout/facts.js';
import { renderMain } from '../../../src/pages/checkout/main-part.js';
import type { KeptPanels } from '../../../src/pages/checkout/pay-panel.js';
import { PAYABLE, PHASES, phaseOf, UNSEEN } from '../../../src/pages/checkout/phase.js';
import { renderReceipt } from '../../../src/pages/checkout/receipt.js';
import { LOCALES, WORDS, type PageLocale } from '../../../src/pages/checkout/words/locales.js';
import {
  ELSEWHERE_PAGE,
  LATE_CHAINS_PAGE,
  LOCAL_PAGE,
  NO_NEW_PRICE_PAGE,
  PAGE_OF,
  PAID_OTHERWISE_PAGE,
  PAID_TWICE_PAGE,
  pageFacts,
  SHOWN_AT,
  transfer,
  UNDONE_PAGE,
  UNDONE_PART_PAGE,
} from './page-facts.js';
import { render, textOf } from './rendered.js';

/** The actions that each state offers: a fragment of HTML that must be there, or must not. */
const CONTROLS = {
  copiesAddress: 'data-copy="0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"',
  hasWallet: 'data-wallet',
  hasCountdown: 'data-countdown=',
  chooses: 'data-select',
  returns: 'data-return-url="https://shop.example/thanks"',
  hasReceipt: '/receipt?lang=en"',
  writes: 'href="mailto:help@nordlicht.example?subject=',
} as const;
type Control = keyof typeof CONTROLS;
const PAYS = ['copiesAddress', 'hasWallet', 'hasCountdown'] as const;
const OFFERED: Readonly<Record<(typeof PHASES)[number], readonly Control[]>> = {
  choose: ['chooses'],
  waiting: PAYS,
  part: PAYS,
  seen: ['returns'],
  completed: ['returns', 'hasReceipt'],
  overpaid: ['hasReceipt', 'writes'],
  undecided: [],
  expired: ['writes'],
  quote_over: ['chooses'],
  late: ['writes'],
  too_little: ['writes'],
  other_asset: [...PAYS, 'writes'],
  wrong_coin: ['writes'],
  arriving: ['writes'],
  resolved: ['writes'],
  cancelled: ['writes'],
  failed: ['writes'],
  closed: ['writes'],
  other_choice: [],
};

describe('each state of the page', () => {
  it.each(PHASES)(
    '%s: says in both languages what it is and what to do now, and offers only that',
    (phase) => {
      const facts = PAGE_OF[phase];
      for (const locale of LOCALES) {
        const html = render(facts, locale);
        expect(html).toContain(`data-status="${phase}"`);
        expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
        const { title, now } = WORDS[locale].phases[phase];
        expect(textOf(html)).toContain(title);
        expect(textOf(html)).toContain(now);
      }
      const html = render(facts);
      const offered = (Object.keys(CONTROLS) as Control[]).filter((control) =>
        html.includes(CONTROLS[control]),
      );
      expect(offered.sort()).toEqual([...OFFERED[phase]].sort());
    },
  );

  it('offers the cheapest and fastest first, and last what has no price', () => {
    const offered = [...render(PAGE_OF.choose).matchAll(/name="asset" value="([^"]+)"/g)];
    expect(offered.map(([, asset]) => asset)).toEqual([
      ...['arbitrum/USDT', 'base/USDC', 'polygon/USDC', 'bsc/BNB', 'ethereum/ETH', 'optimism/USDC'],
    ]);
  });

  it('names each network that is late or halted, and allows no choice of a halted one', () => {
    const rows = (facts: CheckoutFacts, locale: PageLocale): ReadonlyMap<string, string> =>
      new Map(
        [...render(facts, locale).matchAll(/<button[^>]*name="asset" value="([^"]+)"[^]*?<\/button>/g)].map(
          ([row, asset = '']) => [asset, row],
        ),
      );
    for (const locale of LOCALES) {
      const found = rows(LATE_CHAINS_PAGE, locale);
      expect([...found.keys()]).toEqual([
        ...['polygon/USDC', 'bsc/BNB', 'ethereum/ETH', 'base/USDC', 'arbitrum/USDT', 'optimism/USDC'],
      ]);
      const [late, halted] = [found.get('base/USDC') ?? '', found.get('arbitrum/USDT') ?? ''];
      expect(textOf(late)).toContain(WORDS[locale].choiceBehind('Base'));
      expect(late).not.toContain(' disabled');
      expect(textOf(halted)).toContain(WORDS[locale].choiceHalted('Arbitrum One'));
      expect(halted).toContain(' disabled');
      expect(found.get('polygon/USDC')).not.toContain('is-late');
    }
    const { choices } = LATE_CHAINS_PAGE;
    const [base] = choices;
    const renewed = {
      ...PAGE_OF.quote_over,
      choices: base === undefined ? [] : [{ ...base, chainReading: 'halted' as const }],
    };
    expect(render(renewed)).not.toContain(WORDS.en.renewQuote);
  });

  const toCheckout = `<a class="button primary" href="/pay/cs_${'5f'.repeat(20)}?lang=en">`;
  it.each(PHASES.filter((phase) => !['choose', 'closed', 'other_choice'].includes(phase)))(
    '%s: asks for nothing when another choice counts, and leads to it',
    (phase) => {
      for (const other of ['chosen', 'paid'] as const) {
        const choiceOf = { publicId: `cs_${'5f'.repeat(20)}`, isOpen: other === 'chosen', other };
        const html = render({ ...PAGE_OF[phase], choices: [], choiceOf });
        for (const control of PAYS) expect(html).not.toContain(CONTROLS[control]);
        expect(textOf(html)).not.toContain(WORDS.en.phases.expired.title);
        expect(html).toContain(toCheckout);
        expect(html).not.toContain(CONTROLS.returns);
      }
    },
  );

  it('says why a choice must not be paid, what arrived for it, and that the browser may have sent it', () => {
    const paid = render(PAID_OTHERWISE_PAGE);
    expect(paid).toContain('data-status="other_choice"');
    expect(textOf(paid)).toContain(`${WORDS.en.paidOtherwise.title} ${WORDS.en.paidOtherwise.now}`);
    const twice = textOf(render(PAID_TWICE_PAGE));
    expect(twice).toContain(WORDS.en.paidOtherwise.title);
    expect(twice).toContain('25.00 USDC on Base: arrived, and held safely.');
    expect(twice).not.toContain(WORDS.en.phases.late.title);
    const { choiceOf } = PAGE_OF.other_choice;
    const part = render(pageFacts({ ...PAGE_OF.part.payment }, { choiceOf }));
    expect(part).toContain('data-status="other_choice"');
    expect(textOf(part)).toContain('25.00 USDC on Base: arrived, and being confirmed.');
    expect(part).toContain(CONTROLS.writes);
    expect(part).toContain(`data-order="cs_${'5f'.repeat(20)}"`);
    expect(part).toContain(' data-sent="0x5e');
  });

  it('leads from a choice with an expired price to a new one, while the checkout is open', () => {
    const choiceOf = { publicId: `cs_${'5f'.repeat(20)}`, isOpen: true, other: null };
    const html = render({ ...PAGE_OF.expired, choiceOf });
    expect(html).toContain('data-status="quote_over"');
    expect(html).toContain(`${toCheckout}${WORDS.en.renewQuote}`);
    expect(render({ ...PAGE_OF.expired, choiceOf: { ...choiceOf, isOpen: false } })).toContain(
      'data-status="expired"',
    );
    expect(render({ ...PAGE_OF.waiting, choiceOf })).not.toContain(toCheckout);
  });

  it('shows the code and the wallets for exactly the missing amount', () => {
    const html = render(PAGE_OF.part);
    expect(html).toContain('data-amount-atomic="10000000"');
    expect(html).toContain('data-copy="10"');
    expect(textOf(html)).toContain('15.00 / 25.00 USDC received');
  });

  it('never shows an address, a code or a link to pay where nothing should be sent', () => {
    const ended = PHASES.filter((one) => !PAYABLE.includes(one)).map((phase) => PAGE_OF[phase]);
    for (const facts of ended) {
      const html = render(facts);
      expect(html).not.toContain('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
      expect(html).not.toContain('ethereum:');
      expect(html).not.toContain('class="qr"');
    }
  });

  it('puts only the address of a token payment in the code, and EIP-681 only in links', () => {
    const [closed, opened] = render(PAGE_OF.waiting).split('<details id="eip681">');
    expect(closed).not.toContain('ethereum:');
    expect(opened).toContain('href="ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer');
    expect(render(LOCAL_PAGE)).not.toContain('eip681');
  });

  it('asks for no choice and offers no new price when nothing can be chosen any more', () => {
    const over = { choices: [], checkoutExpiresAt: new Date(SHOWN_AT).toISOString() };
    for (const phase of ['choose', 'quote_over'] as const)
      expect(phaseOf({ ...PAGE_OF[phase], ...over }, SHOWN_AT)).toBe('expired');
  });

  it('offers the other coins when a price has expired, and a new price only for a coin that has one', () => {
    const offered = (facts: CheckoutFacts): readonly string[] =>
      [...render(facts).matchAll(/<button[^>]*name="asset" value="([^"]+)"( disabled)?/g)].map(
        ([, asset = '', disabled = '']) => `${asset}${disabled}`,
      );
    expect(offered(PAGE_OF.quote_over)).toEqual([
      ...['base/USDC', 'arbitrum/USDT', 'polygon/USDC', 'bsc/BNB', 'ethereum/ETH', 'optimism/USDC disabled'],
    ]);
    expect(render(PAGE_OF.quote_over)).toContain(WORDS.en.renewQuote);
    expect(render(NO_NEW_PRICE_PAGE)).not.toContain(WORDS.en.renewQuote);
    expect(offered(NO_NEW_PRICE_PAGE).at(-1)).toBe('optimism/USDC disabled');
  });

  it('lets the current choice be paid, and reports money that came for another one', () => {
    expect(phaseOf(ELSEWHERE_PAGE, SHOWN_AT)).toBe('waiting');
    const html = render(ELSEWHERE_PAGE);
    expect(html).toContain(CONTROLS.hasWallet);
    expect(html).toContain(CONTROLS.writes);
    expect(textOf(html)).toContain(WORDS.en.elsewhereCame('25.00', 'USDT', 'Base'));
    const paid = render({ ...PAGE_OF.completed, elsewhere: ELSEWHERE_PAGE.elsewhere });
    expect(paid).toContain('href="https://shop.example/thanks"');
    expect(paid).not.toContain('data-return');
  });

  it('says that a payment was undone and may return, with its transaction, until it has', () => {
    const hash = UNDONE_PAGE.payment?.transfers[0]?.txHash ?? '';
    expect(textOf(render(UNDONE_PAGE))).toContain(WORDS.en.undone);
    for (const facts of [UNDONE_PAGE, PAGE_OF.failed]) expect(render(facts)).toContain(`title="${hash}"`);
    const [undone] = UNDONE_PAGE.payment?.transfers ?? [];
    const again = undone === undefined ? [] : [undone, { ...undone, status: 'seen' as const }];
    expect(textOf(render(pageFacts({ transfers: again })))).not.toContain(WORDS.en.undone);
  });

  it('names the transaction that was undone, and not the valid one', () => {
    const [standing, undone] = UNDONE_PART_PAGE.payment?.transfers ?? [];
    for (const status of ['underpaid', 'failed'] as const) {
      const { payment } = UNDONE_PART_PAGE;
      const html = render(pageFacts({ ...payment, status }));
      expect(html).toContain(`title="${undone?.txHash ?? ''}"`);
      expect(html).not.toContain(`title="${standing?.txHash ?? ''}"`);
    }
  });

  it.each(PHASES.filter((phase) => !['choose', 'closed', 'failed'].includes(phase)))(
    '%s: announces an undone payment, asks for another one only when something is due, and never redirects',
    (phase) => {
      const { payment } = PAGE_OF[phase];
      const [undone] = UNDONE_PAGE.payment?.transfers ?? [];
      const transfers = undone === undefined ? [] : [{ ...undone, txHash: `0x${'d0'.repeat(32)}` }];
      // Nothing can be chosen after a payment was seen.
      const facts = { ...PAGE_OF[phase], choices: [], payment };
      const html = render(
        payment === null
          ? facts
          : { ...facts, payment: { ...payment, transfers: [...payment.transfers, ...transfers] } },
      );
      const shown = phase === 'quote_over' ? 'expired' : phase;
      expect(html).toContain(`data-status="${shown}"`);
      const told =
        /<div class="told"[^>]*aria-live="polite"[^>]*>([^]*?)<\/section><\/div>/.exec(html)?.[1] ?? '';
      expect(textOf(told)).toContain(WORDS.en.undone);
      expect(textOf(told).includes(WORDS.en.undonePayAgain)).toBe(PAYABLE.includes(phase));
      expect(told).toContain(`title="0x${'d0'.repeat(32)}"`);
      // A customer who paid in time has nothing to start again.
      expect(textOf(html).includes(WORDS.en.expiredUndone)).toBe(shown === 'expired');
      expect(html).not.toContain('data-return');
    },
  );

  const late = transfer('late');
  const foreign = transfer('unexpected', 'USDT');
  it.each([
    ['late', 'expired', [late], 'USDC on Base: arrived, and held safely.'],
    ['arriving', 'expired', [{ ...late, money: 'awaited' }], 'USDC on Base: arrived, and being confirmed.'],
    ['arriving', 'cancelled', [{ ...late, money: 'awaited' }], 'USDC on Base: arrived, and being confirmed.'],
    ['resolved', 'expired', [{ ...late, money: 'returned' }], 'USDC on Base: going back to you.'],
    ['resolved', 'expired', [{ ...foreign, money: 'accepted' }], 'USDT on Base: accepted by the shop.'],
    ['late', 'expired', [late, foreign], 'USDT on Base: arrived, and held safely.'],
    ['wrong_coin', 'expired', [foreign, { ...late, money: 'returned' }], 'USDC on Base: going back to you.'],
    ['late', 'cancelled', [late], 'USDC on Base: arrived, and held safely.'],
    ['waiting', 'pending', [{ ...foreign, money: 'returned' }], 'USDT on Base: going back to you.'],
    ['completed', 'completed', [late], 'USDC on Base: arrived, and held safely.'],
  ] as const)(
    'shows %s money, and what has become of it, when the invoice is %s',
    (phase, status, transfers, said) => {
      const ended = status === 'pending' ? {} : { expiresAt: '2026-03-02T12:01:00.000Z' };
      const facts = pageFacts({ ...ended, status, transfers });
      expect(phaseOf(facts, SHOWN_AT)).toBe(phase);
      expect(textOf(render(facts))).toContain(`25.00 ${said}`);
    },
  );

  it('names the refund transaction, and links it on its own network', () => {
    const back = { ...transfer('late', 'USDC', 'returned'), sentBackBy: `0x${'be'.repeat(32)}` };
    const pages = [back, { ...back, chainName: 'Polygon' }].map((one) =>
      render(pageFacts({ expiresAt: '2026-03-02T12:01:00.000Z', status: 'expired', transfers: [one] })),
    );
    for (const page of pages) expect(textOf(page)).toContain(`${WORDS.en.sentBack} 0xbebebebe…bebebebe`);
    expect(pages.map((page) => page.includes(`/tx/${back.sentBackBy}"`))).toEqual([true, false]);
  });

  it('shows money that came beside a sufficient payment, and whom to write to, and does not redirect', () => {
    const { payment } = PAGE_OF.completed;
    const html = render(pageFacts({ ...payment, transfers: [...(payment?.transfers ?? []), late] }));
    expect(textOf(html)).toContain(`25.00 USDC on Base: arrived, and held safely. ${WORDS.en.besidesNote}`);
    expect(html.split('25.00 USDC on Base')).toHaveLength(2);
    expect(html).toContain(CONTROLS.writes);
    expect(html).not.toContain('data-return');
  });

  it('shows the amount before a coin is chosen, even when it is asked for in a token', () => {
    const asked = { amountFiat: null, fiatCurrency: null, amountCrypto: '1234.5', tokenSymbol: 'USDC' };
    const html = render({ ...PAGE_OF.choose, ...asked }, 'de');
    expect(html).toContain('<title>1.234,50 USDC an Nordlicht Coffee</title>');
    expect(textOf(html)).toContain('1.234,50 USDC');
  });

  it('shows nothing that pays again after the script has sent a payment, and knows which ones were seen', () => {
    for (const phase of UNSEEN) {
      const html = render(PAGE_OF[phase]);
      expect(html).toContain(' data-sent');
      const [, unsent = ''] = html.split('<div class="ways-to-pay" data-unsent>');
      for (const control of ['hasWallet', 'chooses', 'copiesAddress'] as const)
        if (html.includes(CONTROLS[control])) expect(unsent).toContain(CONTROLS[control]);
    }
    expect(render(PAGE_OF.part)).toContain(`data-sent="0x${'5e'.repeat(32)}"`);
    for (const phase of ['seen', 'completed', 'late'] as const)
      expect(render(PAGE_OF[phase])).not.toContain(' data-sent=');
  });

  it("leads back to the shop out of the shop's frame", () => {
    const link = 'href="https://shop.example/thanks" target="_top"';
    expect(render(PAGE_OF.completed)).toContain(link);
    expect(
      renderReceipt({ facts: PAGE_OF.completed, locale: 'en', assets: { script: null, icon: '' } }),
    ).toContain(link);
  });

  it('names the day on which a long period ends', () => {
    expect(textOf(render(pageFacts()))).toContain('until 12:15 UTC');
    const long = render(pageFacts({ expiresAt: '2026-03-09T12:00:00.000Z' }));
    expect(textOf(long)).toMatch(/until Mar 9, 2026, 12:00\sPM UTC/);
  });

  it('says that something is late or local only when it is', () => {
    expect(render(LOCAL_PAGE, 'de')).toContain('/demo-payment?lang=de"');
    expect(textOf(render(LOCAL_PAGE))).toContain(WORDS.en.localCoins);
    expect(textOf(render(LOCAL_PAGE))).toContain(WORDS.en.chainBehind('Local chain'));
    expect(render(PAGE_OF.waiting)).not.toContain('/demo-payment');
    expect(textOf(render(pageFacts({ chainReading: 'halted' })))).toContain(WORDS.en.chainHalted('Base'));
  });
});

describe('texts from outside', () => {
  const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e';

  it('stay plain text in every place', () => {
    const clean = render(PAGE_OF.late);
    const { length: scripts } = clean.split('<script');
    const html = render(
      pageFacts(
        { ...PAGE_OF.late.payment, chainName: HOSTILE, tokenSymbol: HOSTILE },
        { merchant: { ...PAGE_OF.late.merchant, name: HOSTILE, contact: HOSTILE }, description: HOSTILE },
      ),
    );
    expect(html.split('<script')).toHaveLength(scripts);
    expect(html).not.toContain('<img');
    expect(textOf(html)).toContain(HOSTILE);
  });

  it('cannot reverse the direction of our words beside them', () => {
    const facts = (name: string): CheckoutFacts => ({
      ...PAGE_OF.completed,
      merchant: { ...PAGE_OF.completed.merchant, name },
    });
    expect(textOf(render(facts('\u202eevil\u2069')))).toContain('Back to \u2068evil\u2069');
    expect(textOf(render(facts('قهوة')))).toContain('Back to \u2068قهوة\u2069');
    expect(textOf(render(facts('Müller')))).toContain('Back to Müller');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://plain.example', 'a@b.example?body=x'])(
    'a contact such as %s is not a link',
    (contact) => {
      const merchant = { ...PAGE_OF.late.merchant, contact };
      expect(render({ ...PAGE_OF.late, merchant })).not.toContain(`href="${contact}`);
    },
  );
});

it('an old panel renders exactly as a new one, in all states and languages', () => {
  const kept: KeptPanels = new Map();
  const part = {
    ...PAGE_OF.part,
    payment: PAGE_OF.part.payment && { ...PAGE_OF.part.payment, missingAtomic: '1' },
  };
  for (const facts of [
    ...Object.values(PAGE_OF),
    LOCAL_PAGE,
    UNDONE_PAGE,
    part,
    pageFacts({ chainReading: 'halted' }),
  ])
    for (const locale of LOCALES) {
      const asked = { facts, locale, nowMs: SHOWN_AT };
      expect(renderMain(asked, kept)).toEqual(renderMain(asked));
    }
  const versionOf = (facts: CheckoutFacts): string =>
    renderMain({ facts, locale: 'en', nowMs: SHOWN_AT }, kept).version;
  expect(versionOf(part)).not.toBe(versionOf(PAGE_OF.part));
});

it('the wallet gets the coin that gas is paid in, which is not ETH on every chain', () => {
  expect(render(pageFacts({ nativeSymbol: 'POL' }))).toContain('data-native-symbol="POL"');
});
