import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Asset } from '../../../src/domain/core/asset.js';
import { bloomCovers, bloomMayContain, bloomOf } from '../../../src/chain/blocks/bloom.js';
import { findRangeTransfers } from '../../../src/chain/transfers/find-range-transfers.js';
import type { FoundTransfer } from '../../../src/chain/transfers/prove-transfers.js';
import { BlockNotFoundError, readBlock, type Block } from '../../../src/chain/blocks/read-blocks.js';
import { RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import { callData, callOddContract, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { EMPTY_LOGS, withoutMethods, type RpcReply } from '../../helpers/chain/rpc-proxy.js';
import { ETH, tokenAsset } from '../chain-fixture.js';
import {
  ALICE,
  aliceAndBob,
  find as findIn,
  searchBlock,
  startTokenWorld,
  STRANGER,
  type TokenWorld,
} from './token-world.js';

let world: TokenWorld;
/** Client with two RPCs. */
let client: ChainClient;
/** Client with one RPC. */
let alone: ChainClient;

beforeAll(async () => {
  world = await startTokenWorld();
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

function find(
  block: Block,
  options: { through?: ChainClient; assets?: readonly Asset[] } = {},
): Promise<readonly FoundTransfer[]> {
  return findIn(options.through ?? client, { block, assets: options.assets ?? world.assets });
}

describe('an RPC that lies about logs', () => {
  let block: Block;
  const paid = [{ to: ALICE, amountAtomic: 12n }];

  beforeEach(async () => {
    block = await world.blockWith(world.pay(world.usdc, { to: ALICE, amountAtomic: 12n }));
  });

  it('with an empty list is detected by the bloom filter, and another RPC is used', async () => {
    world.first.use(EMPTY_LOGS);
    expect(await find(block)).toMatchObject(paid);
  });

  it('with an empty list is detected by the receipts when it is the only one', async () => {
    world.first.use(EMPTY_LOGS);
    expect(await find(block, { through: alone })).toMatchObject(paid);
    world.first.use(withoutMethods('eth_getBlockReceipts'));
    expect(await find(block, { through: alone })).toMatchObject(paid);
  });

  it('with an empty list is detected by the receipts when another RPC tells the same lie', async () => {
    world.first.use(EMPTY_LOGS);
    world.second.use(EMPTY_LOGS);
    expect(await find(block)).toMatchObject(paid);
  });

  it('with empty lists in every answer, and is the only one, is not believed: an error says that a payment could be missed', async () => {
    world.first.use(EMPTY_LOGS);
    world.first.use({
      methods: ['eth_getBlockReceipts'],
      behaviour: { kind: 'answer', reply: { result: [] } },
    });
    const error: unknown = await find(block, { through: alone }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(String(error)).toContain('a payment could be missed');
  });

  it('with receipts without their logs is detected by the bloom filter', async () => {
    const rewrite = (reply: RpcReply): RpcReply =>
      'result' in reply
        ? { result: (reply.result as object[]).map((each) => ({ ...each, logs: [] })) }
        : reply;
    world.first.use(EMPTY_LOGS);
    world.first.use({ methods: ['eth_getBlockReceipts'], behaviour: { kind: 'rewrite', rewrite } });
    await expect(find(block, { through: alone })).rejects.toThrow('a payment could be missed');
  });

  it('is told apart from an honest one by the receipts, when the bloom filter gives a false positive', async () => {
    // A transfer of another contract, and another event of the listed token: the bloom has both token and topic.
    const address = await deployOddContract({ rpcUrl: world.anvil.url, name: 'LiarToken' });
    const listed = tokenAsset({ address });
    const innocent = await world.blockWithAll([
      { to: world.liar, data: callData('LiarToken', 'emitTransfer', [world.payer, ALICE, 5n]) },
      { to: address, data: callData('LiarToken', 'emitNoise', [5n]) },
    ]);
    world.first.clear();
    expect(await find(innocent, { through: alone, assets: [listed] })).toEqual([]);
    expect(world.first.calls.map(({ method }) => method)).toEqual(['eth_getLogs', 'eth_getBlockReceipts']);
    world.second.clear();
    expect(await find(innocent, { assets: [listed] })).toEqual([]);
    expect(world.second.calls.map(({ method }) => method)).toContain('eth_getLogs');
  });

  const changeLogs = (change: (log: Record<string, unknown>) => object): ((reply: RpcReply) => RpcReply) => {
    return (reply) =>
      'result' in reply
        ? { result: (reply.result as Record<string, unknown>[]).map((log) => change(log)) }
        : reply;
  };
  it.each([
    ['of another block', changeLogs((log) => ({ ...log, blockHash: `0x${'12'.repeat(32)}` }))],
    ['of another height', changeLogs((log) => ({ ...log, blockNumber: '0x1' }))],
    ['of a token that was not asked for', changeLogs((log) => ({ ...log, address: STRANGER }))],
    ['that a reorganisation removed', changeLogs((log) => ({ ...log, removed: true }))],
    ['that its receipt does not have', changeLogs((log) => ({ ...log, logIndex: '0x7' }))],
    [
      'of another amount than its receipt says',
      changeLogs((log) => ({ ...log, data: `0x${'00'.repeat(31)}ff` })),
    ],
    ['without topics', changeLogs((log) => ({ ...log, topics: null }))],
    [
      'twice',
      (reply: RpcReply) => ('result' in reply ? { result: [reply.result, reply.result].flat() } : reply),
    ],
  ])('with logs %s is replaced by the next one', async (_what, rewrite) => {
    world.first.use({ methods: ['eth_getLogs'], behaviour: { kind: 'rewrite', rewrite } });
    expect(await find(block)).toMatchObject(paid);
    expect(world.first.calls.map(({ method }) => method)).toContain('eth_getLogs');
    expect(client.health()).toMatchObject([{ status: 'down' }, { status: 'up' }]);
  });

  const noBloom = `0x${'00'.repeat(256)}`;
  it("with a payment that is not in its block's bloom filter is not believed, whoever says so", async () => {
    await expect(find({ ...block, logsBloom: noBloom })).rejects.toThrow("not in the block's bloom");
    expect(client.health()).toMatchObject([{ status: 'down' }, { status: 'down' }]);
  });

  it("with a payment in a range that is not in its block's bloom filter is replaced by the next one", async () => {
    const rewrite = (reply: RpcReply): RpcReply =>
      'result' in reply ? { result: { ...(reply.result as object), logsBloom: noBloom } } : reply;
    world.first.use({ methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } });
    const { transfers, readFrom } = await findRangeTransfers(client, {
      range: { fromNumber: block.number, toNumber: block.number },
      assets: world.assets,
      traces: false,
      watched: aliceAndBob,
    });
    expect(transfers).toMatchObject(paid);
    expect(readFrom).toBe(new URL(world.second.url).origin);
    expect(client.health()).toMatchObject([{ status: 'down' }, { status: 'up' }]);
  });

  it('is replaced when it fails between logs and receipt', async () => {
    world.first.use({ methods: ['eth_getTransactionReceipt'], behaviour: { kind: 'cut' } });
    expect(await find(block)).toMatchObject(paid);
  });

  it('is not blamed for a fault of ours: a database error is passed on unchanged', async () => {
    const ours = new Error('the database is away');
    await expect(
      searchBlock(client, {
        block,
        assets: world.assets,
        traces: false,
        watched: () => Promise.reject(ours),
      }),
    ).rejects.toBe(ours);
  });
});

describe('a block that a reorganisation removed', () => {
  it('is reported as gone, never treated as empty', async () => {
    const gone = await world.blockWith(world.pay(world.usdc, { to: ALICE, amountAtomic: 1n }));
    await world.anvil.reorg(1);
    await expect(find(gone)).rejects.toThrow(BlockNotFoundError);
  });

  it('is reported as gone when its payment is in another block now, or in none', async () => {
    const gone = await world.blockWith(world.pay(ETH, { to: ALICE, amountAtomic: 1n }));
    const raw = await world.anvil.rpc<string>('eth_getRawTransactionByHash', [gone.transactions[0]?.hash]);
    await world.anvil.reorg(1, [[raw, 0]]);
    await expect(find(gone, { assets: [ETH] })).rejects.toThrow(BlockNotFoundError);
    await world.anvil.reorg(1);
    await expect(find(gone, { assets: [ETH] })).rejects.toThrow(BlockNotFoundError);
    expect(client.health()).toMatchObject([{ lastError: null }, { lastError: null }]);
  });
});

describe("a block's bloom filter", () => {
  it('is computed as the chain computes it', async () => {
    const receipt = await callOddContract({
      rpcUrl: world.anvil.url,
      name: 'LiarToken',
      address: world.liar,
      functionName: 'emitNoiseThenTransfer',
      args: [world.payer, ALICE, 5n],
    });
    const { logsBloom } = await readBlock(client, receipt.blockNumber);
    const items = receipt.logs.flatMap((log) => [log.address, ...log.topics]);
    expect(bloomOf(items)).toBe(logsBloom);
    expect(bloomMayContain(logsBloom, items)).toBe(true);
    expect(bloomMayContain(logsBloom, [world.usdc.address ?? ''])).toBe(false);
    expect(bloomCovers({ outer: logsBloom, inner: bloomOf(items.slice(1)) })).toBe(true);
    const others = items.filter((item) => item !== world.liar);
    expect(bloomCovers({ outer: bloomOf(others), inner: logsBloom })).toBe(false);
  });
});
