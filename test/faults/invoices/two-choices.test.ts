import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findCheckout, insertCheckout, type Checkout } from '../../../src/db/checkouts/checkouts.js';
import { endCheckouts } from '../../../src/db/checkouts/decide-checkout.js';
import { transaction } from '../../../src/db/core/database.js';
import { newCheckoutPublicId, newId } from '../../../src/db/core/new-id.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { CircuitChain } from '../../helpers/circuits/circuit-chain.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { AS_WRITTEN } from '../../helpers/circuits/settle-withdrawal.js';

const AMOUNT = 100_000_000n;
const EMPTY = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
const HOUR_MS = 3_600_000;

let circuit: MoneyCircuit;
let other: CircuitChain;
let followers: readonly RunningFollower[];
let checkout: Checkout;
/** The same checkout's choices: one on each chain. */
let here: Invoice;
let there: Invoice;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ otherChain: true, proxies: 1, slotsInAnEpoch: 16 });
  other = circuit.other();
  for (const chain of [circuit, other]) await chain.anvil.mine(12);
  followers = ['local', 'other'].map((chainCode) => circuit.keepFollowing(chainCode));
  const checkoutId = newId('chk');
  const publicId = newCheckoutPublicId();
  const createdAtMs = Date.now();
  checkout = await transaction(circuit.database.db, (trx) =>
    insertCheckout(trx, {
      checkoutId,
      publicId,
      merchantId: circuit.merchantId,
      amount: { amountCrypto: '100', tokenSymbol: 'USDC' },
      assets: ['local', 'other'].map((chainCode) => ({ chainCode, tokenSymbol: 'USDC' })),
      merchantReference: null,
      metadata: {},
      description: null,
      locale: null,
      checkoutUrl: `https://pay.example.com/pay/${publicId}`,
      redirectUrl: null,
      cancelUrl: null,
      quoteSeconds: 900,
      createdAtMs,
      expiresAtMs: createdAtMs + HOUR_MS,
    }),
  );
  here = await circuit.invoice({ checkoutId });
  there = await circuit.invoice({ checkoutId, asset: { chainCode: 'other', tokenSymbol: 'USDC' } });
});
afterEach(async () => {
  for (const follower of followers) await follower.stop();
  await circuit.close();
});

const settled = (): Promise<void> => untilAllDone(circuit, [circuit, other]);
async function read(): Promise<Checkout> {
  const found = await findCheckout(circuit.database.db, checkout);
  if (found === undefined) throw new Error('the checkout is there');
  return found;
}
const statusOf = async (invoice: Invoice): Promise<string> => (await circuit.reload(invoice)).status;
/** The available and the held money of both chains. */
async function books(): Promise<readonly bigint[]> {
  const [a, b] = [await circuit.balances(), await circuit.balances(other.usdc)];
  expect([a.deficit, b.deficit]).toEqual([0n, 0n]);
  return [a.available, a.held, b.available, b.held];
}
const told = async (): Promise<readonly string[]> =>
  (
    await circuit.database
      .db('events')
      .whereLike('type', 'checkout.%')
      .orderByRaw(AS_WRITTEN)
      .select<{ type: string }[]>('type')
  ).map(({ type }) => type);

describe('two choices of one checkout that are both paid', () => {
  it.each(['here', 'there'] as const)(
    'credit one of them, the one that is completed first: %s',
    async (first) => {
      await circuit.pay(here);
      await circuit.pay(there);
      await settled();
      expect((await read()).status).toBe('processing');
      const [decisive, late, chains] =
        first === 'here'
          ? ([here, there, [circuit, other]] as const)
          : ([there, here, [other, circuit]] as const);
      await chains[0].anvil.mine(3);
      await circuit.becomes(decisive, 'completed');
      await circuit.becomes(late, 'cancelled');
      await chains[1].anvil.mine(3);
      await drainUntil(circuit, 'held', async () =>
        (await circuit.eventTypes(late)).includes('invoice.payment_held'),
      );
      expect(await books()).toEqual(first === 'here' ? [AMOUNT, 0n, 0n, AMOUNT] : [0n, AMOUNT, AMOUNT, 0n]);
      expect(await read()).toMatchObject({ status: 'completed', completedBy: decisive.invoiceId });
      expect(await circuit.eventTypes(late)).not.toContain('invoice.completed');
      // It is resolved like any late money.
      await circuit.accept(late);
      expect(await books()).toEqual([AMOUNT, 0n, AMOUNT, 0n]);
      expect(await read()).toMatchObject({ status: 'completed', completedBy: decisive.invoiceId });
      expect(await told()).toEqual(['checkout.completed']);
    },
  );

  it('credit one of them when both are confirmed before either is settled', async () => {
    await circuit.pay(here);
    await circuit.pay(there);
    await Promise.all([circuit.anvil.mine(3), other.anvil.mine(3)]);
    await drainUntil(circuit, 'completed', async () => (await read()).status === 'completed');
    await drainUntil(circuit, 'held', async () => (await books()).filter((sum) => sum > 0n).length === 2);
    const statuses = [await statusOf(here), await statusOf(there)];
    expect(statuses.toSorted()).toEqual(['cancelled', 'completed']);
    expect((await books()).toSorted()).toEqual([0n, 0n, AMOUNT, AMOUNT]);
    const [a, , b] = await books();
    expect([a, b].filter((available) => available === AMOUNT)).toHaveLength(1);
  });

  it('let the other one complete the checkout when a reorganisation undoes the first, and never credit both', async () => {
    await circuit.pay(here);
    await circuit.anvil.mine(2);
    await circuit.becomes(here, 'completed');
    await circuit.pay(there);
    await other.anvil.mine(3);
    await drainUntil(circuit, 'held', async () => (await circuit.balances(other.usdc)).held === AMOUNT);
    await circuit.anvil.reorg(3);
    await circuit.anvil.mine(4);
    await circuit.becomes(there, 'completed');
    await settled();
    expect(await books()).toEqual([0n, 0n, AMOUNT, 0n]);
    expect(await read()).toMatchObject({ status: 'completed', completedBy: there.invoiceId });
    // The customer's coins are free again, and are sent once more: the new payment is late.
    await circuit.pay(here);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'held again', async () => (await circuit.balances()).held === AMOUNT);
    expect(await books()).toEqual([0n, AMOUNT, AMOUNT, 0n]);
    expect(await told()).toEqual(['checkout.completed', 'checkout.completed']);
  });
});

