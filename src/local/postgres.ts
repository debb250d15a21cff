import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { choosePort } from './ports.js';
import { findBinaries } from './postgres-binaries.js';
import {
  chooseAccount,
  ensureHome,
  ensureReachableBinaries,
  findHome,
  runAs,
  type ServerAccount,
} from './postgres-account.js';
import { isProcessOf, logTail, openLog, stopProcess, waitUntilReady, type Say } from './processes.js';
import { ensureDatabasePassword } from './secrets.js';

const SUPERUSER = 'quittance';
const DATABASE = 'quittance';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const PORT_ATTEMPTS_MAX = 5;
/**
 * How many times a start is attempted after a `kill -9`. The old server's children hold its shared memory until they
 * notice that it is gone.
 */
const SHARED_MEMORY_ATTEMPTS_MAX = 20;

/**
 * Settings for a machine with little memory and few cores. They do not reduce durability: fsync and synchronous commits
 * stay on.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '64MB',
  max_connections: '80',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  log_min_messages: 'warning',
};

/** A PostgreSQL server on loopback. Its database is empty, or has the data of earlier starts. */
export interface EmbeddedPostgres {
  /** With user, password and database. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Whether it was already running. */
  readonly adopted: boolean;
  /** Ends its sessions and stops it. No process is left. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** `DATA_DIR`; the cluster is in `postgres/` under it. */
  readonly dataDir: string;
  readonly port: number;
  /** True: a busy port is an error, and no other one is taken. */
  readonly portIsFixed: boolean;
  readonly log: Say;
  /** The folder of a Unix socket on which it also listens. Default: it listens on loopback only. */
  readonly socketFolder?: string;
  /** False: root changes to another account even where a user namespace would be possible. */
  readonly allowNamespace?: boolean;
}

interface Cluster {
  readonly account: ServerAccount;
  readonly binDir: string;
  readonly clusterDir: string;
  readonly logFile: string;
  readonly password: string;
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that still runs from this data folder. It survives Ctrl-C and the
 * end of this process. Throws when the platform has no binaries, a fixed port is busy, or the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options);
  const running = await findRunning(cluster);
  if (running !== null) {
    if (!options.portIsFixed || running.port === options.port)
      return handleOf({ cluster, ...running, adopted: true });
    await stopServer({ cluster, pid: running.pid });
  }
  if (!existsSync(path.join(cluster.clusterDir, 'PG_VERSION'))) {
    options.log('creating the database cluster (once)');
    await initialise(cluster);
  }
  const started = await startServer({ cluster, options });
  await ensureDatabase(urlOf({ cluster, port: started.port, database: 'postgres' }));
  return handleOf({ cluster, ...started, adopted: false });
}

async function prepareCluster(options: PostgresOptions): Promise<Cluster> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  // A running server is recognised by the path that it was started with. Without symbolic links, a folder has one path only.
  const dataDir = realpathSync(options.dataDir);
  const binaries = findBinaries();
  const account = await chooseAccount({
    clusterDir: path.join(findHome(dataDir), 'data'),
    allowNamespace: options.allowNamespace ?? true,
  });
  const home = await ensureHome({ dataDir, account });
  const binDir = path.join(await ensureReachableBinaries({ ...binaries, account }), 'bin');
  for (const folder of [binDir, home]) refuseUnquotable(folder);
  return {
    account,
    binDir,
    clusterDir: path.join(home, 'data'),
    logFile: path.join(home, 'server.log'),
    password: ensureDatabasePassword(dataDir),
  };
}

