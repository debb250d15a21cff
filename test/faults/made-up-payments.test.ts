import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { listDisputes } from '../../src/db/chain-disputes.js';
import type { Invoice } from '../../src/db/invoices.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilSettled,
  type MoneyCircuit,
  type MoneyCircuitOptions,
  type RunningFollower,
} from '../helpers/money-circuit.js';
import { faultRule } from '../helpers/rpc-faults.js';
import type { Rewrite, Rule } from '../helpers/rpc-proxy.js';
import { until } from '../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;
let errors: Record<string, unknown>[];

async function start(options: MoneyCircuitOptions): Promise<void> {
  errors = [];
  const write = (line: string): void => void errors.push(JSON.parse(line) as Record<string, unknown>);
  circuit = await startMoneyCircuit({
    ...{ slotsInAnEpoch: 4, timeoutMs: 500, log: pino({ level: 'error' }, { write }) },
    ...options,
  });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
}
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const ASKED = 100_000_000n;
const originOf = (rpc: number): string => new URL(circuit.chain.rpcUrls[rpc] ?? '').origin;
const MAKES_UP = faultRule('makes up a payment (log and receipt)', 0);
const said = (words: string): boolean => errors.some(({ msg }) => String(msg).includes(words));
const standing = (): Promise<unknown[]> =>
  circuit.database.db('transfers').where({ canonical: true }).select<unknown[]>('amount_atomic');

async function untilStatus(invoice: Invoice, status: string): Promise<void> {
  await drainUntil(circuit, status, async () => (await circuit.reload(invoice)).status === status);
}

async function expectCredited(invoice: Invoice, amountAtomic: bigint): Promise<void> {
  await drainUntil(
    circuit,
    'credited',
    async () => (await circuit.balances()).available === amountAtomic && (await standing()).length === 1,
  );
  await untilSettled(circuit);
  expect((await circuit.reload(invoice)).status).toBe('completed');
  expect(await circuit.balances()).toEqual({
    ...{ available: amountAtomic, pending: 0n, held: 0n, reserved: 0n, deficit: 0n },
  });
}

/** The payment is said to be another amount, by log and receipt alike. */
function sayingAmount(amountAtomic: bigint): Rule {
  const rewrite: Rewrite = (reply) => {
    const text = JSON.stringify(reply);
    const word = (amount: bigint): string => `"data":"0x${amount.toString(16).padStart(64, '0')}"`;
    return JSON.parse(text.replaceAll(word(ASKED), word(amountAtomic))) as typeof reply;
  };
  const methods = ['eth_getLogs', 'eth_getTransactionReceipt', 'eth_getBlockReceipts'];
  return { methods, behaviour: { kind: 'rewrite', rewrite } };
}

describe('of two RPCs one that makes up a payment', () => {
  beforeEach(() => start({ proxies: 2 }));

  it('has it seen at once, and never credited: what was paid is, and the log names both', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    await circuit.pay(invoice);
    await untilStatus(invoice, 'paid');
    await circuit.anvil.mine(16);
    await untilRead(circuit);
    await untilStatus(invoice, 'completed');
    await until('it is said', () => said('contradict each other'));
    expect(errors[0]).toMatchObject({
      ...{ shownBy: originOf(0), deniedBy: originOf(1), to: invoice.depositAddress, position: 1 },
    });
    expect(await circuit.balances()).toMatchObject({ available: ASKED, pending: ASKED });
    circuit.proxies[0]?.clear();
    await until('it stands no longer', () => said('made up'));
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
    'of %s than was paid has nothing credited, and what was paid when it no longer does',
    async (_what, amount) => {
      const invoice = await circuit.invoice();
      circuit.proxies[0]?.use(sayingAmount(amount));
      await circuit.pay(invoice);
      await circuit.anvil.mine(16);
      await until('it is said', () => said('contradict each other'));
      await untilSettled(circuit);
      expect(await circuit.balances()).toMatchObject({ available: 0n, held: 0n });
      circuit.proxies[0]?.clear();
      await circuit.anvil.mine(1);
      await expectCredited(invoice, ASKED);
    },
  );

  it('in final blocks, far behind the head, has it not credited either', async () => {
    const invoice = await circuit.invoice();
    await follower.stop();
    await circuit.pay(invoice);
    await circuit.anvil.mine(60);
    circuit.proxies[0]?.use(MAKES_UP);
    follower = circuit.keepFollowing();
    await untilStatus(invoice, 'completed');
    await until('it is said', () => said('contradict each other'));
    expect(await circuit.balances()).toMatchObject({ available: ASKED, pending: ASKED });
    circuit.proxies[0]?.clear();
    await expectCredited(invoice, ASKED);
  });

  it('while the other is away is believed for want of another, and what it made up is taken back later', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    circuit.proxies[1]?.use(faultRule('down', 0));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === 2n * ASKED);
    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(16);
    await until('it stands no longer', () => said('made up'));
    await expectCredited(invoice, ASKED);
  });

  it('or denies all that is paid has operators shown what waits, and since when, until it is honest', async () => {
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
    await untilSettled(circuit);
    expect(await circuit.balances()).toMatchObject({ available: 0n, pending: 2n * ASKED });

    circuit.proxies[1]?.clear();
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === 2n * ASKED);
    expect(await listDisputes(circuit.database.db)).toEqual([]);
  });

  it('and denies what was paid leaves that seen until it is honest', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[1]?.use(sayingAmount(1n));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('it is said', () => said('contradict each other'));
    await untilSettled(circuit);
    expect((await circuit.reload(invoice)).status).toBe('paid');
    circuit.proxies[1]?.clear();
    await expectCredited(invoice, ASKED);
  });
});

describe('of three RPCs one that makes up a payment', () => {
  beforeEach(() => start({ proxies: 3 }));

  it('is outvoted: what it made up stands no longer, also while it goes on', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(MAKES_UP);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('it stands no longer', () => said('made up'));
    await expectCredited(invoice, ASKED);
  });

  it('or denies one is outvoted: what was paid is credited, also while it goes on', async () => {
    const invoice = await circuit.invoice();
    circuit.proxies[1]?.use(sayingAmount(1n));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await expectCredited(invoice, ASKED);
  });
});

describe('with one RPC', () => {
  beforeEach(() => start({ proxies: 1 }));

  it('nothing waits for another', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await expectCredited(invoice, ASKED);
    expect(errors).toEqual([]);
  });
});
