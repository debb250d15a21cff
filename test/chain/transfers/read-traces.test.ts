import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findRangeTransfers } from '../../../src/chain/transfers/find-range-transfers.js';
import type { FoundTransfers } from '../../../src/chain/transfers/find-transfers.js';
import { NATIVE_POSITION, type Watched } from '../../../src/chain/transfers/prove-transfers.js';
import { readBlock, type Block } from '../../../src/chain/blocks/read-blocks.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { callData, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { withoutMethods, type RpcReply, type Rule } from '../../helpers/chain/rpc-proxy.js';
import { ETH } from '../chain-fixture.js';
import {
  ALICE,
  aliceAndBob,
  BOB,
  searchBlock,
  startTokenWorld,
  STRANGER,
  type TokenWorld,
} from './token-world.js';

let world: TokenWorld;
let mover: string;
/** Client with two RPCs. */
let client: ChainClient;
/** Client with one RPC. */
let alone: ChainClient;

beforeAll(async () => {
  world = await startTokenWorld();
  mover = await deployOddContract({ rpcUrl: world.anvil.url, name: 'CoinMover' });
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

const everybody = (addresses: readonly string[]): Promise<Watched> =>
  Promise.resolve({ ours: new Set(addresses), payers: new Set() });

function find(block: Block, { through = alone, watched = aliceAndBob } = {}): Promise<FoundTransfers> {
  return searchBlock(through, { block, assets: [ETH], traces: true, watched });
}

const move = (functionName: string, args: readonly unknown[], valueAtomic = 5n) => ({
  to: mover,
  valueAtomic,
  data: callData('CoinMover', functionName, args),
});
/** Counts how often an RPC was asked for traces. */
const tracesAsked = (of: TokenWorld['first']): number =>
  of.calls.filter(({ method }) => method === 'trace_block').length;

describe('native coin that a contract sends', () => {
  it('is found with all the fields that identify it, as sent by the contract', async () => {
    const block = await world.blockWithAll([move('payAll', [ALICE])]);
    expect(await find(block)).toEqual({
      block,
      readFrom: world.first.url,
      traced: true,
      spends: [],
      transfers: [
        {
          chainCode: 'local',
          tokenSymbol: 'ETH',
          tokenAddress: null,
          blockNumber: block.number,
          blockHash: block.hash,
          blockTimeMs: block.timestampMs,
          txHash: block.transactions[0]?.hash,
          txIndex: 0,
          position: -2,
          logIndex: null,
          from: mover,
          to: ALICE,
          amountAtomic: 5n,
          tracedBy: world.first.url,
        },
      ],
    });
  });

  it('to several recipients in one transaction is found for each at its own position', async () => {
    const block = await world.blockWithAll([
      move(
        'payEach',
        [
          [ALICE, STRANGER, BOB, ALICE],
          [1n, 2n, 3n, 1n],
        ],
        7n,
      ),
    ]);
    const { transfers } = await find(block);
    expect(transfers.map(({ to, amountAtomic, position }) => [to, amountAtomic, position])).toEqual([
      [ALICE, 1n, -5],
      [BOB, 3n, -4],
      [ALICE, 1n, -2],
    ]);
  });

  it('by a nested call is found once', async () => {
    const block = await world.blockWithAll([move('payDeep', [ALICE])]);
    expect(await find(block)).toMatchObject({ transfers: [{ to: ALICE, amountAtomic: 5n }] });
  });

  it('by a contract that destroys itself is found', async () => {
    const block = await world.blockWithAll([move('payByVanishing', [ALICE])]);
    expect(await find(block)).toMatchObject({ transfers: [{ to: ALICE, amountAtomic: 5n }] });
  });

  it('to a contract that it creates is found', async () => {
    const block = await world.blockWithAll([move('payByCreating', [])]);
    const { transfers } = await find(block, { watched: everybody });
    const created = transfers.filter(({ to }) => to !== mover);
    expect(created).toMatchObject([{ from: mover, amountAtomic: 5n, position: -2 }]);
  });

  it('counts for nothing when an outer call reverts, even if its transaction does not', async () => {
    const block = await world.blockWithAll([move('payAndUndo', [ALICE])]);
    const traces = await world.anvil.rpc<{ traceAddress: number[]; action: { to: string } }[]>(
      'trace_block',
      [`0x${block.number.toString(16)}`],
    );
    expect(traces.some(({ action }) => action.to === ALICE)).toBe(true);
    expect(await find(block)).toMatchObject({ transfers: [], traced: true });
  });

  it('counts for nothing when its transaction reverts', async () => {
    const block = await world.blockWithAll([move('payThenFail', [ALICE])]);
    expect(await find(block)).toMatchObject({ transfers: [], traced: true });
  });

  it('is not counted for delegated calls or precompiled contracts, which move nothing', async () => {
    const block = await world.blockWithAll([move('delegateTo', [ALICE])]);
    expect(await find(block)).toMatchObject({ transfers: [], traced: true });
  });

  it('is ordered together with the value of transactions themselves, in the order of the chain', async () => {
    const block = await world.blockWithAll([
      world.pay(ETH, { to: BOB, amountAtomic: 1n }),
      move('payAll', [ALICE], 2n),
      world.pay(ETH, { to: ALICE, amountAtomic: 3n }),
    ]);
    expect(await find(block)).toMatchObject({
      transfers: [
        { to: BOB, amountAtomic: 1n, position: NATIVE_POSITION },
        { to: ALICE, amountAtomic: 2n, position: -2 },
        { to: ALICE, amountAtomic: 3n, position: NATIVE_POSITION },
      ],
    });
  });

  it('keeps its position when a reorganisation moves it to another block', async () => {
    const before = await world.blockWithAll([
      move(
        'payEach',
        [
          [STRANGER, ALICE],
          [1n, 2n],
        ],
        3n,
      ),
    ]);
    const raw = await world.anvil.rpc<string>('eth_getRawTransactionByHash', [before.transactions[0]?.hash]);
    const [found] = (await find(before)).transfers;
    await world.anvil.reorg(1, [[raw, 0]]);
    const after = await readBlock(alone, before.number);
    const [again] = (await find(after)).transfers;
    expect(after.hash).not.toBe(before.hash);
    expect(found).toMatchObject({ to: ALICE, position: -3, txHash: before.transactions[0]?.hash });
    expect(again).toEqual({ ...found, blockHash: after.hash, blockTimeMs: after.timestampMs });
  });

  it('is found in a range of blocks as in each single block', async () => {
    const first = await world.blockWithAll([move('payAll', [ALICE], 2n)]);
    await world.anvil.mine(2);
    const last = await world.blockWithAll([
      move('payAll', [BOB], 3n),
      world.pay(ETH, { to: BOB, amountAtomic: 4n }),
    ]);
    const range = { fromNumber: first.number, toNumber: last.number };
    const asked = { range, assets: [ETH], traces: true, watched: aliceAndBob };
    const found = await findRangeTransfers(alone, asked);
    expect(found.traced).toBe(true);
    expect(found.transfers).toEqual([...(await find(first)).transfers, ...(await find(last)).transfers]);
    world.first.use(withoutMethods('trace_block'));
    const untraced = await findRangeTransfers(alone, asked);
    expect(untraced).toMatchObject({ traced: false, transfers: [{ to: BOB, amountAtomic: 4n }] });
  });
});

describe('an RPC without traces', () => {
  let block: Block;
  beforeEach(async () => {
    block = await world.blockWithAll([
      move('payAll', [ALICE]),
      world.pay(ETH, { to: BOB, amountAtomic: 1n }),
    ]);
  });

  it('leaves the block untraced when it is the only one; plain transactions are still found', async () => {
    world.first.use(withoutMethods('trace_block'));
    expect(await find(block)).toMatchObject({ traced: false, transfers: [{ to: BOB }] });
  });

  it('is not asked again for a while', async () => {
    world.first.clear();
    world.first.use(withoutMethods('trace_block'));
    for (let turn = 0; turn < 3; turn += 1) await find(block);
    expect(tracesAsked(world.first)).toBe(1);
  });

  it('does not matter when another RPC has traces', async () => {
    world.first.use(withoutMethods('trace_block'));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await find(block, { through: client })).toMatchObject({
        traced: true,
        transfers: [{ to: ALICE }, { to: BOB }],
      });
    }
    expect([tracesAsked(world.first), tracesAsked(world.second)]).toEqual([1, 2]);
  });

  it.each<[string, { code: number; message: string }]>([
    ['its plan is too small', { code: -32600, message: 'trace_block is not available on the Free tier' }],
    ['it is closed', { code: -32601, message: 'the method trace_block does not exist/is not available' }],
    ['it keeps no old state', { code: -32000, message: 'missing trie node 1234 (path )' }],
  ])('is recognised by its error, because %s', async (_, error) => {
    world.first.use({ methods: ['trace_block'], behaviour: { kind: 'answer', reply: { error } } });
    expect(await find(block)).toMatchObject({ traced: false, transfers: [{ to: BOB }] });
    expect(await find(block, { through: client })).toMatchObject({ traced: true });
  });

  it('costs nothing for an empty block, and leaves nothing untraced', async () => {
    await world.anvil.mine(1);
    const empty = await readBlock(alone, Number(await world.anvil.rpc<string>('eth_blockNumber')));
    world.first.clear();
    world.first.use(withoutMethods('trace_block'));
    expect(await find(empty)).toMatchObject({ transfers: [], traced: true });
    expect(world.first.calls).toEqual([]);
  });
});

