import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Asset } from '../../src/domain/asset.js';
import { bloomCovers, bloomMayContain, bloomOf } from '../../src/chain/bloom.js';
import { transferCall } from '../../src/chain/broadcast.js';
import { findTransfers, NATIVE_POSITION, type FoundTransfer } from '../../src/chain/find-transfers.js';
import { BlockNotFoundError, readBlock, type Block } from '../../src/chain/read-blocks.js';
import { createChainClient, RpcUnavailableError, type ChainClient } from '../../src/chain/rpc.js';
import {
  deployTestToken,
  mintTestToken,
  sendUnlocked,
  type UnlockedTransaction,
} from '../../src/chain/test-token.js';
import { startAnvil, type Anvil } from '../helpers/anvil.js';
import { callData, callOddContract, deployOddContract } from '../helpers/odd-contracts.js';
import {
  EMPTY_LOGS,
  startRpcProxy,
  withoutMethods,
  type RpcProxy,
  type RpcReply,
} from '../helpers/rpc-proxy.js';
import { ETH, localChain, tokenAsset } from './chain-fixture.js';

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const STRANGER = `0x${'5a'.repeat(20)}`;

let anvil: Anvil;
let first: RpcProxy;
let second: RpcProxy;
/** Has two RPCs. */
let client: ChainClient;
/** Has one. */
let alone: ChainClient;
let payer: string;
let usdc: Asset;
let usdt: Asset;
let bigUsdc: Asset;
let liar: string;
let batchPayer: string;
let assets: readonly Asset[];

beforeAll(async () => {
  anvil = await startAnvil();
  const rpcUrl = anvil.url;
  payer = anvil.accounts[0] ?? '';
  usdc = tokenAsset({ address: (await deployTestToken({ rpcUrl })).address });
  usdt = tokenAsset({ address: await deployOddContract({ rpcUrl, name: 'NoReturnToken' }), symbol: 'USDT' });
  bigUsdc = tokenAsset({
    address: await deployOddContract({ rpcUrl, name: 'EighteenDecimalsToken' }),
    symbol: 'USDC18',
    decimals: 18,
  });
  liar = await deployOddContract({ rpcUrl, name: 'LiarToken' });
  batchPayer = await deployOddContract({ rpcUrl, name: 'BatchPayer' });
  assets = [ETH, usdc, usdt, bigUsdc];
  for (const asset of [usdc, usdt, bigUsdc]) {
    for (const to of [payer, batchPayer]) {
      await mintTestToken({ rpcUrl, tokenAddress: asset.address ?? '', to, amountAtomic: 10n ** 30n });
    }
  }
  [first, second] = await Promise.all([startRpcProxy(rpcUrl), startRpcProxy(rpcUrl)]);
});
beforeEach(async () => {
  client = clientOf([first.url, second.url]);
  alone = clientOf([first.url]);
  await Promise.all([client.request('eth_blockNumber', []), alone.request('eth_blockNumber', [])]);
});
afterEach(async () => {
  first.clear();
  second.clear();
  await Promise.all([client.close(), alone.close()]);
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await anvil.stop();
});

function clientOf(rpcUrls: readonly string[]): ChainClient {
  return createChainClient(localChain({ rpcUrls }), { timeoutMs: 2000, maxRounds: 2 });
}

function pay(
  asset: Asset,
  { to, amountAtomic }: { to: string; amountAtomic: bigint },
): Omit<UnlockedTransaction, 'rpcUrl'> {
  return { from: payer, ...transferCall({ asset, to, amountAtomic }) };
}

/** Sends a transaction and gives the block that it stands in. */
async function blockWith(transaction: Omit<UnlockedTransaction, 'rpcUrl'>): Promise<Block> {
  const { blockNumber } = await sendUnlocked({ rpcUrl: anvil.url, ...transaction });
  return readBlock(client, blockNumber);
}

/** Puts transactions into one block, without looking at what becomes of them. */
async function blockWithAll(transactions: readonly Omit<UnlockedTransaction, 'rpcUrl'>[]): Promise<Block> {
  await anvil.rpc('evm_setAutomine', [false]);
  for (const { to, data = '0x', valueAtomic = 0n } of transactions) {
    const value = `0x${valueAtomic.toString(16)}`;
    await anvil.rpc('eth_sendTransaction', [{ from: payer, to, data, value, gas: '0x100000' }]);
  }
  await anvil.mine(1);
  await anvil.rpc('evm_setAutomine', [true]);
  return readBlock(client, Number(await anvil.rpc<string>('eth_blockNumber')));
}

