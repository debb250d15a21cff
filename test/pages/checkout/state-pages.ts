import type { Page } from 'playwright-core';
import { QuittanceError } from '../../../src/domain/core/errors.js';
import { until } from '../../helpers/until.js';
import type { StatePage } from '../state-server.js';
import { LOGO } from './logos.js';
import {
  ACCEPTED_LATE_PAGE,
  ELSEWHERE_PAGE,
  HOSTILE_PAGE,
  LAST_PRICE_PAGE,
  LATE_CHAINS_PAGE,
  LOCAL_PAGE,
  NEVER_CHOSEN_PAGE,
  NO_NEW_PRICE_PAGE,
  PAGE_OF,
  PAID_OTHERWISE_PAGE,
  PAID_TWICE_PAGE,
  pageFacts,
  SHOWN_AT,
  UNDECIDED_PAGE,
  UNDONE_AFTERWARDS_PAGE,
  UNDONE_PAGE,
  UNDONE_PART_PAGE,
  UNPAID_PAGE,
} from './page-facts.js';

/** Without a logo, because most merchants start with the letter mark. */
const WITH_COLOUR = pageFacts(
  {},
  { merchant: { name: 'Nordlicht Coffee', contact: null, logoUrl: null, color: '#0f766e' } },
);

/** Everything that customers are shown, by name: each state, what is said beside it, and what the script adds. */
export const STATE_PAGES: Readonly<Record<string, StatePage>> = {
  ...PAGE_OF,
  elsewhere: ELSEWHERE_PAGE,
  'accepted-late': ACCEPTED_LATE_PAGE,
  undone: UNDONE_PAGE,
  'undone-afterwards': UNDONE_AFTERWARDS_PAGE,
  'undone-part': UNDONE_PART_PAGE,
  'no-new-price': NO_NEW_PRICE_PAGE,
  'last-price': LAST_PRICE_PAGE,
  'chain-halted': pageFacts({ chainReading: 'halted' }),
  'late-chains': LATE_CHAINS_PAGE,
  'longest-words': LOCAL_PAGE,
  'hostile-words': HOSTILE_PAGE,
  'paid-otherwise': PAID_OTHERWISE_PAGE,
  'paid-twice': PAID_TWICE_PAGE,
  'merchants-colour': WITH_COLOUR,
  'merchants-logo': pageFacts({}, { merchant: { ...WITH_COLOUR.merchant, logoUrl: LOGO } }),
  unpaid: UNPAID_PAGE,
  'never-chosen': NEVER_CHOSEN_PAGE,
  'chosen-again': UNDECIDED_PAGE,
  opened: UNPAID_PAGE,
  ending: pageFacts({ expiresAt: '2026-03-02T12:06:00.000Z' }),
  'time-over': PAGE_OF.waiting,
  'connection-lost': PAGE_OF.waiting,
  wallets: PAGE_OF.waiting,
  'wallet-refused': PAGE_OF.waiting,
  'wallet-asked': PAGE_OF.waiting,
  'wallet-sent': PAGE_OF.quote_over,
  'choice-refused': { formResult: 'refused', of: PAGE_OF.choose },
  'demo-sent': { formResult: 'sent', of: LOCAL_PAGE },
  receipt: { receiptOf: PAGE_OF.completed },
  'no-such-page': { fault: new QuittanceError('not_found', 'There is no such page.') },
  'too-many': { fault: new QuittanceError('rate_limited', 'Too many.') },
  'our-fault': { fault: new QuittanceError('internal_error', 'A fault.') },
};

/** Lets wallets announce themselves, as extensions do. Their owner refuses whatever they are asked. */
function announceWallets(page: Page, names: readonly string[]): Promise<unknown> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="20" height="20" rx="5" fill="#e2761b"/></svg>';
  const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return page.evaluate(`${JSON.stringify(names)}.forEach((name) => dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: {
      info: { uuid: name, name, icon: ${JSON.stringify(icon)} },
      provider: { request: () => Promise.reject({ code: 4001 }) },
    } })))`);
}

/** Makes the page remember something, as if another tab or the time before its loading had done so. */
function remember(page: Page, what: string, text: string) {
  return page.evaluate(`localStorage.setItem('${what} ' + document.querySelector('#pay').dataset.order, ${JSON.stringify(text)});
    dispatchEvent(new Event('storage'))`);
}

/** What has to happen on an open page before it shows what its name says. */
export const HAPPENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  opened: (page) => page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))"),
  'time-over': async (page) => {
    await page.clock.setFixedTime(SHOWN_AT + 3_600_000);
    await page.locator('[data-time-over]').waitFor();
  },
  'connection-lost': async (page) => {
    // What is on its way when the connection goes still comes, and takes the notice away. Then it goes once more.
    await until('the notice is there', async () => {
      await page.context().setOffline(false);
      await page.context().setOffline(true);
      return page.getByRole('alert').isVisible();
    });
  },
  wallets: async (page) => {
    await announceWallets(page, ['Fox', 'Rainbow Wallet']);
    await page.locator('#wallet-1').waitFor();
  },
  'wallet-refused': async (page) => {
    await announceWallets(page, ['Fox']);
    await page.locator('#wallet-0').click();
    await page.locator('#wallet-note', { hasText: '.' }).waitFor();
    await page.locator('#wallet-0[aria-disabled=false]').waitFor();
  },
  'wallet-asked': async (page) => {
    await remember(page, 'asked', String(SHOWN_AT));
    await page.locator('#wallet-again').waitFor();
  },
  'wallet-sent': async (page) => {
    const sent = { hash: `0x${'5e'.repeat(32)}`, url: 'https://basescan.org/tx/0x5e' };
    await remember(page, 'sent', `${SHOWN_AT}\n${JSON.stringify(sent)}`);
    await page.locator('.wallet-hash').waitFor();
  },
};
