import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Asset } from '../../../src/domain/core/asset.js';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import {
  NATIVE_POSITION,
  type FoundTransfer,
  type Watched,
} from '../../../src/chain/transfers/prove-transfers.js';
import { readBlock, type Block } from '../../../src/chain/blocks/read-blocks.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { callData, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { ETH, tokenAsset } from '../chain-fixture.js';
import {
  ALICE,
  BOB,
  find as findIn,
  searchBlock,
  startTokenWorld,
  STRANGER,
  type TokenWorld,
} from './token-world.js';

let world: TokenWorld;
let client: ChainClient;

beforeAll(async () => {
  world = await startTokenWorld();
});
beforeEach(async () => {
  client = world.clientOf([world.first.url]);
  await client.request('eth_blockNumber', []);
});
afterEach(async () => {
  world.first.clear();
  await client.close();
});
afterAll(() => world.stop());

function find(block: Block, options: { assets?: readonly Asset[] } = {}): Promise<readonly FoundTransfer[]> {
  return findIn(client, { block, assets: options.assets ?? world.assets });
}

describe('transfers of tokens', () => {
  it('are found with all the fields that identify them', async () => {
    const block = await world.blockWith(world.pay(world.usdc, { to: ALICE, amountAtomic: 12_500_000n }));
    expect(await find(block)).toEqual([
      {
        chainCode: 'local',
        tokenSymbol: 'USDC',
        tokenAddress: world.usdc.address,
        blockNumber: block.number,
        blockHash: block.hash,
        blockTimeMs: block.timestampMs,
        txHash: block.transactions[0]?.hash,
        txIndex: 0,
        position: 0,
        logIndex: 0,
        from: world.payer,
        to: ALICE,
        amountAtomic: 12_500_000n,
        tracedBy: null,
      },
    ]);
  });

  it('are found for a token that returns nothing, and for one with 18 decimals to the last unit', async () => {
    const odd = await find(await world.blockWith(world.pay(world.usdt, { to: ALICE, amountAtomic: 7n })));
    expect(odd).toMatchObject([{ tokenSymbol: 'USDT', amountAtomic: 7n }]);
    const amountAtomic = 10n ** 24n + 1n;
    const big = await find(await world.blockWith(world.pay(world.bigUsdc, { to: BOB, amountAtomic })));
    expect(big).toMatchObject([{ tokenSymbol: 'USDC18', amountAtomic }]);
  });

  it('in one transaction are each found at their own position', async () => {
    const args = [world.usdc.address, [ALICE, STRANGER, BOB, ALICE, ALICE], [1n, 2n, 3n, 1n, 0n]];
    const block = await world.blockWith({
      to: world.batchPayer,
      data: callData('BatchPayer', 'payMany', args),
    });
    expect(await find(block)).toMatchObject([
      { to: ALICE, amountAtomic: 1n, position: 0, logIndex: 0 },
      { to: BOB, amountAtomic: 3n, position: 2, logIndex: 2 },
      { to: ALICE, amountAtomic: 1n, position: 3, logIndex: 3 },
    ]);
  });

  it('have a position in their receipt that does not depend on the rest of the block', async () => {
    const two = {
      to: world.batchPayer,
      data: callData('BatchPayer', 'payMany', [world.usdc.address, [STRANGER, ALICE], [5n, 6n]]),
    };
    const block = await world.blockWithAll([
      world.pay(world.usdc, { to: STRANGER, amountAtomic: 1n }),
      two,
      world.pay(world.usdt, { to: BOB, amountAtomic: 9n }),
    ]);
    expect(block.transactions).toHaveLength(3);
    expect(await find(block)).toMatchObject([
      { to: ALICE, txIndex: 1, position: 1, logIndex: 2 },
      { to: BOB, txIndex: 2, position: 0, logIndex: 3 },
    ]);
  });

  it('keep their position when a reorganisation moves them to another block', async () => {
    const two = {
      to: world.batchPayer,
      data: callData('BatchPayer', 'payMany', [world.usdc.address, [STRANGER, ALICE], [5n, 6n]]),
    };
    const before = await world.blockWith(two);
    const raw = await world.anvil.rpc<string>('eth_getRawTransactionByHash', [before.transactions[0]?.hash]);
    await world.anvil.reorg(1, [[raw, 0]]);
    const after = await readBlock(client, before.number);
    expect(after.hash).not.toBe(before.hash);
    const [[found], [again]] = [await find(before).catch(() => []), await find(after)];
    expect(found).toBeUndefined();
    expect(again).toMatchObject({ txHash: before.transactions[0]?.hash, position: 1, blockHash: after.hash });
  });

  it('count for nothing when their amount is zero', async () => {
    expect(
      await find(
        await world.blockWith({
          ...world.pay(world.usdc, { to: ALICE, amountAtomic: 1n }),
          data: zeroTransfer(ALICE),
        }),
      ),
    ).toEqual([]);
  });

  it('count for nothing when their token is not listed, whatever it calls itself', async () => {
    const data = callData('LiarToken', 'emitTransfer', [world.payer, ALICE, 5n]);
    expect(await find(await world.blockWith({ to: world.liar, data }))).toEqual([]);
    const block = await world.blockWith(world.pay(world.usdc, { to: ALICE, amountAtomic: 5n }));
    expect(await find(block, { assets: [ETH, world.usdt] })).toEqual([]);
  });

  it('count for nothing when their transaction is reverted', async () => {
    const args = [world.usdc.address, [ALICE], [5n]];
    const failing = { to: world.batchPayer, data: callData('BatchPayer', 'payManyThenFail', args) };
    const block = await world.blockWithAll([failing, world.pay(world.usdc, { to: BOB, amountAtomic: 1n })]);
    expect(block.transactions).toHaveLength(2);
    expect(await find(block)).toMatchObject([{ to: BOB, txIndex: 1 }]);
  });

  it('are distinguished from other events of a listed contract, and from ERC-721 events of the same topic', async () => {
    const listed = tokenAsset({ address: world.liar, symbol: 'ODD' });
    const nft = await world.blockWith({
      to: world.liar,
      data: callData('LiarToken', 'emitNftTransfer', [world.payer, ALICE, 5n]),
    });
    expect(await find(nft, { assets: [listed] })).toEqual([]);
    const noisy = await world.blockWith({
      to: world.liar,
      data: callData('LiarToken', 'emitNoiseThenTransfer', [world.payer, ALICE, 5n]),
    });
    expect(await find(noisy, { assets: [listed] })).toMatchObject([
      { position: 1, logIndex: 1, amountAtomic: 5n },
    ]);
  });
});

