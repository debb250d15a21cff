import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FollowerClaim } from '../../../src/db/chains/chain-cursor.js';
import { transaction } from '../../../src/db/core/database.js';
import { acceptHeld } from '../../../src/db/invoices/invoice-orders.js';
import { readInvoiceTimeline } from '../../../src/db/invoices/invoice-timeline.js';
import { findInvoice, type Invoice } from '../../../src/db/invoices/invoices.js';
import {
  settleInvoice,
  type SettledInvoice,
  type SettlingContext,
} from '../../../src/db/invoices/settle-invoice.js';
import { markConfirmed } from '../../../src/db/invoices/transfers.js';
import { listBalances, type Balance } from '../../../src/db/ledger/balances.js';
import {
  findUnbalancedEntries,
  findWrongAccounts,
  findWrongCustody,
} from '../../../src/db/reconciliation/ledger-checks.js';
import { findMisbookedInvoices } from '../../../src/db/reconciliation/invoice-checks.js';
import {
  blockOf,
  depositAddressOf,
  insertInvoice,
  insertMerchant,
  testChain,
} from '../../helpers/facts/facts.js';
import { readBlocks, startInvoice, type BlocksRead } from '../../helpers/facts/read-invoice.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

/** More than are booked by one statement. */
const DUST = 6_000;
const TRANSACTIONS = 44;
/** The invoice ends with this block. */
const LAST_BLOCK = 14;

let database: TestDatabase;
let claim: FollowerClaim;
let dusted: Invoice;
let merchantId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  const { timestampMs } = blockOf(LAST_BLOCK);
  const started = await startInvoice(database.db, { expiresAtMs: timestampMs });
  ({ claim, invoice: dusted, merchantId } = started);
});
afterEach(async () => {
  await database.drop();
});

const context = (): SettlingContext => ({
  chains: new Map([['local', testChain]]),
  nowMs: Date.now(),
  showAddress: (address) => address,
  depositAddress: depositAddressOf,
});
const settle = (invoice: Invoice): Promise<SettledInvoice | undefined> =>
  transaction(database.db, (trx) => settleInvoice(trx, context(), invoice.invoiceId));
const statusOf = async (invoice: Invoice): Promise<unknown> => (await settle(invoice))?.settlement.status;

const read = (numbers: readonly number[], transfers: BlocksRead['transfers'] = []): Promise<void> =>
  readBlocks({ db: database.db, claim }, numbers, { transfers });

/** Sends an invoice one base unit many times, in a block that was read. */
async function sendDust(invoice: Invoice, number: number, dust: number): Promise<void> {
  const { hash, timestampMs } = blockOf(number);
  await database.db.raw(
    `INSERT INTO transfers (chain_code, token_symbol, block_number, block_hash, block_time, tx_hash, tx_index, position,
       log_index, from_address, to_address, amount_atomic, invoice_id)
     SELECT 'local', 'USDC', :number, :hash, :time, '0xd' || lpad((n % :transactions)::text, 63, '0'), 1, n, n,
            :from, :to, 1, :invoiceId
       FROM generate_series(1, :dust) AS n`,
    {
      number,
      hash,
      time: new Date(timestampMs),
      transactions: TRANSACTIONS,
      from: depositAddressOf(999_999),
      to: invoice.depositAddress,
      invoiceId: invoice.invoiceId,
      dust,
    },
  );
}

