import { RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import type { ChainClient, ChainClientOptions, KnownBlock } from '../../../src/chain/rpc/types.js';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  readAgreedFinalized,
  readAgreedHead,
  readHead,
  readHeader,
} from '../../../src/chain/blocks/read-blocks.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { silenceOf } from '../../../src/domain/chains/rpc-answers.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import {
  laggingAt,
  otherChain,
  startRpcProxy,
  type Rewrite,
  type RpcProxy,
} from '../../helpers/chain/rpc-proxy.js';
import { localChain } from '../chain-fixture.js';

let anvil: Anvil;
let proxies: readonly [RpcProxy, RpcProxy, RpcProxy];
let known: KnownBlock;
const clients: ChainClient[] = [];

beforeAll(async () => {
  anvil = await startAnvil();
  proxies = await Promise.all([startRpcProxy(anvil.url), startRpcProxy(anvil.url), startRpcProxy(anvil.url)]);
  // A second apart: the head is 100 s younger than the known block.
  await anvil.rpc('anvil_mine', ['0x65', '0x1']);
  known = await readHeader(clientOf([anvil.url]), 1);
});
afterEach(async () => {
  for (const proxy of proxies) proxy.clear();
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await anvil.stop();
});

function clientOf(rpcUrls: readonly string[], options: ChainClientOptions = {}): ChainClient {
  const chain = localChain({ rpcUrls });
  const client = createChainClient(chain, {
    timeoutMs: 30_000,
    maxRounds: 1,
    healthIntervalMs: 0,
    ...options,
  });
  clients.push(client);
  return client;
}

const urls = (count = 3): readonly string[] => proxies.slice(0, count).map(({ url }) => url);
const statuses = (client: ChainClient): readonly string[] => client.health().map(({ status }) => status);
const headNumber = async (): Promise<number> => Number(await anvil.rpc<string>('eth_blockNumber'));
/**
 * The times of the chain itself. Its clock may pass a second while it mines, so two blocks may be two seconds apart.
 */
async function secondsBetween(first: number, last: number): Promise<number> {
  const client = clientOf([anvil.url]);
  const [from, to] = await Promise.all([readHeader(client, first), readHeader(client, last)]);
  return (to.timestampMs - from.timestampMs) / 1_000;
}

/** An RPC on another branch: every block has another hash. */
const otherBranch: Rewrite = (reply) =>
  'result' in reply && reply.result !== null
    ? { result: { ...(reply.result as object), hash: `0x${'ab'.repeat(32)}` } }
    : reply;
const lieAboutBlocks = (proxy: RpcProxy, rewrite: Rewrite): void =>
  proxy.use({ methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } });

describe('an RPC that lags', () => {
  it('is quarantined with a log line, is asked last, and returns when it has caught up', async () => {
    const head = await headNumber();
    const lines: string[] = [];
    const log = {
      info: (_: object, line: string) => void lines.push(line),
      warn: (_: object, line: string) => void lines.push(line),
    };
    const client = clientOf(urls(3), { log });
    proxies[0].use(laggingAt(head - 50));
    await client.checkHealth(known);
    await client.checkHealth(known);
    expect(client.health()).toMatchObject([
      {
        status: 'quarantined',
        reason: `is 50 blocks (${await secondsBetween(head - 50, head)} s) behind most of the chain's RPCs`,
        headNumber: head - 50,
        behindBlocks: 50,
      },
      { status: 'up', reason: null, headNumber: head, behindBlocks: 0 },
      { status: 'up', reason: null, headNumber: head, behindBlocks: 0 },
    ]);
    expect((await readHead(client)).number).toBe(head);

    for (const proxy of proxies.slice(1)) proxy.use({ behaviour: { kind: 'cut' } });
    expect((await readHead(client)).number).toBe(head - 50);
    for (const proxy of proxies.slice(1)) proxy.clear();

    proxies[0].clear();
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['up', 'up', 'up']);
    expect(lines.filter((line) => /quarantine/.test(line))).toEqual([
      'RPC is quarantined',
      'RPC is released from quarantine',
    ]);
  });

  it('stays in use, and its lag is reported, when it is a few blocks or seconds behind, or is the only RPC', async () => {
    const head = await headNumber();
    const client = clientOf(urls(3));
    proxies[0].use(laggingAt(head - 25));
    await client.checkHealth(known);
    const up = { status: 'up' };
    expect(client.health()).toMatchObject([{ status: 'up', behindBlocks: 25 }, up, up]);
    const alone = clientOf([proxies[0].url]);
    await alone.checkHealth(known);
    expect(alone.health()).toMatchObject([{ status: 'up', headNumber: head - 25, behindBlocks: 0 }]);
  });
});

