import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { anyFreePort } from '../../src/local/ports.js';
import { processCommand, waitUntilReady } from '../../src/local/processes.js';
import { findTemporalCli } from '../../src/local/temporal-cli.js';
import { SEARCH_ATTRIBUTE_NAMES, startTemporal, type EmbeddedTemporal } from '../../src/local/temporal.js';
import { takePort } from '../helpers/processes/taken-port.js';

const execFileAsync = promisify(execFile);
const folders: string[] = [];
const servers: EmbeddedTemporal[] = [];

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-temporal-'));
  folders.push(folder);
  return folder;
}

async function start(
  options: Partial<Parameters<typeof startTemporal>[0]> & { dataDir: string },
): Promise<EmbeddedTemporal> {
  const server = await startTemporal({
    cliPath: await findTemporalCli({ log: () => undefined }),
    port: await anyFreePort(),
    portIsFixed: false,
    uiPort: await anyFreePort(),
    uiPortIsFixed: false,
    log: () => undefined,
    ...options,
  });
  servers.push(server);
  return server;
}

async function temporal(server: EmbeddedTemporal, ...args: string[]): Promise<string> {
  const cli = await findTemporalCli({ log: () => undefined });
  return (await execFileAsync(cli, [...args, '--address', server.address])).stdout;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded Temporal', () => {
  it('comes up with its UI and all search attributes, and leaves no process when stopped', async () => {
    const server = await start({ dataDir: newFolder() });
    const attributes = await temporal(server, 'operator', 'search-attribute', 'list');
    for (const name of SEARCH_ATTRIBUTE_NAMES) expect(attributes).toMatch(new RegExp(`${name}\\s+Keyword`));
    const shown = async (): Promise<boolean> =>
      (await (await fetch(`${server.uiUrl}/api/v1/namespaces`)).text()).includes('"default"');
    const isAlive = (): Promise<boolean> => Promise.resolve(true);
    expect(await waitUntilReady({ isReady: shown, isAlive, timeoutMs: 60_000 })).toBe('ready');
    await server.stop();
    expect(await processCommand(server.pid)).toBeNull();
  });

  it('keeps its workflows through kill -9, and comes back on its ports', async () => {
    const dataDir = newFolder();
    const first = await start({ dataDir });
    await temporal(first, 'workflow', 'start', '--type', 'kept', '--task-queue', 'none', '-w', 'kept-1');
    process.kill(first.pid, 'SIGKILL');
    const { port, uiPort } = first;
    const second = await start({ dataDir, port, uiPort, portIsFixed: true, uiPortIsFixed: true });
    expect(second).toMatchObject({ adopted: false, address: first.address, uiUrl: first.uiUrl });
    expect(await temporal(second, 'workflow', 'describe', '-w', 'kept-1')).toMatch(/WorkflowId +kept-1/);
  });

  it('adopts the server that still runs from its folder', async () => {
    const dataDir = newFolder();
    const first = await start({ dataDir });
    const second = await start({ dataDir });
    expect(second).toMatchObject({
      adopted: true,
      pid: first.pid,
      address: first.address,
      uiUrl: first.uiUrl,
    });
  });

  it('does not mistake another program with its old process id for itself', async () => {
    const dataDir = newFolder();
    mkdirSync(path.join(dataDir, 'temporal'));
    const stale = { pid: process.pid, ports: { grpc: 1, ui: 2 } };
    writeFileSync(path.join(dataDir, 'temporal', 'process.json'), JSON.stringify(stale));
    expect(await start({ dataDir })).toMatchObject({ adopted: false });
  });

  it('uses other ports and says so when its own are busy, but never leaves a configured port', async () => {
    const dataDir = newFolder();
    const taken = await takePort();
    const busy = taken.port;
    try {
      const said: string[] = [];
      await expect(start({ dataDir, uiPort: busy, uiPortIsFixed: true })).rejects.toThrow(
        /was set explicitly/,
      );
      const server = await start({ dataDir, port: busy, uiPort: busy, log: (line) => said.push(line) });
      expect(new Set([busy, server.port, server.uiPort]).size).toBe(3);
      expect(said).toContain(`port ${busy} is busy: Temporal uses ${server.port}`);
      expect(said).toContain(`port ${busy} is busy: Temporal's UI uses ${server.uiPort}`);
    } finally {
      taken.giveBack();
    }
  });
});

describe("the source of Temporal's CLI", () => {
  /** Refuses every connection at once, as a machine without a network does. */
  const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  const log = (): void => undefined;

  function program(folder: string, name: string): string {
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, name);
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return file;
  }

  it('is what TEMPORAL_CLI_PATH names, before one on the PATH, before one in the cache', async () => {
    const folder = newFolder();
    const env = { ...offline, XDG_CACHE_HOME: folder, PATH: path.join(folder, 'path') };
    const cached = program(path.join(folder, 'quittance', 'bin'), 'temporal');
    expect(await findTemporalCli({ log, env })).toBe(cached);
    const onPath = program(path.join(folder, 'path'), 'temporal');
    expect(await findTemporalCli({ log, env })).toBe(onPath);
    const given = program(folder, 'given');
    expect(await findTemporalCli({ log, env: { ...env, TEMPORAL_CLI_PATH: given } })).toBe(given);
  });

  it('is never silently another one than TEMPORAL_CLI_PATH names', async () => {
    const env = { ...offline, TEMPORAL_CLI_PATH: '/nowhere/temporal' };
    await expect(findTemporalCli({ log, env })).rejects.toThrow(/TEMPORAL_CLI_PATH is \/nowhere\/temporal/);
  });

  it('is requested from the user, with what to install, within seconds when there is no network and no Go', async () => {
    const env = { ...offline, XDG_CACHE_HOME: newFolder(), PATH: '/nowhere' };
    await expect(findTemporalCli({ log, env })).rejects.toThrow(/Install the Temporal CLI .* or Go/);
  });
});
