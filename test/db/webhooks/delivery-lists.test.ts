import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDeliveries, type DeliveryFilters } from '../../../src/db/webhooks/list-deliveries.js';
import { insertEndpoint } from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { measureReads } from '../../helpers/services/measure-reads.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const COUNT = 40_000;
const LIMIT = 26;
/** The most rows that a list may read: a page, and as many for other entries of the index. */
const ROWS_MAX = 2 * LIMIT;
/** The number of the newest deliveries that are looked through first. */
const NEWEST = 1_000;
/** The most events of a type that are counted. */
const EVENTS_MAX = 5_000;

/** Deliveries of a third merchant, whose endpoint takes nothing. */
const FAILED_COUNT = 20_000;

let database: TestDatabase;
let merchantId: string;
let endpointId: string;
let failing: { readonly merchantId: string; readonly endpointId: string };

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
       SELECT 'evt_' || lpad((n + :older)::text, 26, '0'), CASE n % 2 WHEN 0 THEN :merchantId ELSE :other END,
              CASE WHEN n % 5000 < 2 THEN 'withdrawal.failed' ELSE 'invoice.paid' END, n, now(), '{}'
         FROM generate_series(1, :count) AS n)
     INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, outcome, created_at)
     SELECT 'dlv_' || lpad((n + :older)::text, 26, '0'), 'evt_' || lpad((n + :older)::text, 26, '0'),
            CASE n % 2 WHEN 0 THEN :endpointId ELSE :others END, CASE n % 2 WHEN 0 THEN :merchantId ELSE :other END,
            CASE WHEN n % 1000 < 2 THEN 'failed' WHEN n % 2000 < 4 THEN 'cancelled' ELSE 'succeeded' END,
            CASE WHEN n % 1000 < 2 THEN 'timeout' WHEN n % 2000 < 4 THEN NULL ELSE '2xx' END, now()
       FROM generate_series(1, :count) AS n`,
    { merchantId, other, endpointId, others, count: COUNT, older: FAILED_COUNT },
  );
  await insertFailing();
  await database.db.raw('ANALYZE deliveries, events');
});
afterAll(() => database.drop());

/** All failed, before all those of the other two merchants. One in 4,000 found no name. One in 5,000 is of a rare event. */
async function insertFailing(): Promise<void> {
  const owner = await insertMerchant(database.db);
  failing = await insertEndpoint(database.db, { merchantId: owner, port: 2 });
  await database.db.raw(
    `WITH told AS (
       INSERT INTO events (event_id, merchant_id, type, dedupe_key, occurred_at, body)
       SELECT 'evt_' || lpad(n::text, 26, '0'), :merchantId,
              CASE WHEN n % 5000 = 1 THEN 'withdrawal.failed' ELSE 'invoice.expired' END, 'failing ' || n, now(), '{}'
         FROM generate_series(1, :count) AS n)
     INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, outcome, created_at)
     SELECT 'dlv_' || lpad(n::text, 26, '0'), 'evt_' || lpad(n::text, 26, '0'), :endpointId, :merchantId,
            'failed', CASE WHEN n % 4000 = 0 THEN 'dns' ELSE '5xx' END, now()
       FROM generate_series(1, :count) AS n`,
    { merchantId: owner, endpointId: failing.endpointId, count: FAILED_COUNT },
  );
}

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
    ['of an event that is rare', { event: 'withdrawal.failed' }, 8],
    ['that were answered', { outcome: ['2xx'] }, LIMIT],
    ['that had no answer in time', { outcome: ['timeout'] }, LIMIT],
    ['of an outcome that no delivery has', { outcome: ['tls'] }, 0],
    ['of an event that no delivery has', { event: 'withdrawal.rejected' }, 0],
  ] as const)(
    '%s is read by an index, and reads no more rows than it shows',
    async (_which, filters, count) => {
      for (const asked of [filters, { ...filters, endpointId }]) {
        const { read, shown } = await rowsRead(asked);
        expect(shown).toBe(count);
        expect(read).toBeLessThanOrEqual(ROWS_MAX);
      }
    },
  );

  it.each([{ merchantId }, {}])(
    'of a common event is read among the newest, once some events of the type were counted',
    async (of) => {
      const { read, shown } = await rowsRead({ event: 'invoice.paid' }, of);
      expect(shown).toBe(LIMIT);
      expect(read).toBeLessThanOrEqual(EVENTS_MAX + ROWS_MAX);
    },
  );

  it('that were never delivered is read by an index, and reads only the newest that ended without success', async () => {
    for (const asked of [{ neverDelivered: true }, { neverDelivered: true, endpointId }]) {
      const { read, shown } = await rowsRead(asked);
      expect(shown).toBe(LIMIT);
      expect(read).toBeLessThanOrEqual(2 * NEWEST);
    }
  });

  it.each([
    ['of all', {}],
    ['that failed', { status: ['failed'] }],
    ['that succeeded', { status: ['succeeded'] }],
    ['that had no answer in time', { outcome: ['timeout'] }],
  ] as const)(
    '%s of all merchants is read by an index, and reads no more than the newest rows and a page',
    async (_which, filters) => {
      const { read, shown } = await rowsRead(filters, {});
      expect(shown).toBe(LIMIT);
      expect(read).toBeLessThanOrEqual(NEWEST + ROWS_MAX);
    },
  );
});

describe('a page of deliveries that have several properties', () => {
  const COMBINATIONS: readonly (readonly [string, DeliveryFilters, number])[] = [
    ['a frequent status and a rare outcome', { status: ['failed'], outcome: ['dns'] }, 5],
    ['a frequent status and a rare event', { status: ['failed'], event: 'withdrawal.failed' }, 4],
    ['a frequent outcome and a rare event', { outcome: ['5xx'], event: 'withdrawal.failed' }, 4],
    ['a status and an outcome that exclude each other', { status: ['succeeded'], outcome: ['dns'] }, 0],
    [
      'a frequent status and a frequent answer that exclude each other',
      { status: ['failed'], outcome: ['2xx'] },
      0,
    ],
    ['a rare outcome and a frequent event', { outcome: ['dns', 'tls'], event: 'invoice.expired' }, 5],
    ['an outcome and an event that are never together', { outcome: ['dns'], event: 'withdrawal.failed' }, 0],
    ['a frequent status and an event that no delivery has', { status: ['failed'], event: 'ping' }, 0],
    ['several of each', { status: ['failed', 'pending'], outcome: ['dns', '4xx'], neverDelivered: true }, 5],
    ['never delivered, and of a rare event', { neverDelivered: true, event: 'withdrawal.failed' }, 4],
  ];

  it.each(COMBINATIONS)(
    '%s, is found without reading deliveries that have only one of these properties',
    async (_which, filters, count) => {
      const of = { merchantId: failing.merchantId };
      for (const asked of [filters, { ...filters, endpointId: failing.endpointId }]) {
        const { read, shown } = await rowsRead(asked, of);
        expect(shown).toBe(count);
        expect(read).toBeLessThanOrEqual(EVENTS_MAX + ROWS_MAX);
      }
    },
  );

  it.each<(typeof COMBINATIONS)[number]>([
    ...COMBINATIONS,
    ['never delivered, and succeeded', { neverDelivered: true, status: ['succeeded'] }, 0],
  ])('%s, is shown newest first, each once, page by page', async (_which, filters) => {
    const { merchantId: owner, endpointId: own } = failing;
    for (const { endpointId: at, ...of } of [{ merchantId: owner }, { endpointId: own }, {}]) {
      const asked = { ...filters, ...(at === undefined ? {} : { endpointId: at }) };
      const whole = await listDeliveries(database.db, { ...of, filters: asked, limit: 1_000 });
      const ids = whole.map(({ deliveryId }) => deliveryId);
      expect(ids).toEqual(await idsByReadingAll(filters, at === undefined ? of : { merchantId: owner }));
      const pages: string[] = [];
      let page: string[];
      do {
        const found = await listDeliveries(database.db, {
          ...of,
          filters: asked,
          limit: 3,
          ...(pages.length === 0 ? {} : { afterId: pages.at(-1) ?? '' }),
        });
        page = found.map(({ deliveryId }) => deliveryId);
        pages.push(...page);
      } while (page.length === 3);
      expect(pages).toEqual(ids);
    }
  });
});

/** Finds the ids by looking at every row. Each event has one delivery, so whatever failed was never delivered. */
async function idsByReadingAll(
  { status, outcome, event, neverDelivered }: DeliveryFilters,
  { merchantId: of }: { readonly merchantId?: string },
): Promise<string[]> {
  const rows = await database
    .db('deliveries')
    .join('events', 'events.event_id', 'deliveries.event_id')
    .select<{ id: string; status: string; outcome: string; type: string; owner: string }[]>(
      ...['delivery_id as id', 'status', 'outcome', 'type', 'deliveries.merchant_id as owner'],
    );
  const isIn = (values: readonly string[] | undefined, value: string): boolean =>
    values === undefined || values.includes(value);
  return rows
    .filter(
      (row) => isIn(status, row.status) && isIn(outcome, row.outcome) && row.type === (event ?? row.type),
    )
    .filter((row) => neverDelivered === undefined || row.status !== 'succeeded')
    .filter((row) => row.owner === (of ?? row.owner))
    .map(({ id }) => id)
    .sort()
    .reverse();
}
