import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FollowerFencedError, listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { withoutMethods, type Behaviour, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let proxy: RpcProxy;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 1, offersNative: false });
  proxy = circuit.proxies[0] as RpcProxy;
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await caughtUp();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const headNumber = async (): Promise<number> => Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
const heightRead = async (): Promise<number> =>
  (await listChainCursors(circuit.database.db))[0]?.height ?? -1;
const caughtUp = (): Promise<void> =>
  until('the follower has read the head', async () => (await heightRead()) === (await headNumber()));

/** Pays each invoice while no follower runs, hundreds of blocks apart. */
async function nightWithPayments(invoices: readonly Invoice[], blocksBetween = 150): Promise<void> {
  await follower.stop();
  for (const invoice of invoices) {
    await circuit.anvil.mine(blocksBetween);
    await circuit.pay(invoice);
  }
  await circuit.anvil.mine(60);
}

async function expectAllCredited(invoices: readonly Invoice[]): Promise<void> {
  await circuit.drain();
  for (const invoice of invoices) expect((await circuit.reload(invoice)).status).toBe('completed');
  expect((await circuit.balances()).available).toBe(100_000_000n * BigInt(invoices.length));
}

const someInvoices = (count: number): Promise<Invoice[]> =>
  Promise.all(Array.from({ length: count }, () => circuit.invoice()));

describe('after a night without a follower', () => {
  it('no payment is missed, none is counted twice, and blocks are read in ranges up to finality', async () => {
    const invoices = await someInvoices(4);
    await nightWithPayments(invoices);
    proxy.clear();
    follower = circuit.keepFollowing();
    await caughtUp();
    await expectAllCredited(invoices);
    const asked = proxy.calls.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0]);
    const ranges = asked.filter((filter) => (filter as { fromBlock?: string }).fromBlock !== undefined);
    const missed = 4 * 151 + 60;
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.length).toBeLessThan(missed / 50);
    // Above finality each block is read by itself, by its hash.
    const alone = proxy.calls.filter(
      ({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === true,
    );
    expect(alone.length).toBeGreaterThanOrEqual(8);
    expect(alone.length).toBeLessThan(40);
  });

  it('in which the last read blocks were replaced: they are undone, and the new blocks are read', async () => {
    const [lost, kept] = (await someInvoices(2)) as [Invoice, Invoice];
    await circuit.pay(lost);
    await caughtUp();
    await circuit.drain();
    expect((await circuit.reload(lost)).status).toBe('paid');
    await follower.stop();
    await circuit.anvil.reorg(3);
    await nightWithPayments([kept]);
    follower = circuit.keepFollowing();
    await caughtUp();
    await circuit.drain();
    expect((await circuit.reload(lost)).status).not.toBe('completed');
    expect((await circuit.reload(kept)).status).toBe('completed');
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, pending: 0n, deficit: 0n });
  });

  it('with a follower that is abandoned midway: nothing is left out, and nothing is done twice', async () => {
    const invoices = await someInvoices(6);
    await nightWithPayments(invoices);
    const [from, head] = [await heightRead(), await headNumber()];
    // Ten blocks at a time, so that the follower can be abandoned between two ranges.
    proxy.use({
      methods: ['eth_getLogs'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply, { params: [filter] }) =>
          spanOf(filter) > 10
            ? { error: { code: -32600, message: 'eth_getLogs is limited to a 10 range' } }
            : reply,
      },
    });
    for (let part = 1; part <= 4; part += 1) {
      let fenced = false;
      void circuit.follow().ended.then((error) => (fenced = error instanceof FollowerFencedError));
      await until(
        'some ranges were read',
        async () => (await heightRead()) > from + (part * (head - from)) / 6,
      );
      // The next one takes over while this one is still at work.
      follower = circuit.follow();
      await until('the abandoned one was fenced off', () => Promise.resolve(fenced));
      await follower.stop();
    }
    proxy.clear();
    follower = circuit.keepFollowing();
    await caughtUp();
    await expectAllCredited(invoices);
    expect(await circuit.database.db('transfers').where({ canonical: true }).select('*')).toHaveLength(6);
  });

  it('gas money that arrived in the hot wallet is booked, even if the native coin is not offered', async () => {
    await follower.stop();
    await circuit.anvil.mine(200);
    await circuit.fundHotWallet();
    await circuit.anvil.mine(200);
    follower = circuit.keepFollowing();
    await caughtUp();
    await until('the top-ups are booked', async () => {
      const booked = await circuit.database
        .db('transfers')
        .where({ booking: 'treasury' })
        .orderBy('token_symbol')
        .select<{ token_symbol: string }[]>('token_symbol');
      return booked.map((row) => row.token_symbol).join() === 'ETH,USDC';
    });
  });

  it('gas money is found in the blocks themselves when the RPC keeps no old state', async () => {
    await follower.stop();
    await circuit.fundHotWallet();
    await circuit.anvil.mine(200);
    const reply = {
      error: { code: -32000, message: 'missing trie node 1234 (path ) state is not available' },
    };
    proxy.use({ methods: ['eth_getBalance'], behaviour: { kind: 'answer', reply } });
    follower = circuit.keepFollowing();
    await until('the top-up is booked', async () => {
      const booked = await circuit.database
        .db('transfers')
        .where({ booking: 'treasury', token_symbol: 'ETH' });
      return (booked as unknown[]).length === 1;
    });
  });

  it('a withdrawal that was mined in the meantime is completed by its receipt', async () => {
    const invoice = await circuit.invoice();
    await circuit.fundHotWallet();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await caughtUp();
    await circuit.drain();
    const withdrawal = await circuit.approvedWithdrawal(30_000_000n);
    await follower.stop();
    await circuit.drain();
    expect((await circuit.reloadWithdrawal(withdrawal)).status).toBe('broadcast');
    await circuit.anvil.mine(300);
    follower = circuit.keepFollowing();
    await caughtUp();
    await circuit.drain();
    expect((await circuit.reloadWithdrawal(withdrawal)).status).toBe('completed');
  });
});

