import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { keepSourcePaths, NEVER_LOADED } from '../../src/bundling.mjs';
import type { ProgramName } from '../helpers/processes/programs.js';
import { ROOT } from './groups.js';

const SOURCES: Readonly<Record<ProgramName, string>> = {
  cli: 'src/cli/main.ts',
  api: 'src/api.ts',
  worker: 'src/worker.ts',
  pay: 'test/faults/programs/pay.ts',
};

/** Only a signing worker with a key in AWS loads it. */
const KEY_SERVICE = '@aws-sdk/client-kms';
/** A package that is a binary. */
const PASSWORD_HASHES = '@node-rs/argon2';
/** Not bundled, because a worker is partly a binary that finds its files by its own location. */
const WORKER_PACKAGES = '@temporalio/*';
/** The names that packages in CommonJS expect. */
export const COMMON_JS = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** The built programs that tests start. */
export interface BuiltPrograms {
  /** Holds one `<name>.mjs` for each program. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Bundles each program and its packages into one file, with the compiler that otherwise runs the sources. Without this
 * each of hundreds of processes would spend seconds on finding, compiling and reading a thousand files. test/e2e runs
 * `npm start` and `npm run cli` themselves.
 */
export async function buildPrograms(): Promise<BuiltPrograms> {
  // The folder lies in node_modules, where packages are found.
  const folder = path.join(ROOT, `node_modules/.cache/quittance/programs-${process.pid}`);
  const buildSome = (names: readonly ProgramName[], external: readonly string[]): Promise<unknown> =>
    build({
      entryPoints: Object.fromEntries(names.map((name) => [name, path.join(ROOT, SOURCES[name])])),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      external: [...NEVER_LOADED, KEY_SERVICE, PASSWORD_HASHES, ...external],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      keepNames: true,
      plugins: [keepSourcePaths],
      logLevel: 'error',
      banner: { js: COMMON_JS },
    });
  await Promise.all([buildSome(['cli', 'api', 'pay'], []), buildSome(['worker'], [WORKER_PACKAGES])]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
