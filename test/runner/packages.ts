import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './groups.js';
import { NEVER_LOADED } from '../../src/bundling.mjs';
import { COMMON_JS } from './programs.js';

/** Packages of ES modules. They are built together, so they share their common modules. */
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
/**
 * Packages in CommonJS. Each is built with everything that it needs, except the others of this list. Temporal's
 * packages are not here: they are many entry points to one shared state.
 */
const COMMON_JS_PACKAGES: readonly string[] = [
  ...['knex', 'pg', 'express', 'undici', 'pino', 'prom-client', 'ajv/dist/2020.js', '@redis/client'],
  ...['@grpc/grpc-js', 'commander'],
];

/**
 * Bundles each package of many modules into one file. Jest finds, reads and links the modules of a package anew for
 * each test file, and viem, zod and knex alone have a thousand. Each test file still has its own copy of the packages.
 *
 * @returns the folder with `names.json` and a file for each name. Later runs use it again.
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
  // The folder gets its name only when it is complete. It lies in node_modules, where packages are found.
  const unfinished = mkdtempSync(path.join(cache, 'packages-'));
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  } as const;
  await Promise.all([
    build({
      ...common,
      outdir: unfinished,
      absWorkingDir: ROOT,
      format: 'esm',
      splitting: true,
      entryPoints: Object.fromEntries(MODULES.map((name) => [name, name])),
      external: [...COMMON_JS_PACKAGES, ...NEVER_LOADED],
      outExtension: { '.js': '.mjs' },
      banner: { js: COMMON_JS },
    }),
    ...COMMON_JS_PACKAGES.map((name) =>
      build({
        ...common,
        outfile: path.join(unfinished, `${name}.whole.cjs`),
        format: 'cjs',
        stdin: { contents: `module.exports = require('${name}');`, resolveDir: ROOT },
        external: [...COMMON_JS_PACKAGES.filter((other) => other !== name), ...NEVER_LOADED],
      }),
    ),
  ]);
  // When an ES module imports CommonJS, Jest parses the text for the names of its exports: a whole megabyte. With this
  // short file in front, Jest takes the names from the loaded module instead.
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
    // Another run has made the folder first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
