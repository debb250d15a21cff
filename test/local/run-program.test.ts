import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'quittance-run-'));
const checkout = path.join(folder, 'checkout');
const word = path.join(checkout, 'src/word.ts');

beforeAll(() => {
  mkdirSync(path.join(checkout, 'src'), { recursive: true });
  for (const file of [
    'src/run.mjs',
    'src/build-program.mjs',
    'src/bundling.mjs',
    'tsconfig.json',
    'package-lock.json',
    'package.json',
  ])
    copyFileSync(path.join(ROOT, file), path.join(checkout, file));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
  writeFileSync(
    path.join(checkout, 'src/say.ts'),
    `import { word } from './word.js';
const [, program, ...rest]: string[] = process.argv;
console.log(word, import.meta.url.endsWith('/src/say.ts'), program, ...rest);
`,
  );
  writeFileSync(word, "export const word: string = 'one';\n");
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const start = (root = checkout) =>
  spawnSync(process.execPath, ['src/run.mjs', 'src/say.ts', '--json', 'x'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
/** Returns its output. Any other message is an error, because it would say why the program did not run compiled. */
function run(root = checkout): string {
  const { stdout, stderr } = start(root);
  expect(stderr).toBe('');
  return stdout;
}
const said = (what: string): string => `${what} true src/say.ts --json x\n`;
const built = (root = checkout): number => statSync(path.join(root, 'dist/programs/src-say.json')).ino;
/** Builds with a clock that is ahead by so much, because a source that was just written is not trusted for a second. */
const buildAt = (aheadMs: number): void => {
  const program = `const now = Date.now; Date.now = () => now() + ${aheadMs}; process.argv.splice(1, 0, 'x');`;
  const load = "await import(process.cwd() + '/src/build-program.mjs');";
  execFileSync(process.execPath, ['--input-type=module', '-e', `${program}${load}`, 'src/say.ts'], {
    cwd: checkout,
  });
};

it('a program is compiled once, and compiled again after a change that keeps the size and the time', () => {
  expect(run()).toBe(said('one'));
  buildAt(60_000);
  const before = built();
  expect(run()).toBe(said('one'));
  expect(built()).toBe(before);
  const { atime, mtime } = statSync(word);
  writeFileSync(word, "export const word: string = 'two';\n");
  utimesSync(word, atime, mtime);
  expect(run()).toBe(said('two'));
  expect(built()).not.toBe(before);
});

it('a source that was written during the compilation is compiled again', () => {
  writeFileSync(word, "export const word: string = 'six';\n");
  buildAt(-60_000);
  const before = built();
  expect(run()).toBe(said('six'));
  expect(built()).not.toBe(before);
});

it('a new compilation lets the previous build keep running, and no older one', () => {
  const programs = path.join(checkout, 'dist/programs/src-say');
  for (const each of ['ten', 'red', 'sea']) {
    writeFileSync(word, `export const word: string = '${each}';\n`);
    expect(run()).toBe(said(each));
  }
  expect(readdirSync(programs)).toHaveLength(2);
});

it('a copied folder is not compiled again, and knows its new location', () => {
  const copy = path.join(folder, 'copy');
  cpSync(checkout, copy, { recursive: true, verbatimSymlinks: true });
  writeFileSync(path.join(copy, 'src/word.ts'), "export const word: string = 'new';\n");
  const before = built();
  expect(run(copy)).toBe(said('new'));
  expect(built()).toBe(before);
});

it('a program that cannot be compiled runs from its sources, and says so', () => {
  rmSync(path.join(checkout, 'dist'), { recursive: true, force: true });
  writeFileSync(path.join(checkout, 'dist'), 'no folder');
  const { stdout, stderr, status } = start();
  expect({ stdout, status }).toEqual({ stdout: said('sea'), status: 0 });
  expect(stderr).toMatch(
    /^src\/say.ts can't be compiled: .+\nsrc\/say.ts runs from its sources, which takes longer.\n$/,
  );
});
