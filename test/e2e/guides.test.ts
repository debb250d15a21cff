import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'quittance/client';
import { readText, ROOT } from '../house/source-files.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';
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

/** Pastes all commands of a page into one shell, with this test's data folder instead of the default one. */
async function paste(page: string): Promise<Typed> {
  const blocks = [...readText(page).matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(0);
  const script = blocks.join('\n').replaceAll('./.quittance/', `${dataDir}/`);
  // What is pasted leaves no file in the checkout.
  expect(script).not.toMatch(/> *[\w./-]+\.\w+$/m);
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
