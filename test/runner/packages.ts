import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './groups.js';
import { COMMON_JS, NEVER_LOADED } from './programs.js';

/** ES modules, which share what they have in common. */
const MODULES: readonly string[] = [
  ...[
    'viem',
    'viem/accounts',
    'viem/chains',
    'viem/utils',
    '@scure/bip39',
    'zod',
    'zod-openapi',
    'fast-check',
  ],
  ...['@noble/curves/secp256k1', '@noble/hashes/scrypt', 'helmet', 'express-rate-limit', 'rate-limit-redis'],
];
/** In CommonJS, each with all that it needs but the others. Temporal's own packages are many entries to one state. */
const COMMON_JS_PACKAGES: readonly string[] = [
  ...['knex', 'pg', 'express', 'undici', 'pino', 'prom-client', 'ajv/dist/2020.js', '@redis/client'],
  ...['@grpc/grpc-js', 'commander'],
];

/**
 * Makes one file of each package that is many: Jest finds, reads and links the modules of a package anew for each test
 * file, and viem, zod and knex alone are a thousand. Each test file still has packages of its own.
 *
 * @returns the folder, which holds `names.json` and a file for each name, and serves later runs.
 */
export async function buildPackages(): Promise<string> {
  const names = [...MODULES, ...COMMON_JS_PACKAGES];
  const [lock, recipe] = [path.join(ROOT, 'package-lock.json'), import.meta.filename].map((file) =>
    readFileSync(file),
  );
  const version = createHash('sha256')
    .update(`${String(lock)}${String(recipe)}`)
    .digest('hex')
    .slice(0, 16);
  const cache = path.join(ROOT, 'node_modules/.cache/quittance');
  const folder = path.join(cache, `packages-${version}`);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  // Complete before it has its name, and from there packages are found.
  const unfinished = mkdtempSync(path.join(cache, 'packages-'));
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    keepNames: true,
    logLevel: 'error',
  } as const;
  await Promise.all([
    build({
      ...{ ...common, outdir: unfinished, absWorkingDir: ROOT, format: 'esm', splitting: true },
      entryPoints: Object.fromEntries(MODULES.map((name) => [name, name])),
      ...{ external: [...COMMON_JS_PACKAGES, ...NEVER_LOADED] },
      ...{ outExtension: { '.js': '.mjs' }, banner: { js: COMMON_JS } },
    }),
    ...COMMON_JS_PACKAGES.map((name) =>
      build({
        ...{ ...common, outfile: path.join(unfinished, `${name}.whole.cjs`), format: 'cjs' },
        stdin: { contents: `module.exports = require('${name}');`, resolveDir: ROOT },
        external: [...COMMON_JS_PACKAGES.filter((other) => other !== name), ...NEVER_LOADED],
      }),
    ),
  ]);
  // Jest reads what an ES module imports of CommonJS for the names of its exports, a whole megabyte. Those of this it
  // asks when they are there.
  for (const name of COMMON_JS_PACKAGES) {
    const whole = `./${path.basename(name)}.whole.cjs`;
    writeFileSync(
      path.join(unfinished, `${name}.cjs`),
      `const whole = require('${whole}');\nmodule.exports = whole;\n`,
    );
  }
  writeFileSync(path.join(unfinished, 'names.json'), JSON.stringify(names));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
