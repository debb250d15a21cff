import type { ChainClient, ChainClientOptions } from '../../../src/chain/rpc/types.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { mintTestToken } from '../../../src/chain/contracts/test-token.js';
import { listDisputes } from '../../../src/db/chains/chain-disputes.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { ANVIL_CHAIN_ID, startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilAllDone,
  type MoneyCircuit,
  type MoneyCircuitOptions,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { faultRule } from '../../helpers/chain/rpc-faults.js';
import { laggingAt, type Rewrite, type Rule } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;
let errors: Record<string, unknown>[];
/** The client with which a test follows the chain, when it is not the circuit's own. */
let client: ChainClient | undefined;

async function start(options: MoneyCircuitOptions): Promise<void> {
  errors = [];
  const write = (line: string): void => void errors.push(JSON.parse(line) as Record<string, unknown>);
  circuit = await startMoneyCircuit({
    slotsInAnEpoch: 4,
    log: pino({ level: 'error' }, { write }),
    clientOf: () => client,
    ...options,
  });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
}
afterEach(async () => {
  await follower.stop();
  await client?.close();
  client = undefined;
  await circuit.close();
});

/** Follows from now on with another client, which has some of the RPCs and compares them when the test says so. */
async function followBy(rpcUrls: readonly string[], options: ChainClientOptions = {}): Promise<ChainClient> {
  await follower.stop();
  const chain = { ...circuit.chain, rpcUrls };
  client = createChainClient(chain, { timeoutMs: 30_000, maxRounds: 1, healthIntervalMs: 0, ...options });
  follower = circuit.keepFollowing();
  return client;
}

const ASKED = 100_000_000n;
const originOf = (rpc: number): string => new URL(circuit.chain.rpcUrls[rpc] ?? '').origin;
const MAKES_UP = faultRule('makes up a payment (log and receipt)', 0);
const said = (words: string): boolean => errors.some(({ msg }) => String(msg).includes(words));
const standing = (): Promise<unknown[]> =>
  circuit.database.db('transfers').where({ canonical: true }).select<unknown[]>('amount_atomic');

async function expectCredited(invoice: Invoice, amountAtomic: bigint): Promise<void> {
  await drainUntil(
    circuit,
    'credited',
    async () => (await circuit.balances()).available === amountAtomic && (await standing()).length === 1,
  );
  await untilAllDone(circuit);
  expect((await circuit.reload(invoice)).status).toBe('completed');
  expect(await circuit.balances()).toEqual({
    available: amountAtomic,
    pending: 0n,
    held: 0n,
    reserved: 0n,
    deficit: 0n,
  });
}

/** Reports another amount of the payment, in the log and in the receipt alike. */
function sayingAmount(amountAtomic: bigint): Rule {
  const rewrite: Rewrite = (reply) => {
    const text = JSON.stringify(reply);
    const word = (amount: bigint): string => `"data":"0x${amount.toString(16).padStart(64, '0')}"`;
    return JSON.parse(text.replaceAll(word(ASKED), word(amountAtomic))) as typeof reply;
  };
  const methods = ['eth_getLogs', 'eth_getTransactionReceipt', 'eth_getBlockReceipts'];
  return { methods, behaviour: { kind: 'rewrite', rewrite } };
}

