import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readBalance } from '../../../src/chain/blocks/read-balance.js';
import { readHeader } from '../../../src/chain/blocks/read-blocks.js';
import { readCustomerViews } from '../../../src/db/invoices/customer-views.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { InvoiceEventData } from '../../../src/domain/webhooks/events.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';

const CUSTOMER = `0x${'c5'.repeat(20)}`;
const HOUR_SECONDS = 3_600;
let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit();
  follower = circuit.keepFollowing();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Mines enough blocks for any number of confirmations, and waits until they are read and settled. */
async function settleDown(): Promise<void> {
  await circuit.anvil.mine(6);
  await untilAllDone(circuit);
}
/**
 * Moves the chain past the end of every invoice made so far. It goes a minute further, because anvil's clock may be
 * seconds late.
 */
async function passTheEnd(): Promise<void> {
  await circuit.anvil.rpc('evm_increaseTime', [HOUR_SECONDS + 60]);
  await circuit.anvil.mine(1);
}
async function payAndConfirm(
  invoice: Invoice,
  amountAtomic = invoice.amountAtomic,
): Promise<{ txHash: string; paidAt: string }> {
  const { txHash, blockNumber } = await circuit.transfer({
    asset: circuit.usdc,
    to: invoice.depositAddress,
    amountAtomic,
  });
  await settleDown();
  const { timestampMs } = await readHeader(circuit.client, blockNumber);
  return { txHash, paidAt: new Date(timestampMs).toISOString() };
}
/** Returns the data of the event that told the merchant of the completion. */
async function completedData({ invoiceId }: Invoice): Promise<InvoiceEventData> {
  const [told] = await circuit.database
    .db('events')
    .where({ invoice_id: invoiceId, type: 'invoice.completed' })
    .select<{ body: string }[]>('body');
  return (JSON.parse(told?.body ?? '{}') as { data: InvoiceEventData }).data;
}
/** Returns the transactions that customers see as refunds of this invoice. */
async function sentBackBy({ invoiceId }: Invoice): Promise<readonly string[]> {
  const api = circuit.database.as('quittance_api');
  const [seen] = await readCustomerViews(
    api,
    { invoiceIds: [invoiceId] },
    new Map([['local', circuit.chain]]),
  );
  return [...(seen?.sentBackBy.values() ?? [])];
}
const EMPTY = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };

describe('money on time', () => {
  it('that is too little at the end is held, and an event says so', async () => {
    const invoice = await circuit.invoice();
    await payAndConfirm(invoice, 40_000_000n);
    expect((await circuit.reload(invoice)).status).toBe('underpaid');
    await passTheEnd();
    await circuit.becomes(invoice, 'expired');
    expect(await circuit.balances()).toEqual({ ...EMPTY, held: 40_000_000n });
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.underpaid',
      'invoice.expired',
      'invoice.payment_held',
    ]);
  });

  it('that is too much is credited in full, and one event says so', async () => {
    const invoice = await circuit.invoice();
    await payAndConfirm(invoice, 150_000_000n);
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 150_000_000n });
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
      'invoice.overpaid',
    ]);
  });

  it.each([
    [
      'at the lower edge of tolerance completes the invoice, and is not overpaid',
      99_500_000n,
      'completed',
      false,
    ],
    ['one unit below tolerance does not complete the invoice', 99_499_999n, 'underpaid', false],
    ['at the upper edge of tolerance is not overpaid', 100_500_000n, 'completed', false],
    ['one unit above tolerance is overpaid', 100_500_001n, 'completed', true],
  ])('%s', async (_, amountAtomic, status, overpaid) => {
    const invoice = await circuit.invoice();
    await payAndConfirm(invoice, amountAtomic);
    expect(await circuit.reload(invoice)).toMatchObject({ status, overpaid });
    expect((await circuit.eventTypes(invoice)).includes('invoice.overpaid')).toBe(overpaid);
    const field = status === 'completed' ? 'available' : 'pending';
    expect(await circuit.balances()).toEqual({ ...EMPTY, [field]: amountAtomic });
  });

  it('after completion is credited too', async () => {
    const invoice = await circuit.invoice();
    await payAndConfirm(invoice);
    await payAndConfirm(invoice, 30_000_000n);
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 130_000_000n });
    expect((await circuit.eventTypes(invoice)).slice(2)).toEqual(['invoice.completed', 'invoice.overpaid']);
  });
});

