import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CircuitChain } from '../helpers/circuit-chain.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilSettled,
  type MoneyCircuit,
  type RunningFollower,
} from '../helpers/money-circuit.js';
import { faultRule } from '../helpers/rpc-faults.js';

const EMPTY = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
let circuit: MoneyCircuit;
let other: CircuitChain;
let followers: readonly RunningFollower[];

beforeEach(async () => {
  circuit = await startMoneyCircuit({ otherChain: true, proxies: 1, slotsInAnEpoch: 4 });
  other = circuit.other();
  await other.anvil.mine(30);
  followers = ['local', 'other'].map((chainCode) => circuit.keepFollowing(chainCode));
});
afterEach(async () => {
  for (const follower of followers) await follower.stop();
  await circuit.close();
});

const settled = (): Promise<void> => untilSettled(circuit, [circuit, other]);

describe('with two chains', () => {
  it('money of the other chain at the same address is held there, and is told of', async () => {
    const invoice = await circuit.invoice();
    await other.transfer({ asset: other.usdc, to: invoice.depositAddress, amountAtomic: 100_000_000n });
    await settled();
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, pending: 100_000_000n });
    // Deep enough is what its own chain says.
    await circuit.anvil.mine(10);
    await settled();
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, pending: 100_000_000n });
    await other.anvil.mine(2);
    await drainUntil(circuit, 'held', async () => (await circuit.balances(other.usdc)).held > 0n);
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, held: 100_000_000n });
    expect(await circuit.balances()).toEqual(EMPTY);
    expect((await circuit.reload(invoice)).status).toBe('pending');
    expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.payment_held']);
  });

  it('such money is credited as what it is when it is accepted, and the invoice waits for its own', async () => {
    const invoice = await circuit.invoice();
    await other.transfer({ asset: other.eth, to: invoice.depositAddress, amountAtomic: 5n });
    await other.anvil.mine(3);
    await drainUntil(circuit, 'held', async () => (await circuit.balances(other.eth)).held > 0n);
    await circuit.accept(invoice);
    expect(await circuit.balances(other.eth)).toEqual({ ...EMPTY, available: 5n });
    expect((await circuit.reload(invoice)).status).toBe('pending');
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(
      circuit,
      'completed',
      async () => (await circuit.reload(invoice)).status === 'completed',
    );
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
  });

  it('an invoice of each is completed by its own chain alone', async () => {
    const asset = { chainCode: 'other', tokenSymbol: 'USDC' };
    const [here, there] = [await circuit.invoice(), await circuit.invoice({ asset })];
    await circuit.pay(here);
    await circuit.pay(there);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'here', async () => (await circuit.reload(here)).status === 'completed');
    await settled();
    expect((await circuit.reload(there)).status).toBe('paid');
    await other.anvil.mine(3);
    await drainUntil(circuit, 'there', async () => (await circuit.reload(there)).status === 'completed');
    expect(await circuit.balances(other.usdc)).toEqual({ ...EMPTY, available: 100_000_000n });
  });

  it('a reorganisation of one leaves what the other brought', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await other.transfer({ asset: other.usdc, to: invoice.depositAddress, amountAtomic: 7n });
    await circuit.anvil.mine(2);
    await other.anvil.mine(2);
    await drainUntil(circuit, 'both', async () => (await circuit.balances(other.usdc)).held === 7n);
    await other.anvil.reorg(3);
    await other.anvil.mine(1);
    await drainUntil(circuit, 'undone', async () => (await circuit.balances(other.usdc)).held === 0n);
    await settled();
    expect(await circuit.balances(other.usdc)).toEqual(EMPTY);
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
  });

  it('an invoice expires by the time of its own chain', async () => {
    const invoice = await circuit.invoice();
    await other.anvil.rpc('evm_increaseTime', [7_200]);
    await other.anvil.mine(3);
    await settled();
    expect((await circuit.reload(invoice)).status).toBe('pending');
    await circuit.anvil.rpc('evm_increaseTime', [7_200]);
    await circuit.anvil.mine(1);
    await drainUntil(circuit, 'expired', async () => (await circuit.reload(invoice)).status === 'expired');
  });

  it.each([
    ['away', () => Promise.resolve(other.proxies[0]?.use(faultRule('down', 0)))],
    ['halted', () => other.anvil.reorg(20)],
  ])('one that is %s keeps no invoice of the other waiting', async (_, stopOther) => {
    await settled();
    await stopOther();
    await other.anvil.mine(1);
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(
      circuit,
      'completed',
      async () => (await circuit.reload(invoice)).status === 'completed',
    );
  });
});
