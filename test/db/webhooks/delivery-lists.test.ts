import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDeliveries, type DeliveryFilters } from '../../../src/db/webhooks/delivery-views.js';
import { insertEndpoint } from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { measureReads } from '../../helpers/services/measure-reads.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const COUNT = 40_000;
const LIMIT = 26;
/** The rows of a page, and as many again for other rows of the index. */
const ROWS_MAX = 2 * LIMIT;
/** The number of the newest deliveries of all merchants that are read before each merchant's own. */
const NEWEST = 1_000;

let database: TestDatabase;
let merchantId: string;
let endpointId: string;

// Deliveries of two merchants alternate. For each merchant one in 1,000 failed, one in 2,000 was cancelled and one in
// 5,000 is of a rare event. What failed had no answer in time.
beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
  ({ endpointId } = await insertEndpoint(database.db, { merchantId, port: 1 }));
  const other = await insertMerchant(database.db);
  const { endpointId: others } = await insertEndpoint(database.db, { merchantId: other, port: 1 });
  await database.db.raw(
    `WITH told AS (
       INSERT INTO events (event_id, merchant_id, type, dedupe_key, occurred_at, body)
       SELECT 'evt_' || lpad(n::text, 26, '0'), CASE n % 2 WHEN 0 THEN :merchantId ELSE :other END,
              CASE WHEN n % 5000 < 2 THEN 'withdrawal.failed' ELSE 'invoice.paid' END, n, now(), '{}'
         FROM generate_series(1, :count) AS n)
     INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, outcome, created_at)
     SELECT 'dlv_' || lpad(n::text, 26, '0'), 'evt_' || lpad(n::text, 26, '0'),
            CASE n % 2 WHEN 0 THEN :endpointId ELSE :others END, CASE n % 2 WHEN 0 THEN :merchantId ELSE :other END,
            CASE WHEN n % 1000 < 2 THEN 'failed' WHEN n % 2000 < 4 THEN 'cancelled' ELSE 'succeeded' END,
            CASE WHEN n % 1000 < 2 THEN 'timeout' WHEN n % 2000 < 4 THEN NULL ELSE '2xx' END, now()
       FROM generate_series(1, :count) AS n`,
    { merchantId, other, endpointId, others, count: COUNT },
  );
  await database.db.raw('ANALYZE deliveries, events');
});
afterAll(() => database.drop());

/** Returns the rows read by the most expensive node of any plan that PostgreSQL used for the list. */
async function rowsRead(
  filters: DeliveryFilters,
  of: { readonly merchantId?: string } = { merchantId },
): Promise<{ readonly read: number; readonly shown: number }> {
  const { found, read } = await measureReads(database.db, (q) =>
    listDeliveries(q, { ...of, filters, limit: LIMIT }),
  );
  return { read, shown: found.length };
}

describe('a page of deliveries among very many', () => {
  it.each([
    ['of all', {}, LIMIT],
    ['that succeeded', { status: ['succeeded'] }, LIMIT],
    ['that failed', { status: ['failed'] }, LIMIT],
    ['that were cancelled', { status: ['cancelled'] }, 20],
    ['that are pending, of which there are none', { status: ['pending'] }, 0],
    ['of a common event', { event: 'invoice.paid' }, LIMIT],
    ['of an event that is rare', { event: 'withdrawal.failed' }, 8],
    ['that were answered', { outcome: ['2xx'] }, LIMIT],
    ['that had no answer in time', { outcome: ['timeout'] }, LIMIT],
    ['that were never delivered', { neverDelivered: true }, LIMIT],
    ['of an outcome that there is not', { outcome: ['tls'] }, 0],
    ['of an event that there is not', { event: 'withdrawal.rejected' }, 0],
  ] as const)('%s is read by an index, and no more rows than shown', async (_which, filters, count) => {
    for (const asked of [filters, { ...filters, endpointId }]) {
      const { read, shown } = await rowsRead(asked);
      expect(shown).toBe(count);
      expect(read).toBeLessThanOrEqual(ROWS_MAX);
    }
  });

  it.each([
    ['of all', {}],
    ['that failed', { status: ['failed'] }],
    ['that succeeded', { status: ['succeeded'] }],
    ['that had no answer in time', { outcome: ['timeout'] }],
    ['of a common event', { event: 'invoice.paid' }],
  ] as const)(
    '%s of all merchants is read by an index, and reads no more than the newest rows and a page of each merchant',
    async (_which, filters) => {
      const { read, shown } = await rowsRead(filters, {});
      expect(shown).toBe(LIMIT);
      expect(read).toBeLessThanOrEqual(NEWEST);
    },
  );
});
