import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '../../../src/db/core/database.js';
import { readInvoiceTimeline } from '../../../src/db/invoices/invoice-timeline.js';
import { settleInvoice } from '../../../src/db/invoices/settle-invoice.js';
import { blockOf, depositAddressOf, testChain } from '../../helpers/facts/facts.js';
import { readBlocks, startInvoice, type BlocksRead } from '../../helpers/facts/read-invoice.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('each part of an invoice is confirmed in its timeline once it has its confirmations, and once, whenever it is booked', async () => {
  const { db } = database;
  const { invoice, claim } = await startInvoice(db, { expiresAtMs: blockOf(100).timestampMs });
  const context = {
    chains: new Map([['local', testChain]]),
    showAddress: (address: string) => address,
    depositAddress: depositAddressOf,
  };
  const read = async (numbers: readonly number[], transfers: BlocksRead['transfers'] = []): Promise<void> => {
    await readBlocks({ db, claim }, numbers, { transfers });
    await transaction(database.as('quittance_core'), (trx) =>
      settleInvoice(trx, { ...context, nowMs: Date.now() }, invoice.invoiceId),
    );
  };
  const pay = (number: number, amountAtomic: bigint): Promise<void> =>
    read([number], [{ to: invoice.depositAddress, amountAtomic, txHash: `0x${String(number).repeat(64)}` }]);
  const told = async (): Promise<readonly string[]> =>
    (await readInvoiceTimeline(database.as('quittance_api'), invoice.invoiceId)).map((fact) => {
      if (fact.kind === 'event') return fact.event;
      return 'transfer' in fact ? `${fact.kind} ${fact.transfer.amountAtomic}` : fact.kind;
    });

  await pay(1, 40_000_000n);
  const first = ['invoice.created', 'payment_seen 40000000', 'invoice.underpaid'];
  expect(await told()).toEqual(first);
  await read([2, 3]);
  const confirmed = [...first, 'payment_confirmed 40000000'];
  expect(await told()).toEqual(confirmed);
  await pay(4, 60_000_000n);
  const paid = [...confirmed, 'payment_seen 60000000', 'invoice.paid'];
  expect(await told()).toEqual(paid);
  await read([5, 6]);
  expect(await told()).toEqual([
    ...paid,
    'payment_confirmed 60000000',
    'invoice.completed',
    'ledger_entry',
    'ledger_entry',
  ]);
});
