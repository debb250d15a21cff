import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leastIdOf } from '../../../src/db/core/new-id.js';
import type { SearchBounds } from '../../../src/db/core/page-of-pages.js';
import type { Queryable, Transaction } from '../../../src/db/core/database.js';
import { listDeliveries, type DeliveryFilters } from '../../../src/db/webhooks/list-deliveries.js';
import { insertEndpoint } from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import {
  askRandomLists,
  isAmong,
  PAGES_SEED,
  readAllPages,
  ROWS_MAX,
} from '../../helpers/services/all-pages.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const START_MS = Date.UTC(2026, 0, 1);
/** The time between two deliveries. */
const STEP_MS = 1_000;
const TYPES = ['invoice.paid', 'invoice.expired', 'withdrawal.failed'] as const;
const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
const OUTCOMES = ['2xx', '5xx', 'dns'] as const;

let database: TestDatabase;
/** Two of the first merchant, and one of each other. */
const endpoints: { readonly merchantId: string; readonly endpointId: string }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < 3; i += 1) {
    const merchantId = await insertMerchant(database.db);
    for (let port = 1; port <= (i === 0 ? 2 : 1); port += 1)
      endpoints.push(await insertEndpoint(database.db, { merchantId, port }));
  }
});
afterAll(() => database.drop());

interface Row {
  readonly endpoint: number;
  /** A number within its merchant. Deliveries of one event to one endpoint are the first one and its repetitions. */
  readonly event: number;
  readonly status: (typeof STATUSES)[number];
  readonly outcome: (typeof OUTCOMES)[number] | null;
}

const idAt = (index: number): string => leastIdOf('dlv', START_MS + index * STEP_MS);

/** Inserts deliveries, from the oldest to the newest. */
async function insertRows(trx: Transaction, rows: readonly Row[]): Promise<void> {
  const firsts = new Map<string, string>();
  const events = new Map<string, object>();
  const deliveries = rows.map(({ endpoint, event, status, outcome }, index) => {
    const { merchantId = '', endpointId = '' } = endpoints[endpoint] ?? {};
    const eventId = `evt_${merchantId}_${event}`;
    events.set(eventId, {
      event_id: eventId,
      merchant_id: merchantId,
      type: TYPES[event % TYPES.length],
      dedupe_key: eventId,
      occurred_at: new Date(START_MS),
      body: '{}',
    });
    const first = firsts.get(`${eventId} ${endpointId}`) ?? null;
    if (first === null) firsts.set(`${eventId} ${endpointId}`, idAt(index));
    return {
      delivery_id: idAt(index),
      event_id: eventId,
      endpoint_id: endpointId,
      merchant_id: merchantId,
      status,
      outcome,
      redelivery_of: first,
      created_at: new Date(START_MS + index * STEP_MS),
    };
  });
  await trx('events').insert([...events.values()]);
  await trx('deliveries').insert(deliveries);
}

interface Asked {
  readonly merchantId?: string;
  readonly filters: DeliveryFilters;
}

/** Finds the ids by looking at every delivery. */
async function idsByReadingAll(q: Queryable, { merchantId, filters }: Asked): Promise<string[]> {
  const all = await q('deliveries')
    .join('events', 'events.event_id', 'deliveries.event_id')
    .orderByRaw('delivery_id COLLATE "C" DESC')
    .select<
      {
        id: string;
        owner: string;
        endpoint: string;
        event: string;
        type: string;
        status: Row['status'];
        outcome: NonNullable<Row['outcome']> | null;
        at: Date;
      }[]
    >({
      id: 'delivery_id',
      owner: 'deliveries.merchant_id',
      endpoint: 'endpoint_id',
      type: 'type',
      event: 'deliveries.event_id',
      status: 'status',
      outcome: 'outcome',
      at: 'created_at',
    });
  const isNeverDelivered = (row: (typeof all)[number]): boolean =>
    ['failed', 'cancelled'].includes(row.status) &&
    !all
      .filter(({ event, endpoint }) => event === row.event && endpoint === row.endpoint)
      .some(({ id, status }) => status === 'succeeded' || id > row.id);
  const { createdFromMs = 0, createdToMs = Infinity, endpointId, event, eventId, neverDelivered } = filters;
  return all
    .filter(
      ({ owner, endpoint }) =>
        [merchantId ?? owner, endpointId ?? endpoint].join() === [owner, endpoint].join(),
    )
    .filter((row) => row.type === (event ?? row.type) && row.event === (eventId ?? row.event))
    .filter(({ status }) => isAmong(filters.status, status))
    .filter(
      ({ outcome }) =>
        filters.outcome === undefined || (outcome !== null && filters.outcome.includes(outcome)),
    )
    .filter(({ at }) => at.getTime() >= createdFromMs && at.getTime() <= createdToMs)
    .filter((row) => neverDelivered === undefined || isNeverDelivered(row) === neverDelivered)
    .map(({ id }) => id);
}

