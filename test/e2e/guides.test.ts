import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'quittance/client';
import { anyFreePort } from '../../src/local/ports.js';
import { readText, ROOT } from '../house/source-files.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';
import { describeWith } from '../helpers/services/system-parts.js';
import { until } from '../helpers/until.js';
import { startExample, type ExampleLanguage } from '../webhooks/example-receiver.js';
import { startReceiver, type Receiver } from '../webhooks/receiver.js';
import { ANY_PORTS, readSummary, typeNpmStart, type Summary } from './product.js';

// Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-guides-'));
chmodSync(dataDir, 0o711);
let summary: Summary;

/** The notices that operators get from the first start on. */
let notices: Receiver;

beforeAll(async () => {
  notices = await startReceiver((_request, response) => response.writeHead(204).end());
  const told = {
    NOTIFY_URLS: `http://127.0.0.1:${notices.port}/notices`,
    NOTIFY_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  };
  summary = await readSummary(typeNpmStart({ args: ['--json'], dataDir, env: { ...ANY_PORTS, ...told } }));
});

afterAll(async () => {
  await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
  await waitForNone({ mark: dataDir, timeoutMs: 10_000 });
  rmSync(dataDir, { recursive: true, force: true });
  await (notices as Receiver | undefined)?.[Symbol.asyncDispose]();
});

interface Typed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Pastes all commands of a page into one shell, with this test's data folder instead of the default one. `npm start`
 * and `npm test` are left out: the first one already runs, and the second one runs this test.
 */
async function paste(page: string, env: Readonly<Record<string, string>> = {}): Promise<Typed> {
  const blocks = [...readText(page).matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block = '']) => block)
    .filter((block) => !/^npm (start|test)/m.test(block));
  expect(blocks.length).toBeGreaterThan(0);
  const script = blocks.join('\n').replaceAll('./.quittance/', `${dataDir}/`);
  // No pasted command leaves a file in the checkout.
  expect(script).not.toMatch(/> *[\w./-]+\.\w+$/m);
  return type(script, env);
}

async function type(script: string, more: Readonly<Record<string, string>> = {}): Promise<Typed> {
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, stdout, stderr };
}

function expectDone({ status, stdout, stderr }: Typed): void {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toContain('"ok":false');
  expect(stdout).not.toContain('"error"');
}

describe('the guides, pasted into a shell beside npm start', () => {
  it("the README: the first invoice completes, and the customer's command pays the requested amount", async () => {
    const typed = await paste('README.md');
    expectDone(typed);
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const read = async (merchantReference: string) =>
      (await client.get('/v1/invoices', { query: { merchantReference } }))[0];
    await until('it completes', async () => (await read('order-1001'))?.status === 'completed');
    const { invoiceId } = await client.post('/v1/invoices', {
      body: {
        amountCrypto: '3.00',
        tokenSymbol: 'USDC',
        chainCode: 'local',
        expiresInSeconds: 60,
        merchantReference: 'order-1002',
      },
    });
    const pay = `npm run --silent cli -- pay ${invoiceId}`;
    const asked = await type(`${pay} --amount 1.25 --json`);
    expect(JSON.parse(asked.stdout)).toMatchObject({ invoiceId, amountCrypto: '1.250000' });
    const refused = await type(`${pay} --from 0x${'12'.repeat(20)}`);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`does not sign for 0x${'12'.repeat(20)}`);
    expectDone(await type(pay));
    await until('it is paid', async () => (await read('order-1002'))?.status === 'completed');
    expect(await read('order-1002')).toMatchObject({ amountPaidCrypto: '3.000000' });
    expect((await type(pay)).stderr).toContain('To pay more, give an amount: --amount 5');
    await using shop = await startReceiver((_request, response) => response.writeHead(204).end());
    const url = `http://127.0.0.1:${shop.port}/webhooks`;
    await client.post('/web/v1/webhook-endpoints', { body: { url, events: ['invoice.payment_held'] } });
    const late = await type(`${pay} --amount 0.75 --late --json`);
    expect(late.stderr).toContain('when the time of the invoice has run out');
    expect(JSON.parse(late.stdout)).toMatchObject({ amountCrypto: '0.750000' });
    await until('the shop has heard of the late money', () => shop.requests.length >= 1);
    expect(JSON.parse(String(shop.requests[0]?.body))).toMatchObject({
      event: 'invoice.payment_held',
      data: { invoiceId, held: [{ reason: 'late', amountCrypto: '0.750000' }] },
    });
  });

  it('accept a payment: the invoice completes and the balance has it', async () => {
    expectDone(await paste('docs/accept-a-payment.md'));
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const [invoice] = await client.get('/v1/invoices', { query: { merchantReference: 'order-2001' } });
    expect(invoice).toMatchObject({ status: 'completed', amountFiat: '50.00' });
  });

  it('checkouts: the pasted commands make one, and cancel it', async () => {
    const env = { QUITTANCE_URL: summary.baseUrl, QUITTANCE_KEY: summary.merchant.apiKey };
    expectDone(await paste('docs/checkouts.md', env));
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const checkouts = await client.get('/v1/checkouts', { query: { merchantReference: 'order-3001' } });
    expect(checkouts).toMatchObject([{ status: 'cancelled', amountFiat: '25.00' }]);
  });

  it('withdraw a balance: the money arrives', async () => {
    expectDone(await paste('docs/withdraw.md'));
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const [withdrawal] = await client.get('/v1/withdrawals', { query: { merchantReference: 'payout-7' } });
    expect(withdrawal).toMatchObject({ status: 'completed', amountCrypto: '1.500000' });
  });

  it('limits: the answers have the documented headers', async () => {
    const typed = await paste('docs/limits.md');
    expectDone(typed);
    expect(typed.stdout).toMatch(/X-RateLimit-Remaining: \d+/i);
  });

  it('going live: the commands answer', async () => {
    const { status, stdout } = await paste('docs/going-live.md');
    expect(status).toBe(0);
    expect(stdout).toContain('"operatorId"');
  });
});

