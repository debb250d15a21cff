import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findRangeTransfers } from '../../../src/chain/transfers/find-range-transfers.js';
import type { FoundTransfer } from '../../../src/chain/transfers/prove-transfers.js';
import { MAX_WHOLE_BLOCKS, readBlock } from '../../../src/chain/blocks/read-blocks.js';
import { isRangeTooWide, RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { callData, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { EMPTY_LOGS, type Rewrite, type RpcReply } from '../../helpers/chain/rpc-proxy.js';
import { tokenAsset } from '../chain-fixture.js';
import { ALICE, aliceAndBob, BOB, find, startTokenWorld, STRANGER, type TokenWorld } from './token-world.js';

let world: TokenWorld;
let client: ChainClient;
let alone: ChainClient;
let range: { fromNumber: number; toNumber: number };

/** Payments with empty blocks between them, to us and to others, one of them reverted. */
async function makeRange(): Promise<typeof range> {
  const { anvil, usdc, usdt, payer } = world;
  const fromNumber = Number(await anvil.rpc<string>('eth_blockNumber')) + 1;
  await anvil.mine(3);
  await world.blockWithAll([
    world.pay(usdc, { to: ALICE, amountAtomic: 11n }),
    world.pay(usdc, { to: STRANGER, amountAtomic: 12n }),
    { from: payer, to: BOB, valueAtomic: 13n },
    // More than the payer has, so it reverts.
    world.pay(usdc, { to: ALICE, amountAtomic: 10n ** 40n }),
  ]);
  await anvil.mine(2);
  await world.blockWith(world.pay(usdt, { to: BOB, amountAtomic: 14n }));
  await world.blockWith(world.pay(usdc, { to: STRANGER, amountAtomic: 15n }));
  await world.blockWith(world.pay(usdc, { to: ALICE, amountAtomic: 16n }));
  await anvil.mine(2);
  return { fromNumber, toNumber: Number(await anvil.rpc<string>('eth_blockNumber')) };
}

beforeAll(async () => {
  world = await startTokenWorld();
  range = await makeRange();
});
beforeEach(async () => {
  client = world.clientOf([world.first.url, world.second.url]);
  alone = world.clientOf([world.first.url]);
  await Promise.all([client, alone].map((each) => each.request('eth_blockNumber', [])));
});
afterEach(async () => {
  world.first.clear();
  world.second.clear();
  await Promise.all([client.close(), alone.close()]);
});
afterAll(() => world.stop());

function findAll(through: ChainClient = client, assets: readonly Asset[] = world.assets) {
  return findRangeTransfers(through, { range, assets, traces: false, watched: aliceAndBob });
}

async function findBlockByBlock(): Promise<readonly FoundTransfer[]> {
  const found: FoundTransfer[] = [];
  for (let number = range.fromNumber; number <= range.toNumber; number += 1) {
    const block = await readBlock(client, number);
    found.push(...(await find(client, { block, assets: world.assets })));
  }
  return found;
}

const paid = [{ amountAtomic: 11n }, { amountAtomic: 13n }, { amountAtomic: 14n }, { amountAtomic: 16n }];

describe('a range of blocks', () => {
  it('gives the same transfers as its blocks give one by one', async () => {
    const { transfers, blocks } = await findAll();
    expect(transfers).toEqual(await findBlockByBlock());
    expect(transfers).toMatchObject(paid);
    expect(blocks.map(({ number }) => number)).toEqual(
      Array.from({ length: range.toNumber - range.fromNumber + 1 }, (_, index) => range.fromNumber + index),
    );
  });

  it('costs one eth_getLogs, and no transactions when the native coin is not needed', async () => {
    world.first.clear();
    const { transfers } = await findAll(
      alone,
      world.assets.filter(({ kind }) => kind === 'erc20'),
    );
    expect(transfers).toMatchObject([{ amountAtomic: 11n }, { amountAtomic: 14n }, { amountAtomic: 16n }]);
    expect(world.first.calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1);
    expect(
      world.first.calls.filter(
        ({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === true,
      ),
    ).toHaveLength(0);
  });
});

describe('a wide range whose blocks are read with their transactions', () => {
  it('is held in memory only in parts, and no payment is missed', async () => {
    const { anvil, payer, first } = world;
    const fromNumber = Number(await anvil.rpc<string>('eth_blockNumber')) + 1;
    for (const valueAtomic of [21n, 22n, 23n]) {
      await world.blockWith({ from: payer, to: ALICE, valueAtomic });
      await anvil.mine(MAX_WHOLE_BLOCKS);
    }
    const wide = { fromNumber, toNumber: Number(await anvil.rpc<string>('eth_blockNumber')) };
    first.clear();
    const wholeBlocks = (): number =>
      first.calls.filter(({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === true)
        .length;
    // A part is complete when its recipients are looked up, and is freed after that.
    const readByThen = [0];
    const { blocks, transfers } = await findRangeTransfers(alone, {
      range: wide,
      assets: world.assets,
      traces: false,
      watched: (addresses) => {
        readByThen.push(wholeBlocks());
        return aliceAndBob(addresses);
      },
    });
    expect(transfers).toMatchObject([{ amountAtomic: 21n }, { amountAtomic: 22n }, { amountAtomic: 23n }]);
    expect(blocks.map(({ number }) => number)).toEqual(
      Array.from({ length: wide.toNumber - fromNumber + 1 }, (_, index) => fromNumber + index),
    );
    expect(wholeBlocks()).toBe(blocks.length);
    const portions = readByThen.map((read, index) => read - (readByThen[index - 1] ?? 0));
    expect(Math.max(...portions)).toBeLessThanOrEqual(MAX_WHOLE_BLOCKS);
    for (const block of blocks) expect(block).not.toHaveProperty('transactions');
  });
});

const withLogs =
  (change: (logs: Record<string, unknown>[]) => unknown): Rewrite =>
  (reply: RpcReply, { params }) => {
    const isRange = (params[0] as { fromBlock?: string }).fromBlock !== undefined;
    return isRange && 'result' in reply
      ? { result: change(reply.result as Record<string, unknown>[]) }
      : reply;
  };

describe('an RPC that lies about the logs of a range', () => {
  it.each<[string, (logs: Record<string, unknown>[]) => unknown]>([
    ['by an empty list', () => []],
    ['by an answer cut at its end', (logs) => logs.slice(0, -1)],
    ['by leaving out a block in the middle', (logs) => logs.toSpliced(2, 1)],
    [
      'by a log of another chain',
      (logs) => logs.map((log) => ({ ...log, blockHash: `0x${'12'.repeat(32)}` })),
    ],
    ['by a log beyond the range', (logs) => logs.map((log) => ({ ...log, blockNumber: '0xffffff' }))],
    ['by a log twice', (logs) => [...logs, logs[0]]],
    [
      'by a log twice, with its index written in another way',
      (logs) => [...logs, { ...logs[0], logIndex: String(logs[0]?.['logIndex']).replace('0x', '0x00') }],
    ],
    ['by a token that was not asked for', (logs) => logs.map((log) => ({ ...log, address: STRANGER }))],
    ['by another amount', (logs) => logs.map((log) => ({ ...log, data: `0x${'00'.repeat(31)}ff` }))],
    ['by something else', () => 'nothing to see here'],
  ])('%s is detected, and another RPC is used', async (_how, change) => {
    world.first.use({ methods: ['eth_getLogs'], behaviour: { kind: 'rewrite', rewrite: withLogs(change) } });
    expect((await findAll()).transfers).toMatchObject(paid);
    expect(world.first.calls.some(({ method }) => method === 'eth_getLogs')).toBe(true);
  });

  it('in every answer, and is the only one, is not believed: an error says that a payment could be missed', async () => {
    world.first.use(EMPTY_LOGS);
    world.first.use({
      methods: ['eth_getBlockReceipts'],
      behaviour: { kind: 'answer', reply: { result: [] } },
    });
    const error: unknown = await findAll(alone).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(String(error)).toContain('a payment could be missed');
  });

  it('with blocks that do not follow one another is detected', async () => {
    const rewrite: Rewrite = (reply) =>
      'result' in reply
        ? { result: { ...(reply.result as object), parentHash: `0x${'34'.repeat(32)}` } }
        : reply;
    world.first.use({ methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } });
    expect((await findAll()).transfers).toMatchObject(paid);
    await expect(findAll(alone)).rejects.toThrow(/the parent of block/);
  });
});

describe('a range that is too wide', () => {
  it('is distinguished from a fault, so that less can be asked for', async () => {
    const reply = { error: { code: -32005, message: 'query returned more than 10000 results' } };
    for (const proxy of [world.first, world.second])
      proxy.use({ methods: ['eth_getLogs'], behaviour: { kind: 'answer', reply } });
    const error: unknown = await findAll().catch((caught: unknown) => caught);
    expect(isRangeTooWide(error)).toBe(true);
    expect(client.health()).not.toContainEqual(expect.objectContaining({ status: 'down' }));
  });

  it('is answered by an RPC that accepts it, if there is one', async () => {
    const reply = { error: { code: -32600, message: 'eth_getLogs is limited to a 5 range' } };
    world.first.use({ methods: ['eth_getLogs'], behaviour: { kind: 'answer', reply } });
    expect((await findAll()).transfers).toMatchObject(paid);
  });
});

it('a false positive of a bloom filter costs one more read of that block, and no more', async () => {
  // A transfer of another contract, and another event of the listed token: the bloom has both the token and the topic.
  const address = await deployOddContract({ rpcUrl: world.anvil.url, name: 'LiarToken' });
  const { number } = await world.blockWithAll([
    { to: world.liar, data: callData('LiarToken', 'emitTransfer', [world.payer, ALICE, 5n]) },
    { to: address, data: callData('LiarToken', 'emitNoise', [5n]) },
  ]);
  world.first.clear();
  const innocent = { fromNumber: range.fromNumber, toNumber: number };
  const { transfers } = await findRangeTransfers(alone, {
    range: innocent,
    assets: [tokenAsset({ address })],
    traces: false,
    watched: aliceAndBob,
  });
  expect(transfers).toEqual([]);
  const methods = world.first.calls.map(({ method }) => method);
  expect(methods.filter((method) => method === 'eth_getLogs')).toHaveLength(2);
  expect(methods.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1);
});