/** Reads the same page by page. */
const idsByPages = (
  q: Queryable,
  asked: Asked,
  { limit, bounds }: { readonly limit: number; readonly bounds?: SearchBounds },
): Promise<string[]> =>
  readAllPages(limit, async (page) => {
    const found = await listDeliveries(q, { ...asked, ...page, ...(bounds === undefined ? {} : { bounds }) });
    return found.map(({ deliveryId }) => deliveryId);
  });

const row: fc.Arbitrary<Row> = fc.record({
  endpoint: fc.nat({ max: 3 }),
  event: fc.nat({ max: 8 }),
  // Most have failed, so that there are more of them than the bounds.
  status: fc.constantFrom(...STATUSES, 'failed' as const, 'failed' as const, 'cancelled' as const),
  outcome: fc.constantFrom(...OUTCOMES, '5xx' as const, null),
});

const asMs = fc.nat({ max: ROWS_MAX }).map((index) => START_MS + index * STEP_MS);
const question = fc.record({
  asked: fc.record(
    {
      merchant: fc.nat({ max: 3 }),
      endpoint: fc.nat({ max: 3 }),
      eventId: fc.record({ endpoint: fc.nat({ max: 3 }), event: fc.nat({ max: 8 }) }),
      event: fc.constantFrom(...TYPES),
      status: fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 3 }),
      outcome: fc.array(fc.constantFrom(...OUTCOMES), { minLength: 1, maxLength: 2 }),
      neverDelivered: fc.boolean(),
      createdFromMs: asMs,
      createdToMs: asMs,
    },
    { requiredKeys: [] },
  ),
  limit: fc.constantFrom(1, 2, 3, 7, ROWS_MAX + 1),
  bounds: fc.record({ newest: fc.integer({ min: 1, max: 8 }), many: fc.integer({ min: 1, max: 8 }) }),
});

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** Turns the numbers of merchants, endpoints and events into their ids. */
function toAsked({ merchant, endpoint, eventId, ...filters }: Question['asked']): Asked {
  const merchantAt = (index: number): string => endpoints[index]?.merchantId ?? '';
  return {
    ...(merchant === undefined ? {} : { merchantId: merchantAt(merchant) }),
    filters: {
      ...filters,
      ...(endpoint === undefined ? {} : { endpointId: endpoints[endpoint]?.endpointId ?? '' }),
      ...(eventId === undefined ? {} : { eventId: `evt_${merchantAt(eventId.endpoint)}_${eventId.event}` }),
    },
  };
}

describe('pages of deliveries', () => {
  it(`contain each matching delivery once, newest first, for every query and however few are searched at once (PAGES_SEED=${PAGES_SEED})`, async () => {
    await askRandomLists(database.db, {
      row,
      question,
      insertRows,
      check: async (trx, { asked: numbers, ...search }) => {
        const asked = toAsked(numbers);
        expect(await idsByPages(trx, asked, search)).toEqual(await idsByReadingAll(trx, asked));
      },
    });
  });

  it('list the rare deliveries of a merchant with very many newer ones before older deliveries of others', async () => {
    const [rare, common] = [2, 0];
    const failed = { status: 'failed', outcome: '5xx' } as const;
    const trx = await database.db.transaction();
    try {
      // Each delivery has its own event, whose type follows from its number.
      await insertRows(trx, [
        ...Array.from({ length: 3 }, (_, i) => ({ ...failed, endpoint: 2, event: rare + 3 * i })),
        { ...failed, endpoint: 0, event: rare },
        ...Array.from({ length: 1_000 }, (_, i) => ({ ...failed, endpoint: 0, event: common + 3 * i })),
      ]);
      const filters = { status: ['failed'], event: 'withdrawal.failed' } as const;
      for (const limit of [1, 2, 3, 25])
        expect(await idsByPages(trx, { filters }, { limit })).toEqual([3, 2, 1, 0].map(idAt));
    } finally {
      await trx.rollback();
    }
  });

  it('show the merchant what was never delivered, behind very many newer deliveries of another status', async () => {
    const trx = await database.db.transaction();
    try {
      const cancelled = { status: 'cancelled', outcome: null } as const;
      // All cancelled deliveries were recovered, except the oldest ones.
      const recovered = Array.from({ length: 1_000 }, (_, i) => ({
        ...cancelled,
        endpoint: 0,
        event: i + 10,
      }));
      await insertRows(trx, [
        ...Array.from({ length: 3 }, (_, event) => ({
          ...({ status: 'failed', outcome: '5xx', endpoint: 0, event } as const),
        })),
        { ...cancelled, endpoint: 0, event: 3 },
        ...recovered,
        ...recovered.map((one) => ({ ...one, status: 'succeeded', outcome: '2xx' }) as const),
      ]);
      const asked = { merchantId: endpoints[0]?.merchantId ?? '', filters: { neverDelivered: true } };
      for (const limit of [1, 2, 3, 25])
        expect(await idsByPages(trx, asked, { limit })).toEqual([3, 2, 1, 0].map(idAt));
    } finally {
      await trx.rollback();
    }
  });
});
