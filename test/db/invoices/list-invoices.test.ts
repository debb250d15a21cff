import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listInvoices } from '../../../src/db/invoices/list-invoices.js';
import type { InvoiceFilters } from '../../../src/db/invoices/invoices.js';
import { searchInvoices } from '../../../src/db/invoices/search-invoices.js';
import type { Queryable } from '../../../src/db/core/database.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { addressOf, insertInvoice, insertMerchant } from '../../helpers/facts/facts.js';
import { measureReads } from '../../helpers/services/measure-reads.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const COUNT = 20_000;
/** So many of them are older than those that are looked through first. */
const OLDER = 15_000;
const MERCHANTS = 4;
const LIMIT = 10;
/**
 * The most rows that a list may read. It reads the newest rows first, or a page of each merchant, and as many for other
 * entries of the index.
 */
const ROWS_MAX = 1_000;
const HASH = `0x${'a'.repeat(64)}`;
const idOf = (i: number): string => `inv_${String(i).padStart(26, '0')}`;

let database: TestDatabase;

// Invoices of four merchants alternate. One in 5,000 has expired, one in ten of the older ones was cancelled, one in 6,000 is in
// another token, and every merchant has an `order 7`.
beforeAll(async () => {
  database = await createTestDatabase();
  const merchantIds: string[] = [];
  for (let i = 0; i < MERCHANTS; i += 1) merchantIds.push(await insertMerchant(database.db));
  const { invoiceId } = await insertInvoice(database.db, { merchantId: merchantIds[0] ?? '' });
  const copies = Array.from({ length: COUNT }, (_, i) => ({
    invoice_id: idOf(i),
    public_id: `pay_${i.toString(16).padStart(40, '0')}`,
    merchant_id: merchantIds[i % MERCHANTS],
    merchant_reference: `order ${Math.floor(i / MERCHANTS)}`,
    deposit_index: i + 1_000,
    deposit_address: addressOf(i + 1_000),
    status: i % 5_000 === 0 ? 'expired' : i % 10 === 3 && i < OLDER ? 'cancelled' : 'pending',
    ...(i % 6_000 === 1_000 ? { token_symbol: 'ETH' } : {}),
  }));
  await database.db.raw(
    `INSERT INTO invoices SELECT (json_populate_record(t, c)).* FROM invoices t, json_array_elements(?::json) c
      WHERE t.invoice_id = ?`,
    [JSON.stringify(copies), invoiceId],
  );
  await noteChainRead(database.db);
  // Every invoice has a payment of its own, and two were paid by one transaction.
  await database.db.raw(
    `INSERT INTO transfers (invoice_id, chain_code, token_symbol, block_number, block_hash, block_time, tx_hash, tx_index,
            position, log_index, from_address, to_address, amount_atomic)
     SELECT 'inv_' || lpad(n::text, 26, '0'), 'local', 'USDC', n, 'b' || n, now(),
            CASE WHEN n IN (11, 900) THEN :hash ELSE '0x' || lpad(n::text, 64, '1') END, 0, 0, 0, :from, :from, 1
       FROM generate_series(1, :count) AS n`,
    { hash: HASH, from: addressOf(1), count: COUNT - 1 },
  );
  await database.db.raw('ANALYZE invoices, merchants, transfers');
});
afterAll(() => database.drop());

const measure = <T>(find: (q: Queryable) => Promise<T>) => measureReads(database.db, find);

