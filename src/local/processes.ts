import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** A log that is larger than this many bytes is renamed when its program starts again. One old log is kept. */
const LOG_ROTATION_BYTES = 10 * 1024 * 1024;
const EXIT_POLL_INTERVAL_MS = 25;

/** Tells the user something during the start: one line, without a newline at its end. */
export type Say = (line: string) => void;

/** A program that outlives its starter, as its pid file records it. */
export interface RunningDaemon {
  readonly pid: number;
  readonly ports: Readonly<Record<string, number>>;
}

/**
 * Returns the command line of a live process, with its arguments joined by spaces. Null: there is no such process. A zombie
 * does not count, because it holds no port and no file.
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
 * Says whether the process is alive and its command line has every given part. The parts make sure that a reused process id
 * is not mistaken for ours.
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

/** Asks a process to end, and kills it after `timeoutMs`. A process that is already gone is no error. */
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

/** Sends a signal to a process. Returns false when there is no such process. */
export function sendSignal({ pid, signal }: { pid: number; signal: NodeJS.Signals }): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Opens a program's log for appending. A large one is renamed first. The caller closes the descriptor. */
export function openLog(logFile: string): number {
  if (existsSync(logFile) && statSync(logFile).size > LOG_ROTATION_BYTES)
    renameSync(logFile, `${logFile}.old`);
  return openSync(logFile, 'a', 0o600);
}

/** Returns the end of a program's log, for an error message. */
export function logTail(logFile: string, lineCount = 8): string {
  if (!existsSync(logFile)) return '(it wrote no log)';
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  return lines
    .slice(-lineCount)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join('\n');
}

/**
 * Starts a program in its own session, so that Ctrl-C in our terminal does not reach it, and it outlives this process. Its
 * output goes to `logFile`. This process does not wait for it at the end.
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
    // The caller notices a failed spawn while it waits for readiness: the process has no pid or is gone.
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

/** Returns the daemon of a pid file. Null: that program no longer runs. */
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

/** Checks repeatedly until `isReady` is true, `isAlive` is false, or the time is up. */
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

/** Pauses until `durationMs` have passed or the signal is aborted. Returns false when it is aborted. */
export async function pauseUnless(signal: AbortSignal, durationMs: number): Promise<boolean> {
  await delay(durationMs, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
