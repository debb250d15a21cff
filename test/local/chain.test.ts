import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backUpState } from '../../src/local/chain-state.js';
import { startLocalChain, type LocalChain } from '../../src/local/chain.js';
import { callRpc } from '../../src/local/json-rpc.js';
import { startMiner, type Miner } from '../../src/local/miner.js';
import { anyFreePort } from '../../src/local/ports.js';
import { processCommand, waitUntilReady } from '../../src/local/processes.js';
import { takePort } from '../helpers/processes/taken-port.js';

const folders: string[] = [];
const chains: LocalChain[] = [];
const miners: Miner[] = [];

function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quittance-chain-'));
  folders.push(folder);
  return folder;
}

async function start(
  options: Partial<Parameters<typeof startLocalChain>[0]> & { dataDir: string },
): Promise<LocalChain> {
  const chain = await startLocalChain({
    port: await anyFreePort(),
    portIsFixed: false,
    log: () => undefined,
    ...options,
  });
  chains.push(chain);
  return chain;
}

async function heightOf(chain: LocalChain): Promise<number> {
  return Number(await callRpc(chain.rpcUrl, 'eth_blockNumber', []));
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  const isAlive = (): Promise<boolean> => Promise.resolve(true);
  expect(await waitUntilReady({ isReady: isTrue, isAlive, timeoutMs: 120_000 })).toBe('ready');
}

/** Whether the state on disk has the chain's newest block. */
async function isWritten(chain: LocalChain): Promise<boolean> {
  try {
    const state = JSON.parse(readFileSync(chain.stateFile, 'utf8')) as { block: { number: string } };
    return Number(state.block.number) === (await heightOf(chain));
  } catch {
    return false;
  }
}

afterEach(async () => {
  await Promise.all(miners.splice(0).map((miner) => miner.stop()));
  await Promise.all(chains.splice(0).map((chain) => chain.stop()));
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the local chain', () => {
  it('has a token of 6 decimals, the same at the next start, and leaves no process when stopped', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    const decimals = await callRpc(first.rpcUrl, 'eth_call', [
      { to: first.tokenAddress, data: '0x313ce567' },
      'latest',
    ]);
    expect(Number(decimals)).toBe(6);
    const height = await heightOf(first);
    await first.stop();
    expect(await processCommand(first.pid)).toBeNull();
    const second = await start({ dataDir });
    expect(second.tokenAddress).toBe(first.tokenAddress);
    expect(await heightOf(second)).toBe(height);
  });

  it('comes back with its blocks after kill -9, on its port', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    await callRpc(first.rpcUrl, 'evm_mine', []);
    const block = await callRpc(first.rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
    await waitFor(() => isWritten(first));
    process.kill(first.pid, 'SIGKILL');
    const second = await start({ dataDir, port: first.port, portIsFixed: true });
    expect(second).toMatchObject({ adopted: false, rpcUrl: first.rpcUrl });
    expect(await callRpc(second.rpcUrl, 'eth_getBlockByNumber', ['latest', false])).toEqual(block);
  });

  it('falls back to its last complete state when it was killed while it wrote', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    await waitFor(() => isWritten(first));
    const height = await heightOf(first);
    expect(backUpState(first.stateFile)).toBe(true);
    await first.stop();
    truncateSync(first.stateFile, 1_000);
    expect(backUpState(first.stateFile)).toBe(false);
    const said: string[] = [];
    const second = await start({ dataDir, log: (line) => said.push(line) });
    expect(said.join()).toContain('the last copy is used');
    expect(await heightOf(second)).toBe(height);
  });

  it('adopts the chain that still runs from its folder', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir });
    const second = await start({ dataDir });
    expect(second).toMatchObject({ adopted: true, pid: first.pid, rpcUrl: first.rpcUrl });
    expect(second.tokenAddress).toBe(first.tokenAddress);
  });

  it('moves off a busy port and says so', async () => {
    const taken = await takePort();
    const busy = taken.port;
    try {
      const said: string[] = [];
      const chain = await start({ dataDir: newDataDir(), port: busy, log: (line) => said.push(line) });
      expect(said).toEqual([`port ${busy} is busy: the local chain uses ${chain.port}`]);
    } finally {
      taken.giveBack();
    }
  });

  it('mines blocks on a transaction until it is final, then stops', async () => {
    const chain = await start({ dataDir: newDataDir() });
    const deployedAt = await heightOf(chain);
    miners.push(startMiner({ rpcUrl: chain.rpcUrl, stateFile: chain.stateFile }));
    await waitFor(async () => {
      const finalized = await callRpc(chain.rpcUrl, 'eth_getBlockByNumber', ['finalized', false]);
      return Number((finalized as { number: string }).number) >= deployedAt;
    });
    await waitFor(async () => (await heightOf(chain)) === deployedAt + 12);
    const isGrowing = await waitUntilReady({
      isReady: async () => (await heightOf(chain)) > deployedAt + 12,
      isAlive: () => Promise.resolve(true),
      timeoutMs: 2_500,
    });
    expect(isGrowing).toBe('timeout');
  });
});
