import { afterAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockDataDir } from '../../src/local/instance-lock.js';
import { choosePort } from '../../src/local/ports.js';
import { processCommand, waitUntilReady } from '../../src/local/processes.js';
import { ensureSecret, ensureSecretsKey } from '../../src/local/secrets.js';
import { listenForStop } from '../../src/local/stop-request.js';
import { Supervisor, type PartName } from '../../src/local/supervisor.js';
import { watchDaemon, type Stoppable } from '../../src/local/watched-daemon.js';
import { takePort } from '../helpers/processes/taken-port.js';
import { until } from '../helpers/until.js';

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-supervision-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('a watched daemon', () => {
  function startSleeper(): Stoppable {
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    child.unref();
    return { pid: child.pid ?? 0, stop: () => Promise.resolve(void child.kill()) };
  }

  it('is started again after kill -9, even if the first tries fail, and that is logged', async () => {
    const said: string[] = [];
    let tries = 0;
    const restart = (): Promise<Stoppable> => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(startSleeper());
    };
    const first = startSleeper();
    const daemon = watchDaemon({
      name: 'PostgreSQL',
      handle: first,
      restart,
      log: (line) => said.push(line),
    });
    process.kill(first.pid, 'SIGKILL');
    const isBack = await waitUntilReady({
      isReady: () => Promise.resolve(daemon.current().pid !== first.pid),
      isAlive: () => Promise.resolve(true),
      timeoutMs: 60_000,
    });
    expect(isBack).toBe('ready');
    expect(said[0]).toBe(`PostgreSQL (process ${first.pid}) has ended: starting it again`);
    expect(said[1]).toBe('PostgreSQL does not start: not yet');
    expect(said[2]).toMatch(/^PostgreSQL is back after/);
    await daemon.stop();
    await until('it is gone', async () => (await processCommand(daemon.current().pid)) === null);
    expect(tries).toBe(2);
  });
});

describe('stopping', () => {
  it('ends request handlers before the parts that they need, and continues when one fails to stop', async () => {
    const supervisor = new Supervisor();
    const order: string[] = [];
    const names: PartName[] = ['chain', 'postgres', 'temporal', 'miner', 'worker', 'api'];
    for (const name of names) {
      supervisor.add(name, {
        pid: () => null,
        stop: () => {
          order.push(name);
          return name === 'worker' ? Promise.reject(new Error('stuck')) : Promise.resolve();
        },
        kill: () => order.push(`kill ${name}`),
      });
    }
    await supervisor.stopAll();
    expect(order).toEqual(['api', 'worker', 'kill worker', 'miner', 'temporal', 'postgres', 'chain']);
  });

  it('counts a second Ctrl-C within a second as the first, and stops by force at a later one', async () => {
    const forced: string[] = [];
    const stop = listenForStop({ force: () => forced.push('forced') });
    try {
      process.emit('SIGINT', 'SIGINT');
      process.emit('SIGINT', 'SIGINT');
      expect(await stop.requested).toBe('SIGINT');
      expect(forced).toEqual([]);
      await delay(1_050);
      process.emit('SIGTERM', 'SIGTERM');
      expect(forced).toEqual(['forced']);
    } finally {
      stop.release();
    }
  });
});

describe('a data folder', () => {
  it('serves one instance at a time, and is free again after a crash', async () => {
    const folder = newFolder();
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'src/start.ts']);
    writeFileSync(path.join(folder, 'supervisor.pid'), `${holder.pid ?? 0}\n`);
    await waitUntilReady({
      isReady: async () => ((await processCommand(holder.pid ?? 0)) ?? '').includes('start.ts'),
      isAlive: () => Promise.resolve(true),
      timeoutMs: 60_000,
    });
    await expect(lockDataDir(folder)).rejects.toThrow(/already runs from .* \(process \d+\)/);
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    const unlock = await lockDataDir(folder);
    unlock();
    (await lockDataDir(folder))();
  });

  it('stores generated secrets, each in a file that only its owner can read', () => {
    const dataDir = newFolder();
    const key = ensureSecretsKey(dataDir);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(ensureSecretsKey(dataDir)).toBe(key);
    expect(statSync(path.join(dataDir, 'secrets', 'secrets-key')).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
    const words = (generate: string): string =>
      ensureSecret({ dataDir, name: 'signer-mnemonic', generate: () => generate });
    expect(words('first words')).toBe('first words');
    expect(words('other words')).toBe('first words');
  });
});

describe('ports', () => {
  it('that nobody configured are outside the range for outgoing connections', async () => {
    const range = '/proc/sys/net/ipv4/ip_local_port_range';
    const firstOfConnections = existsSync(range)
      ? Number(readFileSync(range, 'utf8').split('\t')[0])
      : 32_768;
    for (let chosen = 0; chosen < 50; chosen += 1) {
      const port = await choosePort({
        usedBy: 'the API',
        wanted: { port: 0, isFixed: false },
        log: () => undefined,
      });
      expect(port).toBeGreaterThan(1_023);
      expect(port).toBeLessThan(firstOfConnections);
    }
  });

  it('that were promised to another part of the same start are not given twice', async () => {
    const taken = await takePort();
    const busy = taken.port;
    try {
      const said: string[] = [];
      const choose = (taken: ReadonlySet<number>): Promise<number> =>
        choosePort({
          usedBy: 'the API',
          wanted: { port: busy, isFixed: false },
          taken,
          log: (line) => said.push(line),
        });
      const first = await choose(new Set());
      const second = await choose(new Set([first]));
      expect(new Set([busy, first, second]).size).toBe(3);
      expect(said[0]).toBe(`port ${busy} is busy: the API uses ${first}`);
    } finally {
      taken.giveBack();
    }
  });
});
