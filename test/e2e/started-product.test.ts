import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyWebhook } from '../../src/webhooks/index.js';
import { startCli } from '../cli/run-cli.js';
import { until } from '../helpers/until.js';
import { startReceiver } from '../webhooks/receiver.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';
import { createAsker, OutsideChain, startShop, type Ask, type Shop } from './outsiders.js';
import { pressCtrlC, readSummary, runCli, typeNpmStart, type Product, type Summary } from './product.js';

/** The product waits for blocks, and it is killed again and again. */
jest.setTimeout(1_200_000);

/** The interval between two requests, well within the limits of a key. */
const POLL_MS = 400;
const DONE_WITHIN_MS = 180_000;
/** Long enough for the payments to be final, and for the sweep contract to be deployed and final too. */
const SWEPT_WITHIN_MS = 400_000;
const CUSTOMER = 5;
const OWN_WALLET = 6;

// Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-e2e-'));
chmodSync(dataDir, 0o711);
let product: Product;
let summary: Summary;
let shop: Shop;
const SIGN_IN = { email: expect.stringMatching(/^.+@.+$/), password: expect.stringMatching(/^[\w-]{20}$/) };
/** The test's own merchant, so that every figure is exact. */
let merchant: Ask;
let operator: Ask;
let chain: OutsideChain;

beforeAll(async () => {
  product = typeNpmStart({ args: ['--json'], dataDir });
  summary = await readSummary(product);
  const [local] = summary.chains;
  chain = new OutsideChain({
    rpcUrl: local?.rpcUrl ?? '',
    tokenAddress: local?.tokens[0]?.address ?? '',
  });
  shop = await startShop();
});

afterAll(async () => {
  (shop as Shop | undefined)?.stop();
  await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
  await waitForNone({ mark: dataDir, timeoutMs: 10_000 });
  rmSync(dataDir, { recursive: true, force: true });
});

function killProcess(name: string): void {
  const found = summary.processes.find((part) => part.name === name);
  if (found === undefined) throw new Error(`There is no process ${name}`);
  process.kill(found.pid, 'SIGKILL');
}

async function createInvoice(amountCrypto: string): Promise<{ invoiceId: string; pay: () => Promise<void> }> {
  const { status, data } = await merchant('POST', '/v1/invoices', {
    amountCrypto,
    chainCode: 'local',
    tokenSymbol: 'USDC',
  });
  expect(status).toBe(201);
  const { invoiceId = '', depositAddress = '', amountAtomic = '' } = data;
  return {
    invoiceId,
    pay: () => chain.payTokens({ from: CUSTOMER, to: depositAddress, amountAtomic: BigInt(amountAtomic) }),
  };
}

async function becomes(apiPath: string, ...statuses: readonly string[]): Promise<void> {
  await until(
    `${apiPath} is ${statuses.join(' or ')}`,
    async () => {
      await delay(POLL_MS);
      return statuses.includes((await merchant('GET', apiPath)).data['status'] ?? '');
    },
    { withinMs: DONE_WITHIN_MS },
  );
}

async function balance(): Promise<unknown> {
  const { data } = await merchant<readonly unknown[]>('GET', '/v1/balances');
  return data[0];
}

