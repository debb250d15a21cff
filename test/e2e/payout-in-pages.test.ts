import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createClient, type Client } from 'quittance/client';
import { verifyWebhook } from 'quittance/webhooks';
import { encodeFunctionData, parseAbi, toHex, type Address } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { codeOfApp } from '../helpers/api/person.js';
import { anyFreePort } from '../../src/local/ports.js';
import { describeWith } from '../helpers/services/system-parts.js';
import { until } from '../helpers/until.js';
import { startChromium, type TestBrowser, type TestWindow } from '../pages/chromium.js';
import { givePasskeys, giveSigningWallet } from '../pages/devices.js';
import { startReceiver, type Receiver } from '../webhooks/receiver.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';
import { ANY_PORTS, readSummary, runCli, typeNpmStart, type Summary } from './product.js';

/** The whole product, and three people in three browsers. */
jest.setTimeout(1_200_000);

const STEP_MS = 30_000;
const RECIPIENT = `0x${'ab'.repeat(20)}`;
/** The signers that the signing worker accepts: both have to sign. */
const WALLETS = {
  ann: privateKeyToAccount(`0x${'5'.repeat(64)}`),
  bob: privateKeyToAccount(`0x${'6'.repeat(64)}`),
};

// Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-pages-'));
chmodSync(dataDir, 0o711);
let summary: Summary;
let browser: TestBrowser;
let shop: Client;
/** A passkey belongs to a name, not to an IP address. */
let origin: string;