describe('the invoices of all merchants', () => {
  it.each<[string, InvoiceFilters, number[]]>([
    ['a status that is rare', { status: ['expired'] }, [15_000, 10_000, 5_000, 0]],
    ['a reference', { merchantReference: 'order 7' }, [31, 30, 29, 28]],
    ['a reference that nobody has', { merchantReference: 'order -1' }, []],
    ['an asset that nobody has', { chainCode: 'local', tokenSymbol: 'NONE' }, []],
  ])('are found by %s without reading the others', async (_which, filters, expected) => {
    const { found, read } = await measure((q) => listInvoices(q, { filters, limit: LIMIT }));
    expect(found.map(({ invoiceId }) => invoiceId)).toEqual(expected.map(idOf));
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });

  it.each<[string, InvoiceFilters, number[]]>([
    [
      'a frequent status and a rare asset',
      { status: ['pending'], chainCode: 'local', tokenSymbol: 'ETH' },
      [19_000, 13_000, 7_000, 1_000],
    ],
    [
      'several statuses and a rare asset',
      { status: ['pending', 'expired', 'failed'], chainCode: 'local', tokenSymbol: 'ETH' },
      [19_000, 13_000, 7_000, 1_000],
    ],
    [
      'a rare status and a frequent asset',
      { status: ['expired'], chainCode: 'local', tokenSymbol: 'USDC' },
      [15_000, 10_000, 5_000, 0],
    ],
    [
      'a status and an asset that are never together',
      { status: ['expired'], chainCode: 'local', tokenSymbol: 'ETH' },
      [],
    ],
    [
      'statuses and an asset that nobody has',
      { status: ['pending', 'paid'], chainCode: 'local', tokenSymbol: 'NONE' },
      [],
    ],
    ['a status and a reference', { status: ['pending'], merchantReference: 'order 7' }, [31, 30, 29, 28]],
    [
      'a rare status of which no money is held',
      { status: ['expired'], held: false },
      [15_000, 10_000, 5_000, 0],
    ],
  ])(
    'are found by %s without reading invoices that match only one of the two',
    async (_which, filters, expected) => {
      const { found, read } = await measure((q) => listInvoices(q, { filters, limit: LIMIT }));
      expect(found.map(({ invoiceId }) => invoiceId)).toEqual(expected.map(idOf));
      expect(read).toBeLessThanOrEqual(ROWS_MAX);
      const pages: string[] = [];
      for (const _ of expected) {
        const [next] = await listInvoices(database.db, {
          filters,
          limit: 1,
          ...(pages.length === 0 ? {} : { afterId: pages.at(-1) ?? '' }),
        });
        if (next !== undefined) pages.push(next.invoiceId);
      }
      expect(pages).toEqual(expected.map(idOf));
    },
  );

  it('are found by a status and an asset that many have together, but none of the newest', async () => {
    const filters = { status: ['cancelled', 'failed'], chainCode: 'local', tokenSymbol: 'USDC' } as const;
    const bounds = { newest: 100, many: 200 };
    const { found, read } = await measure((q) => listInvoices(q, { filters, limit: LIMIT, bounds }));
    const newest = Array.from({ length: LIMIT }, (_, n) => idOf(OLDER - 7 - 10 * n));
    expect(found.map(({ invoiceId }) => invoiceId)).toEqual(newest);
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });

  it('are listed newest first without reading the others', async () => {
    const { found, read } = await measure((q) => listInvoices(q, { filters: {}, limit: LIMIT }));
    const ids = found.map(({ invoiceId }) => invoiceId);
    expect(ids).toHaveLength(LIMIT);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids).toContain(idOf(COUNT - 1));
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });

  it.each([
    ['an id', idOf(500), [500]],
    ['a public id', `pay_${(500).toString(16).padStart(40, '0')}`, [500]],
    ['a deposit address', addressOf(1_500), [500]],
    ['an address that nobody was given', addressOf(7), []],
    ['a hash of two payments', HASH, [900, 11]],
    ['a hash that nothing has', `0x${'0'.repeat(64)}`, []],
  ])('are found by %s without reading the others', async (_which, search, expected) => {
    const { found: named, read } = await measure((q) => searchInvoices(q, { search }));
    const found = await listInvoices(database.db, { filters: { found: named }, limit: LIMIT });
    expect(found.map(({ invoiceId }) => invoiceId)).toEqual(expected.map(idOf));
    expect(read).toBeLessThanOrEqual(2);
  });

  it('are searched among those that the other filters allow', async () => {
    const found = async (filters: InvoiceFilters, search: string): Promise<string[]> => {
      const named = await searchInvoices(database.db, { search });
      const invoices = await listInvoices(database.db, {
        filters: { ...filters, found: named },
        limit: LIMIT,
      });
      return invoices.map(({ invoiceId }) => invoiceId);
    };
    expect(await found({ status: ['pending'] }, idOf(5_000))).toEqual([]);
    expect(await found({ status: ['expired'] }, idOf(5_000))).toEqual([idOf(5_000)]);
    expect(await found({ merchantReference: 'order 7' }, 'order 8')).toEqual([]);
  });
});