describe('money that comes late', () => {
  it('is held, and an event says so; when accepted, it completes the invoice', async () => {
    const invoice = await circuit.invoice();
    await passTheEnd();
    await circuit.becomes(invoice, 'expired');
    await payAndConfirm(invoice);
    expect((await circuit.reload(invoice)).status).toBe('expired');
    expect(await circuit.balances()).toEqual({ ...EMPTY, held: 100_000_000n });
    await circuit.accept(invoice);
    expect((await circuit.reload(invoice)).status).toBe('completed');
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.expired',
      'invoice.payment_held',
      'invoice.completed',
    ]);
  });

  it('completes the invoice automatically when the merchant wants that, together with money that came in time', async () => {
    const invoice = await circuit.invoice({ acceptLate: true });
    await payAndConfirm(invoice, 60_000_000n);
    await passTheEnd();
    await circuit.becomes(invoice, 'expired');
    await payAndConfirm(invoice, 39_000_000n);
    expect((await circuit.reload(invoice)).status).toBe('expired');
    const decisive = await payAndConfirm(invoice, 1_000_000n);
    expect((await circuit.reload(invoice)).status).toBe('completed');
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
    expect(await completedData(invoice)).toMatchObject(decisive);
  });

  it('is named in invoice and event when it completes the invoice automatically and nothing came in time', async () => {
    const invoice = await circuit.invoice({ acceptLate: true });
    await passTheEnd();
    await circuit.becomes(invoice, 'expired');
    const decisive = await payAndConfirm(invoice);
    const data = await completedData(invoice);
    expect(data).toMatchObject(decisive);
    expect(data.confirmations).toBeGreaterThanOrEqual(3);
    expect(await circuit.reload(invoice)).toMatchObject({
      status: 'completed',
      txHash: decisive.txHash,
      paidAtMs: Date.parse(decisive.paidAt),
    });
  });

  it('after completion is held', async () => {
    const invoice = await circuit.invoice();
    await payAndConfirm(invoice);
    await passTheEnd();
    await payAndConfirm(invoice, 5_000_000n);
    expect((await circuit.reload(invoice)).status).toBe('completed');
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n, held: 5_000_000n });
  });

  it('after cancellation is held, and refunded by an ordinary withdrawal', async () => {
    const invoice = await circuit.invoice();
    await circuit.cancel(invoice);
    await payAndConfirm(invoice);
    expect((await circuit.reload(invoice)).status).toBe('cancelled');
    expect(await circuit.balances()).toEqual({ ...EMPTY, held: 100_000_000n });
    const [refund] = await circuit.refund(invoice, CUSTOMER);
    if (refund === undefined) throw new Error('there is one refund');
    expect(await circuit.balances()).toEqual({ ...EMPTY, reserved: 100_000_000n });
    await circuit.fundHotWallet();
    await circuit.drain();
    expect((await circuit.reloadWithdrawal(refund)).status).toBe('pending_approval');
    expect(await sentBackBy(invoice)).toEqual([]);
    await circuit.decide(refund, 'approve');
    await drainUntil(
      circuit,
      'sent',
      async () => (await circuit.reloadWithdrawal(refund)).status === 'broadcast',
    );
    await settleDown();
    expect((await circuit.reloadWithdrawal(refund)).status).toBe('completed');
    expect(await readBalance(circuit.client, { address: CUSTOMER, asset: circuit.usdc })).toBe(100_000_000n);
    expect(await circuit.balances()).toEqual(EMPTY);
    expect(await circuit.eventTypes(invoice)).toContain('invoice.refunded');
    // The customer's page names the transaction.
    expect(await sentBackBy(invoice)).toEqual(
      await circuit.database
        .db('sent_transactions')
        .where({ withdrawal_id: refund.withdrawalId })
        .pluck('tx_hash'),
    );
    const told = await circuit.database
      .db('events')
      .where({ invoice_id: invoice.invoiceId, type: 'invoice.refunded' })
      .pluck<string[]>('body');
    expect(told.map((body) => JSON.parse(body) as unknown)).toMatchObject([
      {
        data: {
          invoiceId: invoice.invoiceId,
          status: 'cancelled',
          refund: { withdrawalId: refund.withdrawalId, amountCrypto: '100.000000', tokenSymbol: 'USDC' },
        },
      },
    ]);
  });
});

