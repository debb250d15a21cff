import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { LOCALES, WORDS } from '../../../src/pages/checkout/words/locales.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import {
  complaintsBeside,
  findBarriers,
  loadIcon,
  showTheme,
  startChromium,
  THEMES,
  type TestBrowser,
} from '../chromium.js';
import { startStateServer, type StateServer } from '../state-server.js';
import { PAGE_OF, pageFacts, SHOWN_AT } from './page-facts.js';
import { HAPPENS, STATE_PAGES } from './state-pages.js';

/** A browser and a page for each look: a slow machine needs its time. */
jest.setTimeout(1_200_000);

const WIDTHS = [320, 390, 1440];
/** The rules of axe-core whose results depend on the width. */
const BY_WIDTH = ['target-size', 'scrollable-region-focusable'];
/** Colours differ by state, theme and width, but not by language: one language has them checked in every look. */
const COLOURS = 'color-contrast';
/** 80 mm, in px of CSS. */
const PAPER_ROLL = 302;
/** The statuses of the pages that tell of a fault. */
const FAULTS = [404, 429, 500];
/** Texts that users compare or copy exactly: they begin at the left in each language. */
const CODES_FROM_THE_LEFT = `[...document.querySelectorAll('code')].every((code) => {
  const { direction, unicodeBidi } = getComputedStyle(code);
  return direction === 'ltr' && unicodeBidi.includes('isolate');
})`;

let browser: TestBrowser;
let server: StateServer;

