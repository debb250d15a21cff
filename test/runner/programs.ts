import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { ProgramName } from '../helpers/processes/programs.js';
import { ROOT } from './groups.js';

const SOURCES: Readonly<Record<ProgramName, string>> = {
  cli: 'src/cli/main.ts',
  api: 'src/api.ts',
  worker: 'src/worker.ts',
  pay: 'test/faults/programs/pay.ts',
};

/** Packages that knex, pg and the signer ask for only when they are configured. */
export const NEVER_LOADED = [
  ...['better-sqlite3', 'sqlite3', 'mysql', 'mysql2', 'mariadb/callback', 'oracledb', 'tedious'],
  ...['pg-native', 'pg-query-stream', '@aws-sdk/client-kms'],
];
/** A worker is partly a binary, which finds its files by where they are. */
const WORKER_PACKAGES = '@temporalio/*';
/** What packages in CommonJS expect to find. */
export const COMMON_JS = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** What is built of a source lies elsewhere, and still finds what is beside the source. */
const KEPT_PLACES: Plugin = {
  name: 'kept places',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      return { contents, loader: 'ts' };
    });
  },
};

/** The programs that tests start, built. */
export interface BuiltPrograms {
  /** One `<name>.mjs` for each. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Makes one file of each program with its packages, by the compiler that runs the sources otherwise: each of hundreds
 * of processes would spend seconds on finding, compiling and reading a thousand files. `npm start` and `npm run cli`
 * themselves are run by test/e2e.
 */
export async function buildPrograms(): Promise<BuiltPrograms> {
  // From there packages are found.
  const folder = path.join(ROOT, `node_modules/.cache/quittance/programs-${process.pid}`);
  const buildSome = (names: readonly ProgramName[], external: readonly string[]): Promise<unknown> =>
    build({
      entryPoints: Object.fromEntries(names.map((name) => [name, path.join(ROOT, SOURCES[name])])),
      ...{ outdir: folder, outExtension: { '.js': '.mjs' }, external: [...NEVER_LOADED, ...external] },
      ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', keepNames: true },
      ...{ plugins: [KEPT_PLACES], logLevel: 'error', banner: { js: COMMON_JS } },
    });
  await Promise.all([buildSome(['cli', 'api', 'pay'], []), buildSome(['worker'], [WORKER_PACKAGES])]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