describe('the one of two RPCs that is behind', () => {
  it('is quarantined when its head stands still while the other moves, and not before', async () => {
    const head = await headNumber();
    const client = clientOf(urls(2), { stallsAfterMs: 1 });
    proxies[0].use(laggingAt(head - 50));
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['up', 'up']);
    await anvil.mine(1);
    await client.checkHealth(known);
    expect(client.health()).toMatchObject([{ status: 'quarantined', behindBlocks: 51 }, { status: 'up' }]);
    expect(client.health()[0]?.reason).toMatch(
      /^has stood still at block \d+ for \d+ s, while another RPC has/,
    );
    proxies[0].clear();
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['up', 'up']);
  });
});

describe('RPCs of which none answers', () => {
  it('are silent since the last answer, and keep their last error with its time when they answer again', async () => {
    const client = clientOf(urls(2));
    await client.checkHealth(known);
    const answeredAtMs = Math.max(...client.health().map(({ lastSuccessAtMs }) => lastSuccessAtMs ?? 0));
    // The time passes in the report.
    const silence = () => silenceOf({ rpcs: client.health(), rpcsAtMs: answeredAtMs + 600_000 });
    expect(silence()).toBeNull();
    for (const proxy of proxies) proxy.use({ behaviour: { kind: 'cut' } });
    await client.checkHealth(known);
    expect(silence()).toEqual({ sinceMs: answeredAtMs });
    for (const proxy of proxies) proxy.clear();
    await client.checkHealth(known);
    expect(silence()).toBeNull();
    const kept = {
      status: 'up',
      consecutiveFailures: 0,
      lastError: expect.any(String),
      lastErrorAtMs: expect.any(Number),
    };
    expect(client.health()).toMatchObject([kept, kept]);
  });
});

describe('an RPC that lies', () => {
  it('about a block that we have read is not asked until it agrees again, even when the others are down', async () => {
    const client = clientOf(urls(2));
    lieAboutBlocks(proxies[0], otherBranch);
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['quarantined', 'up']);
    proxies[1].use({ behaviour: { kind: 'cut' } });
    const error: unknown = await readHead(client).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(String(error)).toContain('has another block 1 than was read');
    for (const proxy of proxies) proxy.clear();
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['up', 'up']);
  });

  it('about the head, with blocks that it does not have, is the only RPC that is quarantined', async () => {
    const client = clientOf(urls(2));
    lieAboutBlocks(proxies[0], (reply, { params: [block] }) =>
      'result' in reply && block === 'latest'
        ? { result: { ...(reply.result as object), number: '0xffff', timestamp: '0xffffffff' } }
        : reply,
    );
    await client.checkHealth(known);
    expect(client.health()).toMatchObject([
      { status: 'quarantined', reason: 'calls block 65535 its head and does not have it' },
      { status: 'up', behindBlocks: 0 },
    ]);
  });
});

