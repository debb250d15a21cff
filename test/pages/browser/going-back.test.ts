import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { startPageFixture, type FixtureState, type PageFixture } from '../page-fixture.js';
import { stopAfterEach } from '../stop-after-each.js';

const WAITING: FixtureState = { status: 'waiting', headline: 'Waiting for your payment', wallet: null };
let browser: TestBrowser;
const keep = stopAfterEach();

/** A paid state, from which the page goes back after 5 s. */
const seen = (server: PageFixture, headline: string): FixtureState => ({
  status: 'seen',
  headline,
  wallet: null,
  extra: `<a data-return-url="${server.origin}/thanks" data-return-after="5">Back</a>
<p data-return-note hidden><button type="button" data-return-stop>Stay here</button></p>`,
});

/** Opens a page whose time passes only on request, and lets it be paid. */
async function openPaid() {
  const server = keep(await startPageFixture(WAITING));
  const { page, context } = await browser.open();
  const note = page.getByRole('button', { name: 'Stay here' });
  await page.clock.install();
  await page.goto(server.url);
  await until('the stream is open', () => server.openStreams() === 1);
  await page.clock.pauseAt(Date.now() + 10_000);
  server.change(seen(server, 'Seen'));
  await note.waitFor();
  return { server, page, context, note };
}

/** It stays for 5 s from now on, and then goes back. */
async function goesBackAfter5s({
  server,
  page,
}: Pick<Awaited<ReturnType<typeof openPaid>>, 'server' | 'page'>) {
  await page.clock.runFor(3_000);
  expect(page.url()).toBe(server.url);
  await page.clock.runFor(4_000);
  await page.waitForURL(`${server.origin}/thanks`);
}

describeWith('chromium', 'a paid page', () => {
  beforeAll(async () => {
    browser = await startChromium();
  });

  afterAll(async () => {
    await (browser as TestBrowser | undefined)?.close();
  });

  it('returns automatically after each payment of a tab, to a shop with one return address for all', async () => {
    const server = keep(await startPageFixture({ status: 'waiting', headline: 'Waiting', wallet: null }));
    const thanks = `${server.origin}/thanks`;
    server.change({
      status: 'seen',
      headline: 'Seen',
      wallet: null,
      extra: `<a data-return-url="${thanks}" data-return-after="1">Back</a>`,
    });
    const window = await browser.open();
    for (const url of [server.url, server.url.replace('0123', '9999')]) {
      await window.page.goto(url);
      await window.page.waitForURL(thanks);
    }
    await window.context.close();
  });

  it('stays in a tab whose customer has stopped it, even after a reload', async () => {
    const server = keep(await startPageFixture(WAITING));
    server.change({
      status: 'seen',
      headline: 'Seen',
      extra: `<a data-return-url="${server.origin}/thanks" data-return-after="3600">Back</a>
<p data-return-note hidden><button type="button" data-return-stop>Stay here</button></p>`,
    });
    const { page, context } = await browser.open();
    await page.goto(server.url);
    const note = page.getByRole('button', { name: 'Stay here' });
    await note.click();
    await note.waitFor({ state: 'hidden' });
    await page.reload();
    await until('only the stream of the page as it is now is open', () => server.openStreams() === 1);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
    expect(await note.isVisible()).toBe(false);
    await context.close();
  });

  it('restarts the countdown when a reorganisation has undone the payment and it is seen again', async () => {
    const paid = await openPaid();
    const { server, page, context, note } = paid;
    await page.clock.runFor(3_000);
    server.change({ ...WAITING, headline: 'Undone', extra: '' });
    await page.getByText('Undone').waitFor();
    server.change(seen(server, 'Seen again'));
    await page.getByText('Seen again').waitFor();
    await note.waitFor();
    await goesBackAfter5s(paid);
    await context.close();
  });

  it('counts no second in which nobody looks at it, and begins anew when it is looked at again', async () => {
    const paid = await openPaid();
    const { server, page, context } = paid;
    const look = (state: 'hidden' | 'visible'): Promise<unknown> =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await page.clock.runFor(3_000);
    await look('hidden');
    await page.clock.runFor(20_000);
    expect(page.url()).toBe(server.url);
    await look('visible');
    server.change(seen(server, 'Looked at again'));
    await page.getByText('Looked at again').waitFor();
    await goesBackAfter5s(paid);
    await context.close();
  });

  it('does not go back while the connection is lost, because its state may be outdated', async () => {
    const paid = await openPaid();
    const { server, page, context } = paid;
    await page.clock.runFor(3_000);
    await context.setOffline(true);
    await page.getByRole('alert').waitFor();
    await page.clock.runFor(20_000);
    expect(page.url()).toBe(server.url);
    const before = server.reads();
    await context.setOffline(false);
    // Until this read has ended, or the stream has told a state, no second counts.
    await until('the state is read again', () => server.reads() > before);
    server.change(seen(server, 'Seen, and connected again'));
    await page.getByText('Seen, and connected again').waitFor();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await goesBackAfter5s(paid);
    await context.close();
  });
});
