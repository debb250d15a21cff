import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findInvoiceByAddress,
  findInvoicesPaidBy,
  listInvoicesOfAll,
} from '../../../src/db/invoices/find-invoices.js';
import type { InvoiceFilters } from '../../../src/db/invoices/invoices.js';
import type { Queryable } from '../../../src/db/core/database.js';
import { addressOf, insertInvoice, insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const COUNT = 20_000;
const MERCHANTS = 4;
const LIMIT = 10;
/** A page of each merchant, and as many again for other rows of the index. */
const ROWS_MAX = 2 * MERCHANTS * LIMIT;
const idOf = (i: number): string => `inv_${String(i).padStart(26, '0')}`;

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

let database: TestDatabase;

// Invoices of four merchants alternate. One in 5,000 has expired, and every merchant has an `order 7`.
beforeAll(async () => {
  database = await createTestDatabase();
  const merchantIds: string[] = [];
  for (let i = 0; i < MERCHANTS; i += 1) merchantIds.push(await insertMerchant(database.db));
  const { invoiceId } = await insertInvoice(database.db, { merchantId: merchantIds[0] ?? '' });
  const copies = Array.from({ length: COUNT }, (_, i) => ({
    ...{ invoice_id: idOf(i), public_id: `pay_${i.toString(16).padStart(40, '0')}` },
    ...{ merchant_id: merchantIds[i % MERCHANTS], merchant_reference: `order ${Math.floor(i / MERCHANTS)}` },
    ...{ deposit_index: i + 1_000, deposit_address: addressOf(i + 1_000) },
    status: i % 5_000 === 0 ? 'expired' : 'pending',
  }));
  await database.db.raw(
    `INSERT INTO invoices SELECT (json_populate_record(t, c)).* FROM invoices t, json_array_elements(?::json) c
      WHERE t.invoice_id = ?`,
    [JSON.stringify(copies), invoiceId],
  );
  await database.db.raw('ANALYZE invoices, merchants');
}, 60_000);
afterAll(() => database.drop());

/** Returns what was found, and the rows read by the most expensive node of the plan. */
async function measure<T>(
  find: (q: Queryable) => Promise<T>,
): Promise<{ readonly found: T; readonly read: number }> {
  const statements: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const note = (statement: (typeof statements)[number]): void => void statements.push(statement);
  database.db.on('query', note);
  const found = await find(database.db);
  database.db.off('query', note);
  const [{ sql, bindings } = { sql: '', bindings: [] }] = statements;
  const { rows } = await database.db.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql.replaceAll(/\$\d+/g, '?')}`,
    [...bindings] as string[],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('It was not explained.');
  const nodesOf = (node: Plan): readonly Plan[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const readBy = (node: Plan): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return { found, read: Math.max(...nodesOf(plan).map(readBy)) };
}

describe('the invoices of all merchants', () => {
  it.each<[string, InvoiceFilters, number[]]>([
    ['a status that is rare', { status: ['expired'] }, [15_000, 10_000, 5_000, 0]],
    ['a reference', { merchantReference: 'order 7' }, [31, 30, 29, 28]],
    ['a reference that nobody has', { merchantReference: 'order -1' }, []],
    ['an asset that nobody has', { chainCode: 'local', tokenSymbol: 'ETH' }, []],
  ])('are found by %s without reading the others', async (_which, filters, expected) => {
    const { found, read } = await measure((q) => listInvoicesOfAll(q, { filters, limit: LIMIT }));
    expect(found.map(({ invoiceId }) => invoiceId)).toEqual(expected.map(idOf));
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });

  it('are listed newest first without reading the others', async () => {
    const { found, read } = await measure((q) => listInvoicesOfAll(q, { filters: {}, limit: LIMIT }));
    const ids = found.map(({ invoiceId }) => invoiceId);
    expect(ids).toHaveLength(LIMIT);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids).toContain(idOf(COUNT - 1));
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });

  it('are found by a deposit address without reading the others', async () => {
    const { found, read } = await measure((q) => findInvoiceByAddress(q, addressOf(1_500)));
    expect([found?.invoiceId, read]).toEqual([idOf(500), 1]);
    expect(await findInvoiceByAddress(database.db, addressOf(7))).toBeUndefined();
  });

  it('are not found by a hash that nothing has', async () => {
    const asked = { txHash: `0x${'0'.repeat(64)}`, limit: LIMIT };
    expect(await findInvoicesPaidBy(database.db, asked)).toEqual([]);
  });
});