/** Pays an invoice of this reference, until the receiver has said that the order is paid. */
async function payUntilHeard(merchantReference: string, output: () => string): Promise<void> {
  const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
  const { invoiceId } = await client.post('/v1/invoices', {
    body: { amountCrypto: '1.00', tokenSymbol: 'USDC', chainCode: 'local', merchantReference },
  });
  expectDone(await type(`npm run --silent cli -- pay ${invoiceId}`));
  const line = `order ${merchantReference} is paid: 1.000000`;
  await until('the receiver has read it', () => output().split('\n').includes(line));
  expect(output()).not.toContain('refused');
}

describe('the receivers in docs/webhooks.md receive what the product sends', () => {
  it('TypeScript, pasted as the page has it', async () => {
    const [, section = ''] = readText('docs/webhooks.md').split('\n## Run a receiver\n');
    const [, script = ''] = /^```sh\n(.*?)^```/ms.exec(section) ?? [];
    expect(script).toContain('receiver.ts');
    const port = String(await anyFreePort());
    const { PATH, HOME } = process.env;
    const child = spawn('sh', ['-eu', '-c', script.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)], {
      cwd: ROOT,
      env: {
        PATH,
        HOME,
        DATA_DIR: dataDir,
        PORT: port,
        QUITTANCE_URL: summary.baseUrl,
        QUITTANCE_KEY: summary.merchant.apiKey,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The receiver is a child of npx, so the whole process group is ended.
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const ended = once(child, 'close');
    try {
      await until('it listens', () => output.includes('waits for webhooks'));
      await payUntilHeard('order-ts', () => output);
    } finally {
      // Without a pid it was not started. Group 0 would be the tests' own group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
  });

  describeWith('python3', 'receiver.py', () => hearsWith('py'));
  describeWith('php', 'receiver.php', () => hearsWith('php'));
  describeWith('go', 'receiver.go', () => hearsWith('go'));
});

function hearsWith(language: ExampleLanguage): void {
  it('in each language, at an endpoint of its own', async () => {
    const port = await anyFreePort();
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const { secret } = await client.post('/web/v1/webhook-endpoints', {
      body: { url: `http://127.0.0.1:${port}/webhooks`, events: ['invoice.completed'] },
    });
    await using receiver = await startExample(language, secret, { port });
    await payUntilHeard(`order-${language}`, () => outputOf(receiver.lines()));
  });
}

/** Some of the programs write the time before each line. */
function outputOf(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^.*(?=order |refused)/, '')).join('\n');
}

describe('after all guides', () => {
  it("a first start: operators get no notice about missing gas, and the wallet's coins are in the ledger", async () => {
    const { status, stdout } = await type('npm run --silent cli -- reconcile --json');
    expect({ status, ...(JSON.parse(stdout) as object) }).toMatchObject({ status: 0, differences: [] });
    const kinds = (): string[] =>
      notices.requests.map(
        ({ body }) => (JSON.parse(body.toString()) as { data: { kind: string } }).data.kind,
      );
    // A notice that comes last, so all earlier ones have arrived too.
    expectDone(
      await type(
        'npm run --silent cli -- api-key create --merchant ' +
          summary.merchant.merchantId +
          ' --json >/dev/null',
      ),
    );
    await until('the key is told', () => kinds().includes('key_approval'), { withinMs: 120_000 });
    expect(kinds().filter((kind) => kind === 'low_gas' || kind === 'difference')).toEqual([]);
  });
});
