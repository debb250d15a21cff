import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChildProgram, type ChildProgram } from '../../src/local/child-program.js';
import { processCommand, waitForExit, waitUntilReady } from '../../src/local/processes.js';

let folder = '';
const folders: string[] = [];
const children: ChildProgram[] = [];
const said: string[] = [];

async function start(mode: string): Promise<ChildProgram> {
  const child = await startChildProgram({
    name: 'The API',
    entry: 'test/local/programs/child.ts',
    env: { ...process.env, TEST_CHILD: mode },
    logFile: path.join(folder, 'child.log'),
    pidFile: path.join(folder, 'child.json'),
    log: (line) => said.push(line),
  });
  children.push(child);
  return child;
}

function logOf(): string {
  return readFileSync(path.join(folder, 'child.log'), 'utf8');
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quittance-child-'));
  folders.push(folder);
  said.length = 0;
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

afterAll(() => {
  for (const created of folders) rmSync(created, { recursive: true, force: true });
});

describe('a program of ours under supervision', () => {
  it('is started again after kill -9, and both events are logged', async () => {
    const child = await start('well');
    const before = child.pid();
    process.kill(before, 'SIGKILL');
    const isBack = await waitUntilReady({
      isReady: () => Promise.resolve(said.some((line) => line.includes('is back after'))),
      isAlive: () => Promise.resolve(true),
      timeoutMs: 60_000,
    });
    expect(isBack).toBe('ready');
    expect(said[0]).toBe(`The API (process ${before}) has ended (SIGKILL): starting it again`);
    expect(await processCommand(child.pid())).toContain('child.ts');
  });

  it('finishes its work when it is stopped, and is not started again', async () => {
    const child = await start('well');
    await child.stop({ timeoutMs: 60_000 });
    expect(logOf()).toBe('drained\n');
    expect(await processCommand(child.pid())).toBeNull();
    expect(said).toEqual([]);
    expect(existsSync(path.join(folder, 'child.json'))).toBe(false);
  });

  it('is killed when it does not finish its work in time', async () => {
    const child = await start('stubborn');
    await child.stop({ timeoutMs: 200 });
    expect(await processCommand(child.pid())).toBeNull();
  });

  it('is not stopped by Ctrl-C in our terminal, because it is in its own process group', async () => {
    const child = await start('well');
    const [, , , , group] = readFileSync(`/proc/${child.pid()}/stat`, 'utf8').split(' ');
    expect(group).toBe(String(child.pid()));
  });

  it('whose first start fails is shown with the end of its log', async () => {
    await expect(start('broken')).rejects.toThrow(/The API did not start[^]*SECRETS_KEY is missing/);
  });

  it('collects its garbage long before the heap is four times the live data', async () => {
    const child = await start('wasteful');
    await child.stop({ timeoutMs: 60_000 });
    expect(Number.parseFloat(logOf())).toBeLessThan(3);
  });

  it('that a killed start left behind is ended by the next start', async () => {
    const left = await start('well');
    const next = await start('well');
    expect(next.pid()).not.toBe(left.pid());
    expect(logOf()).toContain('drained');
    // Unlike after a kill, the first supervisor is still alive, and starts the program again. That one is stopped too.
    left.kill();
    expect(await waitForExit({ pid: left.pid(), timeoutMs: 60_000 })).toBe(true);
  });
});
