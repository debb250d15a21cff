import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../../src/db/core/database.js';
import { lockWebhookEndpoint } from '../../../../src/db/webhooks/webhook-endpoints.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
const ENDPOINT = { url: 'https://shop.invalid/hooks', events: ['invoice.created'] };

let api: TestApi;
let nowMs: number;
let key: string;
let merchantId: string;
let endpointId: string;

/** The fields that this file reads from answers. */
interface Data {
  readonly id: string;
  readonly deliveryId: string;
  readonly sent: number;
  readonly remaining: number;
  readonly nextSince: string | null;
  readonly status: string;
  readonly redeliveryOf: string | null;
}

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());
beforeEach(async () => {
  nowMs = Date.now();
  ({ key, merchantId } = await api.addMerchant());
  endpointId = dataOf(await post('/web/v1/webhook-endpoints', ENDPOINT)).id;
});

const post = (path: string, json?: object): Promise<Answer> =>
  api.ask('POST', path, { key, ...(json === undefined ? {} : { json }) });
const order = (verb: string, json?: object): Promise<Answer> =>
  post(`/web/v1/webhook-endpoints/${endpointId}/${verb}`, json);
const patch = (json: object): Promise<Answer> =>
  api.ask('PATCH', `/web/v1/webhook-endpoints/${endpointId}`, { key, json });
const dataOf = ({ body }: Answer): Data => body.data as unknown as Data;
const codeOf = ({ status, body }: Answer) => [status, body.error.code];
const createInvoice = async (): Promise<string> => (await post('/v1/invoices', INVOICE)).body.data.invoiceId;
const deliveries = async (): Promise<Answer['list']> =>
  (await api.ask('GET', '/web/v1/webhook-deliveries?limit=100', { key })).list;
/** Ends a delivery, as its workflow does. */
const end = (deliveryId: string, status: string): Promise<unknown> =>
  api
    .db('deliveries')
    .where({ delivery_id: deliveryId })
    .update({ status, finished_at: new Date(nowMs), next_attempt_at: null });

