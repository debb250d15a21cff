import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import {
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4 });
  await circuit.anvil.mine(12);
  follower = circuit.follow();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const cursor = async () => {
  const [first] = await listChainCursors(circuit.database.db);
  return first;
};
const caughtUp = () =>
  until('the follower has read the head', async () => {
    const head = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    return (await cursor())?.height === head;
  });

describe('a payment on a real chain', () => {
  it('is seen, confirmed and credited once', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.becomes(invoice, 'paid');
    expect(await circuit.balances()).toMatchObject({ pending: 100_000_000n, available: 0n });
    await circuit.anvil.mine(2);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ pending: 0n, available: 100_000_000n });
  });

  it('is added up over two transfers in different blocks, and the first alone leaves it underpaid', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice, 40_000_000n);
    await circuit.becomes(invoice, 'underpaid');
    await circuit.pay(invoice, 60_000_000n);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    expect((await circuit.balances()).available).toBe(100_000_000n);
  });
});

describe('a reorganisation past finality', () => {
  it('halts the chain, says why, and credits nothing more', async () => {
    await caughtUp();
    await until('finality is known', async () => ((await cursor())?.finalizedHeight ?? 0) > 0);
    const invoice = await circuit.invoice();
    await circuit.anvil.reorg(11);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await until('halted', async () => (await cursor())?.haltedReason !== null);
    await circuit.drain();
    expect((await circuit.reload(invoice)).status).toBe('pending');
    expect((await cursor())?.haltedReason).toMatch(/reorganised below block/);
  });
});

describe('one chain has one follower', () => {
  it('the replaced follower ends without writing, and the new one goes on', async () => {
    await caughtUp();
    const next = circuit.follow();
    const invoice = await circuit.invoice();
    await circuit.anvil.mine(1);
    const ended = await follower.ended;
    expect(String(ended)).toMatch(/has taken over/);
    await circuit.pay(invoice);
    await circuit.anvil.mine(2);
    await circuit.becomes(invoice, 'completed');
    expect((await circuit.balances()).available).toBe(100_000_000n);
    await next.stop();
  });
});