describe('an RPC that has made something up, as most RPCs say', () => {
  const originOf = ({ url }: RpcProxy): string => new URL(url).origin;
  const voters = async (client: ChainClient): Promise<readonly boolean[]> =>
    (await client.onEachRpc(readHead)).map(({ quarantined }) => !quarantined);

  it('has no vote and is not asked, also when the others are away and after it has lagged', async () => {
    const client = clientOf(urls(3));
    expect(client.quarantine(originOf(proxies[0]), 'made up a payment', 'lies')).toBe(true);
    expect(await voters(client)).toEqual([false, true, true]);
    const head = await headNumber();
    proxies[0].use(laggingAt(head - 50));
    await client.checkHealth(known);
    await client.checkHealth(known);
    expect(client.quarantine(originOf(proxies[0]), 'left out a payment')).toBe(false);
    proxies[0].clear();
    await client.checkHealth(known);
    expect(client.health()[0]).toMatchObject({ status: 'quarantined', reason: 'made up a payment' });
    expect(await voters(client)).toEqual([false, true, true]);
    for (const proxy of proxies.slice(1)) proxy.use({ behaviour: { kind: 'cut' } });
    const asked = proxies[0].calls.length;
    await expect(readHead(client)).rejects.toThrow('made up a payment');
    expect(proxies[0].calls).toHaveLength(asked);
  });

  it('is asked when it is the only one, and one that has left something out keeps its vote', async () => {
    const alone = clientOf([proxies[0].url]);
    alone.quarantine(originOf(proxies[0]), 'made up a payment', 'lies');
    expect((await readHead(alone)).number).toBe(await headNumber());
    const client = clientOf(urls(2));
    client.quarantine(originOf(proxies[0]), 'left out a payment');
    expect(await voters(client)).toEqual([true, true]);
  });
});

describe('an RPC of another chain', () => {
  it('is never asked, even when the others are down, and returns with the right chain id', async () => {
    const client = clientOf(urls(2));
    proxies[0].use(otherChain(5));
    await client.checkHealth(known);
    expect(client.health()).toMatchObject([
      { status: 'quarantined', reason: 'answers for chain id 5, not 31337', headNumber: null },
      { status: 'up' },
    ]);
    proxies[1].use({ behaviour: { kind: 'cut' } });
    const asked = proxies[0].calls.length;
    await expect(readHead(client)).rejects.toThrow('answers for chain id 5');
    expect(proxies[0].calls).toHaveLength(asked);
    proxies[0].clear();
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['up', 'down']);
  });
});

describe('the comparison of RPCs', () => {
  it('happens once per interval, with one request to each RPC, however many callers there are', async () => {
    const client = clientOf(urls(2), { healthIntervalMs: 60_000 });
    for (let turn = 0; turn < 5; turn += 1) await client.checkHealth(known);
    for (const proxy of proxies.slice(0, 2)) {
      expect(proxy.calls.map(({ method, params: [first] }) => [method, first])).toEqual([
        ['eth_chainId', undefined],
        ['eth_getBlockByNumber', 'latest'],
        ['eth_getBlockByNumber', '0x1'],
      ]);
    }
  });

  it('never rejects, and keeps silent quarantined RPCs in quarantine', async () => {
    const head = await headNumber();
    const client = clientOf(urls(3));
    proxies[0].use(laggingAt(head - 50));
    await client.checkHealth(known);
    for (const proxy of proxies) proxy.clear();
    for (const proxy of proxies) proxy.use({ behaviour: { kind: 'cut' } });
    await client.checkHealth(known);
    expect(statuses(client)).toEqual(['quarantined', 'down', 'down']);
  });
});

