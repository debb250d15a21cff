import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Say } from './processes.js';

/** A long step reports this often that it still works. */
const PROGRESS_INTERVAL_MS = 15_000;
/** A download that receives nothing for this long is given up, because there is no usable network. */
const DOWNLOAD_STALL_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;
const OUTPUT_KEPT_CHARS = 4_000;

/** The inputs of a search for a program. */
export interface ProgramSearch {
  readonly log: Say;
  /** Aborting ends a download or a build. */
  readonly signal?: AbortSignal;
  /** `PATH`, `HOME`, `XDG_CACHE_HOME` and the variables that name a program; the process's own by default. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns the user's folder for downloaded or built programs: `${XDG_CACHE_HOME:-~/.cache}/quittance`. */
export function cacheDir(env: NodeJS.ProcessEnv): string {
  return path.join(env['XDG_CACHE_HOME'] ?? path.join(env['HOME'] ?? homedir(), '.cache'), 'quittance');
}

/** Says whether this process may run the file. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the path of a program on the `PATH`, or null. */
export function findOnPath({ name, env }: { name: string; env: NodeJS.ProcessEnv }): string | null {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
}

/** Returns the program that a variable names. Null: it is not set. Throws when it names no executable program. */
function findGiven({ variable, env }: { variable: string; env: NodeJS.ProcessEnv }): string | null {
  const given = env[variable];
  if (given === undefined || given === '') return null;
  if (isExecutable(given)) return given;
  throw new Error(`${variable} is ${given}, which is not a program that can be run. Correct it or unset it.`);
}

/**
 * Returns the program's path. It looks at the variable, on the `PATH` and in the user's cache, and then downloads the
 * program to the cache. Returns null if this fails, after saying why.
 */
export async function findOrDownload(
  program: {
    readonly kind: DownloadKind;
    readonly name: string;
    readonly variable: string;
    /** Its path in the cache. Somebody may also have put it there by hand. */
    readonly cached: string;
    /** Its name in the log, e.g. `the Temporal CLI (once, about 60 MB)`. */
    readonly whatIsDownloaded: string;
  },
  search: ProgramSearch,
): Promise<string | null> {
  const { kind, name, variable, cached, whatIsDownloaded } = program;
  const env = search.env ?? process.env;
  const found =
    findGiven({ variable, env }) ?? findOnPath({ name, env }) ?? (isExecutable(cached) ? cached : null);
  if (found !== null) return found;
  search.log(`downloading ${whatIsDownloaded}`);
  return (await downloadProgram({ kind, target: cached, search })) ? cached : null;
}

/** Makes a folder beside the cached programs, so that a finished program can be renamed into the cache. The caller removes it. */
export function newCacheFolder(env: NodeJS.ProcessEnv): string {
  mkdirSync(path.join(cacheDir(env), 'bin'), { recursive: true });
  return mkdtempSync(path.join(cacheDir(env), 'new-'));
}

type DownloadKind = 'cli' | 'test-server';

/**
 * Lets Temporal's SDK download one of its programs to `target`. Returns false if this is not possible, after saying
 * why. Without a network that takes seconds, not minutes.
 */
async function downloadProgram(options: {
  kind: DownloadKind;
  target: string;
  search: ProgramSearch;
}): Promise<boolean> {
  const { kind, target, search } = options;
  const folder = newCacheFolder(search.env ?? process.env);
  const downloaded = (): number =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  try {
    const program = fileURLToPath(new URL('download-temporal.ts', import.meta.url));
    await runLong({
      command: process.execPath,
      args: ['--import', 'tsx', program, kind, folder],
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
      stall: { timeoutMs: DOWNLOAD_STALL_MS, progress: downloaded },
      stillAtIt: () => `still downloading: ${Math.round(downloaded() / 1e6)} MB so far`,
      search,
    });
  } catch (error) {
    search.signal?.throwIfAborted();
    search.log(`the download is not possible here: ${endOf((error as Error).message)}`);
  }
  // The SDK starts the program after the download. On a slow machine the start may fail, but the program is usable.
  const file = readdirSync(folder).find(
    (name) => isExecutable(path.join(folder, name)) && !name.endsWith('.downloading'),
  );
  if (file !== undefined) renameSync(path.join(folder, file), target);
  rmSync(folder, { recursive: true, force: true });
  return file !== undefined;
}

/** Returns the end of the SDK's message, which has the root cause. */
function endOf(message: string): string {
  const lastLine = message.trimEnd().split('\n').at(-1) ?? '';
  return lastLine.length > 160 ? `…${lastLine.slice(-160)}` : lastLine;
}

/**
 * Runs a program that may take minutes, and reports from time to time that it still works.
 * Rejects with the end of its output when it fails, stalls, exceeds `timeoutMs` or is aborted.
 */
export async function runLong(options: {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** The program is given up when `progress` returns the same number for `timeoutMs`. */
  stall?: { timeoutMs: number; progress: () => number };
  stillAtIt: (elapsedMs: number) => string;
  search: ProgramSearch;
}): Promise<void> {
  const { command, args, stall, search } = options;
  const startedAt = Date.now();
  // It gets its own process group. A build has children, which must end too when it is given up.
  const child = spawn(command, args, {
    env: { ...(search.env ?? process.env), ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-OUTPUT_KEPT_CHARS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const outcome: { givenUp?: string } = {};
  const giveUp = (reason: string): void => {
    outcome.givenUp = reason;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const abort = (): void => giveUp('interrupted');
  search.signal?.addEventListener('abort', abort, { once: true });
  const timers = [
    setTimeout(() => giveUp(`not done after ${minutesAndSeconds(options.timeoutMs)}`), options.timeoutMs),
    setInterval(() => search.log(options.stillAtIt(Date.now() - startedAt)), PROGRESS_INTERVAL_MS),
  ];
  if (stall !== undefined) timers.push(watchForStall(stall, giveUp));
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (outcome.givenUp !== undefined) throw new Error(outcome.givenUp);
    if (status !== 0) throw new Error(`${path.basename(command)} failed:\n${output.trim()}`);
  } finally {
    for (const timer of timers) clearInterval(timer);
    search.signal?.removeEventListener('abort', abort);
  }
}

function watchForStall(
  stall: { timeoutMs: number; progress: () => number },
  giveUp: (reason: string) => void,
): NodeJS.Timeout {
  let lastFigure = stall.progress();
  let lastMoveAt = Date.now();
  return setInterval(() => {
    const figure = stall.progress();
    if (figure !== lastFigure) {
      lastFigure = figure;
      lastMoveAt = Date.now();
    } else if (Date.now() - lastMoveAt > stall.timeoutMs) {
      giveUp(`nothing came for ${minutesAndSeconds(stall.timeoutMs)}`);
    }
  }, 500);
}

/** Formats a duration in ms: `95000` becomes `1 m 35 s`. */
export function minutesAndSeconds(durationMs: number): string {
  const whole = Math.round(durationMs / 1_000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} m ${whole % 60} s`;
}