describe('npm start', () => {
  it('prints one summary on stdout, and all text for people on stderr', () => {
    const ofOurs = product
      .stdout()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('> '));
    expect(ofOurs).toHaveLength(1);
    expect(summary).toEqual({
      ok: true,
      baseUrl: expect.stringMatching(/^http:/),
      temporalUiUrl: expect.stringMatching(/^http:/),
      metricsUrl: expect.stringMatching(/^http:.*\/metrics$/),
      temporalAddress: expect.stringMatching(/:\d+$/),
      dataDir,
      processes: ['api', 'worker', 'temporal', 'postgres', 'chain'].map((name) => ({
        name,
        pid: expect.any(Number),
      })),
      merchant: {
        merchantId: expect.stringMatching(/^mer_/),
        apiKey: expect.stringMatching(/^qk_\w{49}$/),
        ...SIGN_IN,
      },
      operator: {
        operatorId: expect.stringMatching(/^opr_/),
        key: expect.stringMatching(/^qo_\w{49}$/),
        ...SIGN_IN,
      },
      chains: [
        {
          chainCode: 'local',
          chainId: 31_337,
          rpcUrl: expect.stringMatching(/^http:/),
          hotWalletAddress: expect.stringMatching(/^0x\w{40}$/),
          sweepWalletAddress: expect.stringMatching(/^0x\w{40}$/),
          tokens: [{ symbol: 'USDC', address: expect.stringMatching(/^0x\w{40}$/), decimals: 6 }],
        },
      ],
      tour: expect.any(Object),
    });
    expect(product.stderr()).toContain('coins are worthless');
    expect(product.stderr()).toContain(summary.operator.key);
    expect(product.stderr()).toContain(summary.operator.password);
  });

  it('has played one payment in and one payment out, with every webhook verified', () => {
    expect(product.stderr()).toMatch(/\/pay\/cs_[0-9a-f]{40}\b/);
    expect(summary.tour?.invoice).toMatchObject({
      status: 'completed',
      checkoutId: expect.stringMatching(/^chk_/),
      amountFiat: '25.00',
      amountPaidCrypto: '25.000000',
      payments: [{ status: 'confirmed' }],
    });
    expect(summary.tour?.withdrawal).toMatchObject({ status: 'completed', amountCrypto: '10.000000' });
    expect(summary.tour?.balances).toMatchObject([
      { tokenSymbol: 'USDC', available: '15.000000', pending: '0.000000', reserved: '0.000000' },
    ]);
    expect(summary.tour?.webhooks.map(({ event, signatureValid }) => [event, signatureValid])).toEqual([
      ['invoice.created', true],
      ['invoice.paid', true],
      ['invoice.completed', true],
      ['withdrawal.approved', true],
      ['withdrawal.completed', true],
    ]);
  });

  it.each([
    ['merchant', '/web/v1/session', '/v1/invoices'],
    ['operator', '/admin/v1/session', '/admin/v1/withdrawals'],
  ] as const)('prints a working sign-in for the %s', async (kind, sessionPath, listPath) => {
    const { email, password } = summary[kind];
    const answer = await fetch(`${summary.baseUrl}${sessionPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(answer.status).toBe(200);
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await fetch(`${summary.baseUrl}${listPath}`, { headers: { cookie } })).status).toBe(200);
  });

  it('keeps generated secrets in files that only its owner can read', () => {
    const secrets = path.join(dataDir, 'secrets');
    const modes = readdirSync(secrets).map((name) => statSync(path.join(secrets, name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(4);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('is found by the command line through DATA_DIR alone, which creates a merchant and an operator', async () => {
    const { merchantId } = await runCli<{ merchantId: string }>(dataDir, [
      'merchant',
      'create',
      '--name',
      'E2E shop',
    ]);
    const [{ key }, created] = await Promise.all([
      runCli<{ key: string }>(dataDir, ['api-key', 'create', '--merchant', merchantId, '--approve']),
      runCli<{ key: string }>(dataDir, [
        'operator',
        'create',
        '--name',
        'E2E operator',
        '--scopes',
        'approver',
      ]),
    ]);
    merchant = createAsker({ baseUrl: summary.baseUrl, key });
    operator = createAsker({ baseUrl: summary.baseUrl, key: created.key });
    expect((await merchant('GET', '/v1/balances')).data).toEqual([]);
    expect((await operator('GET', '/admin/v1/withdrawals')).status).toBe(200);
  });
});

describe('listen', () => {
  it("forwards the demo merchant's events to a program on this machine, found through DATA_DIR alone", async () => {
    await using program = await startReceiver((_request, response) => response.writeHead(200).end());
    const listening = startCli(
      ['listen', '--forward-to', `http://127.0.0.1:${program.port}/hooks`, '--json'],
      { DATA_DIR: dataDir },
    );
    try {
      await until('it listens', () => listening.lines().length === 1, { withinMs: DONE_WITHIN_MS });
      const { secret, way } = JSON.parse(listening.lines()[0] ?? '') as { secret: string; way: string };
      expect(way).toBe('direct');
      const demo = createAsker({ baseUrl: summary.baseUrl, key: summary.merchant.apiKey });
      const { data } = await demo('POST', '/v1/invoices', {
        amountCrypto: '1.000000',
        chainCode: 'local',
        tokenSymbol: 'USDC',
      });
      await until('it is forwarded', () => listening.lines().length === 2, { withinMs: DONE_WITHIN_MS });
      const { body = Buffer.alloc(0), headers = {} } = program.requests[0] ?? {};
      expect(verifyWebhook({ rawBody: body, headers, secret })).toMatchObject({
        event: 'invoice.created',
        data: { invoiceId: data['invoiceId'] },
      });
      const listed = await demo<{ description: string | null }[]>('GET', '/web/v1/webhook-endpoints');
      expect(listed.data.filter(({ description }) => description?.includes('listen'))).toHaveLength(1);
      listening.kill('SIGINT');
      expect(await listening.ended).toBe(0);
      const after = await demo<{ description: string | null }[]>('GET', '/web/v1/webhook-endpoints');
      expect(after.data.filter(({ description }) => description?.includes('listen'))).toEqual([]);
    } finally {
      listening.kill('SIGKILL');
      await listening.ended;
    }
  });
});