function spanOf(filter: unknown): number {
  const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string };
  return fromBlock === undefined ? 1 : Number(toBlock) - Number(fromBlock) + 1;
}

const tooWide = (limit: number, message: string, code = -32000): Behaviour => ({
  kind: 'rewrite',
  rewrite: (reply, { params: [filter] }) => (spanOf(filter) > limit ? { error: { code, message } } : reply),
});

describe('an RPC that limits its ranges', () => {
  it.each([
    ['by a number of blocks that it names', tooWide(30, 'exceed maximum block range: 30')],
    ['by a number that it does not name', tooWide(7, 'block range is too wide')],
    ['by the number of results', tooWide(40, 'query returned more than 10000 results', -32005)],
    ['by an unknown message', tooWide(60, 'internal error: query engine gave up', -32603)],
    ['to a few blocks', tooWide(2, 'block range greater than 2 max')],
  ])('%s is asked for smaller ranges, until everything is read', async (_how, behaviour) => {
    const invoices = await someInvoices(2);
    await nightWithPayments(invoices, 60);
    proxy.use({ methods: ['eth_getLogs'], behaviour });
    follower = circuit.keepFollowing();
    await caughtUp();
    await expectAllCredited(invoices);
  });
});

describe('an RPC that fails during the catch-up after a night', () => {
  it.each<[string, Behaviour]>([
    ['cuts the line', { kind: 'cut' }],
    ['answers with an HTTP error', { kind: 'http', status: 503 }],
    ['answers with nonsense', { kind: 'garbage', text: '{"jsonrpc":"2.0"' }],
    ['says that there are no logs', { kind: 'answer', reply: { result: [] } }],
  ])('and %s delays the reading, and loses nothing', async (_how, behaviour) => {
    const invoices = await someInvoices(2);
    await nightWithPayments(invoices);
    proxy.use({ methods: ['eth_getLogs'], times: 6, behaviour });
    follower = circuit.keepFollowing();
    await caughtUp();
    await expectAllCredited(invoices);
  });

  it('with a final block that it does not have yet is waited for', async () => {
    const invoices = await someInvoices(1);
    await nightWithPayments(invoices);
    proxy.use({
      methods: ['eth_getBlockByNumber'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply, { params: [tag] }) =>
          tag === 'finalized' && 'result' in reply
            ? { result: { ...(reply.result as object), number: '0xffff' } }
            : reply,
      },
      times: 20,
    });
    follower = circuit.keepFollowing();
    await caughtUp();
    await expectAllCredited(invoices);
  });

  it('with no final blocks at all is followed block by block below the head', async () => {
    proxy.use({
      methods: ['eth_getBlockByNumber'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply, { params: [tag] }) =>
          tag === 'finalized' ? { error: { code: -32602, message: 'unknown block tag' } } : reply,
      },
    });
    proxy.use(withoutMethods('eth_getBlockReceipts'));
    const invoices = await someInvoices(1);
    await nightWithPayments(invoices);
    follower = circuit.keepFollowing();
    await caughtUp();
    await expectAllCredited(invoices);
  });
});
