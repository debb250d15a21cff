import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { AdmittedChains } from '../../../activities/chains/admitted-chains.js';
import { HaltReminder } from '../../../activities/chains/halt-reminder.js';
import { createChainActivities } from '../../../activities/chains/chain-activities.js';
import { readHead } from '../../../src/chain/blocks/read-blocks.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { deployTestToken } from '../../../src/chain/contracts/test-token.js';
import { listChainCursors, takeOverChain } from '../../../src/db/chains/chain-cursor.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import { requestResume } from '../../../src/db/chains/chain-resume.js';
import { listChainReports } from '../../../src/db/chains/chain-reports.js';
import { transaction } from '../../../src/db/core/database.js';
import { noteKnownAssets } from '../../../src/db/chains/known-assets.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { addressOf, blockOf, depositAddressOf, transferIn } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase, urlOfRole } from '../../helpers/services/postgres.js';
import { otherChain, startRpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { currentDetailsOf, historyOf, searchAttributesOf } from '../../helpers/services/test-engine.js';
import { createTestNamespace, type TestNamespace } from '../../helpers/services/temporal.js';
import { until } from '../../helpers/until.js';
import { startWorkerProcess, type WorkerProcess } from '../../helpers/processes/worker-process.js';
import { followerStartOptions } from '../../../src/temporal/start-options.js';
import { followerWorkflowId, WORKFLOW_TYPES } from '../../../src/temporal/messages.js';
import { localChain, tokenAsset } from '../../chain/chain-fixture.js';

let anvil: Anvil;
let engine: TestNamespace;
let database: TestDatabase;
let processes: WorkerProcess[];

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil.stop());
beforeEach(async () => {
  processes = [];
  [engine, database] = await Promise.all([createTestNamespace(), createTestDatabase()]);
});
afterEach(async () => {
  for (const worker of processes) worker.kill('SIGKILL');
  await Promise.all(processes.map((worker) => worker.ended));
  await database.drop();
});

const chainEntry = (fields: object = {}): object => ({
  chainCode: 'local',
  chainId: 31337,
  name: 'Local chain',
  rpcUrls: [anvil.url],
  singleRpc: true,
  confirmations: 3,
  pollIntervalMs: 100,
  nativeToken: { symbol: 'ETH', enabled: true },
  tokens: [],
  ...fields,
});

function startWorker(chains: readonly object[] = [chainEntry()]): WorkerProcess {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'chains-')), 'chains.json');
  writeFileSync(file, JSON.stringify({ chains }));
  const worker = startWorkerProcess({
    DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_core' }),
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
    WORKER_ROLES: 'core,chain',
    CHAINS_FILE: file,
  });
  processes.push(worker);
  return worker;
}

const follows = (worker: WorkerProcess): boolean => worker.output().includes('following the chain');
async function readToHead(withinMs?: number): Promise<void> {
  const head = Number(await anvil.rpc<string>('eth_blockNumber'));
  await until(
    `block ${head} is read`,
    async () => (await listChainCursors(database.db)).some(({ height }) => height === head),
    withinMs === undefined ? {} : { withinMs },
  );
}

/** Starts two workers. One of them follows the chain. */
async function startPair(): Promise<{ following: WorkerProcess; other: WorkerProcess }> {
  const pair = [startWorker(), startWorker()] as const;
  await Promise.all(pair.map(({ ready }) => ready));
  await readToHead();
  const [first, second] = pair;
  expect(pair.filter(follows)).toHaveLength(1);
  return follows(first) ? { following: first, other: second } : { following: second, other: first };
}