describe('a payment that a reorganisation reverts', () => {
  it('before it was confirmed leaves the invoice as if it had never been paid: it expires like any other', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.becomes(invoice, 'paid');
    await circuit.anvil.reorg(1);
    await circuit.becomes(invoice, 'pending');
    expect(await circuit.balances()).toEqual(EMPTY);
    await settleDown();
    await passTheEnd();
    await circuit.becomes(invoice, 'expired');
    expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.paid', 'invoice.expired']);
  });

  it('and replaces with another one: the invoice completes once, and one event says that it is paid', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.becomes(invoice, 'paid');
    await circuit.anvil.reorg(1);
    await circuit.becomes(invoice, 'pending');
    await payAndConfirm(invoice);
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
    ]);
  });

  it('after it was credited fails the invoice when it stays away, and not before', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(2);
    await circuit.becomes(invoice, 'completed');
    await circuit.anvil.reorg(3);
    await circuit.becomes(invoice, 'paid');
    expect(await circuit.balances()).toEqual(EMPTY);
    await settleDown();
    expect((await circuit.reload(invoice)).status).toBe('failed');
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
      'invoice.failed',
    ]);
  });

  it('and that returns after the invoice failed: the invoice completes again, and an event says so again', async () => {
    const invoice = await circuit.invoice();
    const { txHash } = await circuit.transfer({
      asset: circuit.usdc,
      to: invoice.depositAddress,
      amountAtomic: invoice.amountAtomic,
    });
    const raw = await circuit.anvil.rpc('eth_getRawTransactionByHash', [txHash]);
    await circuit.anvil.mine(2);
    await circuit.becomes(invoice, 'completed');
    await circuit.anvil.reorg(3);
    await settleDown();
    expect((await circuit.reload(invoice)).status).toBe('failed');
    await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
    await settleDown();
    expect((await circuit.reload(invoice)).status).toBe('completed');
    expect(await circuit.balances()).toEqual({ ...EMPTY, available: 100_000_000n });
    expect((await circuit.eventTypes(invoice)).slice(2)).toEqual([
      'invoice.completed',
      'invoice.failed',
      'invoice.completed',
    ]);
  });

  it('after the merchant has withdrawn it leaves a deficit, which later credits repay first', async () => {
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(2);
    await circuit.becomes(invoice, 'completed');
    await circuit.withdrawal(90_000_000n);
    await circuit.anvil.reorg(3);
    await settleDown();
    const reserved = 90_000_000n;
    expect(await circuit.balances()).toEqual({ ...EMPTY, reserved, deficit: 90_000_000n });
    const small = await circuit.invoice({ amountAtomic: 30_000_000n });
    await payAndConfirm(small);
    expect(await circuit.balances()).toEqual({ ...EMPTY, reserved, deficit: 60_000_000n });
    const large = await circuit.invoice();
    await payAndConfirm(large);
    expect(await circuit.balances()).toEqual({ ...EMPTY, reserved, available: 40_000_000n });
  });
});
