import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storeBlock } from '../../../../src/db/chains/store-blocks.js';
import { takeOverChain } from '../../../../src/db/chains/chain-cursor.js';
import { transaction } from '../../../../src/db/core/database.js';
import { settleInvoice } from '../../../../src/db/invoices/settle-invoice.js';
import { blockOf, depositAddressOf, testChain, transferIn } from '../../../helpers/facts/facts.js';
import { startApi, type Shown, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
let key: string;
let merchantId: string;
let operatorKey: string;
let payments = 0;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operatorKey = (await api.addOperator()).key;
});
beforeEach(async () => {
  ({ key, merchantId } = await api.addMerchant());
  // Each test reads a chain of its own, from its first block.
  await api.db('blocks').delete();
  await api.db('chain_cursors').update({ height: null });
});
afterAll(() => api.close());

const setTerms = async (terms: { toleranceBps?: number; acceptLate?: boolean }): Promise<void> => {
  const { status } = await api.ask('PATCH', `/admin/v1/merchants/${merchantId}`, {
    key: operatorKey,
    json: terms,
  });
  expect(status).toBe(200);
};
const create = async (): Promise<Shown> => {
  const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC' };
  return (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
};

/** Makes one confirmed payment in a block of that time. @returns the invoice after it. */
async function pay(invoice: Shown, payment: { amountAtomic: bigint; timestampMs?: number }): Promise<Shown> {
  const { claim } = await takeOverChain(api.db, 'local');
  const number = (payments += 1) * 10 + 1_000;
  const { amountAtomic, timestampMs = Date.parse(invoice['createdAt']) } = payment;
  const at = (offset: number) => ({ ...blockOf(number + offset), timestampMs });
  const block = at(0);
  await api.db('chain_cursors').update({ height: null });
  const to = invoice.depositAddress.toLowerCase();
  const txHash = `0x${number.toString(16).padStart(64, '0')}`;
  const transfers = [transferIn(block, { to, txHash, amountAtomic })];
  await storeBlock(api.db, claim, { block, transfers, receipts: [], spends: [] });
  for (const next of [1, 2]) {
    await storeBlock(api.db, claim, { block: at(next), transfers: [], receipts: [], spends: [] });
  }
  const context = {
    chains: new Map([['local', testChain]]),
    nowMs: Date.now(),
    showAddress: (address: string) => address,
    depositAddress: depositAddressOf,
  };
  await transaction(api.db, (trx) => settleInvoice(trx, context, invoice.invoiceId));
  return (await api.ask('GET', `/v1/invoices/${invoice.invoiceId}`, { key })).body.data;
}

describe('new merchant terms during an open invoice', () => {
  it('do not change its tolerance: less than that allows stays underpaid', async () => {
    await setTerms({ toleranceBps: 100 });
    const [short, enough] = [await create(), await create()];
    await setTerms({ toleranceBps: 5_000 });
    expect((await pay(short, { amountAtomic: 98_999_999n })).status).toBe('underpaid');
    expect((await pay(enough, { amountAtomic: 99_000_000n })).status).toBe('completed');
  });

  it('do not change its tolerance: a payment within it is enough and not too much, even if the new one is zero', async () => {
    await setTerms({ toleranceBps: 1_000 });
    const [less, more] = [await create(), await create()];
    await setTerms({ toleranceBps: 0 });
    expect(await pay(less, { amountAtomic: 90_000_000n })).toMatchObject({ status: 'completed' });
    expect(await pay(more, { amountAtomic: 110_000_000n })).toMatchObject({
      status: 'completed',
      overpaid: false,
    });
  });

  it('apply to the next invoice', async () => {
    await setTerms({ toleranceBps: 1_000 });
    await setTerms({ toleranceBps: 0 });
    expect((await pay(await create(), { amountAtomic: 99_999_999n })).status).toBe('underpaid');
  });

  it.each([
    ['is held, although the new terms would accept it', false, 'expired', '0'],
    ['completes the invoice, although the new terms would not accept it', true, 'completed', '100000000'],
  ])('do not change what happens to late money: it %s', async (_, acceptLate, status, credited) => {
    await setTerms({ acceptLate });
    const invoice = await create();
    await setTerms({ acceptLate: !acceptLate });
    const timestampMs = Date.parse((invoice as Shown & { expiresAt: string }).expiresAt) + 1_000;
    expect(await pay(invoice, { amountAtomic: 100_000_000n, timestampMs })).toMatchObject({
      status,
      acceptLate,
      amountPaidAtomic: '0',
      amountCreditedAtomic: credited,
    });
  });
});