describeWith('chromium', 'a payout, from the request to the chain, in the pages alone', () => {
  beforeAll(async () => {
    const port = String(await anyFreePort());
    origin = `http://localhost:${port}`;
    const approvers = Object.entries(WALLETS).map(([name, { address }]) => ({ name, address }));
    const required = { '*': [{ above: '0', signatures: 2 }] };
    const env = {
      ...ANY_PORTS,
      PORT: port,
      PUBLIC_BASE_URL: origin,
      OPERATOR_PASSKEYS: 'required',
      SIGNER_APPROVERS: JSON.stringify({ approvers, required }),
      // A delivery that fails twice waits long enough for the page to be read.
      WEBHOOK_RETRY_DELAYS: '0s,1s,1h',
    };
    [summary, browser] = await Promise.all([
      readSummary(typeNpmStart({ args: ['--json', '--no-tour'], dataDir, env })),
      startChromium(),
    ]);
    shop = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    await fillHotWallet();
  });

  afterAll(async () => {
    await browser.close();
    await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
    await waitForNone({ mark: dataDir, timeoutMs: 10_000 });
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('comes after webhooks: a merchant tests an endpoint, and sends it the events that it missed', async () => {
    await earn('1.000000');
    await using receiver = await startReceiver((_, response) => response.writeHead(204).end());
    const { page, context } = await browser.open();
    await signIn(page, '/dashboard', summary.merchant);
    await addEndpoint(page, receiver);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Taken, after 1 attempt').waitFor();
    expect(eventsOf(receiver)).toEqual(['ping']);
    await page.getByRole('link', { name: /^we_/ }).click();
    // The invoice was paid before there was an endpoint to tell.
    await page.getByRole('button', { name: 'Recover' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('events are sent again.').waitFor();
    await until('what was missed has come', () => eventsOf(receiver).includes('invoice.completed'));
    await context.close();
  });

  it('is requested by a merchant who has used each page of the dashboard, signed by two operators with passkeys and wallets, and paid', async () => {
    let isBroken = true;
    await using receiver = await startReceiver((_, response) => {
      if (isBroken) response.writeHead(500, { 'x-till': 'broken' }).end('the till is broken');
      else response.writeHead(204).end();
    });
    const merchant = await browser.open();
    const { page } = merchant;
    await setUpApp(page);
    const endpointPage = await addEndpoint(page, receiver);
    const invoiceId = await makeInvoice(page, '1250');

    await page.goto(endpointPage);
    await page.getByRole('link', { name: /^invoice\.created/ }).click();
    await readBothAttempts(page);
    isBroken = false;
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await page.getByText('Taken, after 1 attempt').waitFor();

    await page.goto(endpointPage);
    const secret = await rotateSecret(page);
    await runCli(dataDir, ['pay', invoiceId]);
    await page.goto(`${origin}/dashboard/invoices/${invoiceId}`);
    await page.getByText('Paid and credited').waitFor();
    await until('it is told', () => eventsOf(receiver).includes('invoice.completed'));
    expect(lastOf(receiver, 'invoice.completed', secret)).toMatchObject({ data: { invoiceId } });

    const withdrawalId = await requestPayout(page);
    for (const [name, wallet] of Object.entries(WALLETS)) {
      const operator = await openOperator(name, wallet);
      await operator.page.goto(`${origin}/admin/withdrawals/${withdrawalId}`);
      await operator.page.getByRole('button', { name: 'Sign 1,250.00 USDC with Test wallet' }).click();
      await operator.page.getByText('Your signature is saved.').waitFor();
      await operator.context.close();
    }
    await page.goto(`${origin}/dashboard/withdrawals/${withdrawalId}`);
    await page.getByText('Its transaction is confirmed.').waitFor();
    expect(await shop.get('/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } })).toMatchObject({
      status: 'completed',
      amountCrypto: '1250.000000',
      tokenSymbol: 'USDC',
      address: expect.stringMatching(new RegExp(RECIPIENT, 'i')) as unknown,
    });
    await until('it is told', () => eventsOf(receiver).includes('withdrawal.completed'));
    expect(lastOf(receiver, 'withdrawal.completed', secret)).toMatchObject({ data: { withdrawalId } });
    await merchant.context.close();
  });
});

/** What a receiver got, in this order. */
const eventsOf = ({ requests }: Receiver): readonly string[] =>
  requests.map(({ body }) => (JSON.parse(body.toString()) as { event: string }).event);

/** The last event of this type, if it is signed with the secret. */
function lastOf(receiver: Receiver, event: string, secret: string): unknown {
  const request = receiver.requests[eventsOf(receiver).lastIndexOf(event)];
  if (request === undefined) throw new Error(`${event} has not come`);
  return verifyWebhook({ rawBody: request.body, headers: request.headers, secret });
}

/** Sends the hot wallet the money that it pays with: coin for gas, and more of the token than is requested. */
async function fillHotWallet(): Promise<void> {
  const [{ rpcUrl, hotWalletAddress, tokens } = {}] = summary.chains as readonly Partial<
    Summary['chains'][number]
  >[];
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpcUrl ?? '', { method: 'POST', headers, body });
    return ((await answer.json()) as { result: unknown }).result;
  };
  const [from] = (await ask('eth_accounts', [])) as readonly string[];
  const mint = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    args: [hotWalletAddress as Address, 2_000_000_000n],
  });
  await ask('eth_sendTransaction', [{ from, to: hotWalletAddress, value: toHex(10n ** 18n) }]);
  await ask('eth_sendTransaction', [{ from, to: tokens?.[0]?.address, data: mint }]);
}

/** Has an invoice paid by the demo customer, so that there is something to pay out. */
async function earn(amountCrypto: string): Promise<void> {
  const { invoiceId } = await shop.post('/v1/invoices', {
    body: { amountCrypto, tokenSymbol: 'USDC', chainCode: 'local' },
  });
  await runCli(dataDir, ['pay', invoiceId]);
  const read = () => shop.get('/v1/invoices/{invoiceId}', { path: { invoiceId } });
  await until('the invoice is completed', async () => (await read()).status === 'completed');
}

