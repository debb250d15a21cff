import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  findDaemon,
  logTail,
  openLog,
  pauseUnless,
  processCommand,
  sendSignal,
  stopProcess,
  writePidFile,
  type Say,
} from './processes.js';
import { minutesAndSeconds } from './programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
/**
 * The young generation is 3 × 8 MB instead of Node's 3 × 16. This saves 15 MB of resident memory for each program, on a
 * machine that runs all of them.
 *
 * The old generation is collected when it has grown by half since its last collection. By default, V8 lets it grow to up to
 * four times its size. In a worker whose attempts hang on dead receivers for 30 s, objects are old when the attempts end.
 * Such a worker had a heap of 220 MB with 60 MB of live objects, and the thread of its workflows had 120 MB with 30 MB of
 * live objects. The setting is a share of the live objects and no limit, so a busy program gets the memory that it needs.
 */
const NODE_ARGS = ['--max-semi-space-size=8', '--heap-growing-percent=50', 'src/run.mjs'];
const BACKOFF_FIRST_MS = 200;
const BACKOFF_LAST_MS = 5_000;
/** A program that ran for longer than this before it ended is started again after the shortest pause. */
const STABLE_AFTER_MS = 30_000;
/** How long a program that a killed `npm start` has left may take to end. It ends by itself when its parent is gone. */
const LEFTOVER_TIMEOUT_MS = 15_000;

/** One of our own programs as a child process, started again whenever it ends. */
export interface ChildProgram {
  readonly name: string;
  /** Returns the id of the process that runs now, or ran last. */
  pid(): number;
  /** Asks it to end, and kills it after `timeoutMs`. It is not started again. */
  stop({ timeoutMs }: { timeoutMs: number }): Promise<void>;
  /** Kills it at once, even if work is under way. */
  kill(): void;
}

export interface ChildProgramOptions {
  /** A name that can begin a sentence, e.g. `The API`. */
  readonly name: string;
  /**
   * The program as a path from the repository's root, e.g. `src/api.ts`. It sends `{ ready: true }` once it is ready.
   */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly pidFile: string;
  readonly log: Say;
  /** Aborting ends the wait for readiness. */
  readonly signal?: AbortSignal;
}

/**
 * Starts one of our programs in a process group of its own and waits until it says that it is ready. Ctrl-C does not
 * reach it, because we decide the order in which programs end. If it ends or stays silent instead, this throws with the
 * end of its log.
 */
export async function startChildProgram(options: ChildProgramOptions): Promise<ChildProgram> {
  await endLeftover(options);
  const state: ChildState = { child: null, stopping: new AbortController() };
  const first = launch(options, state);
  try {
    await first.ready(options.signal);
  } catch (cause) {
    await endGroup(first.child, { timeoutMs: 0 });
    rmSync(options.pidFile, { force: true });
    options.signal?.throwIfAborted();
    throw new Error(
      `${options.name} did not start. The end of its log, ${options.logFile}:\n${logTail(options.logFile)}`,
      { cause },
    );
  }
  const running = keepRunning(options, state, first);
  return {
    name: options.name,
    pid: () => state.child?.pid ?? 0,
    async stop({ timeoutMs }) {
      state.stopping.abort();
      if (state.child !== null) await endGroup(state.child, { timeoutMs });
      await running;
      rmSync(options.pidFile, { force: true });
    },
    kill() {
      state.stopping.abort();
      if (state.child !== null) killGroup(state.child);
    },
  };
}

interface ChildState {
  child: ChildProcess | null;
  readonly stopping: AbortController;
}

interface Launched {
  readonly child: ChildProcess;
  readonly startedAtMs: number;
  /** Resolves once it has ended, with the way in which it ended. */
  readonly ended: Promise<string>;
  /** Resolves when it is ready. Rejects when it ends first, or is silent for too long. */
  ready(signal?: AbortSignal): Promise<void>;
}

function launch(options: ChildProgramOptions, state: ChildState): Launched {
  const output = openLog(options.logFile);
  const child = spawn(process.execPath, [...NODE_ARGS, options.entry], {
    cwd: ROOT,
    env: options.env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  state.child = child;
  if (child.pid !== undefined) writePidFile(options.pidFile, { pid: child.pid, ports: {} });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (status, signal) => resolve(signal ?? `status ${status ?? 'unknown'}`));
    child.once('error', (error) => resolve(error.message));
  });
  const saidReady = new Promise<'ready'>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'ready' in message) resolve('ready');
    });
  });
  return {
    child,
    startedAtMs: Date.now(),
    ended,
    async ready(signal) {
      const timer = new AbortController();
      const timeout = delay(READY_TIMEOUT_MS, `no sign of life for ${minutesAndSeconds(READY_TIMEOUT_MS)}`, {
        signal: AbortSignal.any([timer.signal, ...(signal === undefined ? [] : [signal])]),
      }).catch(() => 'interrupted');
      const outcome = await Promise.race([saidReady, ended, timeout]);
      timer.abort();
      if (outcome !== 'ready') throw new Error(`${options.name} is not ready: ${outcome}`);
    },
  };
}

async function keepRunning(options: ChildProgramOptions, state: ChildState, first: Launched): Promise<void> {
  const { name, log } = options;
  const { signal } = state.stopping;
  let launched = first;
  let backoffMs = BACKOFF_FIRST_MS;
  for (;;) {
    const how = await launched.ended;
    if (signal.aborted) return;
    const endedAtMs = Date.now();
    if (endedAtMs - launched.startedAtMs > STABLE_AFTER_MS) backoffMs = BACKOFF_FIRST_MS;
    log(`${name} (process ${launched.child.pid ?? 0}) has ended (${how}): starting it again`);
    await endGroup(launched.child, { timeoutMs: 0 });
    if (!(await pauseUnless(signal, backoffMs))) return;
    backoffMs = Math.min(backoffMs * 2, BACKOFF_LAST_MS);
    launched = launch(options, state);
    try {
      await launched.ready(signal);
      log(
        `${name} is back after ${minutesAndSeconds(Date.now() - endedAtMs)} (process ${launched.child.pid ?? 0})`,
      );
    } catch {
      // If it ended again, the next round says so. If it hangs, it is killed here, and the next round starts it again.
      killGroup(launched.child);
    }
  }
}

/** Ends the program, and then all processes that it has started and left behind. */
async function endGroup(child: ChildProcess, { timeoutMs }: { timeoutMs: number }): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    await stopProcess({ pid: child.pid, signal: 'SIGTERM', timeoutMs });
  }
  killGroup(child);
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) sendSignal({ pid: -child.pid, signal: 'SIGKILL' });
}

/** Ends a program that an earlier `npm start` has left: a start that was killed cannot stop its children. */
export async function endLeftover({
  pidFile,
  entry,
}: Pick<ChildProgramOptions, 'pidFile' | 'entry'>): Promise<void> {
  const leftover = await findDaemon(pidFile, [entry]);
  if (leftover === null) return;
  await stopProcess({ pid: leftover.pid, signal: 'SIGTERM', timeoutMs: LEFTOVER_TIMEOUT_MS });
  if ((await processCommand(leftover.pid)) === null) rmSync(pidFile, { force: true });
}