describe('the follower of a chain', () => {
  it('is taken over by another worker when its worker is killed, which is noticed within 10 seconds', async () => {
    const { following, other } = await startPair();
    const connection = await Connection.connect({ address: engine.address });
    const client = new Client({ connection, namespace: engine.namespace });
    const { events } = await client.workflow.getHandle(followerWorkflowId('local')).fetchHistory();
    const asked = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
    expect(asked.map(({ heartbeatTimeout }) => Number(heartbeatTimeout?.seconds))).toEqual([10]);
    await connection.close();
    following.kill('SIGKILL');
    await anvil.mine(5);
    await readToHead();
    expect(follows(other)).toBe(true);
  });

  it('shows that its chain is halted, since when and why, until an operator resumes it', async () => {
    const worker = startWorker();
    await worker.ready;
    await readToHead();
    const connection = await Connection.connect({ address: engine.address });
    const client = new Client({ connection, namespace: engine.namespace });
    const handle = client.workflow.getHandle(followerWorkflowId('local'));
    const shows = async (): Promise<unknown> => {
      const [{ memo }, { BusinessStatus }] = [await handle.describe(), await searchAttributesOf(handle)];
      return { BusinessStatus, memo: memo?.['halted'] ?? null };
    };
    expect(await shows()).toEqual({ BusinessStatus: 'following', memo: null });
    const haltedAt = new Date('2026-01-02T03:04:05.000Z');
    await database
      .db('chain_cursors')
      .update({ halted_at: haltedAt, halted_reason: 'block 7 was called final' });
    await anvil.mine(1); // with it, its follower finds the halt
    const since = 'since 2026-01-02T03:04:05.000Z: block 7 was called final';
    const isShown = async (status: string): Promise<boolean> =>
      ((await shows()) as { BusinessStatus: string }).BusinessStatus === status;
    await until('halted', () => isShown('halted'), { describe: shows });
    expect(await shows()).toEqual({ BusinessStatus: 'halted', memo: since });
    expect(await currentDetailsOf(handle)).toContain(`**halted** ${since}`);
    expect(worker.output()).toContain('the chain is halted since 2026-01-02T03:04:05.000Z');
    const order = { chainCode: 'local', reason: 'looked at it', nowMs: Date.now() };
    await transaction(database.db, (trx) =>
      requestResume(trx, { ...order, actor: { kind: 'cli', id: 'test', ip: null } }),
    );
    await until('it goes on', () => isShown('following'), { describe: shows });
    await anvil.mine(1);
    await readToHead();
    expect(await shows()).toEqual({ BusinessStatus: 'following', memo: null });
    expect((await historyOf(handle)).summaries).toEqual([
      'follows Local chain (chain id 31337)',
      'follow local',
      'local is halted since 2026-01-02T03:04:05.000Z: block 7 was called final',
      'follow local',
    ]);
    expect(worker.output().split('the chain is halted since')).toHaveLength(2);
    await connection.close();
  });

  it('stops when its worker was paused and wakes up after a takeover; every block is still read once', async () => {
    const { following, other } = await startPair();
    following.kill('SIGSTOP');
    await anvil.mine(5);
    // Tasks that were handed to the paused worker's open polls have to time out first.
    await readToHead(240_000);
    expect(follows(other)).toBe(true);

    following.kill('SIGCONT');
    await until('the paused worker has noticed', () =>
      following.output().includes('no longer following the chain'),
    );
    await anvil.mine(5);
    await readToHead();
    const blocks = await database
      .db('blocks')
      .orderBy('block_number')
      .select<{ block_number: number; block_hash: string; parent_hash: string }[]>('*');
    for (const [index, block] of blocks.entries()) {
      expect(block.block_number).toBe((blocks[0]?.block_number ?? 0) + index);
      if (index > 0) expect(block.parent_hash).toBe(blocks[index - 1]?.block_hash);
    }
  });
});

describe('the follower of a chain that only some workers have configured', () => {
  it('survives a worker without the chain, and is taken over by one with the chain', async () => {
    const older = startWorker([chainEntry({ chainCode: 'older' })]);
    await older.ready;
    const chain = localChain({ rpcUrls: [anvil.url] });
    const connection = await Connection.connect({ address: engine.address });
    const client = new Client({ connection, namespace: engine.namespace });
    const handle = await client.workflow.start(WORKFLOW_TYPES.follower, followerStartOptions(chain));
    await until('the older one has tried', async () => {
      const { status, raw } = await handle.describe();
      return status.name === 'RUNNING' && (raw.pendingActivities?.[0]?.attempt ?? 0) > 1;
    });
    older.kill('SIGTERM');
    startWorker();
    const isRead = async (): Promise<boolean> =>
      (await listChainCursors(database.db)).some(({ chainCode }) => chainCode === chain.chainCode);
    await until('the chain is read', isRead);
    await connection.close();
  });
});

