import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_VARIABLES } from '../helpers/services/services.js';
import { ROOT, type Group } from './groups.js';
import { signalMarked, waitForNone } from './leftovers.js';

/** The time that Jest gets to end after its report. If it does not, a test has left something open. */
const LINGER_TIMEOUT_MS = 60_000;
/** The time that programs under test get to finish their work, before they are killed. */
const DRAIN_TIMEOUT_MS = 20_000;
/** The time that they get after the last test, before they count as left behind. */
const LEFTOVER_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 200;

/**
 * Jest passes its own flags on to its workers; the programs that tests start do not get them. Modules live until the end
 * of the worker. In a young generation of 16 MiB, V8 would copy them again and again before it promotes them.
 */
const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=64'] as const;
const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');
/** The cache is not in the temporary folder, because that is new for each run. */
const CACHE = path.join(ROOT, 'node_modules/.cache/jest');

/** The result of one group. */
export interface GroupResult {
  readonly name: string;
  /** Jest's own report. Null when Jest ended without one. */
  readonly report: JestReport | null;
  /** A failure of the group that the report does not have, or null. */
  readonly fault: string | null;
}

/** The fields that are read from the file that Jest writes with `--json`. */
export interface JestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that failed before their first test. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    /** Unix time in ms; both 0 for a file that could not be run. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The test files (absolute paths) that Jest would run with these arguments. */
export async function listTestFiles(args: readonly string[]): Promise<readonly string[]> {
  const child = spawnJest([...args, '--listTests', '--json'], { stdio: 'pipe', env: {}, root: ROOT });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error('Jest could not list the tests; what it said stands above.');
  return JSON.parse(output.trim() || '[]') as string[];
}

/**
 * Runs one group to its end. Aborting the signal ends the group with everything that it started.
 * The tests' temporary folder is made in `folder`. Its name identifies the processes that the tests started.
 */
export async function runGroup(options: {
  group: Group;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  folder: string;
  signal: AbortSignal;
  /** The owner of the tests: this checkout, or a copy of it. */
  root?: string;
}): Promise<GroupResult> {
  const { group, args, env, folder, signal, root = ROOT } = options;
  const tempDir = path.join(folder, `${group.name}-tests`);
  mkdirSync(tempDir, { mode: 0o711 });
  const reportFile = path.join(folder, `${group.name}.json`);
  const child = spawnJest([...args, ...group.flags, '--json', `--outputFile=${reportFile}`], {
    stdio: 'inherit',
    env: { ...env, TMPDIR: tempDir, [SERVICE_VARIABLES['kept values']]: path.join(tempDir, 'kept-values') },
    root,
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const fault =
    (await waitForEnd({ ended, reportFile, signal, timeoutMs: group.timeoutMs })) ??
    (await findLeftovers(tempDir));
  if (fault !== null) await endEverything(tempDir);
  if (!existsSync(reportFile))
    return { name: group.name, report: null, fault: fault ?? 'Jest wrote no report' };
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
  return { name: group.name, report, fault };
}

async function findLeftovers(tempDir: string): Promise<string | null> {
  const left = await waitForNone({ mark: tempDir, timeoutMs: LEFTOVER_TIMEOUT_MS });
  return left.length === 0 ? null : `a test left something running: ${left.join('; ')}`;
}

/** Ends them by SIGTERM first, so that programs under test drain and stop what they started. */
async function endEverything(mark: string): Promise<void> {
  await signalMarked({ mark, signal: 'SIGTERM' });
  if ((await waitForNone({ mark, timeoutMs: DRAIN_TIMEOUT_MS })).length === 0) return;
  await signalMarked({ mark, signal: 'SIGKILL' });
  await waitForNone({ mark, timeoutMs: LEFTOVER_TIMEOUT_MS });
}

/** Starts Jest in its own session. So Ctrl-C reaches only us, and we decide the order of ending. */
function spawnJest(
  args: readonly string[],
  options: { stdio: 'pipe' | 'inherit'; env: Readonly<Record<string, string>>; root: string },
): ReturnType<typeof spawn> {
  const { stdio, env, root } = options;
  return spawn(process.execPath, [...NODE_FLAGS, JEST, `--cacheDirectory=${CACHE}`, ...args], {
    cwd: root,
    detached: true,
    // Standard output is kept for the count, the last line of all.
    stdio: ['ignore', stdio === 'pipe' ? 'pipe' : 2, 2],
    env: { ...process.env, ...env },
  });
}

/** Waits for Jest's end, for the signal or for a time limit. @returns what went wrong, or null. */
async function waitForEnd(options: {
  ended: Promise<void>;
  reportFile: string;
  signal: AbortSignal;
  timeoutMs: number;
}): Promise<string | null> {
  const { ended, reportFile, signal, timeoutMs } = options;
  const startedAt = Date.now();
  let reportedAt: number | null = null;
  for (;;) {
    const isOver = await Promise.race([ended.then(() => true), delay(POLL_INTERVAL_MS, false)]);
    if (isOver) return null;
    if (signal.aborted) return 'interrupted';
    if (Date.now() - startedAt > timeoutMs) return `not done after ${timeoutMs / 60_000} minutes`;
    if (reportedAt === null && existsSync(reportFile)) reportedAt = Date.now();
    if (reportedAt !== null && Date.now() - reportedAt > LINGER_TIMEOUT_MS) {
      return 'a test left something open: Jest did not end after its last test';
    }
  }
}
