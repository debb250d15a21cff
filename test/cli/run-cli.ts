import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { programFile } from '../helpers/processes/programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface CliOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until it is stopped. */
export interface RunningCli {
  /** The lines that it has written so far. */
  lines(): readonly string[];
  errors(): string;
  kill(signal: NodeJS.Signals): void;
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Starts a command as `npm run cli -- …` does, but compiled beforehand and in its own environment. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>>): RunningCli {
  const child = spawn(process.execPath, [programFile('cli'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString('utf8')));
  return {
    lines: () => written.stdout.split('\n').slice(0, -1),
    errors: () => written.stderr,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(() => child.exitCode ?? child.signalCode),
  };
}

/** Runs a command as `npm run cli -- …` does, but compiled beforehand and in its own environment. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CliOutcome> {
  const child = spawn(process.execPath, [programFile('cli'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: child.exitCode, stdout, stderr };
}