function find(
  block: Block,
  options: { through?: ChainClient; assets?: readonly Asset[] } = {},
): Promise<readonly FoundTransfer[]> {
  return findTransfers(options.through ?? client, {
    block,
    assets: options.assets ?? assets,
    watched: (addresses) =>
      Promise.resolve(new Set(addresses.filter((address) => [ALICE, BOB].includes(address)))),
  });
}

describe('transfers of tokens', () => {
  it('are found with everything that identifies them', async () => {
    const block = await blockWith(pay(usdc, { to: ALICE, amountAtomic: 12_500_000n }));
    expect(await find(block)).toEqual([
      {
        chainCode: 'local',
        tokenSymbol: 'USDC',
        tokenAddress: usdc.address,
        blockNumber: block.number,
        blockHash: block.hash,
        blockTimeMs: block.timestampMs,
        txHash: block.transactions[0]?.hash,
        txIndex: 0,
        position: 0,
        logIndex: 0,
        from: payer,
        to: ALICE,
        amountAtomic: 12_500_000n,
      },
    ]);
  });

  it('are found of a token that returns nothing, and of one of 18 decimals to the last unit', async () => {
    const odd = await find(await blockWith(pay(usdt, { to: ALICE, amountAtomic: 7n })));
    expect(odd).toMatchObject([{ tokenSymbol: 'USDT', amountAtomic: 7n }]);
    const amountAtomic = 10n ** 24n + 1n;
    const big = await find(await blockWith(pay(bigUsdc, { to: BOB, amountAtomic })));
    expect(big).toMatchObject([{ tokenSymbol: 'USDC18', amountAtomic }]);
  });

  it('in one transaction are each found at their own position', async () => {
    const args = [usdc.address, [ALICE, STRANGER, BOB, ALICE, ALICE], [1n, 2n, 3n, 1n, 0n]];
    const block = await blockWith({ to: batchPayer, data: callData('BatchPayer', 'payMany', args) });
    expect(await find(block)).toMatchObject([
      { to: ALICE, amountAtomic: 1n, position: 0, logIndex: 0 },
      { to: BOB, amountAtomic: 3n, position: 2, logIndex: 2 },
      { to: ALICE, amountAtomic: 1n, position: 3, logIndex: 3 },
    ]);
  });

  it('have a position in their receipt that does not depend on what else is in the block', async () => {
    const two = {
      to: batchPayer,
      data: callData('BatchPayer', 'payMany', [usdc.address, [STRANGER, ALICE], [5n, 6n]]),
    };
    const block = await blockWithAll([
      pay(usdc, { to: STRANGER, amountAtomic: 1n }),
      two,
      pay(usdt, { to: BOB, amountAtomic: 9n }),
    ]);
    expect(block.transactions).toHaveLength(3);
    expect(await find(block)).toMatchObject([
      { to: ALICE, txIndex: 1, position: 1, logIndex: 2 },
      { to: BOB, txIndex: 2, position: 0, logIndex: 3 },
    ]);
  });

  it('keep their position when a reorganisation moves them to another block', async () => {
    const two = {
      to: batchPayer,
      data: callData('BatchPayer', 'payMany', [usdc.address, [STRANGER, ALICE], [5n, 6n]]),
    };
    const before = await blockWith(two);
    const raw = await anvil.rpc<string>('eth_getRawTransactionByHash', [before.transactions[0]?.hash]);
    await anvil.reorg(1, [[raw, 0]]);
    const after = await readBlock(client, before.number);
    expect(after.hash).not.toBe(before.hash);
    const [[found], [again]] = [await find(before).catch(() => []), await find(after)];
    expect(found).toBeUndefined();
    expect(again).toMatchObject({ txHash: before.transactions[0]?.hash, position: 1, blockHash: after.hash });
  });

  it('count for nothing when their amount is zero', async () => {
    expect(
      await find(
        await blockWith({ ...pay(usdc, { to: ALICE, amountAtomic: 1n }), data: zeroTransfer(ALICE) }),
      ),
    ).toEqual([]);
  });

  it('count for nothing when their token is not listed, whatever it calls itself', async () => {
    const data = callData('LiarToken', 'emitTransfer', [payer, ALICE, 5n]);
    expect(await find(await blockWith({ to: liar, data }))).toEqual([]);
    const block = await blockWith(pay(usdc, { to: ALICE, amountAtomic: 5n }));
    expect(await find(block, { assets: [ETH, usdt] })).toEqual([]);
  });

  it('count for nothing when their transaction is reverted', async () => {
    const args = [usdc.address, [ALICE], [5n]];
    const failing = { to: batchPayer, data: callData('BatchPayer', 'payManyThenFail', args) };
    const block = await blockWithAll([failing, pay(usdc, { to: BOB, amountAtomic: 1n })]);
    expect(block.transactions).toHaveLength(2);
    expect(await find(block)).toMatchObject([{ to: BOB, txIndex: 1 }]);
  });

  it('are told apart from other events of a listed contract, and from ERC-721 events of the same topic', async () => {
    const listed = tokenAsset({ address: liar, symbol: 'ODD' });
    const nft = await blockWith({
      to: liar,
      data: callData('LiarToken', 'emitNftTransfer', [payer, ALICE, 5n]),
    });
    expect(await find(nft, { assets: [listed] })).toEqual([]);
    const noisy = await blockWith({
      to: liar,
      data: callData('LiarToken', 'emitNoiseThenTransfer', [payer, ALICE, 5n]),
    });
    expect(await find(noisy, { assets: [listed] })).toMatchObject([
      { position: 1, logIndex: 1, amountAtomic: 5n },
    ]);
  });
});

