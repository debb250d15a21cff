import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient } from 'quittance/client';
import { readSummary, runCli, typeNpmStart, type Product, type Summary } from '../e2e/product.js';
import { getService } from '../helpers/services.js';
import { describeWith } from '../helpers/system-parts.js';
import { signalMarked, waitForNone } from '../runner/leftovers.js';

/** `FUZZ_SEED` takes a run again, `FUZZ_EXAMPLES` makes it longer. */
const SEED = process.env['FUZZ_SEED'] ?? '20260131';
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? '12';
const CASES_MIN = 3_000;
const FUZZING_TIMEOUT_MS = 10 * 60_000;

/** With these a key ends or shuts itself out: they are tried with keys of their own. */
const ON_KEYS = ['regenerateApiKey', 'changeApiKeyStatus', 'replaceWhitelists'];

interface Keys {
  readonly merchantKey: string;
  readonly operatorKey: string;
}

interface Run {
  readonly output: string;
  readonly status: number | null;
  readonly cases: number;
}

describeWith('schemathesis', 'the API, asked by a fuzzer that reads its document', () => {
  // Others may pass through, not list: as root, PostgreSQL runs under another account.
  const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-fuzz-'));
  let product: Product;
  let summary: Summary;

  beforeAll(async () => {
    chmodSync(dataDir, 0o711);
    // With its tour, so that there is a balance. Without limits: a 429 would hide what comes after it.
    const env = { RATE_LIMITS: '{"*":null}' };
    product = typeNpmStart({ args: ['--json'], dataDir, env });
    summary = await readSummary(product);
  }, 180_000);

  afterAll(async () => {
    await signalMarked({ mark: dataDir, signal: 'SIGKILL' });
    await waitForNone({ mark: dataDir, timeoutMs: 10_000 });
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function fuzz(keys: Keys, args: readonly string[]): Promise<Run> {
    const config = path.join(import.meta.dirname, 'schemathesis.toml');
    const fixed = ['--seed', SEED, '--workers', '2', '--continue-on-failure', '--no-shrink'];
    const url = `${summary.baseUrl}/openapi.json`;
    const child = spawn(
      getService('schemathesis'),
      ['--config-file', config, '--no-color', 'run', url, ...fixed, ...args],
      {
        cwd: dataDir,
        env: {
          ...process.env,
          PYTHONDONTWRITEBYTECODE: '1',
          PYTHONPATH: import.meta.dirname,
          MERCHANT_KEY: keys.merchantKey,
          OPERATOR_KEY: keys.operatorKey,
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
    process.stderr.write(`schemathesis: seed ${SEED}, ${cases} cases, ${args.join(' ')}\n`);
    return { output, status, cases };
  }

  /** A fresh key of the demo merchant with these scopes; without any, of all. */
  async function newKey({ isApproved, scopes }: { isApproved: boolean; scopes?: string }): Promise<string> {
    const { merchantId } = summary.merchant;
    const { key } = await runCli<{ key: string }>(dataDir, [
      ...['api-key', 'create', '--merchant', merchantId],
      ...(isApproved ? ['--approve'] : []),
      ...(scopes === undefined ? [] : ['--scopes', scopes]),
    ]);
    return key;
  }

  const excluded = ON_KEYS.flatMap((name) => ['--exclude-operation-id', name]);

  it(
    `answers ${CASES_MIN} requests and more, alone and in sequence, as the document says, and never with 5xx`,
    async () => {
      const { apiKey: merchantKey } = summary.merchant;
      const { key: operatorKey } = summary.operator;
      const run = await fuzz({ merchantKey, operatorKey }, ['--max-examples', EXAMPLES, ...excluded]);
      expect(run.status === 0 ? '' : run.output).toBe('');
      expect(run.cases).toBeGreaterThan(CASES_MIN);
      const client = createClient({ baseUrl: summary.baseUrl, apiKey: merchantKey });
      // Beyond the tour's own: what was asked for was done.
      expect((await client.get('/v1/invoices')).length).toBeGreaterThan(1);
      expect((await client.get('/v1/withdrawals')).length).toBeGreaterThan(1);
    },
    FUZZING_TIMEOUT_MS,
  );

  it(
    'answers as the document says to whoever changes keys',
    async () => {
      const merchantKey = await newKey({ isApproved: true });
      const included = ON_KEYS.flatMap((name) => ['--include-operation-id', name]);
      const run = await fuzz({ merchantKey, operatorKey: summary.operator.key }, [
        ...['--max-examples', EXAMPLES, '--phases', 'examples,coverage,fuzzing'],
        // The key is revoked, and locked out, on the way.
        ...['--exclude-checks', 'positive_data_acceptance,negative_data_rejection,ignored_auth'],
        ...included,
      ]);
      expect(run.status === 0 ? '' : run.output).toBe('');
    },
    FUZZING_TIMEOUT_MS,
  );

  it.each([
    ['a pending key', { isApproved: false }],
    ['a key of one scope', { isApproved: true, scopes: 'balances:read' }],
  ] as const)(
    'answers as the document says to %s, and to a merchant that asks for what is for operators',
    async (_what, asked) => {
      const merchantKey = await newKey(asked);
      const run = await fuzz({ merchantKey, operatorKey: merchantKey }, [
        ...['--max-examples', '2', '--phases', 'examples,fuzzing'],
        ...['--exclude-checks', 'positive_data_acceptance,negative_data_rejection', ...excluded],
      ]);
      expect(run.status === 0 ? '' : run.output).toBe('');
    },
    FUZZING_TIMEOUT_MS,
  );
});
