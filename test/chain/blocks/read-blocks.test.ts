import { RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BlockNotFoundError,
  readAgreedHead,
  readBlock,
  readFinalized,
  readHead,
  readHeader,
} from '../../../src/chain/blocks/read-blocks.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { laggingAt, startRpcProxy, type RpcProxy, type RpcReply } from '../../helpers/chain/rpc-proxy.js';
import { localChain } from '../chain-fixture.js';

let anvil: Anvil;
let first: RpcProxy;
let second: RpcProxy;
let client: ChainClient;

beforeAll(async () => {
  anvil = await startAnvil({ slotsInAnEpoch: 2 });
  [first, second] = await Promise.all([startRpcProxy(anvil.url), startRpcProxy(anvil.url)]);
});
beforeEach(() => {
  client = createChainClient(localChain({ rpcUrls: [first.url, second.url] }), {
    timeoutMs: 30_000,
    maxRounds: 2,
  });
});
afterEach(async () => {
  first.clear();
  second.clear();
  await client.close();
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await anvil.stop();
});

/** Changes a field of the blocks that an RPC answers. */
function lieAboutBlocks(proxy: RpcProxy, change: (block: Record<string, unknown>) => unknown): void {
  const rewrite = (reply: RpcReply): RpcReply =>
    'result' in reply ? { result: change(structuredClone(reply.result) as Record<string, unknown>) } : reply;
  proxy.use({
    methods: ['eth_getBlockByNumber', 'eth_getBlockByHash'],
    behaviour: { kind: 'rewrite', rewrite },
  });
}

describe('blocks', () => {
  it('are read with their transactions, with the same result by number and by hash', async () => {
    const [from = '', to = ''] = anvil.accounts;
    const { txHash, blockNumber } = await sendUnlocked({ rpcUrl: anvil.url, from, to, valueAtomic: 12n });
    const block = await readBlock(client, blockNumber);
    expect(block.transactions).toEqual([{ hash: txHash, index: 0, from, to, valueAtomic: 12n }]);
    expect(Math.abs(block.timestampMs - Date.now())).toBeLessThan(60_000);
    expect(await readBlock(client, block.hash)).toEqual(block);
    expect((await readHeader(client, blockNumber - 1)).hash).toBe(block.parentHash);
  });

  it('show a contract creation without a recipient', async () => {
    const { blockNumber } = await sendUnlocked({ rpcUrl: anvil.url, data: '0x00' });
    expect((await readBlock(client, blockNumber)).transactions).toMatchObject([
      { to: null, valueAtomic: 0n },
    ]);
  });

  it('follow a reorganisation: the number names another block, the old hash none', async () => {
    await anvil.mine(3);
    const before = await readHead(client);
    await anvil.reorg(2);
    const after = await readHeader(client, before.number);
    expect(after.hash).not.toBe(before.hash);
    await expect(readBlock(client, before.hash)).rejects.toThrow(BlockNotFoundError);
  });

  it('that do not exist yet are reported as missing, and no RPC is blamed', async () => {
    const { number } = await readHead(client);
    await expect(readBlock(client, number + 1)).rejects.toThrow(BlockNotFoundError);
    await expect(readHeader(client, `0x${'12'.repeat(32)}`)).rejects.toThrow(BlockNotFoundError);
    expect(client.health()).toMatchObject([{ lastError: null }, { lastError: null }]);
  });

  it('are read from the next RPC when the first one lags behind', async () => {
    await anvil.mine(2);
    const { number, hash } = await readHead(client);
    first.use(laggingAt(number - 2));
    expect((await readHead(client)).number).toBe(number - 2);
    expect((await readBlock(client, number)).hash).toBe(hash);
    expect((await client.onOneRpc((rpc) => readBlock(rpc, number))).hash).toBe(hash);
  });

  it.each([
    ['another number', (block: object) => ({ ...block, number: '0x1' })],
    ['a hash that is too short', (block: object) => ({ ...block, hash: '0x12' })],
    ['a time that no calendar has', (block: object) => ({ ...block, timestamp: '0xffffffffffff' })],
    ['no bloom', (block: object) => ({ ...block, logsBloom: undefined })],
    ['no transactions', (block: object) => ({ ...block, transactions: null })],
    [
      'nothing but hashes of transactions',
      (block: object) => ({ ...block, transactions: [`0x${'12'.repeat(32)}`] }),
    ],
    ['an array', () => []],
  ])('that an RPC answers with %s are read from the next RPC', async (_what, change) => {
    const { txHash, blockNumber } = await sendUnlocked({ rpcUrl: anvil.url, data: '0x00' });
    lieAboutBlocks(first, change);
    expect((await readBlock(client, blockNumber)).transactions.map(({ hash }) => hash)).toEqual([txHash]);
    expect(first.calls.length).toBeGreaterThan(0);
    expect(client.health()).toMatchObject([{ status: 'down' }, { status: 'up' }]);
  });

  it('are not used when every RPC answers falsely', async () => {
    const { number } = await readHead(client);
    for (const proxy of [first, second]) lieAboutBlocks(proxy, (block) => ({ ...block, number: '0x1' }));
    const error: unknown = await readBlock(client, number).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(String(error)).toContain(`was answered as 1, must be ${number}`);
  });

  it('are not used when they show a transaction twice', async () => {
    const [from = '', to = ''] = anvil.accounts;
    const { txHash, blockNumber } = await sendUnlocked({ rpcUrl: anvil.url, from, to, valueAtomic: 12n });
    lieAboutBlocks(first, (block) => {
      const [transaction] = block['transactions'] as object[];
      return { ...block, transactions: [transaction, { ...transaction, transactionIndex: '0x1' }] };
    });
    expect((await readBlock(client, blockNumber)).transactions.map(({ hash }) => hash)).toEqual([txHash]);
  });

  it('are not used when their transactions name another block', async () => {
    const { blockNumber } = await sendUnlocked({ rpcUrl: anvil.url, data: '0x00' });
    for (const proxy of [first, second]) {
      lieAboutBlocks(proxy, (block) => ({
        ...block,
        transactions: (block['transactions'] as object[]).map((each) => ({
          ...each,
          blockHash: `0x${'12'.repeat(32)}`,
        })),
      }));
    }
    await expect(readBlock(client, blockNumber)).rejects.toThrow('transaction.blockHash');
  });
});

