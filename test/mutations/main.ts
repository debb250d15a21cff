/**
 * `npm run test:mutations -- [--list] [NAME…]` checks that the tests find the planted faults. Each fault of
 * mutations.ts is planted alone in a copy of this checkout. Then at least one of its tests must fail that passes
 * without the fault. NAME selects the faults whose names contain it. The checkout itself never changes, however this
 * ends.
 *
 * Stdout gets a line for each fault, and below it the tests that found it. Everything else goes to stderr. The exit
 * status is 1 when a fault was not found.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findNeeds, ROOT } from '../runner/groups.js';
import { startServices } from '../runner/services.js';
import { copyCheckout } from './copy-checkout.js';
import { mutate, type Mutation } from './mutation.js';
import { MUTATIONS } from './mutations.js';
import { describeFinding, tryMutations } from './try-mutations.js';

const interruption = new AbortController();
let stoppedBy: NodeJS.Signals | null = null;

// Ctrl-C comes twice, from the terminal and from npm: both ask for the same.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stoppedBy === null) say('stopping what was started');
    stoppedBy ??= signal;
    interruption.abort();
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function chooseMutations(parts: readonly string[]): readonly Mutation[] {
  const unknown = parts.find((part) => !MUTATIONS.some(({ name }) => name.includes(part)));
  if (unknown !== undefined) throw new Error(`No fault has "${unknown}" in its name; --list shows all.`);
  return MUTATIONS.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
}

/** @returns whether every fault was found. */
async function tryInCopy(mutations: readonly Mutation[], folder: string): Promise<boolean> {
  const copy = copyCheckout(path.join(folder, 'checkout'));
  // Every fault whose code has changed is reported first, before any test runs.
  for (const mutation of mutations) mutate(copy.readText(mutation.file), mutation);
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))];
  const services = await startServices({
    needs: findNeeds(tests.map((file) => path.join(ROOT, file))),
    dataDir: path.join(folder, 'services'),
    search: { log: (line) => say(`  ${line}`), signal: interruption.signal },
  });
  try {
    const place = { root: copy.root, env: services.env, folder, signal: interruption.signal };
    const missed: Mutation[] = [];
    const onUnsound = (failed: readonly string[]): void => {
      for (const test of failed) say(`This test fails without any fault, so it does not count: ${test}`);
    };
    for await (const finding of tryMutations(mutations, place, onUnsound)) {
      for (const line of describeFinding(finding)) tell(line);
      if (finding.foundBy.length === 0) missed.push(finding.mutation);
    }
    if (stoppedBy !== null) return false;
    tell(`${mutations.length - missed.length} of ${mutations.length} found`);
    return missed.length === 0;
  } finally {
    await services.stop();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const mutations = chooseMutations(positionals);
  if (values.list) {
    for (const { name, file } of mutations) tell(`${name} (${file})`);
    return 0;
  }
  // Other accounts may enter the folder but not list it, because PostgreSQL runs under another account when root starts
  // it.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quittance-mutations-')));
  chmodSync(folder, 0o711);
  try {
    const areFound = await tryInCopy(mutations, folder);
    return areFound ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(): Promise<number> {
  let status = 1;
  try {
    status = await main();
  } catch (error) {
    if (stoppedBy === null) say((error as Error).message);
  }
  return stoppedBy === null ? status : 128 + constants.signals[stoppedBy];
}

process.exitCode = await run();