/** Refuses paths that pg_ctl cannot handle. It passes them to a shell in double quotes, without escaping anything. */
function refuseUnquotable(folder: string): void {
  if (!/["$`]|\\\\/.test(folder)) return;
  throw new Error(
    `PostgreSQL can't be started in ${folder}: its own starter takes no ", $, \` or \\\\ in a path. ` +
      'Choose a folder without them (DATA_DIR, or where this repository lies), or give a DATABASE_URL.',
  );
}

async function initialise(cluster: Cluster): Promise<void> {
  // An initdb that is cut off leaves an unusable folder. So only a finished folder gets the final name.
  const unfinished = `${cluster.clusterDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = path.join(path.dirname(cluster.clusterDir), 'initial-password');
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.account.kind === 'user') chownSync(passwordFile, cluster.account.uid, cluster.account.gid);
  try {
    await runServerProgram(cluster, {
      program: 'initdb',
      args: [
        ...['-D', unfinished, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
        ...['--data-checksums', '--encoding=UTF8', '--locale=C'],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      ],
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster.clusterDir);
}

async function startServer({
  cluster,
  options,
}: {
  cluster: Cluster;
  options: PostgresOptions;
}): Promise<{ port: number; pid: number }> {
  prepareLog(cluster);
  const triedPorts = new Set<number>();
  let sharedMemoryAttempts = 0;
  for (;;) {
    const port = await choosePort({
      usedBy: 'PostgreSQL',
      wanted: { port: options.port, isFixed: options.portIsFixed },
      taken: triedPorts,
      log: options.log,
    });
    await removeStalePidFile(cluster);
    const logStart = statSync(cluster.logFile).size;
    try {
      await runServerProgram(cluster, { program: 'pg_ctl', args: startArgs({ cluster, port, options }) });
      return { port, pid: readPostmaster(cluster)?.pid ?? 0 };
    } catch (cause) {
      const said = readFileSync(cluster.logFile).subarray(logStart).toString('utf8');
      if (said.includes('could not bind') && triedPorts.size < PORT_ATTEMPTS_MAX && !options.portIsFixed) {
        triedPorts.add(port);
      } else if (said.includes('is still in use') && sharedMemoryAttempts < SHARED_MEMORY_ATTEMPTS_MAX) {
        sharedMemoryAttempts += 1;
        await delay(250);
      } else {
        throw new Error(
          `PostgreSQL did not start. The end of its log, ${cluster.logFile}:\n${logTail(cluster.logFile)}`,
          { cause },
        );
      }
    }
  }
}

function startArgs({
  cluster,
  port,
  options,
}: {
  cluster: Cluster;
  port: number;
  options: PostgresOptions;
}): string[] {
  const all = { ...SETTINGS, unix_socket_directories: options.socketFolder ?? '' };
  const settings = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  return [
    ...[
      'start',
      '-w',
      '-t',
      String(START_TIMEOUT_MS / 1_000),
      '-D',
      cluster.clusterDir,
      '-l',
      cluster.logFile,
    ],
    ...['-o', `-h 127.0.0.1 -p ${port} ${settings.join(' ')}`],
  ];
}

function prepareLog(cluster: Cluster): void {
  closeSync(openLog(cluster.logFile));
  if (cluster.account.kind === 'user') chownSync(cluster.logFile, cluster.account.uid, cluster.account.gid);
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Returns the process id (line 1) and the port (line 4) from the server's lock file; null if there is no such file. */
function readPostmaster(cluster: Cluster): Postmaster | null {
  const file = path.join(cluster.clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) } : null;
}

function isServer(cluster: Cluster, pid: number): Promise<boolean> {
  return isProcessOf(pid, ['postgres', cluster.clusterDir]);
}

/**
 * Removes the lock file of a server that does not run any more, as after a `kill -9`. Otherwise the server would refuse
 * to start if another program has its process id by now.
 */
async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const postmaster = readPostmaster(cluster);
  if (postmaster !== null && !(await isServer(cluster, postmaster.pid))) {
    rmSync(path.join(cluster.clusterDir, 'postmaster.pid'), { force: true });
  }
}

/** Returns the server that runs from this cluster, or null. A server that starts or stops is waited for. */
async function findRunning(cluster: Cluster): Promise<Postmaster | null> {
  const found = readPostmaster(cluster);
  if (found === null || !(await isServer(cluster, found.pid))) return null;
  const url = urlOf({ cluster, port: found.port, database: 'postgres' });
  const state = await waitUntilReady({
    isReady: () => servesCluster(url, cluster),
    isAlive: () => isServer(cluster, found.pid),
    timeoutMs: START_TIMEOUT_MS,
    intervalMs: 200,
  });
  if (state === 'ready') return found;
  if (state === 'timeout') await stopServer({ cluster, pid: found.pid });
  return null;
}

async function servesCluster(url: string, cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // The server may go away between two statements. The next query reports that.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory === cluster.clusterDir;
  } catch (error) {
    if ((error as { code?: string }).code === INVALID_PASSWORD) throw wrongPassword(cluster, error);
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** SQLSTATE of PostgreSQL's appendix A. */
const INVALID_PASSWORD = '28P01';

function wrongPassword(cluster: Cluster, cause: unknown): Error {
  return new Error(
    `The database in ${cluster.clusterDir} has another password than secrets/database-password under DATA_DIR says. ` +
      'Restore that file, or set DATA_DIR to a new folder to begin anew.',
    { cause },
  );
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function urlOf(options: { cluster: Cluster; port: number; database: string }): string {
  return `postgres://${SUPERUSER}:${options.cluster.password}@127.0.0.1:${options.port}/${options.database}`;
}

function handleOf(options: {
  cluster: Cluster;
  port: number;
  pid: number;
  adopted: boolean;
}): EmbeddedPostgres {
  const { cluster, port, pid, adopted } = options;
  return {
    url: urlOf({ cluster, port, database: DATABASE }),
    port,
    pid,
    adopted,
    stop: () => stopServer({ cluster, pid }),
  };
}

async function stopServer({ cluster, pid }: { cluster: Cluster; pid: number }): Promise<void> {
  // SIGINT is the server's "fast" shutdown: sessions end, then a checkpoint is written.
  if (await isServer(cluster, pid)) await stopProcess({ pid, signal: 'SIGINT', timeoutMs: STOP_TIMEOUT_MS });
}

async function runServerProgram(
  cluster: Cluster,
  { program, args }: { program: 'initdb' | 'pg_ctl'; args: readonly string[] },
): Promise<void> {
  const command = path.join(cluster.binDir, program);
  try {
    await runAs(cluster.account, { command, args, timeoutMs: START_TIMEOUT_MS + 10_000 });
  } catch (cause) {
    const { stderr = '', stdout = '' } = cause as { stderr?: string; stdout?: string };
    throw new Error(`${program} failed: ${(stderr.trim() || stdout.trim()).slice(-2_000)}`, { cause });
  }
}
