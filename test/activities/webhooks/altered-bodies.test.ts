import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { sayToOperator, type OperatorFact } from '../../../src/domain/operators/operator-attention.js';
import { EVENT_TYPES, type InvoiceEventType } from '../../../src/domain/webhooks/events.js';
import { listOperatorFacts } from '../../../src/db/operators/operator-attention.js';
import { noteRefusedBody } from '../../../src/db/webhooks/begin-attempt.js';
import { findDelivery } from '../../../src/db/webhooks/delivery-views.js';
import { EXAMPLE_DATA } from '../../../src/webhooks/example-event.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import { insertDelivery, insertEndpoint, type TestEndpoint } from '../../helpers/facts/deliveries.js';
import { addressOf, insertMerchant } from '../../helpers/facts/facts.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const THIEF = toChecksumAddress(addressOf(0x7415f));

let database: TestDatabase;
let receiver: Receiver;
let worker: Attempts;
let endpoint: TestEndpoint;
let deliveryId: string;
let lines: string[];
/** The row of the event as it was recorded. */
let event: { readonly event_id: string; readonly body: string; readonly invoice_id: string };

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => response.writeHead(204).end());
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  lines = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  worker = createAttempts({ db: database.as('quittance_webhooks'), now: Date.now, log });
  const merchantId = await insertMerchant(database.db);
  endpoint = await insertEndpoint(database.db, { merchantId, port: receiver.port });
  deliveryId = await insertDelivery(database.db, endpoint);
  event = await database
    .db('events')
    .join('deliveries', 'deliveries.event_id', 'events.event_id')
    .where({ delivery_id: deliveryId })
    .first<typeof event>('events.*');
});

/** Changes the event as the owner of the database can, with its triggers off. */
const alter = (fields: object): Promise<void> =>
  tamper(database.db, 'events', () =>
    database.db('events').where({ event_id: event.event_id }).update(fields),
  );
/** Returns the body with other data. */
function bodyWith(change: (data: Record<string, unknown>) => object): string {
  const body = JSON.parse(event.body) as { data: Record<string, unknown> };
  return JSON.stringify({ ...body, data: change(body.data) });
}
const received = () => receiver.requests.filter(({ headers }) => headers['webhook-id'] === event.event_id);
const alarms = () =>
  lines
    .map((line) => JSON.parse(line) as { code?: string; eventId?: string })
    .filter(({ code, eventId }) => code === 'event_body_altered' && eventId === event.event_id);

describe('an event that our programs recorded', () => {
  const types = EVENT_TYPES.filter((type): type is InvoiceEventType => type.startsWith('invoice.'));
  it.each(types)('is sent: %s', async (type) => {
    const { merchantId } = endpoint;
    const ofType = await insertEndpoint(database.db, { merchantId, port: receiver.port, events: [type] });
    const id = await insertDelivery(database.db, ofType, { type });
    expect(await worker.attempt(id, null)).toMatchObject({ state: 'succeeded' });
    const [told] = receiver.requests.slice(-1);
    expect(Object.keys((JSON.parse(String(told?.body)) as { data: object }).data)).toEqual(
      Object.keys(EXAMPLE_DATA[type]),
    );
    expect(lines).toEqual([]);
  });
});