async function countEvents(invoice: Invoice): Promise<Record<string, number>> {
  const { rows } = await database.db.raw<{ rows: { type: string; count: number }[] }>(
    'SELECT type, count(*) AS count FROM events WHERE invoice_id = ? GROUP BY type ORDER BY type',
    [invoice.invoiceId],
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

async function entriesOf(invoice: Invoice): Promise<{ kind: string; transfer_id: number | null }[]> {
  return database
    .db('ledger_entries')
    .where({ invoice_id: invoice.invoiceId })
    .orderBy('entry_id')
    .select<{ kind: string; transfer_id: number | null }[]>('kind', 'transfer_id');
}

async function balance(of: string): Promise<Partial<Balance> | undefined> {
  return (await listBalances(database.db, of))[0];
}

async function expectRightBooks(...invoices: readonly Invoice[]): Promise<void> {
  const { db } = database;
  const native = new Map([['local', 'ETH']]);
  expect(await findWrongAccounts(db, { sincePostingId: 0 })).toEqual([]);
  expect(await findUnbalancedEntries(db, { sincePostingId: 0 })).toEqual([]);
  expect(await findWrongCustody(db, native)).toEqual([]);
  expect(
    await findMisbookedInvoices(
      db,
      invoices.map(({ invoiceId }) => invoiceId),
    ),
  ).toEqual([]);
}

describe('an invoice that somebody has sent thousands of transfers', () => {
  it('ends with its money held, is resolved, and touches the accounts that all merchants share once each time', async () => {
    const honest = { to: dusted.depositAddress, amountAtomic: 5_000_000n };
    await read([11], [honest]);
    await sendDust(dusted, 11, DUST);
    await read([12, 13]);
    expect(await statusOf(dusted)).toBe('underpaid');
    const told = { 'invoice.created': 1, 'invoice.underpaid': TRANSACTIONS + 1 };
    expect(await countEvents(dusted)).toEqual(told);
    await settle(dusted);
    expect(await countEvents(dusted)).toEqual(told);
    expect(await entriesOf(dusted)).toEqual([]);

    // Another merchant is paid in the same asset.
    const other = await insertMerchant(database.db);
    const paid = await insertInvoice(database.db, { merchantId: other });
    await read(
      [LAST_BLOCK, LAST_BLOCK + 1, LAST_BLOCK + 2, LAST_BLOCK + 3],
      [{ to: paid.depositAddress, txHash: `0x${'2'.repeat(64)}` }],
    );
    const [ended, credited] = await Promise.all([statusOf(dusted), statusOf(paid)]);
    expect([ended, credited]).toEqual(['expired', 'completed']);
    expect(await countEvents(dusted)).toEqual({
      ...told,
      'invoice.expired': 1,
      'invoice.payment_held': TRANSACTIONS + 1,
    });
    expect(await entriesOf(dusted)).toEqual([{ kind: 'transfer_none_to_held', transfer_id: null }]);
    const held = 5_000_000n + BigInt(DUST);
    expect(await balance(merchantId)).toMatchObject({ held, available: 0n, pending: 0n });
    expect(await balance(other)).toMatchObject({ available: 100_000_000n });
    await expectRightBooks(dusted, paid);

    const actor = { kind: 'merchant' as const, id: null, ip: null };
    await transaction(database.db, (trx) =>
      acceptHeld(trx, { ...context(), invoiceId: dusted.invoiceId, merchantId, actor }),
    );
    expect((await findInvoice(database.db, dusted))?.status).toBe('completed');
    expect(await entriesOf(dusted)).toHaveLength(2);
    expect(await balance(merchantId)).toMatchObject({ held: 0n, available: held });
    await expectRightBooks(dusted, paid);

    const timeline = await readInvoiceTimeline(database.db, dusted.invoiceId);
    expect(timeline.filter(({ kind }) => kind === 'payment_seen')).toHaveLength(DUST + 1);
    expect(timeline.filter(({ kind }) => kind === 'ledger_entry')).toHaveLength(2);
  });
});

describe('transfers that were confirmed', () => {
  it('may be more than the parameters that a statement of PostgreSQL can have', async () => {
    await read([11], [{ to: dusted.depositAddress }]);
    const isConfirmed = () =>
      database
        .db('transfers')
        .where({ ever_confirmed: true })
        .select<{ transfer_id: number }[]>('transfer_id');
    expect(await isConfirmed()).toEqual([]);
    const [stored] = await database.db('transfers').select<{ transfer_id: number }[]>('transfer_id');
    const many = Array.from({ length: 66_000 }, (_, i) => i + 1_000_000);
    await transaction(database.db, (trx) =>
      markConfirmed(trx, [...many, stored?.transfer_id ?? 0], { nowMs: Date.now() }),
    );
    expect(await isConfirmed()).toEqual([stored]);
  });
});

describe('bookings of many transfers', () => {
  it('are made once, whoever else books one of them meanwhile', async () => {
    await read([11]);
    const dust = 100;
    await sendDust(dusted, 11, dust);
    await read([12, 13, LAST_BLOCK, LAST_BLOCK + 1]);
    await expect(
      transaction(database.db, async (trx) => {
        await settleInvoice(trx, context(), dusted.invoiceId);
        throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    expect(await entriesOf(dusted)).toEqual([]);
    expect(await balance(merchantId)).toMatchObject({ pending: BigInt(dust) });
    const both = await Promise.all([statusOf(dusted), statusOf(dusted)]);
    expect([...both, await statusOf(dusted)]).toEqual(['expired', 'expired', 'expired']);
    expect(await entriesOf(dusted)).toHaveLength(1);
    await expectRightBooks(dusted);
  });
});