/** `transfer(to, 0)`, which `transferCall` refuses to make. */
function zeroTransfer(to: string): string {
  return transferCall({ asset: world.usdc, to, amountAtomic: 1n }).data.replace(/1$/, '0');
}

describe('transfers of the native coin', () => {
  it('are found by what a transaction itself carries', async () => {
    const block = await world.blockWith(world.pay(ETH, { to: ALICE, amountAtomic: 10n ** 18n }));
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

  it('count for nothing when reverted, when zero, or when not asked for on this chain', async () => {
    const refuses = await deployOddContract({ rpcUrl: world.anvil.url, name: 'RefusesCoin' });
    const reverted = await world.blockWithAll([world.pay(ETH, { to: refuses, amountAtomic: 5n })]);
    expect(reverted.transactions).toMatchObject([{ to: refuses, valueAtomic: 5n }]);
    const watched = (addresses: readonly string[]): Promise<Watched> =>
      Promise.resolve({ ours: new Set(addresses), payers: new Set() });
    const nothing = await searchBlock(client, {
      block: reverted,
      assets: world.assets,
      traces: true,
      watched,
    });
    expect(nothing).toMatchObject({ transfers: [], traced: true });
    expect(await find(await world.blockWith({ from: world.payer, to: ALICE }))).toEqual([]);
    const block = await world.blockWith(world.pay(ETH, { to: ALICE, amountAtomic: 5n }));
    expect(await find(block, { assets: [world.usdc] })).toEqual([]);
  });

  it('are found beside tokens in the same block, in the order of the chain', async () => {
    const block = await world.blockWithAll([
      world.pay(ETH, { to: BOB, amountAtomic: 1n }),
      world.pay(world.usdc, { to: ALICE, amountAtomic: 2n }),
      world.pay(ETH, { to: ALICE, amountAtomic: 3n }),
    ]);
    expect((await find(block)).map(({ amountAtomic }) => amountAtomic)).toEqual([1n, 2n, 3n]);
  });
});

describe('the cost of a block', () => {
  it('is one request when none of our addresses is paid, however many others are', async () => {
    const block = await world.blockWithAll(
      [1n, 2n, 3n].map((amountAtomic) => world.pay(world.usdc, { to: STRANGER, amountAtomic })),
    );
    world.first.clear();
    expect(await find(block)).toEqual([]);
    expect(world.first.calls.map(({ method }) => method)).toEqual(['eth_getLogs']);
  });

  it('is zero when the block is empty', async () => {
    await world.anvil.mine(1);
    const block = await readBlock(client, Number(await world.anvil.rpc<string>('eth_blockNumber')));
    world.first.clear();
    expect(await find(block)).toEqual([]);
    expect(world.first.calls).toEqual([]);
  });

  it('is one look-up for all its recipients, each named once', async () => {
    const block = await world.blockWithAll([
      world.pay(world.usdc, { to: ALICE, amountAtomic: 1n }),
      world.pay(world.usdt, { to: ALICE, amountAtomic: 1n }),
      world.pay(ETH, { to: BOB, amountAtomic: 1n }),
    ]);
    const asked: (readonly string[])[] = [];
    const watched = (addresses: readonly string[]): Promise<Watched> => {
      asked.push(addresses);
      return Promise.resolve({ ours: new Set(), payers: new Set() });
    };
    await searchBlock(client, { block, assets: world.assets, traces: false, watched });
    expect(asked).toEqual([[ALICE, BOB]]);
  });
});
