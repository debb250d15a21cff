import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leastIdOf } from '../../../../src/db/core/new-id.js';
import { depositAddressOf } from '../../../helpers/facts/facts.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';

const COUNT = 30_000;
const LIMIT = 25;
/** A page, one more row that tells whether there is a next page, and as many again for other rows of the index. */
const ROWS_MAX = 2 * (LIMIT + 1);
const OLDEST_MS = Date.UTC(2026, 0, 1);
const INTERVAL_MS = 1_000;
const momentOf = (number: number): string => new Date(OLDEST_MS + number * INTERVAL_MS).toISOString();
const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  const [mine, others] = [await api.addMerchant(), await api.addMerchant()];
  key = mine.key;
  const { invoiceId } = (await api.ask('POST', '/v1/invoices', { key, json: INVOICE })).body.data;
  await copyInvoice(invoiceId, [mine.merchantId, others.merchantId]);
});
afterAll(() => api.close());

/**
 * Makes many copies of an invoice, one a second, alternately for two merchants. For each merchant one in 500
 * has expired. One in 5,000 is in another token and one in 10,000 on another chain. Each has its own reference.
 */
async function copyInvoice(invoiceId: string, merchantIds: readonly string[]): Promise<void> {
  const copies = Array.from({ length: COUNT }, (_, i) => ({
    invoice_id: leastIdOf('inv', OLDEST_MS + i * INTERVAL_MS),
    public_id: `pay_${i.toString(16).padStart(40, '0')}`,
    merchant_id: merchantIds[i % merchantIds.length],
    deposit_index: i + 1_000,
    deposit_address: depositAddressOf(i + 1_000),
    merchant_reference: `order ${String(i)}`,
    status: i % 500 < 2 ? 'expired' : 'pending',
    ...(i % 5_000 === 2_500 ? { token_symbol: 'ETH' } : {}),
    ...(i % 10_000 === 6_000 ? { chain_code: 'BSC', token_symbol: 'USDT' } : {}),
    created_at: momentOf(i),
  }));
  await api.db.raw(
    `INSERT INTO invoices SELECT (json_populate_record(t, c)).* FROM invoices t, json_array_elements(?::json) c
      WHERE t.invoice_id = ?`,
    [JSON.stringify(copies), invoiceId],
  );
  await api.db.raw('ANALYZE invoices');
}

/** Returns the plan by which PostgreSQL executed the list's statement. */
async function planOf(query: string): Promise<{ readonly plan: Plan; readonly shown: number }> {
  const statements: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const note = (statement: (typeof statements)[number]): void => void statements.push(statement);
  api.pool.on('query', note);
  const { status, list } = await api.ask('GET', `/v1/invoices?limit=${String(LIMIT)}&${query}`, { key });
  api.pool.off('query', note);
  expect(status).toBe(200);
  const listing = statements.find(({ sql }) => sql.includes('from "invoices"'));
  if (listing === undefined) throw new Error('The list was not asked for.');
  const explained = await api.db.transaction(async (trx) => {
    const sql = listing.sql.replaceAll(/\$\d+/g, '?');
    const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      [...listing.bindings] as string[],
    );
    return rows;
  });
  const plan = explained[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('It was not explained.');
  return { plan, shown: list.length };
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
/** The rows read by the part of the plan that reads the most. */
const rowsReadBy = (nodes: readonly Plan[]): number =>
  Math.max(
    ...nodes.map(
      (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    ),
  );
const MIDDLE = COUNT / 2;

describe('a page of invoices', () => {
  it.each([
    ['of all', '', LIMIT],
    ['by status', 'status=pending', LIMIT],
    ['by a status that is rare', 'status=expired', LIMIT],
    ['by reference', 'merchantReference=order%200', 1],
    ['from a time on', `createdFrom=${momentOf(MIDDLE)}`, LIMIT],
    ['up to a time, long ago', `createdTo=${momentOf(MIDDLE)}`, LIMIT],
    ['between two times', `createdFrom=${momentOf(MIDDLE)}&createdTo=${momentOf(MIDDLE + 20)}`, 11],
    ['of a single moment', `createdFrom=${momentOf(MIDDLE)}&createdTo=${momentOf(MIDDLE)}`, 1],
    ['of a time when there was none', `createdTo=${momentOf(-1)}`, 0],
    ['up to the first year that a date can have', 'createdTo=0001-01-01T00:00:00Z', 0],
    ['from the last moment that a date can have', 'createdFrom=9999-12-31T23:59:59.999Z', 0],
    ['by status up to a time', `status=expired&createdTo=${momentOf(MIDDLE)}`, LIMIT],
    ['by status and times', `status=pending&createdFrom=${momentOf(100)}&createdTo=${momentOf(140)}`, 21],
    ['by an asset that is rare', 'chainCode=local&tokenSymbol=ETH', 6],
    ['by asset up to a time', `chainCode=local&tokenSymbol=USDC&createdTo=${momentOf(MIDDLE)}`, LIMIT],
  ])('%s is read by an index, and reads no more rows than it shows', async (_which, query, count) => {
    const { plan, shown } = await planOf(query);
    expect(shown).toBe(count);
    const nodes = nodesOf(plan);
    expect(nodes.map((node) => node['Node Type']).filter((type) => /^Seq Scan$|^Sort$/.test(type))).toEqual(
      [],
    );
    expect(rowsReadBy(nodes)).toBeLessThanOrEqual(ROWS_MAX);
  });

  it.each([
    ['by a token that is rare', 'tokenSymbol=ETH', 6],
    ['by a chain that is rare', 'chainCode=BSC', 3],
  ])('%s is sorted from no more rows than it shows', async (_which, query, count) => {
    const { plan, shown } = await planOf(query);
    expect(shown).toBe(count);
    expect(rowsReadBy(nodesOf(plan))).toBeLessThanOrEqual(ROWS_MAX);
  });
});
