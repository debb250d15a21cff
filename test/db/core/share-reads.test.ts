import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction, type Queryable } from '../../../src/db/core/database.js';
import { getInvoiceView, type Invoice } from '../../../src/db/invoices/invoices.js';
import { newId } from '../../../src/db/core/new-id.js';
import { shareReads } from '../../../src/db/core/share-reads.js';
import { insertInvoice, insertMerchant, testChain } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';

const chains = new Map([['local', testChain]]);
let database: TestDatabase;
let merchantId: string;
let statements: number;

beforeEach(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
  statements = 0;
  database.db.on('query', () => (statements += 1));
});
afterEach(() => database.drop());

const view = (invoiceId: string, whose = merchantId): Promise<unknown> =>
  getInvoiceView(database.db, { invoiceId, merchantId: whose }, chains).then(
    ({ invoice }) => invoice.invoiceId,
    (error: unknown) => (error as { code?: unknown }).code,
  );
/** Reads invoices by a statement that waits, after it has begun, for the advisory lock. */
const readSlowly = shareReads<{ invoice_id: string; status: string }>(
  async (q, ids) =>
    (
      await q.raw<{ rows: { invoice_id: string; status: string }[] }>(
        'SELECT invoice_id, status, pg_advisory_xact_lock_shared(1) FROM invoices WHERE invoice_id = ANY (?)',
        [[...ids]],
      )
    ).rows,
  (row) => row.invoice_id,
);
const statusOf = async (q: Queryable, { invoiceId }: Invoice): Promise<string | undefined> =>
  (await readSlowly(q, invoiceId))?.status;
const waiting = async (): Promise<number> => {
  const { rows } = await database.db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
  );
  return rows.length;
};

describe('reads in the same event-loop turn', () => {
  it('share one statement, and each gets what it asked for', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await insertInvoice(database.db, { merchantId })).invoiceId);
    statements = 0;
    // Each id is asked for twice, and not in the order of the rows.
    const asked = [...ids, ...ids.toReversed()];
    expect(await Promise.all(asked.map((id) => view(id)))).toEqual(asked);
    expect(statements).toBe(1);
  });

  it("never show a merchant another's invoice, even when one statement has read both", async () => {
    const other = await insertMerchant(database.db);
    const mine = await insertInvoice(database.db, { merchantId });
    const theirs = await insertInvoice(database.db, { merchantId: other });
    statements = 0;
    expect(
      await Promise.all([
        view(mine.invoiceId),
        view(mine.invoiceId, other),
        view(theirs.invoiceId),
        view(theirs.invoiceId, other),
      ]),
    ).toEqual([mine.invoiceId, 'not_found', 'not_found', theirs.invoiceId]);
    expect(statements).toBe(1);
  });

  it('report an unknown id only to the read that asked for it', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    expect(await Promise.all([view(invoiceId), view(newId('inv')), view(invoiceId)])).toEqual([
      invoiceId,
      'not_found',
      invoiceId,
    ]);
  });

  it('are split into several statements when there are many', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    statements = 0;
    const asked = Array.from({ length: 250 }, (_, at) => (at % 2 === 0 ? invoiceId : newId('inv')));
    const told = await Promise.all(asked.map((id) => view(id)));
    expect(told).toEqual(asked.map((id) => (id === invoiceId ? id : 'not_found')));
    expect(statements).toBe(3);
  });

  it('all fail when the statement fails, and the next read sends a new one', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    await database.db.raw('ALTER TABLE invoices RENAME TO elsewhere');
    const undefinedTable = '42P01';
    expect(await Promise.all([view(invoiceId), view(invoiceId), view(newId('inv'))])).toEqual([
      undefinedTable,
      undefinedTable,
      undefinedTable,
    ]);
    await database.db.raw('ALTER TABLE elsewhere RENAME TO invoices');
    expect(await view(invoiceId)).toBe(invoiceId);
  });
});

describe('a read', () => {
  it('is never answered from a statement that was sent before it', async () => {
    const { db } = database;
    const invoice = await insertInvoice(db, { merchantId });
    const holder = await db.transaction();
    await holder.raw('SELECT pg_advisory_xact_lock(1)');
    const before = statusOf(db, invoice);
    await until('the first statement is under way', async () => (await waiting()) === 1);
    await db('invoices').where({ invoice_id: invoice.invoiceId }).update({ status: 'cancelled' });
    const after = [statusOf(db, invoice), statusOf(db, invoice)];
    await until('those who came later share another', async () => (await waiting()) === 2);
    await holder.commit();
    expect(await before).toBe('pending');
    expect(await Promise.all(after)).toEqual(['cancelled', 'cancelled']);
  });

  it('in a transaction sees the changes of that transaction, and shows them to no other read', async () => {
    const { db } = database;
    const invoice = await insertInvoice(db, { merchantId });
    const told = await transaction(db, async (trx) => {
      await trx('invoices').where({ invoice_id: invoice.invoiceId }).update({ status: 'cancelled' });
      return Promise.all([statusOf(trx, invoice), statusOf(db, invoice)]);
    });
    expect(told).toEqual(['cancelled', 'pending']);
  });
});
