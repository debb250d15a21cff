import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../src/db/core/database.js';
import { grantRoles } from '../../src/db/core/grant-roles.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';
import { anyFreePort } from '../../src/local/ports.js';
import { startPostgres } from '../../src/local/postgres.js';
import { findHome } from '../../src/local/postgres-account.js';
import type { ProgramSearch } from '../../src/local/programs.js';
import { findTemporalCli } from '../../src/local/temporal-cli.js';
import { findTemporalTestServer } from '../helpers/services/temporal-test-server.js';
import { startTemporal } from '../../src/local/temporal.js';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { SERVICE_VARIABLES, TEMPLATE_DATABASE, urlOfDatabase } from '../helpers/services/services.js';
import type { Needs } from './groups.js';
import { IN_MEMORY } from './services-folder.js';
import { buildPrograms } from './programs.js';
import { findSystemPart, installSystemParts } from './system-parts.js';

/** The started services. A variable tells the tests about each of them. */
export interface Services {
  readonly env: Readonly<Record<string, string>>;
  /** Stops what was started, in the reverse order. */
  stop(): Promise<void>;
}

/**
 * Installs, finds and starts what the tests need. The started parts write only to `dataDir`.
 * When one part fails, stops those before it and throws the error.
 */
export async function startServices(options: {
  needs: Needs;
  dataDir: string;
  search: ProgramSearch;
}): Promise<Services> {
  const { needs, dataDir, search } = options;
  const env: Record<string, string> = {};
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  try {
    Object.assign(env, await findPrograms(needs, search));
    // In parallel: each waits for others, and builds independently.
    const parts = await Promise.allSettled([
      buildParts(needs, { env, stops }),
      needs.temporal ? startEngine({ dataDir, search }, { env, stops }) : undefined,
      needs.postgres ? startDatabase({ dataDir, search }, { env, stops }) : undefined,
    ]);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The results that the parts add to, as each becomes ready. */
interface Started {
  readonly env: Record<string, string>;
  readonly stops: (() => Promise<void>)[];
}
type Where = Pick<Parameters<typeof startServices>[0], 'dataDir' | 'search'>;

/** Builds parts that many tests need. Otherwise each test would build them, several at the same time. */
async function buildParts(needs: Needs, { env, stops }: Started): Promise<void> {
  const building: Promise<void>[] = [];
  if (needs.programs)
    building.push(
      buildPrograms().then((programs) => {
        stops.push(() => programs.remove());
        env[SERVICE_VARIABLES['built programs']] = programs.folder;
      }),
    );
  if (needs.temporal) building.push(prepareWorkflowBundle().then(() => undefined));
  await Promise.all(building);
}

async function startEngine({ dataDir, search }: Where, { env, stops }: Started): Promise<void> {
  search.log('starting Temporal');
  // The server is written in Go. With this it collects garbage a quarter as often, and uses more memory.
  process.env['GOGC'] ??= '400';
  const cliPath = env['TEMPORAL_CLI_PATH'] ?? '';
  const temporal = await startTemporal({ dataDir, cliPath, ...(await freePorts()), log: search.log });
  stops.push(() => temporal.stop());
  env[SERVICE_VARIABLES.Temporal] = temporal.address;
}

async function startDatabase({ dataDir, search }: Where, { env, stops }: Started): Promise<void> {
  search.log('starting PostgreSQL');
  const port = await anyFreePort();
  const socketFolder = makeSocketFolder(dataDir);
  const postgres = await startPostgres({
    dataDir,
    port,
    portIsFixed: false,
    log: search.log,
    ...(socketFolder === '' ? {} : { socketFolder }),
  });
  stops.push(async () => {
    await postgres.stop();
    rmSync(findHome(dataDir), { recursive: true, force: true });
  });
  await spareWork(postgres.url);
  await createTemplate(postgres.url);
  env[SERVICE_VARIABLES.PostgreSQL] = postgres.url;
  env[SERVICE_VARIABLES['PostgreSQL socket']] = socketFolder;
}

/**
 * Makes a folder that the server's account can write to. Elsewhere than in memory there is none: another account may not
 * get there, and the path may be too long for a socket. @returns '' when there is none.
 */
function makeSocketFolder(dataDir: string): string {
  if (!dataDir.startsWith(IN_MEMORY)) return '';
  const folder = path.join(dataDir, 'sockets');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  return folder;
}

/**
 * Installs, downloads or builds what is missing, all at the same time, because each part waits for the network.
 *
 * @returns the variables that say where the programs are.
 */
async function findPrograms(needs: Needs, search: ProgramSearch): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  const findings = await Promise.allSettled([
    installSystemParts(needs.systemParts, search).then(() => {
      for (const part of needs.systemParts) env[SERVICE_VARIABLES[part]] = findSystemPart(part) ?? '';
    }),
    (async () => {
      if (needs.timeSkipping)
        env[SERVICE_VARIABLES['time-skipping server']] = await findTemporalTestServer(search);
    })(),
    (async () => {
      if (needs.temporalCli || needs.temporal) env['TEMPORAL_CLI_PATH'] = await findTemporalCli(search);
    })(),
  ]);
  for (const finding of findings) if (finding.status === 'rejected') throw finding.reason;
  return env;
}

async function freePorts(): Promise<{
  port: number;
  portIsFixed: boolean;
  uiPort: number;
  uiPortIsFixed: boolean;
}> {
  const [port, uiPort] = [await anyFreePort(), await anyFreePort()];
  return { port, portIsFixed: false, uiPort, uiPortIsFixed: false };
}

/**
 * Turns off PostgreSQL's waits for the disk. Committed data outlives a kill of any process, even of the server, and no
 * test cuts the machine's power. Otherwise each dropped database would write all data out. Each new database would
 * first fill log files of twice its size with zeros, before its own log goes into them.
 *
 * The password is stored anew, so that a client hashes it once for each of thousands of connections, and not 4,096 times.
 */
async function spareWork(serverUrl: string): Promise<void> {
  const { username, password } = new URL(serverUrl);
  await runAsAdministrator(serverUrl, [
    'ALTER SYSTEM SET fsync = off',
    'ALTER SYSTEM SET full_page_writes = off',
    'ALTER SYSTEM SET wal_init_zero = off',
    'ALTER SYSTEM SET scram_iterations = 1',
    'SELECT pg_reload_conf()',
    'SET scram_iterations = 1',
    `ALTER ROLE ${username} PASSWORD '${password}'`,
  ]);
}

async function createTemplate(serverUrl: string): Promise<void> {
  await runAsAdministrator(serverUrl, [`CREATE DATABASE ${TEMPLATE_DATABASE}`]);
  const db = openDatabase({ url: urlOfDatabase({ url: serverUrl, name: TEMPLATE_DATABASE }) });
  try {
    await migrateToLatest(db);
    await grantRoles(db);
  } finally {
    await db.destroy();
  }
}

async function runAsAdministrator(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}
