import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_XPUB } from '../facts/test-xpub.js';
import { programFile } from './programs.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_OUTPUT_CHARS = 200_000;

/** `src/worker.ts`, compiled beforehand, as a real process like in production. */
export interface WorkerProcess {
  readonly pid: number;
  /** Resolves when the worker says that it runs. Rejects when it ends before that. */
  readonly ready: Promise<void>;
  /** Exit status, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
  /** The last 200 000 characters of its output. */
  output(): string;
}

/** Starts a worker with the environment of the test. These variables override it. */
export function startWorkerProcess(variables: Readonly<Record<string, string>>): WorkerProcess {
  const folder = mkdtempSync(path.join(tmpdir(), 'worker-'));
  const chainsFile = path.join(folder, 'chains.json');
  writeFileSync(chainsFile, JSON.stringify(CHAINS));
  const child = spawn(process.execPath, [programFile('worker')], {
    cwd: ROOT,
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      CHAINS_FILE: chainsFile,
      DEPOSIT_XPUB: TEST_XPUB,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT_CHARS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(code ?? signal ?? 'SIGKILL');
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('close', () => reject(new Error(`The worker ended before it ran:\n${output}`)));
  });
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    kill: (signal) => child.kill(signal),
    output: () => output,
  };
}

/** A chain whose RPC does not answer. The work of these workers needs no chain. */
const CHAINS = {
  chains: [
    {
      chainCode: 'local',
      chainId: 31337,
      name: 'Local chain',
      rpcUrls: ['http://127.0.0.1:1'],
      singleRpc: true,
      confirmations: 3,
      nativeToken: { symbol: 'ETH', enabled: true },
      tokens: [],
    },
  ],
};