describe('a head on which an invoice may expire', () => {
  it('is the one that more than half of all RPCs report and no healthy endpoint denies', async () => {
    const head = await headNumber();
    const client = clientOf(urls(3));
    expect((await readAgreedHead(client))?.number).toBe(head);
    proxies[0].use({ behaviour: { kind: 'cut' } });
    expect((await readAgreedHead(client))?.number).toBe(head);
    proxies[1].use(laggingAt(head - 50));
    expect(await readAgreedHead(client)).toBeNull();
    // A quarantined RPC denies nothing. But one RPC of three is not enough to say that there is no payment.
    proxies[0].clear();
    await client.checkHealth(known);
    proxies[0].use({ behaviour: { kind: 'cut' } });
    expect(statuses(client)).toEqual(['up', 'quarantined', 'up']);
    expect(await readAgreedHead(client)).toBeNull();
    proxies[0].clear();
    expect((await readAgreedHead(client))?.number).toBe(head);
  });

  it('is not the one that a single RPC reports while the others are down, because it may be stale', async () => {
    const client = clientOf(urls(2));
    proxies[0].use({ behaviour: { kind: 'cut' } });
    proxies[1].use(laggingAt((await headNumber()) - 50));
    await client.checkHealth(known);
    expect(await readAgreedHead(client)).toBeNull();
  });

  it('is the one that the only RPC of a chain reports', async () => {
    expect((await readAgreedHead(clientOf(urls(1))))?.number).toBe(await headNumber());
  });

  it('is not the one that two URLs of one host report while another RPC is down', async () => {
    const [first, second] = proxies;
    const client = clientOf([`${first.url}/key-1`, `${first.url}/key-2`, second.url]);
    expect((await readAgreedHead(client))?.number).toBe(await headNumber());
    second.use({ behaviour: { kind: 'cut' } });
    expect(await readAgreedHead(client)).toBeNull();
  });
});

describe('the newest final block', () => {
  const finalHeads = (proxy: RpcProxy): void =>
    proxy.use({
      methods: ['eth_getBlockByNumber'],
      behaviour: {
        kind: 'rewrite',
        rewrite: async (_reply, { method, params }, ask) => ({
          result: await ask(method, [params[0] === 'finalized' ? 'latest' : params[0], params[1]]),
        }),
      },
    });

  it('is not the head just because two URLs of one of two hosts say so', async () => {
    const [first, second] = proxies;
    finalHeads(first);
    const client = clientOf([`${first.url}/key-1`, `${first.url}/key-2`, second.url]);
    const honest = await readAgreedFinalized(clientOf([second.url]));
    expect(honest?.number).toBeLessThan(await headNumber());
    expect(await readAgreedFinalized(client)).toEqual(honest);
  });
});

describe('an RPC that limits the rate', () => {
  let server: Server;
  let refusals: number;
  const askedAtMs: number[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        const { id, method } = JSON.parse(chunk.toString()) as { id: number; method: string };
        if (method === 'eth_gasPrice') askedAtMs.push(Date.now());
        if (method === 'eth_gasPrice' && refusals-- > 0)
          response.writeHead(429, { 'retry-after': '1' }).end();
        else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x7a69' }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });

  it('is not asked for as long as it requests, and counts neither as down nor as lying', async () => {
    refusals = 1;
    const { port } = server.address() as AddressInfo;
    const client = clientOf([`http://127.0.0.1:${port}`], { maxRounds: 2 });
    const answer = client.request('eth_gasPrice', []);
    await client.requestFromEach('eth_chainId', [], (result) => result);
    expect(await answer).toBe('0x7a69');
    const [first = 0, second = 0] = askedAtMs;
    // A timer may be early by the part of a millisecond that the clock does not show.
    expect(second - first).toBeGreaterThanOrEqual(990);
    expect(client.health()).toMatchObject([{ status: 'up', reason: null }]);
  });

  it('is shown as rate limited', async () => {
    refusals = 1;
    const { port } = server.address() as AddressInfo;
    const client = clientOf([`http://127.0.0.1:${port}`]);
    await expect(client.request('eth_gasPrice', [])).rejects.toThrow('HTTP 429: asked too often');
    expect(client.health()).toMatchObject([{ status: 'limited', reason: null, consecutiveFailures: 1 }]);
  });
});
