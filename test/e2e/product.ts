import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../runner/groups.js';
import { until } from '../helpers/until.js';

const READY_TIMEOUT_MS = 280_000;

/** What `npm start -- --json` prints. */
interface SignIn {
  readonly email: string;
  readonly password: string;
}

export interface Summary {
  readonly ok: true;
  readonly baseUrl: string;
  readonly temporalUiUrl: string;
  readonly metricsUrl: string;
  readonly temporalAddress: string;
  readonly dataDir: string;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
  readonly merchant: { readonly merchantId: string; readonly apiKey: string } & SignIn;
  readonly operator: { readonly operatorId: string; readonly key: string } & SignIn;
  readonly chains: readonly {
    readonly chainCode: string;
    readonly chainId: number;
    readonly rpcUrl: string;
    readonly hotWalletAddress: string;
    readonly tokens: readonly {
      readonly symbol: string;
      readonly address: string;
      readonly decimals: number;
    }[];
  }[];
  readonly tour: {
    readonly invoice: Readonly<Record<string, unknown>>;
    readonly withdrawal: Readonly<Record<string, unknown>>;
    readonly webhooks: readonly { readonly event: string; readonly signatureValid: boolean }[];
    readonly balances: readonly Readonly<Record<string, unknown>>[];
  } | null;
}

/** The product as a person at a terminal runs it. */
export interface Product {
  /** The process id of npm, which leads the terminal's process group. */
  readonly pid: number;
  /** Resolves with the exit status, or the name of the signal. */
  readonly ended: Promise<number | string>;
  stdout(): string;
  stderr(): string;
}

/**
 * Ports that nothing else uses. With the usual ones, this installation could take a port of another one that has just
 * been killed and is about to listen there again.
 */
export const ANY_PORTS: NodeJS.ProcessEnv = {
  PORT: '0',
  METRICS_PORT: '0',
  POSTGRES_PORT: '0',
  TEMPORAL_PORT: '0',
  TEMPORAL_UI_PORT: '0',
  CHAIN_PORT: '0',
};

/** Types `npm start` with these arguments. */
export function typeNpmStart(options: {
  args: readonly string[];
  dataDir: string;
  /** The checkout: this one, if it is left out. */
  folder?: string;
  env?: NodeJS.ProcessEnv;
  /** The environment of the shell. Default: the environment of this process. */
  shell?: NodeJS.ProcessEnv;
}): Product {
  const child: ChildProcess = spawn('npm', ['start', '--', ...options.args], {
    cwd: options.folder ?? ROOT,
    env: { ...(options.shell ?? process.env), DATA_DIR: options.dataDir, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString('utf8')));
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => {
      child.once('close', (status, signal) => resolve(signal ?? status ?? 'unknown'));
    }),
    stdout: () => output.stdout,
    stderr: () => output.stderr,
  };
}

/** Waits for the summary on the last line of stdout. Throws with the output when the product ends without one. */
export async function readSummary(product: Product): Promise<Summary> {
  let hasEnded = false;
  void product.ended.then(() => (hasEnded = true));
  const lastLine = (): string => product.stdout().trimEnd().split('\n').at(-1) ?? '';
  const isThere = (): boolean => lastLine().startsWith('{"ok":') && product.stdout().endsWith('\n');
  await until('the summary is printed', () => isThere() || hasEnded, { withinMs: READY_TIMEOUT_MS });
  const summary = isThere() ? (JSON.parse(lastLine()) as Summary | { ok: false }) : null;
  if (summary?.ok !== true) throw new Error(`npm start ended without a summary:\n${product.stderr()}`);
  return summary;
}

/** Presses Ctrl-C: the terminal signals its whole process group, and npm passes the signal on once more. */
export function pressCtrlC({ pid }: Product): void {
  process.kill(-pid, 'SIGINT');
}

/** Runs the command line with nothing but `DATA_DIR` in its environment. */
export async function runCli<Result>(dataDir: string, args: readonly string[]): Promise<Result> {
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'cli', '--', ...args, '--json'], {
    cwd: ROOT,
    env: { PATH, HOME, DATA_DIR: dataDir },
  });
  return JSON.parse(stdout) as Result;
}