describe('an RPC that lies about traces', () => {
  let block: Block;
  beforeEach(async () => {
    block = await world.blockWithAll([move('payAll', [ALICE]), move('payAll', [BOB])]);
  });
  type Traces = readonly { readonly traceAddress: readonly number[] }[];
  const lie = (rewrite: (traces: Traces) => unknown): Rule => ({
    methods: ['trace_block'],
    behaviour: {
      kind: 'rewrite',
      rewrite: (reply): RpcReply => ('result' in reply ? { result: rewrite(reply.result as Traces) } : reply),
    },
  });

  it.each<[string, (traces: Traces) => unknown]>([
    ['by an empty answer', () => []],
    ['by an answer that is cut short', (traces) => traces.slice(0, -1)],
    ['by an answer without a transaction', (traces) => traces.slice(0, 2)],
    [
      'by an answer without one of the calls',
      (traces) => traces.filter(({ traceAddress }) => traceAddress.length === 0),
    ],
    [
      'by an answer about another block',
      (traces) => traces.map((each) => ({ ...each, blockHash: `0x${'12'.repeat(32)}` })),
    ],
    ['by an answer of another type', () => 'traces'],
  ])('%s is not believed: another RPC is used, and without one the block is untraced', async (_, rewrite) => {
    world.first.use(lie(rewrite));
    expect(await find(block, { through: client })).toMatchObject({
      traced: true,
      transfers: [{ to: ALICE }, { to: BOB }],
    });
    expect(await find(block)).toMatchObject({ traced: false, transfers: [] });
  });

  it('is marked as failing, and is not asked again in the next block', async () => {
    world.first.use(lie(() => []));
    await find(block);
    expect(alone.health()).toMatchObject([{ status: 'up', lastError: expect.stringContaining('leave out') }]);
    const asked = tracesAsked(world.first);
    await find(block);
    expect(tracesAsked(world.first)).toBe(asked);
  });

  it('only once is asked again at once', async () => {
    world.first.use({ ...lie(() => []), times: 1 });
    expect(await find(block)).toMatchObject({ traced: true, transfers: [{ to: ALICE }, { to: BOB }] });
  });
});
