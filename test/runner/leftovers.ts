import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sendSignal } from '../../src/local/processes.js';

const execFileAsync = promisify(execFile);

const POLL_INTERVAL_MS = 100;

interface LiveProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Waits until no process is left whose command line or environment contains `mark`.
 *
 * @returns the command lines of those that are left after `timeoutMs`.
 */
export async function waitForNone({
  mark,
  timeoutMs,
}: {
  mark: string;
  timeoutMs: number;
}): Promise<readonly string[]> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const left = await findMarked(mark);
    if (left.length === 0 || Date.now() > deadline) return left.map(({ command }) => command.slice(0, 200));
    await delay(POLL_INTERVAL_MS);
  }
}

/** Sends a signal to every process whose command line or environment contains `mark`. */
export async function signalMarked({
  mark,
  signal,
}: {
  mark: string;
  signal: NodeJS.Signals;
}): Promise<void> {
  for (const { pid } of await findMarked(mark)) sendSignal({ pid, signal });
}

async function findMarked(mark: string): Promise<readonly LiveProcess[]> {
  const found = existsSync('/proc/self/environ') ? findByProc(mark) : await findByPs(mark);
  return found.filter(({ pid }) => pid !== process.pid);
}

function findByProc(mark: string): LiveProcess[] {
  const found: LiveProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      const environment = readFileSync(`/proc/${entry}/environ`, 'utf8');
      // A zombie has neither.
      if (command.includes(mark) || environment.includes(mark)) found.push({ pid: Number(entry), command });
    } catch {
      // It has ended meanwhile, or is another user's: not ours.
    }
  }
  return found;
}

/** On macOS `ps -E` shows the environment of one's own processes behind the command. */
async function findByPs(mark: string): Promise<LiveProcess[]> {
  const { stdout } = await execFileAsync('ps', ['-axwwE', '-o', 'pid=,stat=,command='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match?.[2]?.startsWith('Z') === false && match[3]?.includes(mark) === true)
    .map((match) => ({ pid: Number(match?.[1]), command: match?.[3] ?? '' }));
}
