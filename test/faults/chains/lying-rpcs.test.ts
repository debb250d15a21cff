import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { faultRule, RPC_FAULTS, type RpcFault } from '../../helpers/chain/rpc-faults.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 2, timeoutMs: 5_000 });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

async function breakRpcs(fault: RpcFault, which: readonly (0 | 1)[]): Promise<void> {
  const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
  for (const rpc of which) circuit.proxies[rpc]?.use(faultRule(fault, height));
}

async function expectCredited(invoice: Invoice): Promise<void> {
  await circuit.becomes(invoice, 'completed');
  // A payment that an RPC made up is pending until the other RPC has denied it.
  await drainUntil(circuit, 'nothing pending', async () => (await circuit.balances()).pending === 0n);
  expect(await circuit.balances()).toMatchObject({
    available: 100_000_000n,
    pending: 0n,
    held: 0n,
    deficit: 0n,
  });
  expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.paid', 'invoice.completed']);
}

describe('with two RPCs a payment is credited while the one that is asked first', () => {
  // An RPC that lags says nothing false; it is quarantined when it has lagged for long. An RPC that invents payments is
  // tested in made-up-payments.test.ts, and one that reports later times in false-times.test.ts.
  const others: readonly RpcFault[] = [
    'lags behind',
    'makes up a payment (log and receipt)',
    'tells later times',
  ];
  it.each(RPC_FAULTS.filter((fault) => !others.includes(fault)))('%s', async (fault) => {
    const invoice = await circuit.invoice();
    await breakRpcs(fault, [0]);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await expectCredited(invoice);
  });
});

describe('an RPC that reports false hashes for one empty block after the other', () => {
  it('is detected by its next block, and does not delay what the other RPC has', async () => {
    await breakRpcs('tells false hashes', [0]);
    for (let block = 0; block < 3; block += 1) {
      const askedBefore = circuit.proxies[0]?.calls.length ?? 0;
      await circuit.anvil.mine(1);
      await until('it was asked', () => (circuit.proxies[0]?.calls.length ?? 0) > askedBefore + 5);
    }
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    // Enough blocks that the first ones read are final.
    await circuit.anvil.mine(12);
    await expectCredited(invoice);
    circuit.proxies[0]?.clear();
    await circuit.anvil.mine(1);
    await untilRead(circuit);
    const [cursor] = await listChainCursors(circuit.database.db);
    expect(cursor?.haltedReason).toBeNull();
  });
});

describe('an RPC that reports false hashes while the other one does not answer', () => {
  it('cannot halt a chain alone', async () => {
    const lowest = await circuit.database.db('blocks').min<{ min: number }[]>('block_number');
    const height = `0x${(lowest[0]?.min ?? 0).toString(16)}`;
    const asked = (): number =>
      circuit.proxies[1]?.calls.filter(({ params: [at] }) => at === height).length ?? 0;
    await breakRpcs('tells false hashes', [0]);
    await breakRpcs('hangs', [1]);
    await until('the other one was asked about what is final, and asked again', () => asked() > 1);
    for (const proxy of circuit.proxies) proxy.clear();
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await expectCredited(invoice);
  });
});

/** If both invented the same payment or gave its block the same time, it would simply be another chain. */
const AGREED: readonly RpcFault[] = ['makes up a payment (log and receipt)', 'tells later times'];

describe('no payment is lost or made up, and the chain is not halted, when for a while every RPC', () => {
  it.each(RPC_FAULTS)('%s', async (fault) => {
    const invoice = await circuit.invoice();
    await breakRpcs(fault, AGREED.includes(fault) ? [0] : [0, 1]);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('the fault was met', () => circuit.proxies.some(({ calls }) => calls.length > 20));
    await circuit.drain();
    const seen = await circuit.reload(invoice);
    expect(['pending', 'paid', 'completed']).toContain(seen.status);
    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(1);
    await expectCredited(invoice);
    await untilRead(circuit);
    const [cursor] = await listChainCursors(circuit.database.db);
    expect(cursor?.haltedReason).toBeNull();
  });

  it('changes its fault again and again, beside a reorganisation that moves the payment', async () => {
    const invoice = await circuit.invoice();
    const { usdc: asset } = circuit;
    const { depositAddress: to, amountAtomic } = invoice;
    const { txHash } = await circuit.transfer({ asset, to, amountAtomic });
    const raw = await circuit.anvil.rpc<string>('eth_getRawTransactionByHash', [txHash]);
    await circuit.anvil.mine(1);
    for (const [i, fault] of RPC_FAULTS.entries()) {
      for (const proxy of circuit.proxies) proxy.clear();
      await breakRpcs(fault, [i % 2 === 0 ? 0 : 1]);
      await circuit.anvil.reorg(2, [[raw, i % 2]]);
      await circuit.drain();
    }
    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(4);
    await circuit.becomes(invoice, 'completed');
    await untilAllDone(circuit);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, pending: 0n, deficit: 0n });
  });
});