describeWith('chromium', 'each state of the checkout page in a browser', () => {
  beforeAll(async () => {
    [browser, server] = await Promise.all([startChromium(), startStateServer(STATE_PAGES)]);
  });
  afterAll(async () => {
    await (browser as TestBrowser | undefined)?.close();
    await (server as StateServer | undefined)?.stop();
  });

  it('every state is accessible in either theme, on any screen, in any language, without foreign requests or errors', async () => {
    const { page, context, complaints, hosts } = await browser.open();
    const found: string[] = [];
    // The words differ by language, and the layout by width.
    for (const name of Object.keys(STATE_PAGES)) {
      for (const locale of LOCALES) {
        await context.setOffline(false);
        // The clock stands still, so no page returns to the shop during the checks.
        await page.clock.setFixedTime(SHOWN_AT);
        await page.goto(server.urlOf(name, locale));
        await loadIcon(page);
        await HAPPENS[name]?.(page);
        const say = (what: string): void => void found.push(`${name} ${locale}: ${what}`);
        const byWidth = locale === 'en' ? [COLOURS, ...BY_WIDTH] : BY_WIDTH;
        const fits = async (width: number, how: string): Promise<void> => {
          await page.setViewportSize({ width, height: 844 });
          if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
            say(`scrolls sideways at ${width}${how}`);
        };
        for (const width of WIDTHS) {
          await fits(width, '');
          for (const [theme, ofTheme] of locale === 'en' ? THEMES : THEMES.slice(0, 1)) {
            await showTheme(page, theme);
            const rules = ofTheme ?? (width === WIDTHS[0] ? undefined : byWidth);
            for (const barrier of await findBarriers(page, rules)) say(`${theme}, ${width} px: ${barrier}`);
          }
        }
        if (name === 'receipt') {
          await page.emulateMedia({ media: 'print' });
          await fits(PAPER_ROLL, ', printed');
          await page.emulateMedia({ media: 'screen' });
        }
        if (locale !== 'en') continue;
        // A language from right to left would need nothing but its words.
        await page.evaluate("document.documentElement.dir = 'rtl'");
        await fits(320, ', from right to left');
        if (!(await page.evaluate<boolean>(CODES_FROM_THE_LEFT))) say('has a code from right to left');
      }
    }
    // Of the page that has lost its connection.
    const others = complaintsBeside({ complaints }, ...FAULTS).filter(
      (text) => !text.includes('ERR_INTERNET_DISCONNECTED'),
    );
    expect([...found, ...others]).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.origin).host]);
    await context.close();
  });

  it("runs the product's script under its policy: it follows the stream, announces the time quietly, and counts down at the end", async () => {
    const { page, context, complaints } = await browser.open();
    const streamed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/events'));
    const answer = await page.goto(server.urlOf('waiting', 'en'));
    expect((await streamed).status()).toBe(200);
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await page.locator('[data-countdown]', { hasText: 'minutes' }).waitFor();
    expect(await page.locator('.is-short').count()).toBe(0);
    await page.goto(server.urlOf('ending', 'en'));
    await page.locator('.is-short [data-countdown]', { hasText: /^[01]:\d\d$/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says that the connection is lost while its server can read nothing, and shows the newest state once it can', async () => {
    const paid = await startStateServer({ payment: PAGE_OF.waiting });
    try {
      const { page, context } = await browser.open();
      const streamed = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/events'));
      await page.goto(paid.urlOf('payment', 'en'));
      expect((await streamed).status()).toBe(200);
      paid.breakReads(true);
      paid.change('payment', PAGE_OF.part);
      await page.getByRole('alert').waitFor();
      paid.breakReads(false);
      await page.locator('main[data-status="part"]').waitFor();
      await page.getByRole('alert').waitFor({ state: 'hidden' });
      await context.close();
    } finally {
      await paid.stop();
    }
  });

  it('takes away all that could be paid when the time ends without a connection, and says to send nothing', async () => {
    const ending = { expiresAt: new Date(SHOWN_AT + 60_000).toISOString() };
    const server = await startStateServer({ payment: pageFacts(ending) });
    try {
      const { page, context } = await browser.open();
      await page.clock.setFixedTime(SHOWN_AT);
      await page.goto(server.urlOf('payment', 'en'));
      const payable = page.locator('.qr, [data-copy^="0x"], [data-wallet]');
      const isShown = (): Promise<readonly boolean[]> =>
        payable.evaluateAll((all) => all.map((one) => one.checkVisibility()));
      const says = page.getByRole('alert').filter({ hasText: 'The time is over. Send nothing now.' });
      await page.locator('.qr').first().waitFor();
      expect([await isShown(), await says.count()]).toEqual([expect.arrayContaining([true]), 0]);
      await HAPPENS['connection-lost']?.(page);
      await page.clock.setFixedTime(SHOWN_AT + 60_000);
      await says.waitFor();
      expect(await isShown()).not.toContain(true);
      expect(await findBarriers(page)).toEqual([]);
      server.change('payment', PAGE_OF.undecided);
      await context.setOffline(false);
      await page.locator('main[data-status="undecided"]').waitFor();
      await until('it is said once', async () => (await page.getByText('Send nothing now.').count()) === 1);
      await context.close();
    } finally {
      await server.stop();
    }
  });

  it('lets screen readers read each new state and notice aloud: where these stand stays, and only the words change', async () => {
    const server = await startStateServer({ payment: PAGE_OF.waiting });
    try {
      const { page, context } = await browser.open();
      await page.clock.setFixedTime(SHOWN_AT);
      await page.goto(server.urlOf('payment', 'en'));
      const places = page.locator('[role="status"][aria-live="polite"]');
      expect(await places.count()).toBe(2);
      await places.evaluateAll((all) => all.forEach((place) => Object.assign(place, { isFirst: true })));
      for (const phase of ['part', 'seen', 'completed', 'late', 'choose'] as const) {
        server.change('payment', PAGE_OF[phase]);
        await page.locator(`main[data-status="${phase}"]`).waitFor();
        expect(await places.evaluateAll((all) => all.map((place) => 'isFirst' in place))).toEqual([
          true,
          true,
        ]);
        expect(await places.first().textContent()).toContain(WORDS.en.phases[phase].title);
      }
      await context.close();
    } finally {
      await server.stop();
    }
  });

  it('returns to the first state when it came again while the stream was cut', async () => {
    const ofChoice = await startStateServer({ choice: PAGE_OF.other_choice });
    try {
      const { page, context } = await browser.open();
      // Only its stream can report the state.
      await page.route('**/fragment?*', (route) => route.abort());
      await page.goto(ofChoice.urlOf('choice', 'en'));
      const shows = (status: string): Promise<void> =>
        page.locator(`main[data-status="${status}"]`).waitFor();
      await shows('other_choice');
      ofChoice.change('choice', PAGE_OF.waiting);
      await shows('waiting');
      ofChoice.change('choice', PAGE_OF.other_choice);
      ofChoice.cut();
      await shows('other_choice');
      await context.close();
    } finally {
      await ofChoice.stop();
    }
  });

  it('returns to the state of its stream after it has read an older one', async () => {
    const paid = await startStateServer({ payment: PAGE_OF.waiting });
    try {
      const { page, context } = await browser.open();
      await page.goto(paid.urlOf('payment', 'en'));
      const main = page.locator('main');
      const older = await fetch(new URL((await main.getAttribute('data-fragment')) ?? '', paid.origin));
      const body = await older.text();
      paid.change('payment', PAGE_OF.part);
      await page.locator('main[data-status="part"]').waitFor();
      // Each state that the page shows from now on.
      await page.evaluate(`{
        globalThis.shown = [];
        const look = () => {
          const { status } = document.querySelector('#pay').dataset;
          if (status !== shown.at(-1)) shown.push(status);
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
      }`);
      await page.route('**/fragment?*', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.evaluate("dispatchEvent(new Event('online'))");
      await until('the older state is shown, and then the newer one', () =>
        page.evaluate<boolean>("shown.join(' ') === 'waiting part'"),
      );
      await context.close();
    } finally {
      await paid.stop();
    }
  });
});
