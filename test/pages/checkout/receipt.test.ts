import { describe, expect, it } from '@jest/globals';
import { PHASES } from '../../../src/pages/checkout/phase.js';
import { renderReceipt } from '../../../src/pages/checkout/receipt.js';
import { LOCALES } from '../../../src/pages/checkout/words/locales.js';
import { ACCEPTED_LATE_PAGE, PAGE_OF } from './page-facts.js';
import { render, textOf } from './rendered.js';

describe('the receipt', () => {
  it('names asset, rate, transactions and times of a completed payment, in both languages', () => {
    for (const locale of LOCALES) {
      const html = renderReceipt({
        facts: PAGE_OF.completed,
        locale,
        assets: { script: '/a.js', icon: '/i' },
      });
      const text = textOf(html ?? '');
      for (const part of [
        'USDC',
        'Base (8453)',
        `0x${'5e'.repeat(32)}`,
        'Nordlicht Coffee',
        'help@nordlicht.example',
        'UTC',
        '0x5aAeb',
      ])
        expect(text).toContain(part);
      expect(html).not.toContain('<script');
    }
  });

  it('shows the received amount and its transaction when the shop accepted late or missing money', () => {
    const assets = { script: null, icon: '/i' };
    const html = renderReceipt({ facts: ACCEPTED_LATE_PAGE, locale: 'en', assets }) ?? '';
    expect(html).toContain('<data value="20">20.00</data>');
    expect(textOf(html)).toContain('Received 20.00 USDC');
    expect(textOf(html)).toContain(`Transaction 0x${'5e'.repeat(32)}`);
    const page = render(ACCEPTED_LATE_PAGE);
    expect(page).toContain('<data value="20">20.00</data>');
    expect(textOf(page)).toContain('20.00 / 25.00 USDC received');
  });

  it('leads back to the shop, or to the payment page when the shop gave no return URL', () => {
    const assets = { script: null, icon: '/i' };
    const facts = PAGE_OF.completed;
    const html = renderReceipt({ facts, locale: 'en', assets });
    expect(html).toContain('href="https://shop.example/thanks"');
    expect(textOf(html ?? '')).toContain('Back to Nordlicht Coffee');
    const alone = renderReceipt({ facts: { ...facts, redirectUrl: null }, locale: 'en', assets });
    expect(alone).toContain(`href="/pay/${facts.publicId}?lang=en"`);
    expect(textOf(alone ?? '')).toContain('Show the payment page');
    expect(textOf(alone ?? '')).not.toContain('Back to');
  });

  it.each(PHASES.filter((phase) => !['completed', 'overpaid'].includes(phase)))('is absent: %s', (phase) => {
    const assets = { script: null, icon: '/i' };
    expect(renderReceipt({ facts: PAGE_OF[phase], locale: 'en', assets })).toBeNull();
  });
});