describe('the head', () => {
  it('is agreed when all RPCs have the same', async () => {
    expect(await readAgreedHead(client)).toEqual(await readHead(client));
  });

  it('is not agreed when RPCs differ, or half of them are down', async () => {
    const { number } = await readHead(client);
    second.use(laggingAt(number - 1));
    expect(await readAgreedHead(client)).toBeNull();
    second.clear();
    second.use({ behaviour: { kind: 'cut' } });
    expect(await readAgreedHead(client)).toBeNull();
  });
});

describe('the final block', () => {
  it('is the one that the chain itself reports', async () => {
    await anvil.mine(10);
    const { number } = await readHead(client);
    expect(await readFinalized(client)).toEqual(await readHeader(client, number - 4));
  });

  it.each([
    ['null', { result: null }],
    [
      'a refusal of the tag',
      { error: { code: -32602, message: 'invalid argument 0: unknown tag finalized' } },
    ],
    [
      "geth's words before the first finalized block",
      { error: { code: -39001, message: 'finalized block not found' } },
    ],
  ])('is unknown when a chain has none: %s', async (_what, reply) => {
    for (const proxy of [first, second]) {
      proxy.use({ methods: ['eth_getBlockByNumber'], behaviour: { kind: 'answer', reply } });
    }
    expect(await readFinalized(client)).toBeNull();
  });

  it('is not treated as missing because the RPCs are down', async () => {
    for (const proxy of [first, second]) proxy.use({ behaviour: { kind: 'cut' } });
    await expect(readFinalized(client)).rejects.toThrow(RpcUnavailableError);
  });
});
