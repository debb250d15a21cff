import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SEARCH_ATTRIBUTES as SEARCH_ATTRIBUTE_KEYS } from '../temporal/messages.js';
import { startDaemon } from './daemon.js';
import type { Say } from './processes.js';

const execFileAsync = promisify(execFile);

/** The names of the search attributes that operators search by. All are keywords. */
export const SEARCH_ATTRIBUTE_NAMES: readonly string[] = Object.values(SEARCH_ATTRIBUTE_KEYS).map(
  ({ name }) => name,
);

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const CLI_TIMEOUT_MS = 30_000;

/** Temporal's dev server on loopback. Its state is in a SQLite file. */
export interface EmbeddedTemporal {
  /** `host:port` of the gRPC front end. */
  readonly address: string;
  readonly uiUrl: string;
  readonly port: number;
  readonly uiPort: number;
  readonly pid: number;
  /** Whether it was already running. */
  readonly adopted: boolean;
  /** Stops it. No process is left. */
  stop(): Promise<void>;
}

export interface LocalTemporalOptions {
  /** `DATA_DIR`; the state is in `temporal/` under it. */
  readonly dataDir: string;
  /** Path of the CLI, from `findTemporalCli`. */
  readonly cliPath: string;
  readonly port: number;
  readonly portIsFixed: boolean;
  readonly uiPort: number;
  readonly uiPortIsFixed: boolean;
  readonly log: Say;
}

/**
 * Starts Temporal's dev server with its UI, or adopts the one that still runs from this data folder. The search
 * attributes are registered on return. It survives Ctrl-C and the end of this process.
 */
export async function startTemporal(options: LocalTemporalOptions): Promise<EmbeddedTemporal> {
  const folder = path.join(options.dataDir, 'temporal');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const home = realpathSync(folder);
  const databaseFile = path.join(home, 'temporal.db');
  const cli: Cli = { path: options.cliPath, env: environmentOfCli() };
  const daemon = await startDaemon(
    {
      name: 'Temporal',
      command: cli.path,
      args: ({ grpc, ui }) => serverArgs({ databaseFile, port: grpc, uiPort: ui }),
      env: cli.env,
      cwd: home,
      commandParts: ['start-dev', databaseFile],
      pidFile: path.join(home, 'process.json'),
      logFile: path.join(home, 'server.log'),
      ports: {
        grpc: { port: options.port, isFixed: options.portIsFixed, usedBy: 'Temporal' },
        ui: { port: options.uiPort, isFixed: options.uiPortIsFixed, usedBy: "Temporal's UI" },
      },
      isReady: async ({ grpc, ui }) =>
        (await findSearchAttributes(cli, grpc)) !== null && (await answersHttp(`http://127.0.0.1:${ui}/`)),
      readyTimeoutMs: READY_TIMEOUT_MS,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: STOP_TIMEOUT_MS,
    },
    options.log,
  );
  const { grpc: port, ui: uiPort } = daemon.ports;
  await registerSearchAttributes(cli, port);
  return {
    address: addressOf(port),
    uiUrl: `http://127.0.0.1:${uiPort}`,
    port,
    uiPort,
    pid: daemon.pid,
    adopted: daemon.adopted,
    stop: () => daemon.stop(),
  };
}

function addressOf(port: number): string {
  return `127.0.0.1:${port}`;
}

function serverArgs(options: { databaseFile: string; port: number; uiPort: number }): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1'],
    ...['--port', String(options.port), '--ui-port', String(options.uiPort)],
    ...['--db-filename', options.databaseFile],
    // This gives nearly twice as many workflows a second as the default journal. `NORMAL` survives a kill of the
    // process.
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
    // This is the default from server 1.30 on. Without it priorities have no effect.
    ...['--dynamic-config-value', 'matching.useNewMatcher=true'],
    ...['--log-level', 'warn'],
    // A new state has the search attributes from the start. `registerSearchAttributes` adds those that an older state
    // lacks.
    ...SEARCH_ATTRIBUTE_NAMES.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
  ];
}

interface Cli {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns our environment without Temporal's variables, because the CLI would take an address or a TLS key from them. */
function environmentOfCli(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

async function runCli(cli: Cli, args: readonly string[]): Promise<string> {
  const { stdout } = await execFileAsync(cli.path, args, { env: cli.env, timeout: CLI_TIMEOUT_MS });
  return stdout;
}

/** Returns the names that are registered in the default namespace. Null: the server does not answer yet. */
async function findSearchAttributes(cli: Cli, port: number): Promise<ReadonlySet<string> | null> {
  try {
    const command = ['operator', 'search-attribute', 'list', '--address', addressOf(port), '-o', 'json'];
    const list = JSON.parse(await runCli(cli, command)) as { customAttributes?: Record<string, string> };
    return new Set(Object.keys(list.customAttributes ?? {}));
  } catch {
    return null;
  }
}

async function registerSearchAttributes(cli: Cli, port: number): Promise<void> {
  const registered = await findSearchAttributes(cli, port);
  const missing = SEARCH_ATTRIBUTE_NAMES.filter((name) => registered?.has(name) !== true);
  if (missing.length === 0) return;
  await runCli(cli, [
    ...['operator', 'search-attribute', 'create', '--address', addressOf(port), '--type', 'Keyword'],
    ...missing.flatMap((name) => ['--name', name]),
  ]);
}

async function answersHttp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(2_000) });
    return response.status < 500;
  } catch {
    return false;
  }
}
