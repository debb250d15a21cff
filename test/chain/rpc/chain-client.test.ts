import { isRangeTooWide, RpcAnswerError, RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import type { ChainClient, ChainClientOptions } from '../../../src/chain/rpc/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeNumber } from '../../../src/chain/rpc/decode.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import {
  otherChain,
  startRpcProxy,
  withoutMethods,
  type Behaviour,
  type RpcProxy,
} from '../../helpers/chain/rpc-proxy.js';
import { localChain } from '../chain-fixture.js';

let anvil: Anvil;
let first: RpcProxy;
let second: RpcProxy;
const clients: ChainClient[] = [];

beforeAll(async () => {
  anvil = await startAnvil();
  [first, second] = await Promise.all([startRpcProxy(anvil.url), startRpcProxy(anvil.url)]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  first.clear();
  second.clear();
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await anvil.stop();
});

function clientOf(rpcUrls: readonly string[], options: ChainClientOptions = {}): ChainClient {
  const client = createChainClient(localChain({ rpcUrls }), { timeoutMs: 30_000, maxRounds: 2, ...options });
  clients.push(client);
  return client;
}

function readGasPrice(client: ChainClient): Promise<number> {
  return client.request('eth_gasPrice', [], (result) => decodeNumber(result, 'eth_gasPrice'));
}

function methodsOf(proxy: RpcProxy): readonly string[] {
  return proxy.calls.map((call) => call.method);
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
}

/** A time-out that must be reached, in which another RPC must be able to answer on a busy machine too. */
const SHORT_MS = 3_000;
const limitExceeded = { error: { code: -32005, message: 'limit exceeded' } };
const FAULTS: readonly (readonly [string, Behaviour, string?])[] = [
  ['cuts the line', { kind: 'cut' }],
  ['hangs', { kind: 'hang' }],
  ['is slower than the time-out', { kind: 'delay', delayMs: 2 * SHORT_MS }],
  ['loses the answer', { kind: 'lose-answer' }],
  ['answers HTTP 500', { kind: 'http', status: 500 }],
  ['answers HTTP 429', { kind: 'http', status: 429 }, 'limited'],
  ['answers HTTP 403', { kind: 'http', status: 403 }],
  ['answers no JSON', { kind: 'garbage', text: '<html>' }],
  ['answers JSON that is not JSON-RPC', { kind: 'garbage', text: '{"ok":true}' }],
  ['answers with another request id', { kind: 'garbage', text: '{"jsonrpc":"2.0","id":"x","result":"0x1"}' }],
  ['limits the rate', { kind: 'answer', reply: limitExceeded }, 'limited'],
  [
    'has an internal error',
    { kind: 'answer', reply: { error: { code: -32603, message: 'internal error' } } },
  ],
  ['answers a value of another type', { kind: 'answer', reply: { result: 'twelve' } }],
];

describe('a request', () => {
  it.each(FAULTS)(
    'is answered by the next RPC when the first one %s',
    async (_what, behaviour, status = 'down') => {
      const isAwaited = ['hang', 'delay'].includes(behaviour.kind);
      const client = clientOf([first.url, second.url], isAwaited ? { timeoutMs: SHORT_MS } : {});
      first.use({ methods: ['eth_gasPrice'], behaviour });
      expect(await readGasPrice(client)).toBeGreaterThan(0);
      expect(client.health()).toMatchObject([{ status, consecutiveFailures: 1 }, { status: 'up' }]);
    },
  );

  it('goes to one RPC only, while that RPC is healthy', async () => {
    const client = clientOf([first.url, second.url]);
    for (let time = 0; time < 3; time++) await readGasPrice(client);
    expect(methodsOf(first)).toEqual(['eth_chainId', 'eth_gasPrice', 'eth_gasPrice', 'eth_gasPrice']);
    expect(second.calls).toEqual([]);
    expect(client.health()).toMatchObject([{ status: 'up', lastError: null }, { status: 'untried' }]);
  });

  it('skips an RPC that failed for a while', async () => {
    const client = clientOf([first.url, second.url]);
    first.use({ methods: ['eth_gasPrice'], times: 1, behaviour: { kind: 'cut' } });
    // Its while does not end before the second request.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await readGasPrice(client);
    first.clear();
    await readGasPrice(client);
    expect(first.calls).toEqual([]);
  });

  it('uses a single RPC again when it recovers', async () => {
    const client = clientOf([first.url]);
    first.use({ methods: ['eth_gasPrice'], times: 1, behaviour: { kind: 'cut' } });
    expect(await readGasPrice(client)).toBeGreaterThan(0);
    expect(client.health()).toMatchObject([{ status: 'up', consecutiveFailures: 0 }]);
  });

  it("fails with each RPC's error when all are down, after a limited number of attempts", async () => {
    const client = clientOf([first.url, second.url]);
    first.use({ behaviour: { kind: 'http', status: 503 } });
    second.use({ behaviour: { kind: 'cut' } });
    const error = await failureOf(readGasPrice(client));
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(error.message).toContain(`${first.url}: HTTP 503`);
    expect(error.message).toContain(`${second.url}: `);
    expect(first.calls).toHaveLength(2);
    expect(second.calls).toHaveLength(2);
  });

  it('goes to the next RPC when a read is refused, in whatever words, and no RPC is blamed', async () => {
    const client = clientOf([first.url, second.url]);
    const error = { code: -39_999, message: 'your plan ends on Sundays' };
    first.use({ methods: ['eth_gasPrice'], behaviour: { kind: 'answer', reply: { error } } });
    expect(await readGasPrice(client)).toBeGreaterThan(0);
    second.use({ methods: ['eth_gasPrice'], behaviour: { kind: 'answer', reply: { error } } });
    expect(await failureOf(readGasPrice(client))).toMatchObject({ name: 'RpcError', code: -39_999 });
    expect(client.health()).toMatchObject([{ status: 'up' }, { status: 'up' }]);
  });

  it.each([
    ['a call that reverts', 'eth_call', { code: 3, message: 'execution reverted' }],
    [
      'a call that reverts in the words of an RPC that is overloaded',
      'eth_estimateGas',
      { code: 3, message: 'execution reverted: rate limit exceeded, service temporarily unavailable' },
    ],
    ['a transaction', 'eth_sendRawTransaction', { code: -32_000, message: 'of words unknown' }],
  ])('is not sent to another RPC when the request itself was refused: %s', async (_what, method, error) => {
    const client = clientOf([first.url, second.url]);
    first.use({ methods: [method], behaviour: { kind: 'answer', reply: { error } } });
    expect(await failureOf(client.request(method, []))).toMatchObject({ ...error, method });
    expect(second.calls).toEqual([]);
    expect(client.health()).toMatchObject([{ status: 'up' }, { status: 'untried' }]);
  });

  it('goes to the next RPC when the first one does not offer the method', async () => {
    const client = clientOf([first.url, second.url]);
    first.use(withoutMethods('eth_gasPrice'));
    expect(await readGasPrice(client)).toBeGreaterThan(0);
    expect(client.health()).toMatchObject([{ status: 'up' }, { status: 'up' }]);
  });

  it('reports that no RPC offers the method, without asking any RPC twice', async () => {
    const client = clientOf([first.url, second.url]);
    const error = await failureOf(client.request('eth_nonsense', []));
    expect(error).toMatchObject({ name: 'RpcError', code: -32601 });
    expect(
      methodsOf(first)
        .concat(methodsOf(second))
        .filter((method) => method === 'eth_nonsense'),
    ).toHaveLength(2);
  });

  it('goes to the next RPC when it asks for more logs than one gives, and no RPC is blamed when none gives them', async () => {
    const client = clientOf([first.url, second.url]);
    const logs = (): Promise<unknown> =>
      client.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x0' }]);
    const error = { code: -32005, message: 'query returned more than 10000 results' };
    first.use({ methods: ['eth_getLogs'], behaviour: { kind: 'answer', reply: { error } } });
    expect(await logs()).toEqual([]);
    second.use({ methods: ['eth_getLogs'], behaviour: { kind: 'http', status: 413 } });
    expect(isRangeTooWide(await failureOf(logs()))).toBe(true);
    // Nothing is asked again while nothing has changed: two requests to each of the two RPCs, with one call each.
    expect([first, second].map((each) => methodsOf(each).filter((m) => m === 'eth_getLogs').length)).toEqual([
      2, 2,
    ]);
    expect(client.health()).toMatchObject([{ status: 'up' }, { status: 'up' }]);
  });

  it('ends at once when its signal is aborted', async () => {
    const client = clientOf([first.url], { timeoutMs: 60_000 });
    first.use({ methods: ['eth_gasPrice'], behaviour: { kind: 'hang' } });
    const controller = new AbortController();
    const request = readGasPrice(client.withSignal(controller.signal));
    const reason = new Error('the worker stops');
    controller.abort(reason);
    await expect(request).rejects.toBe(reason);
    expect(client.health()).toMatchObject([{ consecutiveFailures: 0 }]);
  });
});

describe('an RPC of another chain', () => {
  it('is not used: the next RPC answers', async () => {
    const client = clientOf([first.url, second.url]);
    first.use(otherChain(1));
    expect(await readGasPrice(client)).toBeGreaterThan(0);
    expect(methodsOf(first)).toEqual(['eth_chainId']);
    expect(client.health()).toMatchObject([
      { lastError: 'answers for chain id 1, not 31337' },
      { status: 'up' },
    ]);
  });

  it('is noticed when the node behind its URL changes', async () => {
    const client = clientOf([first.url]);
    await readGasPrice(client);
    first.use({ methods: ['eth_gasPrice'], times: 1, behaviour: { kind: 'cut' } });
    first.use(otherChain(5));
    expect((await failureOf(readGasPrice(client))).message).toContain('answers for chain id 5, not 31337');
  });
});

describe('work on one RPC', () => {
  it('runs again from its start on the next RPC when one of its answers is a fault', async () => {
    const client = clientOf([first.url, second.url]);
    first.use({ methods: ['eth_gasPrice'], behaviour: { kind: 'cut' } });
    const seen = await client.onOneRpc(async (rpc) => [
      await rpc.request('eth_blockNumber', []),
      await rpc.request('eth_gasPrice', []),
    ]);
    expect(seen).toHaveLength(2);
    expect(methodsOf(second)).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_gasPrice']);
  });

  it('counts a contradiction against the RPC', async () => {
    const client = clientOf([first.url]);
    const error = await failureOf(
      client.onOneRpc(() => Promise.reject(new RpcAnswerError('its receipt says otherwise'))),
    );
    expect(error).toBeInstanceOf(RpcUnavailableError);
    expect(error.message).toContain('its receipt says otherwise');
  });

  it('passes on errors that are not from the RPC, such as a database error, and blames no RPC for them', async () => {
    const client = clientOf([first.url, second.url]);
    const ours = new Error('the database is away');
    await expect(client.onOneRpc(() => Promise.reject(ours))).rejects.toBe(ours);
    expect(client.health()).toMatchObject([{ status: 'untried' }, { status: 'untried' }]);
  });
});

describe('a batch', () => {
  const accountsOf = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`);
  const balances = (client: ChainClient, count: number): Promise<readonly unknown[]> =>
    client.requestBatch(
      accountsOf(count).map((account) => ({ method: 'eth_getBalance', params: [account, 'latest'] })),
      (result) => result,
    );

  it('returns every answer in order, however many HTTP requests that takes', async () => {
    const client = clientOf([first.url]);
    const answers = await client.requestBatch(
      anvil.accounts.flatMap((account) => [
        { method: 'eth_getBalance', params: [account, 'latest'] },
        { method: 'eth_getTransactionCount', params: [account, 'latest'] },
      ]),
      (result) => result,
    );
    expect(answers).toEqual(anvil.accounts.flatMap(() => ['0x21e19e0c9bab2400000', '0x0']));
    expect(await balances(client, 100)).toEqual(Array.from({ length: 100 }, () => '0x0'));
  });

  it('is sent call by call to an RPC that accepts no batches', async () => {
    const client = clientOf([first.url]);
    await readGasPrice(client);
    const refusal =
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported"}}';
    first.use({ methods: ['eth_getBalance'], times: 1, behaviour: { kind: 'garbage', text: refusal } });
    expect(await balances(client, 3)).toEqual(['0x0', '0x0', '0x0']);
  });

  it('goes to the next RPC as a whole when one of its answers is missing', async () => {
    const client = clientOf([first.url, second.url]);
    await readGasPrice(client);
    first.use({ methods: ['eth_getBalance'], behaviour: { kind: 'garbage', text: '[]' } });
    expect(await balances(client, 3)).toEqual(['0x0', '0x0', '0x0']);
  });

  it('has a limit: no RPC is asked for more, and the error says that it was too much', async () => {
    const client = clientOf([first.url]);
    expect(await balances(client, 10_000)).toHaveLength(10_000);
    first.clear();
    const error = await failureOf(balances(client, 10_001));
    expect(error.message).toBe('10001 calls at once; at most 10000 are allowed');
    // The same error as from an RPC that refuses a range: then fewer blocks are asked for.
    expect(isRangeTooWide(error)).toBe(true);
    expect(methodsOf(first)).toEqual([]);
    expect(client.health()).toMatchObject([{ status: 'up' }]);
  });
});

describe('keys in RPC URLs', () => {
  const key = 'a1b2c3d4e5f6a7b8';

  it('appear in no error, health record or log line', async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string): void =>
      void lines.push(JSON.stringify({ ...fields, message }));
    const url = first.url.replace('//', `//user:${key}pw@`);
    const client = clientOf([`${url}/v2/${key}?apikey=${key}q`], { log: { info: write, warn: write } });
    const message = `project ${key}, ${key}q and ${key}pw are over their limit exceeded`;
    first.use({ behaviour: { kind: 'answer', reply: { error: { code: -32005, message } } } });
    const error = await failureOf(readGasPrice(client));
    const shown = JSON.stringify([error.message, error, client.health(), lines]);
    expect(shown).toContain('are over their limit');
    expect(shown).not.toContain(key);
    expect(lines).toHaveLength(1);
  });

  it('reach the RPC: credentials as a header, path and query unchanged', async () => {
    const { createServer } = await import('node:http');
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push([request.url, request.headers.authorization]);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.once('listening', () => {
        resolve(server.address() as { port: number });
      }),
    );
    await failureOf(
      readGasPrice(clientOf([`http://us%40er:pw@127.0.0.1:${port}/v2/${key}?q=1`], { maxRounds: 1 })),
    );
    expect(seen).toEqual([[`/v2/${key}?q=1`, `Basic ${Buffer.from('us@er:pw').toString('base64')}`]]);
    await new Promise((resolve) => server.close(resolve));
  });
});

it('the log says once that an RPC is down, and once that it is back', async () => {
  const lines: string[] = [];
  const write = (_fields: object, message: string): void => void lines.push(message);
  const client = clientOf([first.url], { log: { info: write, warn: write }, maxRounds: 1 });
  first.use({ times: 3, behaviour: { kind: 'cut' } });
  for (let time = 0; time < 3; time++) await failureOf(readGasPrice(client));
  await readGasPrice(client);
  await readGasPrice(client);
  expect(lines).toEqual(['RPC failed', 'RPC is back']);
});