describe('one of two RPCs that invents a payment', () => {
  beforeEach(() => start({ proxies: 2 }));

  it('shows it at once, but gets no credit for it; the true payment is credited, and the log names both RPCs', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    await circuit.pay(invoice);
    await circuit.becomes(invoice, 'paid');
    await circuit.anvil.mine(16);
    await untilRead(circuit);
    await circuit.becomes(invoice, 'completed');
    await until('it is logged', () => said('contradict each other'));
    expect(errors[0]).toMatchObject({
      shownBy: originOf(0),
      deniedBy: originOf(1),
      to: invoice.depositAddress,
      position: 1,
    });
    expect(await circuit.balances()).toMatchObject({ available: ASKED, pending: ASKED });
    circuit.proxies[0]?.clear();
    await until('it counts no longer', () => said('made up'));
    await expectCredited(invoice, ASKED);
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
    ]);
  });

  it.each([
    ['more', 100_000n * ASKED],
    ['less', 1n],
  ])(
    'with %s than was paid gets no credit; the true amount is credited when the RPC stops lying',
    async (_what, amount) => {
      const invoice = await circuit.invoice();
      circuit.proxies[0]?.use(sayingAmount(amount));
      await circuit.pay(invoice);
      await circuit.anvil.mine(16);
      await until('it is logged', () => said('contradict each other'));
      await untilAllDone(circuit);
      expect(await circuit.balances()).toMatchObject({ available: 0n, held: 0n });
      circuit.proxies[0]?.clear();
      await circuit.anvil.mine(1);
      await expectCredited(invoice, ASKED);
    },
  );

  it('gets no credit for it in final blocks, far behind the head, either', async () => {
    const invoice = await circuit.invoice();
    await follower.stop();
    await circuit.pay(invoice);
    await circuit.anvil.mine(60);
    circuit.proxies[0]?.use(MAKES_UP);
    follower = circuit.keepFollowing();
    await circuit.becomes(invoice, 'completed');
    await until('it is logged', () => said('contradict each other'));
    const { available, pending } = await circuit.balances();
    expect(available).toBe(ASKED);
    // On a busy machine the other RPC may be read first. Then the invented payment is not even stored.
    expect([0n, ASKED]).toContain(pending);
    circuit.proxies[0]?.clear();
    await expectCredited(invoice, ASKED);
  });

  it('is believed while the other is down, and the invented payment is reversed later', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    circuit.proxies[1]?.use(faultRule('down', 0));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === 2n * ASKED);
    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(16);
    await until('it counts no longer', () => said('made up'));
    await expectCredited(invoice, ASKED);
  });

  it('or denies all payments: operators are shown what waits, and since when, until it is honest', async () => {
    const [first, second] = [await circuit.invoice(), await circuit.invoice()];
    circuit.proxies[1]?.use(faultRule('finds no receipts', 0));
    circuit.proxies[1]?.use({
      methods: ['eth_getBlockByHash'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply) =>
          'result' in reply && reply.result !== null
            ? { result: { ...reply.result, transactions: [] } }
            : reply,
      },
    });
    const beforeMs = Date.now();
    await circuit.pay(first);
    const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    await circuit.pay(second);
    await circuit.anvil.mine(3);
    await until('both are in dispute', async () => {
      const disputed = await listDisputes(circuit.database.db);
      return disputed.some(({ reason }) => reason.startsWith('2 payments'));
    });
    const [dispute] = await listDisputes(circuit.database.db);
    expect(dispute).toMatchObject({ chainCode: 'local', about: 'payments', height });
    expect(dispute?.reason).toContain(`denied by ${originOf(1)} and shown by ${originOf(0)} alone`);
    expect(dispute?.sinceMs).toBeGreaterThan(beforeMs - 60_000);
    await untilAllDone(circuit);
    expect(await circuit.balances()).toMatchObject({ available: 0n, pending: 2n * ASKED });

    circuit.proxies[1]?.clear();
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === 2n * ASKED);
    expect(await listDisputes(circuit.database.db)).toEqual([]);
  });

  it('and denies the true payment: that one stays seen, and waits until the RPC is honest', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[1]?.use(sayingAmount(1n));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('it is logged', () => said('contradict each other'));
    await untilAllDone(circuit);
    expect((await circuit.reload(invoice)).status).toBe('paid');
    circuit.proxies[1]?.clear();
    await expectCredited(invoice, ASKED);
  });
});

describe('one of three RPCs that invents a payment', () => {
  beforeEach(() => start({ proxies: 3 }));

  it('is outvoted: its invented payment no longer counts, even while the lie continues', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('it counts no longer', () => said('made up'));
    await expectCredited(invoice, ASKED);
  });

  it('is outvoted when it denies a payment instead: the true payment is credited, even while the lie continues', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[1]?.use(sayingAmount(1n));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await expectCredited(invoice, ASKED);
  });
});