const end = async (): Promise<number> => {
  const core = circuit.database.as('quittance_core');
  return (await endCheckouts(core, { nowMs: Date.now() + 2 * HOUR_MS, limit: 10 })).ended;
};

describe('two choices of one checkout that are both paid in part', () => {
  const [PART_HERE, PART_THERE] = [40_000_000n, 30_000_000n];
  beforeEach(async () => {
    await circuit.pay(here, PART_HERE);
    await circuit.pay(there, PART_THERE);
    await settled();
    expect([await statusOf(here), await statusOf(there), (await read()).status]).toEqual([
      ...['underpaid', 'underpaid', 'processing'],
    ]);
  });

  it('report each part; the choice whose rest is paid completes the checkout, and the part of the other is held', async () => {
    await circuit.pay(there, AMOUNT - PART_THERE);
    await other.anvil.mine(3);
    await circuit.becomes(there, 'completed');
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'held', async () =>
      (await circuit.eventTypes(here)).includes('invoice.payment_held'),
    );
    expect(await books()).toEqual([0n, PART_HERE, AMOUNT, 0n]);
    expect(await circuit.eventTypes(here)).toEqual([
      ...['invoice.created', 'invoice.underpaid', 'invoice.payment_held'],
    ]);
    expect(await circuit.eventTypes(there)).toEqual([
      ...['invoice.created', 'invoice.underpaid', 'invoice.paid', 'invoice.completed'],
    ]);
    expect(await read()).toMatchObject({ status: 'completed', completedBy: there.invoiceId });
    expect(await told()).toEqual(['checkout.completed']);
  });

  it('hold both parts when neither rest was paid in time, and the checkout expires once', async () => {
    for (const { anvil } of [circuit, other]) {
      await anvil.rpc('evm_increaseTime', [HOUR_MS / 1_000 + 60]);
      await anvil.mine(4);
    }
    for (const invoice of [here, there]) {
      await circuit.becomes(invoice, 'expired');
      await drainUntil(circuit, 'held', async () =>
        (await circuit.eventTypes(invoice)).includes('invoice.payment_held'),
      );
    }
    await end();
    expect(await books()).toEqual([0n, PART_HERE, 0n, PART_THERE]);
    expect((await read()).status).toBe('expired');
    expect(await told()).toEqual(['checkout.expired']);
    // One part is enough for the merchant: the other one is still held.
    await circuit.accept(here);
    expect(await books()).toEqual([PART_HERE, 0n, 0n, PART_THERE]);
    expect(await read()).toMatchObject({ status: 'completed', completedBy: here.invoiceId });
    expect(await told()).toEqual(['checkout.expired', 'checkout.completed']);
  });
});

describe('a checkout after its end', () => {
  it('does not expire while a payment is under way, and is then completed by it', async () => {
    await circuit.pay(here);
    await settled();
    expect(await end()).toBe(1);
    expect((await read()).status).toBe('processing');
    await circuit.anvil.mine(3);
    await circuit.becomes(here, 'completed');
    expect(await read()).toMatchObject({ status: 'completed', completedBy: here.invoiceId });
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: AMOUNT });
    expect(await told()).toEqual(['checkout.completed']);
  });

  it('expires with its last open invoice, once, whichever process checks it', async () => {
    expect(await end()).toBe(1);
    expect((await read()).status).toBe('open');
    expect(await end()).toBe(0);
    for (const invoice of [here, there]) await circuit.cancel(invoice);
    expect((await read()).status).toBe('expired');
    await circuit.drain();
    expect(await told()).toEqual(['checkout.expired']);
  });
});
