import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
} from '../../helpers/circuits/money-circuit.js';
import { tellingTimes } from '../../helpers/chain/rpc-faults.js';

const HOUR_MS = 3_600_000;
const AMOUNT = 100_000_000n;

let circuit: MoneyCircuit;
/** Milliseconds by which the clocks of the product and of the chains are ahead. */
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  circuit = await startMoneyCircuit({
    otherChain: true,
    proxies: 2,
    slotsInAnEpoch: 4,
    now: () => Date.now() + aheadMs,
  });
});
afterEach(() => circuit.close());

/** Lets hours pass before anybody reads a chain. By then the payments have long been final. */
async function letTimePass(): Promise<void> {
  aheadMs += 2 * HOUR_MS;
  for (const { anvil } of [circuit, circuit.other()]) {
    await anvil.rpc('evm_increaseTime', [(2 * HOUR_MS) / 1_000]);
    await anvil.mine(40);
  }
}

describe('a payment to an invoice, made before its chain was ever read', () => {
  it('on its own chain completes it, even if the invoice has reached its end in the meantime', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await letTimePass();
    const follower = circuit.keepFollowing();
    await drainUntil(circuit, 'completed', async () => {
      const { status } = await circuit.reload(invoice);
      return status === 'completed';
    });
    await follower.stop();
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
    ]);
    expect(await circuit.balances()).toMatchObject({ available: AMOUNT, held: 0n });
  });

  it('is found when one of two RPCs says that each block is older than it is', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await letTimePass();
    circuit.proxies[0]?.use(tellingTimes(-3 * HOUR_MS));
    const follower = circuit.keepFollowing();
    await untilRead(circuit);
    // RPCs that contradict each other credit nothing. What matters here is the block at which reading began.
    circuit.proxies[0]?.clear();
    await drainUntil(circuit, 'completed', async () => {
      const { status } = await circuit.reload(invoice);
      return status === 'completed';
    });
    await follower.stop();
    expect(await circuit.balances()).toMatchObject({ available: AMOUNT, held: 0n });
  });

  it('on another chain, which no invoice has used yet, is held', async () => {
    const invoice = await circuit.invoice();
    const other = circuit.other();
    await other.transfer({ asset: other.usdc, to: invoice.depositAddress, amountAtomic: AMOUNT });
    await letTimePass();
    const follower = circuit.keepFollowing('other');
    await drainUntil(circuit, 'held', async () => (await circuit.balances(other.usdc)).held === AMOUNT);
    await follower.stop();
    expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.payment_held']);
  });
});
