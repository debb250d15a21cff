import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWith } from '../../helpers/services/system-parts.js';
import { openDesk, type OperatorsDesk } from './operators-desk.js';
import { openShop, signInFrom, type Shop } from './shop-window.js';

const EMAIL = 'marks@shop.example';

interface Shown {
  readonly words: string;
  readonly classes: string;
  readonly isHidden: boolean;
  readonly isBefore: boolean;
  /** The distance between the middle of the mark and that of the line of its name, in px. */
  readonly off: number;
}

/** Returns the names with marks that are visible, in the order of the page. */
const marksOn = (page: Page): Promise<readonly Shown[]> =>
  page.evaluate(`[...document.querySelectorAll('#main .marked')].filter((one) => one.checkVisibility()).map((one) => {
    const [mark, name] = one.childNodes;
    const range = document.createRange();
    range.selectNodeContents(name);
    const [line] = range.getClientRects();
    const box = mark.getBoundingClientRect();
    return {
      words: one.textContent,
      classes: mark.getAttribute('class'),
      isHidden: mark.getAttribute('aria-hidden') === 'true',
      isBefore: box.width >= 16 && box.right <= line.left,
      off: Math.abs((box.top + box.bottom) / 2 - (line.top + line.bottom) / 2),
    };
  })`);

/** Returns how far down each row and each name is, and how high, in px. */
const placesOn = (page: Page): Promise<string> =>
  page.evaluate(`JSON.stringify([...document.querySelectorAll('#main :is(tr, .card, .marked)')].map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return [top, height].map(Math.round);
  }))`);

describeWith('chromium', 'marks of coins and networks', () => {
  let desk: OperatorsDesk;
  let shop: Shop;

  beforeAll(async () => {
    desk = await openDesk();
    shop = await openShop(desk.api, { email: EMAIL, hasLongWords: false });
  });
  afterAll(() => desk.close());

  it.each([320, 1440])(
    'stand before their names at %i px, for the eye alone, and no row moves once the network is known',
    async (width) => {
      const { api, browser } = desk;
      const { page, context } = await browser.open({ viewport: { width, height: 844 } });
      await signInFrom(page, { api, email: EMAIL, kind: 'merchant' });
      let tell = (): void => undefined;
      const told = new Promise<void>((resolve) => {
        tell = resolve;
      });
      await page.route(/\/v1\/assets/, async (route) => {
        await told;
        await route.continue();
      });
      await page.goto(`${api.baseUrl}/dashboard/balances`);
      await page.locator('.table .mark').first().waitFor();
      await page.locator('.balances .mark').first().waitFor();
      const before = await placesOn(page);
      tell();
      await page.locator('.mark.net-31337').first().waitFor();
      expect(await placesOn(page)).toBe(before);
      const shown = await marksOn(page);
      expect(new Set(shown.map(({ words }) => words))).toEqual(new Set(['USDC', 'Test chain']));
      expect(shown.filter(({ isHidden, isBefore, off }) => !isHidden || !isBefore || off > 1.5)).toEqual([]);
      expect(shown.find(({ words }) => words === 'Test chain')?.classes).toBe(
        'mark of-network net net-31337',
      );
      await context.close();
    },
  );

  it('stand before the amount’s coin where an operator decides, in the size of the amount', async () => {
    const window = await desk.browser.open({ viewport: { width: 320, height: 844 } });
    await desk.signIn(window, `/withdrawals/${shop.withdrawalId}`);
    const { page } = window;
    await page.locator('h1 .mark').waitFor();
    const [head] = await marksOn(page);
    expect(head).toMatchObject({ words: 'USDC', isHidden: true, isBefore: true });
    expect(head?.off).toBeLessThan(1.5);
    await window.context.close();
  });
});
