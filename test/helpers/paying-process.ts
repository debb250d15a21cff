import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Chain } from '../../src/domain/asset.js';

/** What a paying process is told to do, once: to pay a withdrawal, or to sweep a chain until nothing is under way. */
export interface PayingOrder {
  readonly databaseUrl: string;
  readonly chain: Chain;
  readonly mnemonic: string;
  readonly work: { readonly kind: 'withdrawal'; readonly withdrawalId: string } | { readonly kind: 'sweep' };
  /** It kills itself when so many of its waits for the database and for RPCs have ended; null: never. */
  readonly killAfter: number | null;
}

/** `waits`: it has nothing to do until the chain has moved. `done`: its work has come to its end. */
export type PayingReport =
  { readonly kind: 'ready' } | { readonly kind: 'waits' } | { readonly kind: 'done'; readonly waits: number };

/** A process of its own with the activities of a signing worker, that does one piece of work. */
export interface PayingProcess {
  /**
   * Has it done, and moves the chain on each time it waits for that.
   *
   * @returns how many waits it took; null when it was killed on its way.
   */
  pay(order: PayingOrder, moveOn: () => Promise<void>): Promise<number | null>;
  stop(): void;
}

const PROGRAM = fileURLToPath(new URL('../faults/programs/pay.ts', import.meta.url));
const BUILT = fileURLToPath(
  new URL(`../../node_modules/.cache/quittance/pay-${process.pid}.mjs`, import.meta.url),
);

/** Packages that knex, pg and the signer ask for only when they are configured. */
const NEVER_LOADED = [
  ...['better-sqlite3', 'sqlite3', 'mysql', 'mysql2', 'mariadb/callback', 'oracledb', 'tedious'],
  ...['pg-native', 'pg-query-stream', '@aws-sdk/client-kms'],
];
/** What packages in CommonJS expect to find. */
const COMMON_JS = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Makes one file of the program and all its packages, once for all its processes: each would spend most of its life on
 * reading sources.
 */
export async function buildPayingProgram(): Promise<void> {
  await build({
    ...{ entryPoints: [PROGRAM], outfile: BUILT, bundle: true, external: NEVER_LOADED },
    ...{ platform: 'node', format: 'esm', target: 'node20', logLevel: 'error', banner: { js: COMMON_JS } },
  });
}

export async function removePayingProgram(): Promise<void> {
  await rm(BUILT, { force: true });
}

/** Starts it; `pay` waits until it is ready, so that the next one can be started while one runs. */
export function startPayingProcess(): PayingProcess {
  const child = fork(BUILT, [], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = once(child, 'message');
  return {
    pay: async (order, moveOn) => {
      await ready;
      return pay(child, order, moveOn);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

function pay(child: ChildProcess, order: PayingOrder, moveOn: () => Promise<void>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('message', (report: PayingReport) => {
      if (report.kind === 'done') resolve(report.waits);
      if (report.kind === 'waits') moveOn().then(() => child.send('moved'), reject);
    });
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(null);
      else if (code !== 0) reject(new Error(`The paying process ended with ${String(code ?? signal)}`));
    });
    child.send(order);
  });
}
