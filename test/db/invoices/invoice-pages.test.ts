import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Queryable, Transaction } from '../../../src/db/core/database.js';
import { leastIdOf } from '../../../src/db/core/new-id.js';
import type { InvoiceFilters } from '../../../src/db/invoices/invoices.js';
import { listInvoices } from '../../../src/db/invoices/list-invoices.js';
import { addressOf, insertInvoice, insertMerchant } from '../../helpers/facts/facts.js';
import {
  askRandomLists,
  isAmong,
  PAGES_SEED,
  readAllPages,
  ROWS_MAX,
} from '../../helpers/services/all-pages.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const START_MS = Date.UTC(2026, 0, 1);
/** The time between two invoices. */
const STEP_MS = 1_000;
const MERCHANTS = 3;
const STATUSES = ['pending', 'expired', 'completed'] as const;
const TOKENS = ['USDC', 'ETH', 'DAI'] as const;
const CHAINS = ['local', 'other'] as const;
const REFERENCES = ['order 1', 'order 2'] as const;

let database: TestDatabase;
const merchantIds: string[] = [];
/** All others are copies of it. */
let firstId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < MERCHANTS; i += 1) merchantIds.push(await insertMerchant(database.db));
  ({ invoiceId: firstId } = await insertInvoice(database.db, { merchantId: merchantIds[0] ?? '' }));
});
afterAll(() => database.drop());

const row = fc.record({
  merchant: fc.nat({ max: MERCHANTS - 1 }),
  // Most are completed, so that there are more of them than the bounds.
  status: fc.constantFrom(...STATUSES, 'completed' as const, 'completed' as const),
  token: fc.constantFrom(...TOKENS, 'USDC' as const),
  chain: fc.constantFrom(...CHAINS),
  reference: fc.option(fc.constantFrom(...REFERENCES), { nil: null }),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

/** Inserts invoices, from the oldest to the newest. */
async function insertRows(trx: Transaction, rows: readonly Row[]): Promise<void> {
  const copies = rows.map(({ merchant, status, token, chain, reference }, i) => ({
    invoice_id: leastIdOf('inv', START_MS + i * STEP_MS),
    public_id: `pay_${String(i).padStart(40, '0')}`,
    merchant_id: merchantIds[merchant],
    status,
    token_symbol: token,
    chain_code: chain,
    merchant_reference: reference,
    deposit_index: i + 1_000,
    deposit_address: addressOf(i + 1_000),
    created_at: new Date(START_MS + i * STEP_MS),
  }));
  await trx.raw(
    `INSERT INTO invoices SELECT (json_populate_record(t, c)).* FROM invoices t, json_array_elements(?::json) c
      WHERE t.invoice_id = ?`,
    [JSON.stringify(copies), firstId],
  );
}

interface Asked {
  readonly merchantId?: string;
  readonly filters: InvoiceFilters;
}

/** Finds the ids by looking at every invoice. */
async function idsByReadingAll(q: Queryable, { merchantId, filters }: Asked): Promise<string[]> {
  const all = await q('invoices').orderByRaw('invoice_id COLLATE "C" DESC').select<
    {
      id: string;
      owner: string;
      status: Row['status'];
      chain: string;
      token: string;
      reference: string | null;
      at: Date;
    }[]
  >({ id: 'invoice_id', owner: 'merchant_id', status: 'status', at: 'created_at', chain: 'chain_code', token: 'token_symbol', reference: 'merchant_reference' });
  const { createdFromMs = 0, createdToMs = Infinity, chainCode, tokenSymbol, merchantReference } = filters;
  return all
    .filter(({ owner, status }) => owner === (merchantId ?? owner) && isAmong(filters.status, status))
    .filter(({ chain, token }) => chain === (chainCode ?? chain) && token === (tokenSymbol ?? token))
    .filter(({ reference }) => reference === (merchantReference ?? reference))
    .filter(({ at }) => at.getTime() >= createdFromMs && at.getTime() <= createdToMs)
    .map(({ id }) => id);
}

const asMs = fc.nat({ max: ROWS_MAX }).map((index) => START_MS + index * STEP_MS);
const question = fc.record({
  asked: fc.record(
    {
      merchant: fc.nat({ max: MERCHANTS - 1 }),
      status: fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 2 }),
      chainCode: fc.constantFrom(...CHAINS),
      tokenSymbol: fc.constantFrom(...TOKENS),
      merchantReference: fc.constantFrom(...REFERENCES),
      createdFromMs: asMs,
      createdToMs: asMs,
      // No money of any is held.
      held: fc.constant(false),
    },
    { requiredKeys: [] },
  ),
  limit: fc.constantFrom(1, 2, 3, 7, ROWS_MAX + 2),
  bounds: fc.record({ newest: fc.integer({ min: 1, max: 8 }), many: fc.integer({ min: 1, max: 8 }) }),
});

describe('pages of invoices', () => {
  it(`contain each matching invoice once, newest first, for every query and however few are searched at once (PAGES_SEED=${PAGES_SEED})`, async () => {
    await askRandomLists(database.db, {
      row,
      question,
      insertRows,
      check: async (trx, { asked: numbers, limit, bounds }) => {
        const { merchant, ...filters } = numbers;
        const merchantId = merchant === undefined ? undefined : merchantIds[merchant];
        const asked = { ...(merchantId === undefined ? {} : { merchantId }), filters };
        const ids = await readAllPages(limit, async (page) =>
          (await listInvoices(trx, { ...asked, ...page, bounds })).map(({ invoiceId }) => invoiceId),
        );
        expect(ids).toEqual(await idsByReadingAll(trx, asked));
      },
    });
  });
});