async function signIn(page: Page, path: string, { email, password }: Summary['merchant' | 'operator']) {
  await page.goto(`${origin}${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.locator('.side .who').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
}

/** Sets up an authenticator app for the owner, and signs in anew with a code of it. */
async function setUpApp(page: Page): Promise<void> {
  await signIn(page, '/dashboard/security', summary.merchant);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.scan .copyable .text').textContent()) ?? '';
  const setUpAt = Date.now();
  await page.getByLabel('Code', { exact: true }).fill(codeOfApp(secret, setUpAt));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await signOut(page);
  await signIn(page, '/dashboard', summary.merchant);
  // Each code counts once. The app shows the next one in its next step, and a code one step ahead is accepted.
  await page.getByLabel('Code').fill(codeOfApp(secret, Math.max(Date.now(), setUpAt + STEP_MS)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Adds an endpoint at the receiver. @returns the address of its page. */
async function addEndpoint(page: Page, { port }: Receiver): Promise<string> {
  // A user who leaves the sign-in before its end is not signed in.
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`${origin}/dashboard/webhooks`);
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByLabel('URL').fill(`http://127.0.0.1:${port}/hooks`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.waitForURL(/\/webhooks\/we_/);
  return page.url();
}

/** Makes an invoice of one asset in the page, and follows its payment. @returns its id. */
async function makeInvoice(page: Page, amountCrypto: string): Promise<string> {
  await page.goto(`${origin}/dashboard/new`);
  await page.getByLabel('Amount').fill(amountCrypto);
  await page.getByLabel('In', { exact: true }).selectOption('USDC');
  await page.getByLabel('Paid in').selectOption('local/USDC');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('link', { name: 'Follow the payment' }).click();
  await page.waitForURL(/\/invoices\/inv_/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Reads in a delivery why both attempts failed, what the receiver answered, and the time of the next attempt. */
async function readBothAttempts(page: Page): Promise<void> {
  await page.getByText('Not taken yet, after 2 attempts').waitFor();
  const attempts = page.locator('details.attempt');
  expect(await attempts.count()).toBe(2);
  // The last attempt is open already.
  await attempts.first().locator('summary').click();
  for (const [at, attempt] of (await attempts.all()).entries()) {
    await attempt.getByText('the till is broken').waitFor();
    const words = await attempt.innerText();
    for (const part of [`Attempt ${at + 1}`, 'Status 500', 'The answer was not a 2xx status.'])
      expect(words).toContain(part);
    // The headers of request and answer.
    for (const part of ['webhook-signature: v1,', 'x-till: broken']) expect(words).toContain(part);
  }
  await page.locator('.attempt.due').getByText('Attempt 3').waitFor();
}

/** Gives the endpoint of the page a new secret. @returns it, as it is shown once. */
async function rotateSecret(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept it' }).click();
  return secret;
}

/** Asks for a payout in the page. @returns its id. */
async function requestPayout(page: Page): Promise<string> {
  await page.goto(`${origin}/dashboard/withdrawals/new`);
  await page.getByLabel('Amount').fill('1250');
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: /^Withdraw 1,250/ }).click();
  await page.waitForURL(/\/withdrawals\/wd_/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Makes an operator at the command line, who registers a passkey, and signs in anew with it and a wallet at hand. */
async function openOperator(name: string, wallet: PrivateKeyAccount): Promise<TestWindow> {
  const made = await runCli<{ operatorId: string }>(dataDir, [
    ...['operator', 'create', '--name', name, '--scopes', 'approver'],
  ]);
  const email = `${name}@ops.example`;
  const member = await runCli<{ password: string }>(dataDir, [
    ...['member', 'create', '--operator', made.operatorId, '--email', email, '--name', name],
    ...['--role', 'approver'],
  ]);
  const window = await browser.open();
  const { page } = window;
  await givePasskeys(window);
  await giveSigningWallet(window, wallet);
  const account = { ...summary.operator, email, password: member.password };
  await signIn(page, '/admin', account);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Laptop', { exact: true }).waitFor();
  await signOut(page);
  await signIn(page, '/admin', account);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  return window;
}
