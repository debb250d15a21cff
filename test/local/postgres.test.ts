import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres, type EmbeddedPostgres } from '../../src/local/postgres.js';
import { chooseAccount, ensureReachableBinaries, runAs } from '../../src/local/postgres-account.js';
import { findBinaries } from '../../src/local/postgres-binaries.js';
import { anyFreePort } from '../../src/local/ports.js';
import { processCommand, waitForExit } from '../../src/local/processes.js';
import { takePort } from '../helpers/processes/taken-port.js';

const isRoot = process.geteuid?.() === 0;
const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-postgres-'));
  folders.push(folder);
  return folder;
}

async function start(
  options: Partial<Parameters<typeof startPostgres>[0]> & { dataDir: string },
): Promise<EmbeddedPostgres> {
  const server = await startPostgres({
    port: await anyFreePort(),
    portIsFixed: false,
    log: () => undefined,
    ...options,
  });
  servers.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function dataDirectoryOf(server: EmbeddedPostgres): Promise<string> {
  const rows = await query<{ data_directory: string }>(server.url, 'SHOW data_directory');
  return rows[0]?.data_directory ?? '';
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  it('checks data pages, requires a password and stores it where only its owner can read it', async () => {
    const dataDir = newDataDir();
    const server = await start({ dataDir });
    expect(await query(server.url, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);
    expect(await query(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    const withoutPassword = server.url.replace(/:[^:@/]+@/, ':wrong@');
    await expect(query(withoutPassword, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    const secretFile = path.join(dataDir, 'secrets', 'database-password');
    expect(statSync(secretFile).mode & 0o777).toBe(0o600);
    expect(server.url).toContain(readFileSync(secretFile, 'utf8').trim());
  });

  it('leaves no process behind when stopped, even with a connected client', async () => {
    const server = await start({ dataDir: newDataDir() });
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await server.stop();
    expect(await processCommand(server.pid)).toBeNull();
    expect(await waitForExit({ pid: rows[0]?.pid ?? 0, timeoutMs: 60_000 })).toBe(true);
    await client.end().catch(() => undefined);
  });

  it('adopts the server that still runs from its folder, wherever it listens', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    const second = await start({ dataDir });
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });
  });

  it('keeps what was committed through kill -9, and comes back on its port', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)');
    process.kill(first.pid, 'SIGKILL');
    const second = await start({ dataDir, port: first.port, portIsFixed: true });
    expect(second).toMatchObject({ adopted: false, url: first.url });
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  it('uses another port and says so when its own is busy, but never leaves a configured port', async () => {
    const dataDir = newDataDir();
    const taken = await takePort();
    const busy = taken.port;
    try {
      const said: string[] = [];
      await expect(start({ dataDir, port: busy, portIsFixed: true })).rejects.toThrow(/was set explicitly/);
      const server = await start({ dataDir, port: busy, log: (line) => said.push(line) });
      expect(server.port).not.toBe(busy);
      expect(said).toContain(`port ${busy} is busy: PostgreSQL uses ${server.port}`);
    } finally {
      taken.giveBack();
    }
  });

  it.each(['do$llar', 'quo"te', 'back`tick'])('says that it cannot run in %s', async (name) => {
    const dataDir = path.join(newDataDir(), name);
    await expect(start({ dataDir })).rejects.toThrow('Choose a folder without them');
  });

  it('runs in a folder with spaces, umlauts and apostrophes', async () => {
    const server = await start({ dataDir: path.join(newDataDir(), "sp ace's ü") });
    expect(await dataDirectoryOf(server)).toContain("sp ace's ü");
  });

  it('starts again after an interrupted initdb', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    await first.stop();
    const home = path.join(dataDir, 'postgres');
    renameSync(path.join(home, 'data'), path.join(home, 'data.new'));
    const second = await start({ dataDir });
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(home)).not.toContain('data.new');
  });

  it('says which file to restore when its password is wrong', async () => {
    const dataDir = newDataDir();
    await start({ dataDir });
    rmSync(path.join(dataDir, 'secrets'), { recursive: true });
    await expect(start({ dataDir })).rejects.toThrow(/secrets\/database-password/);
  });

  describe.each([
    ['a folder that the server may enter after we have allowed it', ''],
    ['a folder that only root can enter', 'below/a/private/one'],
  ])('as root without user namespaces, in %s', (_where, below) => {
    (isRoot ? it : it.skip)('runs as another user and keeps its data through kill -9', async () => {
      const dataDir = path.join(newDataDir(), below);
      const first = await start({ dataDir, allowNamespace: false });
      expect(statSync(`/proc/${first.pid}`).uid).not.toBe(0);
      await query(first.url, 'CREATE TABLE kept (n int)');
      process.kill(first.pid, 'SIGKILL');
      const second = await start({ dataDir, allowNamespace: false });
      expect(await query(second.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
      const home = path.dirname(await dataDirectoryOf(second));
      await second.stop();
      rmSync(home, { recursive: true, force: true });
    });
  });

  (isRoot ? it : it.skip)('runs from a checkout that only root can enter', async () => {
    const checkout = newDataDir();
    chmodSync(checkout, 0o700);
    const nativeDir = path.join(checkout, 'native');
    cpSync(findBinaries().nativeDir, nativeDir, { recursive: true, verbatimSymlinks: true });
    const account = await chooseAccount({ clusterDir: path.join(checkout, 'none'), allowNamespace: false });
    const reachable = await ensureReachableBinaries({ nativeDir, version: path.basename(checkout), account });
    folders.push(reachable);
    const command = path.join(reachable, 'bin', 'postgres');
    const { stdout } = await runAs(account, { command, args: ['--version'], timeoutMs: 60_000 });
    expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
  });
});
