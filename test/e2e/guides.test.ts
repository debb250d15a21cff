import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'quittance/client';
import { readText, ROOT } from '../house/source-files.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';
import { until } from '../helpers/until.js';
import { ANY_PORTS, readSummary, typeNpmStart, type Summary } from './product.js';

// Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-guides-'));
chmodSync(dataDir, 0o711);
let summary: Summary;

beforeAll(async () => {
  summary = await readSummary(typeNpmStart({ args: ['--json'], dataDir, env: ANY_PORTS }));
}, 180_000);

afterAll(async () => {
  await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
  await waitForNone({ mark: dataDir, timeoutMs: 10_000 });
  rmSync(dataDir, { recursive: true, force: true });
});

interface Typed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Pastes all commands of a page into one shell, with this test's data folder instead of the default one. `npm start` and
 * `npm test` are left out: the first one runs, the second one runs this.
 */
async function paste(page: string): Promise<Typed> {
  const blocks = [...readText(page).matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block = '']) => block)
    .filter((block) => !/^npm (start|test)/m.test(block));
  expect(blocks.length).toBeGreaterThan(0);
  const script = blocks.join('\n').replaceAll('./.quittance/', `${dataDir}/`);
  // What is pasted leaves no file in the checkout.
  expect(script).not.toMatch(/> *[\w./-]+\.\w+$/m);
  return type(script);
}

async function type(script: string): Promise<Typed> {
  const child = spawn('sh', ['-eu', '-c', script], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
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
  it("the README: the first invoice completes, and the customer's command pays what it is told to", async () => {
    const typed = await paste('README.md');
    expectDone(typed);
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const read = async (merchantReference: string) =>
      (await client.get('/v1/invoices', { query: { merchantReference } }))[0];
    await until('it completes', async () => (await read('order-1001'))?.status === 'completed', {
      withinMs: 30_000,
    });
    const { invoiceId } = await client.post('/v1/invoices', {
      body: {
        ...{ amountCrypto: '3.00', tokenSymbol: 'USDC', chainCode: 'local', expiresInSeconds: 60 },
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
    await until('it is paid', async () => (await read('order-1002'))?.status === 'completed', {
      withinMs: 30_000,
    });
    expect(await read('order-1002')).toMatchObject({ amountPaidCrypto: '3.000000' });
    expect((await type(pay)).stderr).toContain('To pay more, say how much: --amount 5');
    const late = await type(`${pay} --amount 0.75 --late --json`);
    expect(late.stderr).toContain('when the time of the invoice has run out');
    expect(JSON.parse(late.stdout)).toMatchObject({ amountCrypto: '0.750000' });
  }, 180_000);

  it('accept a payment: the invoice completes and the balance has it', async () => {
    expectDone(await paste('docs/accept-a-payment.md'));
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const [invoice] = await client.get('/v1/invoices', { query: { merchantReference: 'order-2001' } });
    expect(invoice).toMatchObject({ status: 'completed', amountFiat: '50.00' });
  }, 120_000);

  it('withdraw: the money arrives', async () => {
    expectDone(await paste('docs/withdraw.md'));
    const client = createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
    const [withdrawal] = await client.get('/v1/withdrawals', { query: { merchantReference: 'payout-7' } });
    expect(withdrawal).toMatchObject({ status: 'completed', amountCrypto: '1.500000' });
  }, 120_000);

  it('limits: the headers are there', async () => {
    const typed = await paste('docs/limits.md');
    expectDone(typed);
    expect(typed.stdout).toMatch(/X-RateLimit-Remaining: \d+/i);
  }, 60_000);

  it('going live: the commands answer', async () => {
    const { status, stdout } = await paste('docs/going-live.md');
    expect(status).toBe(0);
    expect(stdout).toContain('"operatorId"');
  }, 120_000);
});