describe('a chain that does not fit its configuration', () => {
  it('is not followed and is reported, while the other chains are followed', async () => {
    const worker = startWorker([chainEntry(), chainEntry({ chainCode: 'wrong', chainId: 5 })]);
    await readToHead();
    await until('it is said', async () =>
      (await listChainReports(database.db)).some((each) => each.mismatch),
    );
    const reports = await listChainReports(database.db);
    expect(reports.find(({ chainCode }) => chainCode === 'wrong')?.mismatch?.reason).toContain(
      'answers for chain id 31337, not 5. Correct that URL in rpcUrls, or chainId.',
    );
    expect(reports.find(({ chainCode }) => chainCode === 'local')?.mismatch).toBeNull();
    expect((await listChainCursors(database.db)).map(({ chainCode }) => chainCode)).toEqual(['local']);
    expect(worker.output()).toContain('the chain does not fit CHAINS_FILE');
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });

  it("ends the worker when it is the worker's only chain, and says what to change", async () => {
    const worker = startWorker([chainEntry({ chainId: 5 })]);
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toContain('answers for chain id 31337, not 5');
  });

  it('is processed as soon as its configuration fits, and not before', async () => {
    const proxy = await startRpcProxy(anvil.url);
    proxy.use(otherChain(5));
    const chains = [
      localChain({ rpcUrls: [proxy.url] }),
      { ...localChain({ rpcUrls: [anvil.url] }), chainCode: 'b' },
    ];
    const clients = new Map(chains.map((chain) => [chain.chainCode, createChainClient(chain)]));
    const ending = new AbortController();
    const log = pino({ level: 'silent' });
    const parts = { clients, db: database.db, log, signal: ending.signal, recheckIntervalMs: 50 };
    const admitted = new AdmittedChains(parts);
    const [chain] = chains;
    if (chain === undefined) throw new Error('there is a chain');
    const mismatch = async () =>
      (await listChainReports(database.db)).find(({ chainCode }) => chainCode === chain.chainCode)?.mismatch;
    expect(() => admitted.client(chain.chainCode)).toThrow('not been compared');
    const admission = admitted.admit(chain);
    await until('the chain is refused', async () => (await mismatch()) != null);
    await until('work on it is refused', () => {
      try {
        admitted.client(chain.chainCode);
      } catch (error) {
        return String(error).includes('does not fit');
      }
      return false;
    });
    // This worker must not stop another worker, whose configuration fits, from following.
    const activities = createChainActivities({
      db: database.db,
      log,
      now: Date.now,
      dispatchOutbox: () => Promise.resolve(),
      chains: new Map([[chain.chainCode, chain]]),
      chainClient: (code) => admitted.client(code),
      depositAddress: depositAddressOf,
    });
    await expect(activities.followChain(chain)).rejects.toMatchObject({ nextRetryDelay: undefined });
    proxy.clear();
    await admission;
    expect(admitted.client(chain.chainCode)).toBe(clients.get(chain.chainCode));
    expect(await mismatch()).toBeNull();
    ending.abort();
    await Promise.all([...clients.values()].map((client) => client.close()));
    await proxy.stop();
  });

  it('does not slow the work on other chains while it is unreachable, because its work is retried less and less often', async () => {
    const chain = localChain({ rpcUrls: [anvil.url] });
    const client = createChainClient(chain);
    const log = pino({ level: 'silent' });
    const { signal } = new AbortController();
    let nowMs = Date.now();
    const parts = { clients: new Map([[chain.chainCode, client]]), db: database.db, log, signal };
    const admitted = new AdmittedChains({ ...parts, now: () => nowMs });
    const retryMs = (): unknown => {
      try {
        return admitted.client(chain.chainCode);
      } catch (error) {
        return (error as { nextRetryDelay?: unknown }).nextRetryDelay;
      }
    };
    expect(retryMs()).toBe(1_000);
    nowMs += 20_000;
    expect(retryMs()).toBe(20_000);
    nowMs += 600_000;
    expect(retryMs()).toBe(60_000);
    await client.close();
  });

  it.each([
    ['in another contract', { address: `0x${'0d'.repeat(20)}` }],
    ['on another chain', { chain_id: 5 }],
  ])('is not processed while the ledger holds amounts of its symbol %s', async (_, known) => {
    const { db } = database;
    const usdc = tokenAsset({ address: (await deployTestToken({ rpcUrl: anvil.url })).address });
    const chain = localChain({ rpcUrls: [anvil.url], assets: [usdc] });
    const client = createChainClient(chain);
    const ending = new AbortController();
    const log = pino({ level: 'silent' });
    const admitted = new AdmittedChains({
      clients: new Map([[chain.chainCode, client]]),
      db,
      log,
      signal: ending.signal,
    });
    await noteKnownAssets(db, chain);
    const asItWas = await db('known_assets').where({ token_symbol: 'USDC' }).first<object>('*');
    await db('known_assets').where({ token_symbol: 'USDC' }).update(known);
    const post = (amountAtomic: bigint) =>
      transaction(db, (trx) =>
        postEntry(trx, {
          cause: `test/${amountAtomic}`,
          kind: 'test',
          asset: usdc,
          merchantId: null,
          postings: [
            { account: 'custody_hot', amountAtomic },
            { account: 'treasury', amountAtomic: -amountAtomic },
          ],
        }),
      );
    await post(1n);
    await expect(admitted.admit(chain)).rejects.toThrow('USDC: the books hold amounts of it');
    const [report] = await listChainReports(db);
    expect(report?.mismatch?.reason).toContain('of its own.');
    // Meanwhile the known asset stays as it was.
    expect(await db('known_assets').where({ token_symbol: 'USDC' }).first<object>('*')).toMatchObject(known);
    await post(-1n);
    await admitted.admit(chain);
    expect(await db('known_assets').where({ token_symbol: 'USDC' }).first<object>('*')).toEqual(asItWas);
    ending.abort();
    await client.close();
  });

  it('is not processed under a new chainCode when its payments are recorded under another, because they would count twice', async () => {
    const { db } = database;
    const before = localChain({ rpcUrls: [anvil.url] });
    const chain = { ...before, chainCode: 'renamed' };
    const client = createChainClient(chain);
    const { signal } = new AbortController();
    const log = pino({ level: 'silent' });
    const admitted = new AdmittedChains({ clients: new Map([['renamed', client]]), db, log, signal });
    await noteKnownAssets(db, before);
    const { claim } = await takeOverChain(db, before.chainCode);
    const block = await readHead(client);
    const nothing = { receipts: [], spends: [] };
    await storeBlock(db, claim, { ...nothing, block, transfers: [transferIn(block, { to: addressOf(7) })] });
    await expect(admitted.admit(chain)).rejects.toThrow('Set "chainCode": "local"');
    // Another chain of the same id, as developers have, does not have that block.
    await db('transfers').update({ block_hash: blockOf(1).hash });
    await admitted.admit(chain);
    await client.close();
  });
});

describe('the log of a halted chain', () => {
  it('states each reason once, and again every ten minutes', () => {
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
    let nowMs = 0;
    const reminder = new HaltReminder({ log, chainCode: 'local', clock: () => nowMs });
    const said = (): unknown[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    for (; nowMs <= 1_200_000; nowMs += 2_000) reminder.say('halted');
    expect(said()).toEqual(['halted', 'halted', 'halted']);
    reminder.say("can't resume yet");
    reminder.say("can't resume yet");
    expect(said().slice(3)).toEqual(["can't resume yet"]);
  });
});
