import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from 'quittance/client';
import { MERCHANT_SCOPES, OPERATOR_SCOPES } from '../../src/domain/merchants/scopes.js';
import { ANY_PORTS, readSummary, typeNpmStart, type Product, type Summary } from '../e2e/product.js';
import { getService } from '../helpers/services/services.js';
import { describeWith } from '../helpers/services/system-parts.js';
import { until } from '../helpers/until.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';

/** `FUZZ_SEED` repeats a run. `FUZZ_EXAMPLES` sets its length: the number of random requests to each operation. */
const SEED = process.env['FUZZ_SEED'] ?? '20260131';
const IS_LONG = process.env['TEST_LONG'] === '1';
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? (IS_LONG ? '30' : '5');
/** How many requests may differ only in the value of one field. */
const MAX_OF_A_KIND = IS_LONG || Number(EXAMPLES) > 5 ? EXAMPLES : '1';
const CASES_MIN = 3_000;
/** A minute and a half on a quiet machine, and far more beside all other tests. */
const FUZZING_TIMEOUT_MS = 30 * 60_000;

/** Leaves out what passed before the first failure, so that a log that is cut shows the failure. */
const fromFailures = (output: string) => output.slice(Math.max(0, output.search(/=+ (FAILURES|ERRORS) =+/)));

interface Run {
  readonly output: string;
  readonly status: number | null;
  readonly cases: number;
}

describeWith('schemathesis', 'the API, asked by a fuzzer that reads its document', () => {
  // Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
  const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-fuzz-'));
  let product: Product;
  let summary: Summary;

  beforeAll(async () => {
    chmodSync(dataDir, 0o711);
    // The tour makes a balance. There are no rate limits, because a 429 would hide the answer behind it.
    const env = { ...ANY_PORTS, RATE_LIMITS: '{"*":null}' };
    product = typeNpmStart({ args: ['--json'], dataDir, env });
    summary = await readSummary(product);
  });

  afterAll(async () => {
    await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
    await waitForNone({ mark: dataDir, timeoutMs: 10_000 });
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Runs it with `keys` and all other variables that `hooks.py` reads. */
  async function fuzz(keys: Record<string, string>): Promise<Run> {
    const config = path.join(import.meta.dirname, 'schemathesis.toml');
    // The time to generate a request depends on this machine, and not on the API.
    const terms = ['--seed', SEED, '--max-examples', EXAMPLES, '--workers', '2'];
    const unless = ['--continue-on-failure', '--no-shrink', '--suppress-health-check', 'too_slow'];
    const url = `${summary.baseUrl}/openapi.json`;
    const child = spawn(
      getService('schemathesis'),
      ['--config-file', config, '--no-color', 'run', url, ...terms, ...unless],
      {
        cwd: dataDir,
        env: {
          ...process.env,
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONPATH: import.meta.dirname,
          MAX_OF_A_KIND,
          ...keys,
          ...(await lendSpares()),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const cases = Number(/([\d,]+) generated/.exec(output)?.[1]?.replaceAll(',', '') ?? '0');
    process.stderr.write(
      `schemathesis: seed ${SEED}, ${cases} cases, ${EXAMPLES} random ones for each operation\n`,
    );
    return { output, status, cases };
  }

  const merchant = () => createClient({ baseUrl: summary.baseUrl, apiKey: summary.merchant.apiKey });
  const operator = () => createClient({ baseUrl: summary.baseUrl, apiKey: summary.operator.key });

  /** Makes a new key and merchant for the fuzzer to revoke, lock out and limit, in place of the current ones. */
  async function lendSpares(): Promise<Record<string, string>> {
    const own = [summary.merchant.merchantId];
    for await (const { apiKeyId } of operator().list('/admin/v1/api-keys')) own.push(apiKeyId);
    const { apiKeyId } = await merchant().post('/web/v1/api-keys', {
      body: { name: 'spare', scopes: [...MERCHANT_SCOPES] },
    });
    await operator().post('/admin/v1/api-keys/{apiKeyId}/approve', { path: { apiKeyId } });
    const { merchantId } = await operator().post('/admin/v1/merchants', { body: { name: 'spare' } });
    return { OWN_IDS: own.join(','), SPARE_KEY_ID: apiKeyId, SPARE_MERCHANT_ID: merchantId };
  }

  /** Makes keys of the demo merchant that every endpoint refuses, each for a different reason. */
  async function makeRefusedKeys(): Promise<readonly string[]> {
    const { merchantId } = summary.merchant;
    const make = (expiresAt: string | null) =>
      operator().post('/admin/v1/api-keys', {
        body: { merchantId, name: 'refused', scopes: [...MERCHANT_SCOPES], expiresAt },
      });
    const expired = await make(new Date(Date.now() + 2_000).toISOString());
    const pending = await merchant().post('/web/v1/api-keys', {
      body: { name: 'pending', scopes: [...MERCHANT_SCOPES] },
    });
    const [disabled, revoked, elsewhere] = [await make(null), await make(null), await make(null)];
    await merchant().patch('/web/v1/api-keys/status', {
      body: { apiKeyId: disabled.apiKeyId, status: 'disabled' },
    });
    await merchant().patch('/web/v1/api-keys/status', {
      body: { apiKeyId: revoked.apiKeyId, status: 'revoked' },
    });
    await merchant().put('/web/v1/api-keys/whitelists', {
      body: { apiKeyId: elsewhere.apiKeyId, ips: ['203.0.113.0/24'], withdrawalAddresses: [] },
    });
    const refused = [expired, pending, disabled, revoked, elsewhere].map(({ key }) => key);
    const askWith = (apiKey: string) =>
      fetch(`${summary.baseUrl}/v1/assets`, { headers: { 'x-api-key': apiKey } });
    for (const apiKey of refused) {
      await until('the key is refused', async () => [401, 403].includes((await askWith(apiKey)).status));
    }
    return refused;
  }

  /** Makes, for each scope, one key with only that scope. @returns them by kind of caller and scope. */
  async function makeKeysByScope(): Promise<
    Readonly<Record<'merchant' | 'operator', Record<string, string>>>
  > {
    const { merchantId } = summary.merchant;
    const keys: Record<'merchant' | 'operator', Record<string, string>> = { merchant: {}, operator: {} };
    for (const scope of MERCHANT_SCOPES) {
      const body = { merchantId, name: scope, scopes: [scope] };
      keys.merchant[scope] = (await operator().post('/admin/v1/api-keys', { body })).key;
    }
    for (const scope of OPERATOR_SCOPES) {
      const body = { name: scope, scopes: [scope] };
      keys.operator[scope] = (await operator().post('/admin/v1/operators', { body })).key;
    }
    return keys;
  }

  it(
    `answers at least ${CASES_MIN} requests, alone and in sequence, as the document says and never with 5xx, whatever the scopes of their keys`,
    async () => {
      const run = await fuzz({
        MERCHANT_KEY: summary.merchant.apiKey,
        OPERATOR_KEY: summary.operator.key,
        KEYS_BY_SCOPE: JSON.stringify(await makeKeysByScope()),
        REFUSED_KEYS: JSON.stringify(await makeRefusedKeys()),
      });
      expect(run.status === 0 ? '' : fromFailures(run.output)).toBe('');
      expect(run.cases).toBeGreaterThan(CASES_MIN);
      // There are more objects than the tour's own, so the requests had an effect.
      expect((await merchant().get('/v1/invoices')).length).toBeGreaterThan(1);
      expect((await merchant().get('/v1/withdrawals')).length).toBeGreaterThan(1);
    },
    FUZZING_TIMEOUT_MS,
  );
});
