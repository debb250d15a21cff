/**
 * `npm run check`: types, lint and format, side by side. What each says comes in one piece, when it ends. The types and
 * the lint come of one reading of the checkout, by the native compiler: `options` in .oxlintrc.json asks for both. Plain
 * Node: nothing has to be compiled first.
 */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const CHECKS = {
  'types and lint': [`${modules}/oxlint/bin/oxlint`, '--quiet'],
  format: [`${modules}/prettier/bin/prettier.cjs`, '--check', '.'],
};

/** @returns whether it found nothing. */
async function run([name, args]) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => (output += text));
  }
  const status = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${output}${name}: ${status === 0 ? 'passed' : `failed (${status})`} in ${seconds} s`);
  return status === 0;
}

const results = await Promise.all(Object.entries(CHECKS).map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
