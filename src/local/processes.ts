import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** A log that has grown beyond this many bytes is put aside (one generation) when its program starts again. */
const LOG_ROTATION_BYTES = 10 * 1024 * 1024;
const EXIT_POLL_INTERVAL_MS = 25;

/** What a person is told while things start: one line, no trailing newline. */
export type Say = (line: string) => void;

/** A program of ours that outlives its starter, as found in its pid file. */
export interface RunningDaemon {
  readonly pid: number;
  readonly ports: Readonly<Record<string, number>>;
}

/**
 * The command line of a live process, its arguments joined by blanks; null when there is none (a zombie counts as
 * none: it holds no port and no file).
 */
export async function processCommand(pid: number): Promise<string | null> {
  if (!isSignalable(pid)) return null;
  if (existsSync('/proc/self/cmdline')) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return command === '' ? null : command;
    } catch {
      return null;
    }
  }
  try {
    const { stdout } = await execFileAsync('ps', ['-o', 'stat=,command=', '-p', String(pid)]);
    const [state = '', ...command] = stdout.trim().split(/\s+/);
    return state.startsWith('Z') || command.length === 0 ? null : command.join(' ');
  } catch {
    return null;
  }
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether `pid` is alive and its command line contains every given part (so that a reused pid is not taken for ours).
 */
export async function isProcessOf(pid: number, commandParts: readonly string[]): Promise<boolean> {
  const command = await processCommand(pid);
  return command !== null && commandParts.every((part) => command.includes(part));
}

/** Waits until the process is gone. Returns false when `timeoutMs` passes first. */
export async function waitForExit({ pid, timeoutMs }: { pid: number; timeoutMs: number }): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await processCommand(pid)) !== null) {
    if (Date.now() > deadline) return false;
    await delay(EXIT_POLL_INTERVAL_MS);
  }
  return true;
}

/** Asks a process to end, and after `timeoutMs` ends it. A process that is already gone is fine. */
export async function stopProcess(options: {
  pid: number;
  signal: NodeJS.Signals;
  timeoutMs: number;
}): Promise<void> {
  const { pid, signal, timeoutMs } = options;
  if (!sendSignal({ pid, signal })) return;
  if (await waitForExit({ pid, timeoutMs })) return;
  sendSignal({ pid, signal: 'SIGKILL' });
  await waitForExit({ pid, timeoutMs: 5_000 });
}

/** Returns false when there is no such process. */
export function sendSignal({ pid, signal }: { pid: number; signal: NodeJS.Signals }): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Opens a program's log for appending; a large one is put aside first. The caller closes the descriptor. */
export function openLog(logFile: string): number {
  if (existsSync(logFile) && statSync(logFile).size > LOG_ROTATION_BYTES)
    renameSync(logFile, `${logFile}.old`);
  return openSync(logFile, 'a', 0o600);
}

/** The end of a program's log, for an error message. */
export function logTail(logFile: string, lineCount = 8): string {
  if (!existsSync(logFile)) return '(it wrote no log)';
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  return lines
    .slice(-lineCount)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join('\n');
}

/**
 * Starts a program in a session of its own, so that Ctrl-C in our terminal doesn't reach it and it outlives us.
 * Its output goes to `logFile`. The child is not waited for.
 */
export function spawnDaemon(options: {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
}): ChildProcess {
  const log = openLog(options.logFile);
  try {
    const child = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    // A spawn that fails is seen by the caller's wait for readiness: the process has no pid or is gone.
    child.on('error', () => undefined);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Records a daemon, so that the next start finds it. */
export function writePidFile(pidFile: string, daemon: RunningDaemon): void {
  const temporary = `${pidFile}.new`;
  writeFileSync(temporary, `${JSON.stringify(daemon)}\n`, { mode: 0o600 });
  renameSync(temporary, pidFile);
}

/** The daemon that a pid file names, if that very program still runs; null otherwise. */
export async function findDaemon(
  pidFile: string,
  commandParts: readonly string[],
): Promise<RunningDaemon | null> {
  if (!existsSync(pidFile)) return null;
  let daemon: RunningDaemon;
  try {
    daemon = JSON.parse(readFileSync(pidFile, 'utf8')) as RunningDaemon;
  } catch {
    return null;
  }
  return (await isProcessOf(daemon.pid, commandParts)) ? daemon : null;
}

/** Asks again and again until `isReady` says so, `isAlive` says no, or time is up. */
export async function waitUntilReady(options: {
  isReady: () => Promise<boolean>;
  isAlive: () => Promise<boolean>;
  timeoutMs: number;
  intervalMs?: number;
}): Promise<'ready' | 'died' | 'timeout'> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    if (await options.isReady()) return 'ready';
    if (!(await options.isAlive())) return 'died';
    if (Date.now() > deadline) return 'timeout';
    await delay(options.intervalMs ?? 50);
  }
}

/** Pauses, for less than `durationMs` when `signal` is aborted. False when it is. */
export async function pauseUnless(signal: AbortSignal, durationMs: number): Promise<boolean> {
  await delay(durationMs, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