/** `transfer(to, 0)`, which `transferCall` refuses to make. */
function zeroTransfer(to: string): string {
  return transferCall({ asset: usdc, to, amountAtomic: 1n }).data.replace(/1$/, '0');
}

describe('transfers of the native coin', () => {
  it('are found by what a transaction itself carries', async () => {
    const block = await blockWith(pay(ETH, { to: ALICE, amountAtomic: 10n ** 18n }));
    expect(await find(block)).toMatchObject([
      {
        tokenSymbol: 'ETH',
        tokenAddress: null,
        position: NATIVE_POSITION,
        logIndex: null,
        amountAtomic: 10n ** 18n,
      },
    ]);
  });

  it('count for nothing when reverted, of zero, or not asked for on this chain', async () => {
    const refuses = await deployOddContract({ rpcUrl: anvil.url, name: 'RefusesCoin' });
    const reverted = await blockWithAll([pay(ETH, { to: refuses, amountAtomic: 5n })]);
    expect(reverted.transactions).toMatchObject([{ to: refuses, valueAtomic: 5n }]);
    const watched = (addresses: readonly string[]): Promise<ReadonlySet<string>> =>
      Promise.resolve(new Set(addresses));
    expect(await findTransfers(client, { block: reverted, assets, watched })).toEqual([]);
    expect(await find(await blockWith({ from: payer, to: ALICE }))).toEqual([]);
    const block = await blockWith(pay(ETH, { to: ALICE, amountAtomic: 5n }));
    expect(await find(block, { assets: [usdc] })).toEqual([]);
  });

  it('are found beside tokens in the same block, in the order of the chain', async () => {
    const block = await blockWithAll([
      pay(ETH, { to: BOB, amountAtomic: 1n }),
      pay(usdc, { to: ALICE, amountAtomic: 2n }),
      pay(ETH, { to: ALICE, amountAtomic: 3n }),
    ]);
    expect((await find(block)).map(({ amountAtomic }) => amountAtomic)).toEqual([1n, 2n, 3n]);
  });
});

describe('what a block costs', () => {
  it('is one request when nobody of ours is paid, however many others are', async () => {
    const block = await blockWithAll(
      [1n, 2n, 3n].map((amountAtomic) => pay(usdc, { to: STRANGER, amountAtomic })),
    );
    first.clear();
    expect(await find(block)).toEqual([]);
    expect(first.calls.map(({ method }) => method)).toEqual(['eth_getLogs']);
  });

  it('is nothing when it is empty', async () => {
    await anvil.mine(1);
    const block = await readBlock(client, Number(await anvil.rpc<string>('eth_blockNumber')));
    first.clear();
    expect(await find(block)).toEqual([]);
    expect(first.calls).toEqual([]);
  });

  it('is one look-up of all its recipients, each named once', async () => {
    const block = await blockWithAll([
      pay(usdc, { to: ALICE, amountAtomic: 1n }),
      pay(usdt, { to: ALICE, amountAtomic: 1n }),
      pay(ETH, { to: BOB, amountAtomic: 1n }),
    ]);
    const asked: (readonly string[])[] = [];
    const watched = (addresses: readonly string[]): Promise<ReadonlySet<string>> => {
      asked.push(addresses);
      return Promise.resolve(new Set());
    };
    await findTransfers(client, { block, assets, watched });
    expect(asked).toEqual([[ALICE, BOB]]);
  });
});

