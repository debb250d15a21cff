import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeLonelyChainsFile } from '../chain/chains-file.js';
import { TEST_XPUB } from '../facts/test-xpub.js';
import { programFile } from '../processes/programs.js';
import { until } from '../until.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** An environment in which nothing that the API needs can be reached: no database, no Temporal, no RPC. */
export const LONELY: Readonly<Record<string, string>> = {
  PORT: '0',
  METRICS_PORT: '0',
  DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  CHAINS_FILE: writeLonelyChainsFile(),
  DEPOSIT_XPUB: TEST_XPUB,
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
};

/** A process of the API. */
export interface ApiProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Waits for the log line with this message. @returns the port that the line names. */
  port(message: string): Promise<number>;
  ended(): Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
}

const running: ChildProcess[] = [];

export function launchApi(env: Readonly<Record<string, string>>): ApiProcess {
  const child = spawn(process.execPath, [programFile('api')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const end = once(child, 'exit');
  return {
    child,
    output: () => text,
    async port(message) {
      // The log and the message "ready" come through different pipes, in any order.
      const find = (): string | undefined =>
        text.split('\n').find((line) => line.includes(message) && line.endsWith('}'));
      await until(`the log has "${message}"`, () => find() !== undefined);
      return Number(/"port":(\d+)/.exec(find() ?? '')?.[1]);
    },
    async ended() {
      await end;
      return { status: child.exitCode, signal: child.signalCode };
    },
  };
}

/** Starts the API. Resolves when it listens. */
export async function launchReadyApi(env: Readonly<Record<string, string>>): Promise<ApiProcess> {
  const api = launchApi(env);
  let ready = false;
  api.child.on('message', (message) => {
    ready = JSON.stringify(message) === '{"ready":true}';
  });
  await until('the API says that it is ready', () => ready);
  return api;
}

/** Kills every API that was launched. */
export function killApis(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL');
}
