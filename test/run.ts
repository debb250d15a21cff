/**
 * `npm test` runs every test with the parts that it needs. Arguments go to Jest: patterns of file names, `-t` with a
 * name. Stdout gets the count alone, as its last line; everything else goes to stderr.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { findNeeds, groupFiles, type Group } from './runner/groups.js';
import { listTestFiles, runGroup, type GroupResult } from './runner/jest.js';
import { makeServicesFolder } from './runner/services-folder.js';
import { startServices } from './runner/services.js';
import { addUp, countGroup, describeResults, formatCount } from './runner/summary.js';

const args = process.argv.slice(2);
const startedAt = Date.now();
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

async function runTests(folder: string): Promise<readonly GroupResult[]> {
  const files = await listTestFiles(args);
  if (files.length === 0) throw new Error(`No test file matches ${args.join(' ') || 'test/**/*.test.ts'}.`);
  const servicesFolder = makeServicesFolder();
  try {
    const services = await startServices({
      needs: findNeeds(files),
      dataDir: path.join(servicesFolder, 'services'),
      search: { log: (line) => say(`  ${line}`), signal: interruption.signal },
    });
    try {
      return await runLanes(files, { folder, env: services.env });
    } finally {
      await services.stop();
    }
  } finally {
    rmSync(servicesFolder, { recursive: true, force: true });
  }
}

async function runLanes(
  files: readonly string[],
  { folder, env }: { folder: string; env: Readonly<Record<string, string>> },
): Promise<readonly GroupResult[]> {
  const results: GroupResult[] = [];
  const runLane = async (lane: readonly Group[]): Promise<void> => {
    for (const group of lane) {
      if (interruption.signal.aborted) break;
      say(`\n${group.name}: ${group.files.length} files`);
      results.push(await runGroup({ group, args, env, folder, signal: interruption.signal }));
    }
  };
  const ends = await Promise.allSettled(groupFiles(files).map(runLane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}

async function main(): Promise<number> {
  // Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quittance-test-')));
  chmodSync(folder, 0o711);
  let results: readonly GroupResult[] = [];
  try {
    results = await runTests(folder);
    say(`\n${describeResults(results).join('\n')}`);
  } catch (error) {
    if (stoppedBy === null) {
      say((error as Error).message);
      results = [{ name: 'start', report: null, fault: (error as Error).message }];
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const count = addUp(results.map(countGroup));
  say(`in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  process.stdout.write(`${formatCount(count)}\n`);
  if (stoppedBy !== null) return 128 + constants.signals[stoppedBy];
  return count.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
