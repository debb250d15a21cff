import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertCheckout, listCheckouts } from '../../../src/db/checkouts/checkouts.js';
import { transaction, type Queryable } from '../../../src/db/core/database.js';
import { newCheckoutPublicId, newId } from '../../../src/db/core/new-id.js';
import { listInvoices } from '../../../src/db/invoices/list-invoices.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { addressOf, insertInvoice, insertMerchant } from '../../helpers/facts/facts.js';
import { measureReads } from '../../helpers/services/measure-reads.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

/** The number of held payments of another merchant. */
const OTHERS = 20_000;
const MINE = 40;
const LIMIT = 10;
const ROWS_MAX = 200;
const invoiceOf = (i: number): string => `inv_${String(i).padStart(26, '0')}`;
const checkoutOf = (i: number): string => `chk_${String(i).padStart(26, '0')}`;

let database: TestDatabase;
let merchantId: string;

/** Creates a checkout with one invoice of each number, and a held payment for each named invoice. */
async function make(of: string, numbers: readonly number[], isHeld: (i: number) => boolean): Promise<void> {
  const { db } = database;
  const nowMs = Date.now();
  const first = await transaction(db, (trx) =>
    insertCheckout(trx, {
      checkoutId: newId('chk', nowMs),
      publicId: newCheckoutPublicId(),
      merchantId: of,
      amount: { amountCrypto: '1', tokenSymbol: 'USDC' },
      assets: [],
      merchantReference: null,
      metadata: {},
      description: null,
      checkoutUrl: 'https://pay.example/',
      redirectUrl: null,
      cancelUrl: null,
      locale: null,
      quoteSeconds: 60,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 1,
    }),
  );
  const { invoiceId } = await insertInvoice(db, { merchantId: of });
  const copies = numbers.map((i) => ({
    checkout_id: checkoutOf(i),
    invoice_id: invoiceOf(i),
    merchant_id: of,
    deposit_index: i + 1_000,
    deposit_address: addressOf(i + 1_000),
  }));
  const publicly = (start: string): string =>
    JSON.stringify(
      copies.map((copy, n) => ({
        ...copy,
        public_id: `${start}_${numbers[n]?.toString(16).padStart(40, '0')}`,
      })),
    );
  for (const [table, id, start] of [
    ['checkouts', first.checkoutId, 'cht'],
    ['invoices', invoiceId, 'pay'],
  ] as const)
    await db.raw(
      `INSERT INTO ${table} SELECT (json_populate_record(t, c)).* FROM ${table} t, json_array_elements(?::json) c
        WHERE t.${table.slice(0, -1)}_id = ?`,
      [publicly(start), id],
    );
  await db.raw(
    `INSERT INTO transfers (invoice_id, chain_code, token_symbol, block_number, block_hash, block_time, tx_hash, tx_index,
            position, log_index, from_address, to_address, amount_atomic, booking)
     SELECT i, 'local', 'USDC', n, 'b' || n, now(), '0x' || i, 0, 0, 0, :from, :from, 1, 'held'
       FROM unnest(:ids::text[]) WITH ORDINALITY AS u (i, n)`,
    { from: addressOf(1), ids: numbers.filter(isHeld).map(invoiceOf) },
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
  await noteChainRead(database.db);
  // One in four of mine has held money, and each of the other merchant's.
  const numbers = (count: number, from: number) => Array.from({ length: count }, (_, i) => from + i);
  await make(merchantId, numbers(MINE, 1), (i) => i % 4 === 0);
  await make(await insertMerchant(database.db), numbers(OTHERS, 1_000), () => true);
  await database.db.raw('ANALYZE invoices, checkouts, transfers');
});
afterAll(() => database.drop());

const list = {
  invoices: async (q: Queryable, held: boolean, of?: string) =>
    (
      await listInvoices(q, {
        ...(of === undefined ? {} : { merchantId: of }),
        filters: { held },
        limit: LIMIT,
        afterId: invoiceOf(MINE + 1),
      })
    ).map(({ invoiceId }) => Number(invoiceId.slice(4))),
  checkouts: async (q: Queryable, held: boolean) =>
    (await listCheckouts(q, { merchantId, held, limit: LIMIT, afterId: checkoutOf(MINE + 1) })).map(
      ({ checkoutId }) => Number(checkoutId.slice(4)),
    ),
};
const EXPECTED = [
  [true, [40, 36, 32, 28, 24, 20, 16, 12, 8, 4]],
  [false, [39, 38, 37, 35, 34, 33, 31, 30, 29, 27]],
] as const;

it.each(EXPECTED)(
  "a merchant's invoices by held=%s are found without reading what others hold",
  async (held, expected) => {
    const { found, read } = await measureReads(database.db, (q) => list.invoices(q, held, merchantId));
    expect(found).toEqual(expected);
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  },
);

it.each(EXPECTED)(
  "a merchant's checkouts by held=%s are found without reading what others hold",
  async (held, expected) => {
    const { found, read } = await measureReads(database.db, (q) => list.checkouts(q, held));
    expect(found).toEqual(expected);
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  },
);

it.each(EXPECTED)(
  "all merchants' invoices by held=%s are found without reading every row",
  async (held, expected) => {
    const { found, read } = await measureReads(database.db, (q) => list.invoices(q, held));
    expect(found).toEqual(expected);
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  },
);
