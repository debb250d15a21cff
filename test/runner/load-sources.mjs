/**
 * Tells Node where the modules of tests are, and compiles those in TypeScript. Runs in the thread that Node has for such
 * hooks. What is compiled is kept under its content's hash, for other workers and later runs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform, version } from 'esbuild';

const ROOT = new URL('../../', import.meta.url);
const TESTS = new URL('test/', ROOT).href;
const PACKAGES = new URL('node_modules/', ROOT).href;
const COMPILED = fileURLToPath(new URL('node_modules/.cache/quittance/sources/', ROOT));
const NAMED = new Map([
  ['@jest/globals', new URL('test/runner/jest-globals.mjs', ROOT).href],
  ['quittance/client', new URL('src/client/client.ts', ROOT).href],
]);
const OPTIONS = {
  format: 'esm',
  target: 'node20.19',
  platform: 'node',
  jsx: 'automatic',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};
const OPTIONS_TEXT = JSON.stringify([version, OPTIONS]);
/** Whether a file exists. Sources don't come and go during a run. */
const existing = new Map();

mkdirSync(COMPILED, { recursive: true });

function exists(url) {
  if (!existing.has(url)) existing.set(url, existsSync(new URL(url)));
  return existing.get(url);
}

/** Sources import each other with the ending `.js`, as after a compilation. */
function findSource(url) {
  if (!url.endsWith('.js') || exists(url)) return url;
  const bare = url.slice(0, -'.js'.length);
  return [`${bare}.ts`, `${bare}.tsx`].find(exists) ?? url;
}

export async function resolve(specifier, context, nextResolve) {
  const { parentURL } = context;
  const isFromPackage = parentURL?.startsWith(PACKAGES) ?? true;
  const named = isFromPackage ? undefined : NAMED.get(specifier);
  const isPath = /^\.{0,2}\//.test(specifier) && !isFromPackage;
  if (named === undefined && !isPath && !specifier.startsWith(TESTS)) return nextResolve(specifier, context);

  const { origin: _, search, href } = new URL(named ?? specifier, parentURL);
  const url = findSource(href.slice(0, href.length - search.length));
  const file = search || new URL(parentURL).search;
  return {
    url: url.startsWith(TESTS) ? `${url}${file}` : url,
    shortCircuit: true,
    ...(context.importAttributes === undefined ? {} : { importAttributes: context.importAttributes }),
  };
}

export async function load(url, context, nextLoad) {
  const { pathname } = new URL(url);
  if (!url.startsWith('file:') || !/\.tsx?$/.test(pathname)) return nextLoad(url, context);
  const file = fileURLToPath(new URL(pathname, 'file:'));
  return { format: 'module', shortCircuit: true, source: await compile(file) };
}

async function compile(file) {
  const source = await readFile(file, 'utf8');
  const hash = createHash('sha256').update(`${OPTIONS_TEXT}\n${file}\n${source}`).digest('hex').slice(0, 32);
  const compiled = path.join(COMPILED, `${hash}.mjs`);
  if (existsSync(compiled)) return readFileSync(compiled, 'utf8');
  const { code } = await transform(source, {
    ...OPTIONS,
    loader: path.extname(file).slice(1),
    sourcefile: pathToFileURL(file).href,
  });
  // It gets its name only when it is whole: other workers read it at the same time.
  const unfinished = `${compiled}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, compiled);
  return code;
}