describe('RPCs whose heads are far apart', () => {
  /** A chain that continues the true one. One RPC claims to have these blocks, which no other RPC has. */
  let ahead: Anvil | undefined;
  afterEach(async () => {
    await ahead?.stop();
    ahead = undefined;
  });
  const statusesOf = (of: ChainClient): string[] => of.health().map(({ status }) => status);

  it.each([2, 3])(
    'with %s RPCs, one of which invents blocks ahead of the others: no honest one is quarantined, and nothing is credited',
    async (count) => {
      await start({ proxies: count });
      const comparing = await followBy(circuit.chain.rpcUrls);
      const invoice = await circuit.invoice();
      const { url: forked } = circuit.anvil;
      ahead = await startAnvil({
        slotsInAnEpoch: 4,
        args: ['--fork-url', forked, '--chain-id', String(ANVIL_CHAIN_ID)],
      });
      const chainAhead = ahead;
      await mintTestToken({
        rpcUrl: ahead.url,
        tokenAddress: circuit.usdc.address ?? '',
        to: invoice.depositAddress,
        amountAtomic: ASKED,
      });
      // Twenty blocks, a minute apart.
      await ahead.rpc('anvil_mine', ['0x14', '0x3c']);
      circuit.proxies[0]?.use({
        behaviour: {
          kind: 'rewrite',
          rewrite: async (_reply, { method, params }) => ({ result: await chainAhead.rpc(method, params) }),
        },
      });
      const askedHonest = (): number =>
        circuit.proxies[1]?.calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length ?? 0;
      // Often enough for a claim without answers from the others to be believed, if that were possible.
      await drainUntil(
        circuit,
        'the others were asked about it, or the first RPC is quarantined',
        async () => {
          await comparing.checkHealth(null);
          return askedHonest() > 12 || statusesOf(comparing)[0] === 'quarantined';
        },
      );
      expect(statusesOf(comparing).slice(1)).not.toContain('quarantined');
      expect(await circuit.balances()).toMatchObject({ available: 0n, held: 0n });
    },
  );

  it('with two RPCs, one of which stands still: it is quarantined, and the other credits payments', async () => {
    await start({ proxies: 2 });
    const comparing = await followBy(circuit.chain.rpcUrls, { stallsAfterMs: 300 });
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(laggingAt(Number(await circuit.anvil.rpc<string>('eth_blockNumber'))));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => {
      await circuit.anvil.mine(1);
      await comparing.checkHealth(null);
      return (await circuit.balances()).available === ASKED;
    });
    expect(statusesOf(comparing)).toEqual(['quarantined', 'up']);
  });
});

describe('the only RPC that is left', () => {
  beforeEach(() => start({ proxies: 2 }));

  it('is asked about payments that waited for another RPC: the invented one is not credited, the true one is', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('it is logged', () => said('contradict each other'));
    const honest = circuit.proxies[1];
    honest?.use({ methods: ['eth_getTransactionReceipt'], behaviour: { kind: 'http', status: 503 } });
    honest?.use({ methods: ['eth_getBlockByHash'], behaviour: { kind: 'http', status: 503 } });
    const asked = (): number =>
      honest?.calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length ?? 0;
    await followBy([honest?.url ?? '']);
    const before = asked();
    await drainUntil(circuit, 'it was asked and did not answer', () => Promise.resolve(asked() > before + 3));
    expect((await circuit.balances()).available).toBeLessThanOrEqual(ASKED);
    honest?.clear();
    await until('it counts no longer', () => said('made up'));
    await expectCredited(invoice, ASKED);
  });
});

describe('with one RPC', () => {
  beforeEach(() => start({ proxies: 1 }));

  it('no payment waits for another RPC', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await expectCredited(invoice, ASKED);
    expect(errors).toEqual([]);
  });
});
