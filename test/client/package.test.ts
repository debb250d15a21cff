import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { copyCheckout } from '../mutations/copy-checkout.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A merchant's program in plain JavaScript. */
const PROGRAM = `
import { signTestEvent, verifyWebhook, WebhookVerificationError } from 'quittance/webhooks';
const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const { headers, body } = signTestEvent({ event: 'invoice.completed', secret });
const { event, data } = verifyWebhook({ rawBody: body, headers, secret });
const codeOf = (rawBody) => {
  try { return verifyWebhook({ rawBody, headers, secret }); } catch (error) {
    return error instanceof WebhookVerificationError ? error.code : error;
  }
};
const inside = await import('quittance/package.json').catch((error) => error.code);
console.log(JSON.stringify([event, data.status, codeOf(JSON.parse(body)), codeOf(body + '!'), inside]));
`;

/** The same merchant's program that asks for balances. */
const CALLING = `
import { createClient } from 'quittance/client';
const asked = [];
const fetch = async (url, { headers }) => {
  asked.push(url, headers.authorization);
  return Response.json({ ok: true, data: [], page: { nextCursor: null } });
};
const client = createClient({ baseUrl: 'https://pay.example.com/', apiKey: 'qk_1', fetch });
asked.push(await client.get('/v1/balances'));
console.log(JSON.stringify(asked));
`;

/** The same program in TypeScript. Lines that must not compile are marked; a marked line that compiles is an error. */
const TYPED = `
import { verifyWebhook, type VerifiedWebhook, type WebhookVerificationCode } from 'quittance/webhooks';
export function handle(rawBody: Uint8Array, headers: Record<string, string | string[] | undefined>): string {
  const webhook: VerifiedWebhook = verifyWebhook({ rawBody, headers, secret: 'whsec_' });
  switch (webhook.event) {
    case 'invoice.completed':
      // @ts-expect-error an invoice's data has none
      void webhook.data.withdrawalId;
      // @ts-expect-error it is null for an invoice that was asked for in crypto
      void webhook.data.amountFiat.length;
      return webhook.data.invoiceId + webhook.data.amountPaidCrypto;
    case 'withdrawal.completed':
      return webhook.data.withdrawalId;
    case 'endpoint.failing':
      return webhook.data.host;
    // @ts-expect-error there is no such event
    case 'invoice.settled':
      return '';
    default:
      return webhook.webhookId;
  }
}
// @ts-expect-error parsed JSON is not the raw body
verifyWebhook({ rawBody: {}, headers: {}, secret: '' });
export const code: WebhookVerificationCode = 'body_changed';
`;

/** The TypeScript programs of the pages, each as a file. A fragment gets the lines that it needs before it. */
const SHOWN: readonly (readonly [page: string, before: string])[] = [
  ['docs/accept-a-payment.md', ''],
  [
    'src/client/README.md',
    `import { createClient } from 'quittance/client';
const quittance = createClient({ baseUrl: 'https://pay.example.com', apiKey: 'qk_1' });
`,
  ],
  [
    'docs/webhooks.md',
    `import { signTestEvent } from 'quittance/webhooks';
declare const secret: string;
`,
  ],
];
function shownPrograms(): readonly string[] {
  return SHOWN.flatMap(([page, before]) => {
    const text = readFileSync(path.join(ROOT, page), 'utf8');
    const blocks = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = '']) => block);
    return blocks
      .filter((block) => !block.includes("from 'express'")) // it is a file of its own, which tsc checks
      .map((block) => (block.includes("from 'quittance/") ? block : `${before}${block}`));
  });
}

describe('a checkout after its installation', () => {
  it('has both modules, and rebuilds them when their sources have changed', async () => {
    const install = path.join(ROOT, 'src/local/install.mjs');
    const made = path.join(ROOT, 'dist/package/webhooks/index.js');
    const old = new Date('2020-01-01T00:00:00Z');
    await run(process.execPath, [install]);
    utimesSync(made, old, old);
    await run(process.execPath, [install]);
    expect(statSync(made).mtimeMs).toBeGreaterThan(old.getTime());
    const before = statSync(made).mtimeMs;
    await run(process.execPath, [install]);
    expect(statSync(made).mtimeMs).toBe(before);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM], { cwd: ROOT });
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining(['invoice.completed', 'body_not_raw', 'signature_mismatch']),
    );
    const client = `import { createClient } from 'quittance/client'; console.log(typeof createClient);`;
    expect((await run(process.execPath, ['--input-type=module', '-e', client], { cwd: ROOT })).stdout).toBe(
      'function\n',
    );
  });
});