describe('an event that is about no invoice', () => {
  it("is sent, whatever its merchant's own metadata say", async () => {
    const metadata = { depositAddress: 'of the shop' };
    await alter({ type: 'ping', body: bodyWith(() => ({ metadata })).replace('invoice.paid', 'ping') });
    expect(await worker.attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
  });
});

describe('a stored event whose body a thief has rewritten', () => {
  it.each<[string, () => object | Promise<object>]>([
    [
      'to show an address of the thief',
      () => ({ body: bodyWith((data) => ({ ...data, depositAddress: THIEF })) }),
    ],
    [
      'to show the address of the thief first, for readers that take the first of two',
      () => ({
        body: event.body.replace('"depositAddress":', `"depositAddress":"${THIEF}","depositAddress":`),
      }),
    ],
    [
      'to show the address of the thief under a name in other case, for readers that ignore case',
      () => ({ body: bodyWith((data) => ({ ...data, DepositAddress: THIEF })) }),
    ],
    [
      'to show the address of the thief under another kind of event',
      () => ({
        type: 'ping',
        body: bodyWith((data) => ({ ...data, depositAddress: THIEF })).replace('invoice.paid', 'ping'),
      }),
    ],
    [
      'to show the address of the thief under another kind of event, among the invoices of that kind',
      () => ({
        type: 'ping',
        body: bodyWith(() => ({ invoices: [{ depositAddress: THIEF }] })).replace('invoice.paid', 'ping'),
      }),
    ],
    ['to name another kind of event in the body', () => ({ type: 'ping' })],
    [
      'to be about no invoice',
      () => ({ invoice_id: null, body: bodyWith((data) => ({ ...data, depositAddress: THIEF })) }),
    ],
    [
      'to be about an invoice of the thief',
      async () => {
        const his = await insertEndpoint(database.db, {
          merchantId: await insertMerchant(database.db),
          port: receiver.port,
        });
        await insertDelivery(database.db, his);
        const { invoice_id, body } = await database
          .db('events')
          .where({ merchant_id: his.merchantId })
          .first<typeof event>('invoice_id', 'body');
        return { invoice_id, body };
      },
    ],
  ])('is not sent when it was changed %s, and the operator is told once', async (_, fieldsOf) => {
    await alter(await fieldsOf());
    for (let again = 0; again < 3; again += 1) {
      expect(await worker.attempt(deliveryId, null)).toMatchObject({
        state: 'retry',
        number: 1,
        details: expect.stringContaining('waits for somebody to restore the body') as unknown,
      });
    }
    expect(received()).toEqual([]);
    expect(alarms()).toHaveLength(1);
    const { body, ...rest } = event;
    await alter({ ...rest, body });
    expect(await worker.attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
    expect(received().map((request) => request.body.toString())).toEqual([event.body]);
    expect((await findDelivery(database.db, { deliveryId }))?.attempts).toHaveLength(1);
  });

  it('needs an operator from the first refusal until it is restored and sent, or its endpoint is closed', async () => {
    const { db } = database;
    const needs = async (role: 'quittance_api' | 'quittance_core'): Promise<readonly OperatorFact[]> => {
      const facts = await listOperatorFacts(database.as(role), {
        chains: [],
        nowMs: Date.now(),
        isAll: role === 'quittance_core',
      });
      return facts.filter(({ merchantId }) => merchantId === endpoint.merchantId);
    };
    expect(await needs('quittance_core')).toEqual([]);
    await alter({ body: bodyWith((data) => ({ ...data, depositAddress: THIEF })) });
    await worker.attempt(deliveryId, null);
    const [first] = await needs('quittance_core');
    if (first === undefined) throw new Error('no need is told');
    expect(first).toMatchObject({ kind: 'event_body_altered', subjectId: deliveryId });
    expect(sayToOperator(first, '').what).toMatch(
      /^invoice\.paid to http:\/\/127\.0\.0\.1:\d+\/\S* of .+ is not sent: the body of its event was altered/,
    );
    await worker.attempt(deliveryId, null);
    expect(await needs('quittance_core')).toEqual([first]);
    expect(await needs('quittance_api')).toEqual([first]);
    await alter({ body: event.body });
    expect(await worker.attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
    expect(await needs('quittance_core')).toEqual([]);
    const closed = await insertDelivery(db, endpoint);
    await noteRefusedBody(db, closed, Date.now());
    expect(await needs('quittance_core')).toMatchObject([{ subjectId: closed }]);
    await db('deliveries').where({ delivery_id: closed }).update({ status: 'cancelled' });
    expect(await needs('quittance_core')).toEqual([]);
  });

  it('leaves the slot of its endpoint to the other deliveries', async () => {
    await alter({ body: bodyWith((data) => ({ ...data, depositAddress: THIEF })) });
    await worker.attempt(deliveryId, null);
    const rows: unknown = await database
      .db('deliveries')
      .where({ delivery_id: deliveryId })
      .select('leased_until');
    expect(rows).toEqual([{ leased_until: null }]);
    const other = await insertDelivery(database.db, endpoint);
    expect(await worker.attempt(other, null)).toMatchObject({ state: 'succeeded' });
  });
});