describe('an RPC that lies about logs', () => {
  let block: Block;
  const paid = [{ to: ALICE, amountAtomic: 12n }];

  beforeEach(async () => {
    block = await blockWith(pay(usdc, { to: ALICE, amountAtomic: 12n }));
  });

  it('by an empty list is found out by the bloom, and another RPC is believed', async () => {
    first.use(EMPTY_LOGS);
    expect(await find(block)).toMatchObject(paid);
  });

  it('by an empty list is found out by the receipts when it is the only one', async () => {
    first.use(EMPTY_LOGS);
    expect(await find(block, { through: alone })).toMatchObject(paid);
    first.use(withoutMethods('eth_getBlockReceipts'));
    expect(await find(block, { through: alone })).toMatchObject(paid);
  });

  it('by empty lists everywhere it looks, alone, is not believed: an error says so', async () => {
    first.use(EMPTY_LOGS);
    first.use({ methods: ['eth_getBlockReceipts'], behaviour: { kind: 'answer', reply: { result: [] } } });
    const error: unknown = await find(block, { through: alone }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(String(error)).toContain('a payment could be missed');
  });

  it('by receipts without their logs is found out by the bloom', async () => {
    const rewrite = (reply: RpcReply): RpcReply =>
      'result' in reply
        ? { result: (reply.result as object[]).map((each) => ({ ...each, logs: [] })) }
        : reply;
    first.use(EMPTY_LOGS);
    first.use({ methods: ['eth_getBlockReceipts'], behaviour: { kind: 'rewrite', rewrite } });
    await expect(find(block, { through: alone })).rejects.toThrow('a payment could be missed');
  });

  it('is not suspected for long when the bloom is a false positive: another RPC or the receipts confirm it', async () => {
    // The listed token's address stands in the bloom because another contract moved it as an indexed recipient would.
    const innocent = await blockWith({
      to: liar,
      data: callData('LiarToken', 'emitTransfer', [payer, ALICE, 5n]),
    });
    const full = { ...innocent, logsBloom: `0x${'ff'.repeat(256)}` };
    expect(await find(full)).toEqual([]);
    expect(second.calls.map(({ method }) => method)).toContain('eth_getLogs');
    const listed = tokenAsset({ address: usdc.address ?? '' });
    const hinted = { ...innocent, logsBloom: innocent.logsBloom };
    expect(await find(hinted, { through: alone, assets: [listed] })).toEqual([]);
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
  ])('by logs %s is passed over for the next one', async (_what, rewrite) => {
    first.use({ methods: ['eth_getLogs'], behaviour: { kind: 'rewrite', rewrite } });
    expect(await find(block)).toMatchObject(paid);
    expect(first.calls.map(({ method }) => method)).toContain('eth_getLogs');
    expect(client.health()).toMatchObject([{ status: 'down' }, { status: 'up' }]);
  });

  it('is passed over when it fails between logs and receipt', async () => {
    first.use({ methods: ['eth_getTransactionReceipt'], behaviour: { kind: 'cut' } });
    expect(await find(block)).toMatchObject(paid);
  });

  it('never stands for ours: what the database throws is passed on as it is', async () => {
    const ours = new Error('the database is away');
    await expect(findTransfers(client, { block, assets, watched: () => Promise.reject(ours) })).rejects.toBe(
      ours,
    );
  });
});

describe('a block that a reorganisation removed', () => {
  it('is said to be gone, never taken for empty', async () => {
    const gone = await blockWith(pay(usdc, { to: ALICE, amountAtomic: 1n }));
    await anvil.reorg(1);
    await expect(find(gone)).rejects.toThrow(BlockNotFoundError);
  });

  it('is said to be gone when its payment stands in another block now, or in none', async () => {
    const gone = await blockWith(pay(ETH, { to: ALICE, amountAtomic: 1n }));
    const raw = await anvil.rpc<string>('eth_getRawTransactionByHash', [gone.transactions[0]?.hash]);
    await anvil.reorg(1, [[raw, 0]]);
    await expect(find(gone, { assets: [ETH] })).rejects.toThrow(BlockNotFoundError);
    await anvil.reorg(1);
    await expect(find(gone, { assets: [ETH] })).rejects.toThrow(BlockNotFoundError);
    expect(client.health()).toMatchObject([{ lastError: null }, { lastError: null }]);
  });
});

describe("a block's bloom", () => {
  it('is computed as the chain computes it', async () => {
    const receipt = await callOddContract({
      rpcUrl: anvil.url,
      name: 'LiarToken',
      address: liar,
      functionName: 'emitNoiseThenTransfer',
      args: [payer, ALICE, 5n],
    });
    const { logsBloom } = await readBlock(client, receipt.blockNumber);
    const items = receipt.logs.flatMap((log) => [log.address, ...log.topics]);
    expect(bloomOf(items)).toBe(logsBloom);
    expect(bloomMayContain(logsBloom, items)).toBe(true);
    expect(bloomMayContain(logsBloom, [usdc.address ?? ''])).toBe(false);
    expect(bloomCovers({ outer: logsBloom, inner: bloomOf(items.slice(1)) })).toBe(true);
    const others = items.filter((item) => item !== liar);
    expect(bloomCovers({ outer: bloomOf(others), inner: logsBloom })).toBe(false);
  });
});
