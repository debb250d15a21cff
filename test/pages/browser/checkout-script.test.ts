import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '../../helpers/services/system-parts.js';
import { ANVIL_CHAIN_ID, startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { until } from '../../helpers/until.js';
import { deployTestToken, mintTestToken } from '../../../src/chain/contracts/test-token.js';
import { findBarriers, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { injectWallets, type WalletManners } from '../injected-wallet.js';
import { startPageFixture, type FixtureState } from '../page-fixture.js';
import { stopAfterEach } from '../stop-after-each.js';

const TO = '0x00000000000000000000000000000000c0ffee01';
const AMOUNT = 25_000_001n;
const HOSTILE = '<img src=x onerror=alert(1)>';
/** Not the chain of the test, so a wallet on it has to change. */
const ANOTHER_CHAIN = 8453;
let anvil: Anvil;
let browser: TestBrowser;
let token: string;
const keep = stopAfterEach();

function walletTerms(changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    'data-chain-id': String(ANVIL_CHAIN_ID),
    'data-chain-name': 'Local',
    'data-explorer': '',
    'data-token': token,
    'data-decimals': '6',
    'data-to': TO,
    'data-symbol': 'USDC',
    'data-amount-atomic': String(AMOUNT),
    'data-rpc-url': anvil.url,
    ...changes,
  };
}

const waiting = (wallet: FixtureState['wallet'] = null): FixtureState => ({
  status: 'waiting',
  headline: 'Waiting for your payment',
  wallet,
});

function manners(changes: Partial<WalletManners> = {}): WalletManners {
  return {
    name: 'Fox',
    account: 1,
    chainId: ANVIL_CHAIN_ID,
    known: new Set([ANVIL_CHAIN_ID]),
    refuses: new Set<string>(),
    asked: [],
    ...changes,
  };
}

async function tokensAt(address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
  return BigInt(await anvil.rpc<string>('eth_call', [{ to: token, data }, 'latest']));
}

async function says(window: TestWindow, text: string): Promise<void> {
  await window.page.getByText(text, { exact: false }).first().waitFor();
}

describeWith('chromium', 'the script of the checkout page', () => {
  beforeAll(async () => {
    [anvil, browser] = await Promise.all([startAnvil(), startChromium()]);
    token = (await deployTestToken({ rpcUrl: anvil.url })).address;
    const rich = anvil.accounts[1] ?? '';
    await mintTestToken({ rpcUrl: anvil.url, tokenAddress: token, to: rich, amountAtomic: AMOUNT * 10n });
  });

  afterAll(async () => {
    await (browser as TestBrowser | undefined)?.close();
    await (anvil as Anvil | undefined)?.stop();
  });

  it('pays exactly what is missing with the wallet that the customer chose, on the right chain, once', async () => {
    const server = keep(await startPageFixture(waiting(walletTerms())));
    const window = await browser.open();
    const other = manners({ name: HOSTILE });
    const chosen = manners({ chainId: ANOTHER_CHAIN, known: new Set([ANOTHER_CHAIN]) });
    await injectWallets(window.context, { anvil, wallets: [other, chosen] });
    await window.page.goto(server.url);
    await window.page.getByRole('button', { name: HOSTILE }).waitFor();

    expect(await findBarriers(window.page)).toEqual([]);
    chosen.refuses.add('eth_requestAccounts');
    const button = window.page.getByRole('button', { name: 'Pay with Fox' });
    await button.click();
    await says(window, 'You refused in your wallet. Nothing was sent.');

    chosen.refuses.delete('eth_requestAccounts');
    await button.click();
    await says(window, 'Sent. This page shows when it arrives.');
    expect(await tokensAt(TO)).toBe(AMOUNT);
    expect(chosen.asked).toContain('wallet_addEthereumChain');
    expect(other.asked).toEqual([]);
    expect(await button.count()).toBe(0);
    expect(await findBarriers(window.page)).toEqual([]);
    const hash = (await window.page.locator('.wallet-hash').textContent()) ?? '';
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);

    await window.page.reload();
    await says(window, 'Sent. This page shows when it arrives.');
    expect(await window.page.getByRole('button', { name: 'Pay with' }).count()).toBe(0);
    // A part from somebody else, or dust, is read before it.
    server.change({ headline: 'A part is here', wallet: walletTerms({ 'data-amount-atomic': '1' }) });
    await says(window, 'A part is here');
    expect(await window.page.getByRole('button', { name: 'Pay with' }).count()).toBe(0);
    server.change({ seen: `0x${'d0'.repeat(32)} ${hash}` });
    await button.waitFor();
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it('shows what it has sent, and offers nothing else, in another tab, with another coin, and after the end', async () => {
    const server = keep(await startPageFixture(waiting(walletTerms({ 'data-amount-atomic': '3' }))));
    const window = await browser.open();
    await injectWallets(window.context, { anvil, wallets: [manners()] });
    await window.page.goto(server.url);
    await window.page.getByRole('button', { name: 'Pay with Fox' }).click();
    await says(window, 'Send nothing more.');
    const hash = (await window.page.locator('.wallet-hash').textContent()) ?? '';

    const tab = await window.context.newPage();
    await tab.goto(server.url);
    await tab.getByText(hash).waitFor();
    expect(await tab.getByText('Pay here').isVisible()).toBe(false);
    server.change({ headline: 'Another coin', wallet: walletTerms({ 'data-to': `0x${'11'.repeat(20)}` }) });
    for (const page of [tab, window.page]) {
      await page.getByText('Another coin').waitFor();
      expect([await page.getByText(hash).isVisible(), await page.getByText('Pay here').isVisible()]).toEqual([
        ...[true, false],
      ]);
    }
    server.change({
      headline: 'The price has run out',
      wallet: null,
      extra: '<p data-unsent>Nothing was paid</p>',
    });
    await says(window, 'The price has run out');
    expect(await window.page.getByText('Nothing was paid').isVisible()).toBe(false);
    await window.page.getByRole('button', { name: 'show the payment again' }).click();
    await window.page.getByText('Nothing was paid').waitFor();
    await until('the other tab offers it again as well', () => tab.getByText('Nothing was paid').isVisible());
    await window.context.close();
  });

  it('offers no second payment when the browser lets the page store nothing', async () => {
    const server = keep(await startPageFixture(waiting(walletTerms({ 'data-amount-atomic': '2' }))));
    const window = await browser.open();
    await window.context.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } })`);
    await injectWallets(window.context, { anvil, wallets: [manners()] });
    await window.page.goto(server.url);
    const button = window.page.getByRole('button', { name: 'Pay with Fox' });
    await button.dblclick();
    await says(window, 'Sent. This page shows when it arrives.');
    server.change({
      headline: 'Still waiting',
      extra: '<a data-return-url="https://shop.example/" data-return-after="3600">Back</a>',
    });
    await says(window, 'Still waiting');
    expect(await button.count()).toBe(0);
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it.each([
    {
      why: 'too few tokens',
      wallet: { account: 2 },
      terms: {},
      text: 'This account has only 0 USDC, but 25.000001 USDC is needed',
    },
    {
      why: 'nothing left for the fee',
      wallet: { account: 1 },
      terms: { 'data-token': '', 'data-decimals': '18', 'data-symbol': 'ETH', 'data-amount-atomic': 'all' },
      text: 'too little ETH for the network fee on Local',
    },
    {
      why: 'a chain that it does not know',
      wallet: { chainId: ANOTHER_CHAIN, known: new Set<number>() },
      terms: { 'data-rpc-url': '' },
      text: 'Your wallet does not know Local',
    },
    {
      why: 'a change of chain refused',
      wallet: { chainId: ANOTHER_CHAIN, refuses: new Set(['wallet_switchEthereumChain']) },
      terms: {},
      text: 'You refused in your wallet',
    },
  ])('sends nothing and says why: $why', async ({ wallet, terms, text }) => {
    const balance = BigInt(await anvil.rpc<string>('eth_getBalance', [anvil.accounts[1], 'latest']));
    const amount = 'data-amount-atomic' in terms ? { 'data-amount-atomic': String(balance) } : {};
    const server = keep(await startPageFixture(waiting(walletTerms({ ...terms, ...amount }))));
    const window = await browser.open();
    const asked = manners(wallet);
    await injectWallets(window.context, { anvil, wallets: [asked] });
    await window.page.goto(server.url);
    await window.page.getByRole('button', { name: 'Pay with Fox' }).click();
    await says(window, text);
    expect(asked.asked).not.toContain('eth_sendTransaction');
    await window.context.close();
  });

  it('sends nothing when the amount changed while the wallet asked', async () => {
    const server = keep(await startPageFixture(waiting(walletTerms())));
    // Without a stream the page hears of the change only because it reads again before it asks the wallet to send.
    server.refuseStreams(true);
    const window = await browser.open();
    const wallet = manners({
      chainId: ANOTHER_CHAIN,
      onAsked: (method) => {
        if (method === 'wallet_switchEthereumChain')
          server.change({ wallet: walletTerms({ 'data-amount-atomic': '7' }) });
      },
    });
    await injectWallets(window.context, { anvil, wallets: [wallet] });
    await window.page.goto(server.url);
    await window.page.getByRole('button', { name: 'Pay with Fox' }).click();
    await says(window, 'has changed in the meantime');
    expect(wallet.asked).not.toContain('eth_sendTransaction');
    await window.context.close();
  });

  it('shows each change, and keeps the focus and open details', async () => {
    const server = keep(await startPageFixture(waiting()));
    const window = await browser.open();
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.page.goto(server.url);
    await window.page.getByText('More').click();
    const copy = window.page.getByRole('button', { name: 'Copy address' });
    await copy.click();
    await says(window, 'Copied');
    expect(await window.page.evaluate('navigator.clipboard.readText()')).toBe('0xabc');
    await until('the stream is open', () => server.openStreams() === 1);
    server.change({ status: 'seen', headline: `Seen ${HOSTILE}` });
    await says(window, `Seen ${HOSTILE}`);
    expect(await window.page.locator('details').getAttribute('open')).not.toBeNull();
    expect(await window.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
      'Copy address',
    );
    expect(window.complaints).toEqual([]);
    expect([...window.hosts]).toEqual([new URL(server.origin).host]);
    await window.context.close();
  });

  it('says that a text is to be copied by hand where the browser gives no clipboard, as over plain http', async () => {
    const server = keep(await startPageFixture(waiting()));
    const window = await browser.open();
    await window.context.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await window.page.goto(server.url);
    // It says so for two seconds only.
    await Promise.all([
      says(window, 'Select and copy it by hand'),
      window.page.getByRole('button', { name: 'Copy address' }).click(),
    ]);
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it('reads the state without a stream, and says when it cannot', async () => {
    const server = keep(await startPageFixture(waiting()));
    const window = await browser.open();
    await window.page.goto(server.url);
    await until('the stream is open', () => server.openStreams() === 1);
    server.refuseStreams(true);
    server.change({ status: 'seen', headline: 'Payment seen' });
    await says(window, 'Payment seen');
    await server.stop();
    await until('the lost connection is said', () => window.page.getByRole('alert').isVisible());
    await window.context.close();
  });

  /** Opens a page with an open stream, and with a clock that moves only on request. */
  const openAsTimeStands = async ({ isMute = false } = {}) => {
    const server = keep(await startPageFixture(waiting()));
    server.muteStreams(isMute);
    const window = await browser.open();
    await window.page.clock.install();
    await window.page.goto(server.url);
    await until('the stream is open', () => server.openStreams() === 1);
    await window.page.clock.pauseAt(Date.now() + 10_000);
    return { server, window };
  };

  it('reads the state, and opens a new stream, when heartbeats stop for 45 s', async () => {
    const { server, window } = await openAsTimeStands();
    server.beat();
    server.change({ headline: 'Told after the heartbeat' });
    await says(window, 'Told after the heartbeat');
    await window.page.clock.runFor(40_000);
    expect(server.reads()).toBe(0);
    await window.page.clock.runFor(10_000);
    await until('the state is read', () => server.reads() > 0);
    await until('one stream is open', () => server.openStreams() === 1);
    await window.context.close();
  });

  it('reads the state every 5 s when the stream was silent for its first 45 s, as behind a proxy that holds it back', async () => {
    const { server, window } = await openAsTimeStands({ isMute: true });
    server.change({ status: 'seen', headline: 'Payment seen' });
    await window.page.clock.runFor(20_000);
    expect(server.reads()).toBe(0);
    await window.page.clock.runFor(30_000);
    await says(window, 'Payment seen');
    server.change({ status: 'completed', headline: 'Paid' });
    await window.page.clock.runFor(5_000);
    await says(window, 'Paid');
    await window.context.close();
  });

  it.each([
    { event: 'visibilitychange', what: 'is looked at again', on: 'document', init: '{}' },
    {
      event: 'pageshow',
      what: "comes back from the browser's cache",
      on: 'window',
      init: '{ persisted: true }',
    },
    { event: 'online', what: 'is online again', on: 'window', init: '{}' },
  ])('reads the state again when the page $what', async ({ event, on, init }) => {
    // No timer of the page runs, so each read is caused by the event.
    const { server, window } = await openAsTimeStands();
    server.refuseStreams(true);
    server.change({ status: 'seen', headline: 'Payment seen' });
    const before = server.reads();
    const type = event === 'pageshow' ? 'PageTransitionEvent' : 'Event';
    await window.page.evaluate(`${on}.dispatchEvent(new ${type}('${event}', ${init}))`);
    await says(window, 'Payment seen');
    expect(server.reads()).toBeGreaterThan(before);
    await window.context.close();
  });
});