describe('POST …/recover', () => {
  const since = (ms: number) => ({ since: new Date(ms).toISOString() });

  it('sends what failed, was cancelled or was missed; deliveries that succeeded or are pending stay', async () => {
    for (const status of ['succeeded', 'failed', 'cancelled', 'pending']) {
      await createInvoice();
      const [delivery] = await deliveries();
      await end(delivery?.deliveryId ?? '', status);
    }
    const before = await deliveries();
    await patch({ events: ['invoice.paid'] });
    const missed = await createInvoice();
    await patch({ events: ['invoice.created'] });

    const recovered = await order('recover', since(nowMs - 1));
    expect([recovered.status, recovered.body.data]).toEqual([
      200,
      { since: new Date(nowMs - 1).toISOString(), sent: 3, remaining: 0, nextSince: null },
    ]);
    const made = (await deliveries()).filter(
      ({ deliveryId }) => !before.some((old) => old.deliveryId === deliveryId),
    ) as unknown as (Data & { origin: string; invoiceId: string })[];
    const idOf = (status: string) => before.find((delivery) => delivery.status === status)?.deliveryId;
    expect(made.map(({ origin }) => origin)).toEqual(Array(3).fill('recovery'));
    expect(made.map(({ redeliveryOf }) => redeliveryOf)).toEqual([null, idOf('cancelled'), idOf('failed')]);
    expect(made[0]?.invoiceId).toBe(missed);
    // Each is sent once: deliveries under way are not sent again.
    expect(dataOf(await order('recover', since(nowMs - 1)))).toMatchObject({ sent: 0, remaining: 0 });
  });

  it('sends again what failed again, as the redelivery of the latest', async () => {
    await createInvoice();
    for (let round = 0; round < 2; round += 1) {
      const [latest] = await deliveries();
      await end(latest?.deliveryId ?? '', 'failed');
      await order('recover', since(nowMs - 1));
      expect((await deliveries())[0]).toMatchObject({ redeliveryOf: latest?.deliveryId });
    }
  });

  it("sends events from before the endpoint's creation, unless `since` is later", async () => {
    await createInvoice();
    nowMs += 1_000;
    endpointId = dataOf(await post('/web/v1/webhook-endpoints', ENDPOINT)).id;
    const all = { remaining: 0, nextSince: null };
    expect(dataOf(await order('recover', since(nowMs)))).toMatchObject({ ...all, sent: 0 });
    expect(dataOf(await order('recover', since(0)))).toMatchObject({ ...all, sent: 1 });
  });

  it('omits older events, events without subscription, and events for another endpoint only', async () => {
    await createInvoice();
    const [early] = await deliveries();
    await end(early?.deliveryId ?? '', 'failed');
    nowMs += 1_000;
    const other = dataOf(await post('/web/v1/webhook-endpoints', { ...ENDPOINT, events: ['ping'] })).id;
    await post(`/web/v1/webhook-endpoints/${other}/test`);
    await patch({ events: ['invoice.created', 'ping'] });
    expect(dataOf(await order('recover', since(nowMs)))).toMatchObject({ sent: 0, remaining: 0 });
    await patch({ events: ['invoice.paid'] });
    expect(dataOf(await order('recover', since(0)))).toMatchObject({ sent: 0, remaining: 0 });
  });

  it('sends a limited number and says how many remain, until none does', async () => {
    await api.db.raw(
      `INSERT INTO events (event_id, merchant_id, type, dedupe_key, occurred_at, body)
       SELECT 'evt_' || lpad(n::text, 26, '0'), ?, 'invoice.created', 'many/' || n, now(), '{}'
         FROM generate_series(1, 1200) AS n`,
      [merchantId],
    );
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push(dataOf(await order('recover', since(0))));
    expect(answers.map(({ sent, remaining }) => [sent, remaining])).toEqual([
      [500, 700],
      [500, 200],
      [200, 0],
    ]);
  });

  it.each([
    ['a few events share a moment', 7],
    ['more events than one call sends share a moment', 1_300],
  ])(
    'with nextSince sends each event once and omits none, when %s at the limit of a call',
    async (_name, atOnce) => {
      const count = 1_800;
      // Microseconds, as PostgreSQL keeps them: `nextSince` has milliseconds.
      await api.db.raw(
        `INSERT INTO events (event_id, merchant_id, type, dedupe_key, occurred_at, body)
       SELECT 'evt_' || left(md5(n || :merchantId), 26), :merchantId, 'invoice.created', 'edge/' || :merchantId || n,
              cast(:start AS timestamptz) + (n / :atOnce) * interval '1234567 us', '{}'
         FROM generate_series(1, :count) AS n`,
        { merchantId, start: new Date(nowMs - DAY_MS).toISOString(), atOnce, count },
      );
      const sent: number[] = [];
      let next: string | null = new Date(nowMs - 2 * DAY_MS).toISOString();
      while (next !== null) {
        const data = dataOf(await order('recover', { since: next }));
        sent.push(data.sent);
        next = data.nextSince;
      }
      expect(sent).toEqual([500, 500, 500, 300]);
      const { rows } = await api.db.raw<{ rows: { made: number; events: number }[] }>(
        `SELECT count(*)::int AS made, count(DISTINCT event_id)::int AS events
         FROM deliveries WHERE endpoint_id = ?`,
        [endpointId],
      );
      expect(rows).toEqual([{ made: count, events: count }]);
    },
  );

  it('continues where it stopped, in a history too long for one call', async () => {
    await api.db.raw(
      `INSERT INTO events (event_id, merchant_id, type, dedupe_key, occurred_at, body)
       SELECT 'evt_' || lpad(n::text, 25, '0') || 'x', :merchantId, 'invoice.paid', :merchantId || n,
              cast(:start AS timestamptz) + n * interval '1 ms', '{}'
         FROM generate_series(1, 100500) AS n`,
      { merchantId, start: new Date(nowMs - DAY_MS).toISOString() },
    );
    await createInvoice();
    await end((await deliveries())[0]?.deliveryId ?? '', 'failed');
    const first = dataOf(await order('recover', since(0)));
    expect(first).toMatchObject({ sent: 0, remaining: 1, nextSince: expect.any(String) });
    const second = dataOf(await order('recover', { since: first.nextSince }));
    expect(second).toMatchObject({ sent: 1, remaining: 0, nextSince: null });
  });

  it("stops waiting soon, and says so, while somebody holds the endpoint's lock", async () => {
    await transaction(api.db, async (trx) => {
      await lockWebhookEndpoint(trx, { endpointId, merchantId });
      const busy = await order('recover', since(0));
      expect(codeOf(busy)).toEqual([503, 'temporarily_unavailable']);
    });
    expect((await order('recover', since(0))).status).toBe(200);
  });

  it('sends nothing twice when it is asked twice at once', async () => {
    for (let count = 0; count < 3; count += 1) {
      await createInvoice();
      await end((await deliveries())[0]?.deliveryId ?? '', 'failed');
    }
    const answers = await Promise.all([1, 2, 3].map(() => order('recover', since(0))));
    expect(answers.map((answer) => dataOf(answer).sent).sort()).toEqual([0, 0, 3]);
  });
});
