import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Libraries that take longer to load than everything else. */
const HEAVY = /node_modules\/(viem|ox|abitype|@temporalio|express)\//;

/**
 * Returns the files that Node loaded for a command, according to its coverage. Sources that were compiled into one of
 * them are named by the comments that the compiler leaves.
 */
function loadedBy(...args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-loaded-'));
  try {
    execFileSync(process.execPath, ['src/run.mjs', 'src/cli/main.ts', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], NODE_V8_COVERAGE: folder },
    });
    return readdirSync(folder).flatMap((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8');
      const urls = (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url);
      const compiled = urls.filter((url) => url.includes('/dist/programs/')).map((url) => new URL(url));
      const inside = compiled.flatMap(
        (url) => readFileSync(url, 'utf8').match(/^\/\/ node_modules\/.+$/gm) ?? [],
      );
      return [...urls, ...inside];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('a command loads the libraries for chains, Temporal and the API only if it uses them', () => {
  const loaded = loadedBy('--help');
  expect(loaded).toContainEqual(expect.stringMatching(/node_modules\/commander\//));
  expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
});
