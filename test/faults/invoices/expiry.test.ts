import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import {
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { faultRule } from '../../helpers/chain/rpc-faults.js';
import { until } from '../../helpers/until.js';

const HOUR_MS = 3_600_000;
let circuit: MoneyCircuit;
let follower: RunningFollower;
/** Milliseconds by which the product's clock is ahead of the machine's. */
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  circuit = await startMoneyCircuit({ proxies: 2, now: () => Date.now() + aheadMs });
  follower = circuit.keepFollowing();
  await untilRead(circuit);
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const statusOf = async (invoice: Invoice): Promise<string> => (await circuit.reload(invoice)).status;
/** Moves the product's clock forward, and the chain's with its next block. */
async function passTime(ms: number): Promise<void> {
  aheadMs += ms;
  await circuit.anvil.rpc('evm_increaseTime', [ms / 1_000]);
}
function breakBoth(): void {
  for (const proxy of circuit.proxies) proxy.use(faultRule('down', 0));
}
function heal(): void {
  for (const proxy of circuit.proxies) proxy.clear();
}
/** Waits until the follower has noticed that it can read nothing. */
const isBlind = (): Promise<void> =>
  until('the RPCs are known to be away', () =>
    circuit.client.health().every(({ status }) => status === 'down'),
  );

describe('an invoice that reaches its end while no RPC answers', () => {
  it('does not expire, and is completed by the payment that was made in time', async () => {
    const invoice = await circuit.invoice();
    await circuit.drain();
    breakBoth();
    await circuit.pay(invoice);
    await passTime(2 * HOUR_MS);
    await circuit.anvil.mine(4);
    await isBlind();
    // The invoice's timer has long fired, and fires again.
    await circuit.drain();
    await circuit.drain();
    expect(await statusOf(invoice)).toBe('pending');
    heal();
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, held: 0n });
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
    ]);
  });

  it('expires when the follower has read beyond its end, and not before', async () => {
    const invoice = await circuit.invoice();
    await circuit.drain();
    breakBoth();
    await passTime(2 * HOUR_MS);
    await circuit.anvil.mine(1);
    await isBlind();
    await circuit.drain();
    expect(await statusOf(invoice)).toBe('pending');
    heal();
    await circuit.becomes(invoice, 'expired');
  });

  it('counts a payment in its last second as on time, and one in the next second as late', async () => {
    const { timestamp } = await circuit.anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    const lastSecond = Number(timestamp) + 100;
    const amountAtomic = 10n ** 15n;
    const terms = { asset: circuit.eth, decimals: 18, amountAtomic };
    const inTime = await circuit.invoice({ ...terms, expiresAtMs: lastSecond * 1_000 });
    const late = await circuit.invoice({ ...terms, expiresAtMs: lastSecond * 1_000 + 999 });
    const payAt = async (seconds: number, { depositAddress: to }: Invoice): Promise<void> => {
      await circuit.anvil.rpc('evm_setNextBlockTimestamp', [seconds]);
      await circuit.transferTogether([{ asset: circuit.eth, to, amountAtomic }]);
    };
    await payAt(lastSecond, inTime);
    await payAt(lastSecond + 1, late);
    await circuit.anvil.mine(4);
    await circuit.becomes(inTime, 'completed');
    await circuit.becomes(late, 'expired');
    expect(await circuit.balances(circuit.eth)).toMatchObject({
      available: amountAtomic,
      held: amountAtomic,
    });
  });
});

describe('a chain that makes no block', () => {
  it('lets an invoice expire a minute past its end when every RPC agrees that there is no block', async () => {
    const invoice = await circuit.invoice();
    await circuit.drain();
    const notedAfter = (momentMs: number): Promise<void> =>
      until('the follower has noted that there is no new block', async () => {
        const [cursor] = await listChainCursors(circuit.database.db);
        return (cursor?.caughtUpAtMs ?? 0) > momentMs;
      });
    aheadMs += HOUR_MS + 30_000;
    await notedAfter(invoice.expiresAtMs);
    await circuit.drain();
    expect(await statusOf(invoice)).toBe('pending');
    aheadMs += 40_000;
    await notedAfter(invoice.expiresAtMs + 60_000);
    await circuit.becomes(invoice, 'expired');
  });

  it('keeps it open while one RPC has a block that another does not have', async () => {
    const invoice = await circuit.invoice();
    await circuit.drain();
    // The first RPC stands still; the second one has the block with the payment.
    const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    circuit.proxies[0]?.use(faultRule('lags behind', height));
    await circuit.pay(invoice);
    aheadMs += 2 * HOUR_MS;
    for (let look = 0; look < 20; look += 1) {
      await circuit.drain();
      expect(await statusOf(invoice)).not.toBe('expired');
    }
    heal();
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
  });
});