describe('the started product', () => {
  it('credits a payment and reports it, even if its worker is killed after the customer paid', async () => {
    const { data: endpoint } = await merchant('POST', '/web/v1/webhook-endpoints', {
      url: shop.url,
      events: ['invoice.created', 'invoice.paid', 'invoice.completed', 'withdrawal.completed'],
    });
    shop.setSecret(endpoint['secret'] ?? '');
    const { invoiceId, pay } = await createInvoice('40.000000');
    await pay();
    killProcess('worker');
    await becomes(`/v1/invoices/${invoiceId}`, 'completed');
    expect(await balance()).toMatchObject({ availableAtomic: '40000000', pendingAtomic: '0' });
  });

  it('credits a payment once, even if PostgreSQL and then the API are killed in the meantime', async () => {
    const { invoiceId, pay } = await createInvoice('30.000000');
    killProcess('postgres');
    await pay();
    // The payment is confirmed at once when reading was delayed for long enough.
    await becomes(`/v1/invoices/${invoiceId}`, 'paid', 'completed');
    killProcess('api');
    await becomes(`/v1/invoices/${invoiceId}`, 'completed');
    expect(await balance()).toMatchObject({ availableAtomic: '70000000', pendingAtomic: '0' });
  });

  it('pays a withdrawal once, even if Temporal is killed when it is approved', async () => {
    const address = await chain.account(OWN_WALLET);
    const { data, status } = await merchant('POST', '/v1/withdrawals', {
      chainCode: 'local',
      tokenSymbol: 'USDC',
      amountCrypto: '25.000000',
      address,
    });
    expect(status).toBe(201);
    const { withdrawalId = '' } = data;
    killProcess('temporal');
    expect((await operator('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`)).status).toBe(200);
    await becomes(`/v1/withdrawals/${withdrawalId}`, 'completed');
    expect(await chain.tokensOf(address)).toBe(25_000_000n);
    expect(await balance()).toMatchObject({ availableAtomic: '45000000', reservedAtomic: '0' });
  });

  it("moves customers' payments to the hot wallet when the command line starts a sweep", async () => {
    const hotWallet = summary.chains[0]?.hotWalletAddress ?? '';
    const { data: invoices } = await merchant<readonly { depositAddress: string }[]>('GET', '/v1/invoices');
    const depositAddresses = invoices.map(({ depositAddress }) => depositAddress);
    expect(depositAddresses).toHaveLength(2);
    const started = await runCli<object>(dataDir, ['sweep']);
    expect(started).toEqual({
      chains: [{ chainCode: 'local', transactionsUnderWay: expect.any(Number), assets: expect.any(Array) }],
    });
    await until(
      'the deposit addresses are empty',
      async () => {
        await delay(POLL_MS);
        for (const address of depositAddresses) if ((await chain.tokensOf(address)) > 0n) return false;
        return true;
      },
      { withinMs: SWEPT_WITHIN_MS },
    );
    // The tour added 1,000 and an invoice of 25, and withdrew 10. Here 70 came in, and 25 went out.
    await until(
      'the hot wallet has it all',
      async () => (await chain.tokensOf(hotWallet)) === 1_060_000_000n,
      {
        withinMs: SWEPT_WITHIN_MS,
      },
    );
    expect(await balance()).toMatchObject({ availableAtomic: '45000000' });
  });

  it('has sent the shop each event, signed in both ways', async () => {
    const events = (): string[] =>
      [...new Map(shop.heard.map(({ webhookId, event }) => [webhookId, event])).values()].sort();
    const expected = [
      ...['invoice.completed', 'invoice.completed', 'invoice.created', 'invoice.created'],
      ...['invoice.paid', 'invoice.paid', 'withdrawal.completed'],
    ];
    await until('the shop has heard of all', () => events().length >= expected.length, {
      withinMs: DONE_WITHIN_MS,
    });
    expect(events()).toEqual(expected);
    expect(shop.heard.filter(({ isSigned, isStandard }) => !isSigned || !isStandard)).toEqual([]);
  });

  it('keeps its data, keys and addresses when it starts again after kill -9 of everything', async () => {
    const before = summary;
    await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
    await product.ended;
    product = typeNpmStart({ args: ['--json', '--no-tour'], dataDir });
    summary = await readSummary(product);
    expect(summary.tour).toBeNull();
    expect(summary.merchant).toEqual(before.merchant);
    expect(summary.operator).toEqual(before.operator);
    // The port may change, because it was not set.
    const lasting = ({ chains }: typeof summary) => chains.map(({ rpcUrl: _, ...chain }) => chain);
    expect(lasting(summary)).toEqual(lasting(before));
    expect(await balance()).toMatchObject({ availableAtomic: '45000000' });
    const { invoiceId, pay } = await createInvoice('5.000000');
    await pay();
    await becomes(`/v1/invoices/${invoiceId}`, 'completed');
    expect(await balance()).toMatchObject({ availableAtomic: '50000000' });
  });

  it('refuses a second instance on its data folder, and says which process has it', async () => {
    const second = typeNpmStart({ args: ['--json'], dataDir });
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toMatch(/already runs from .* \(process \d+\)/);
    expect(JSON.parse(second.stdout().trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ ok: false });
  });

  it('leaves no process behind after Ctrl-C, says so, and its exit status is 0', async () => {
    pressCtrlC(product);
    expect(await product.ended).toBe(0);
    expect(product.stderr()).toMatch(/Stopping: .*\nStopped\. The next start goes on from here\.\n/);
    expect(await waitForNone({ mark: dataDir, timeoutMs: 10_000 })).toEqual([]);
  });
});