describe('the package that merchants install, as npm pack gives it', () => {
  let shop: string;

  beforeAll(async () => {
    // The package is built in a copy, so that the imports of other tests from the checkout stay as they are.
    const { root } = copyCheckout(
      path.join(mkdtempSync(path.join(tmpdir(), 'quittance-package-')), 'checkout'),
    );
    shop = mkdtempSync(path.join(tmpdir(), 'quittance-shop-'));
    await run('npm', ['pack', '--pack-destination', shop], { cwd: root });
    writeFileSync(path.join(shop, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
    const packed = readdirSync(shop).filter((file) => file.endsWith('.tgz'));
    expect(packed).toHaveLength(1);
    await run('npm', ['install', `./${packed[0] ?? ''}`, '--offline', '--no-audit', '--no-fund'], {
      cwd: shop,
    });
  });

  it('has no dependencies, and contains nothing of the server except its events', () => {
    const lock = JSON.parse(readFileSync(path.join(shop, 'package-lock.json'), 'utf8')) as {
      packages: object;
    };
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/quittance']);
    const installed = path.join(shop, 'node_modules/quittance');
    expect(['src', 'db', 'http'].filter((name) => existsSync(path.join(installed, name)))).toEqual([]);
    expect(existsSync(path.join(installed, 'LICENSE'))).toBe(true);
  });

  it('can be imported by plain Node, verifies, and exports nothing else', async () => {
    writeFileSync(path.join(shop, 'program.js'), PROGRAM);
    const { stdout, stderr } = await run(process.execPath, ['program.js'], { cwd: shop, env: {} });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      'invoice.completed',
      'completed',
      'body_not_raw',
      'signature_mismatch',
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    ]);
  });

  it('can be required by a CommonJS program, even where ES modules cannot be required', async () => {
    const required = PROGRAM.replace('import {', 'const {')
      .replace("} from 'quittance/webhooks'", "} = require('quittance/webhooks')")
      .replace('const inside = await', 'module.exports =')
      .replace(', inside]', ", typeof require('quittance/client').createClient]");
    writeFileSync(path.join(shop, 'program.cjs'), required);
    const args = ['--no-experimental-require-module', 'program.cjs'];
    const { stdout, stderr } = await run(process.execPath, args, { cwd: shop, env: {} });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      'invoice.completed',
      'completed',
      'body_not_raw',
      'signature_mismatch',
      'function',
    ]);
  });

  it.each([
    ['typed.ts', 'nodenext'],
    ['typed.cts', 'node16'],
  ])('has types that distinguish the events, and needs no types of Node (%s, %s)', async (file, module) => {
    writeFileSync(path.join(shop, file), TYPED);
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2022',
      types: [],
      module,
    };
    writeFileSync(path.join(shop, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const { stdout } = await run(process.execPath, [tsc], { cwd: shop }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });

  it('compiles under --strict as the docs show it', async () => {
    const files = shownPrograms().map((program, i) => {
      writeFileSync(path.join(shop, `shown-${i}.ts`), `${program}\nexport {};\n`);
      return `shown-${i}.ts`;
    });
    expect(files.length).toBeGreaterThan(5);
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
    };
    writeFileSync(path.join(shop, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { stdout } = await run(process.execPath, [tsc], { cwd: shop }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });

  it('can be published: it names its owner, its changes and its build, and includes its sources', () => {
    const installed = path.join(shop, 'node_modules/quittance');
    const text = (file: string): string => readFileSync(path.join(installed, file), 'utf8');
    const manifest = JSON.parse(text('package.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      name: 'quittance',
      license: 'MIT',
      publishConfig: { access: 'public', provenance: true },
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:/) },
    });
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('dependencies');
    expect(text('README.md')).toContain('## Receive webhooks');
    expect(text('CHANGELOG.md')).toContain(`## ${String(manifest['version'])}\n`);
    for (const file of ['client/client.js', 'cjs/client/client.js', 'webhooks/index.js']) {
      expect([file, existsSync(path.join(installed, file.replace('.js', '.d.ts')))]).toEqual([file, true]);
      const map = JSON.parse(text(`${file}.map`)) as { sourcesContent: string[] };
      expect([file, map.sourcesContent.length]).toEqual([file, 1]);
    }
  });

  it('contains a client of the API, which has no dependencies either', async () => {
    writeFileSync(path.join(shop, 'call.js'), CALLING);
    const { stdout, stderr } = await run(process.execPath, ['call.js'], { cwd: shop, env: {} });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(['https://pay.example.com/v1/balances', 'Bearer qk_1', []]);
  });

  it('is the same as what the manifest of the whole repository exports, for use in a checkout', () => {
    const { exports, files } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      exports: object;
      files: string[];
    };
    expect(files).toEqual(['dist/package']);
    const targets = JSON.stringify(exports).match(/\.\/dist\/[^"]+/g) ?? [];
    expect(targets).toHaveLength(9);
    for (const target of targets) {
      const inPackage = target.replace('./dist/package/', 'node_modules/quittance/');
      expect([target, existsSync(path.join(shop, inPackage))]).toEqual([target, true]);
    }
  });
});
