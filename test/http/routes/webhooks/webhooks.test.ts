import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSecretBox } from '../../../../src/db/core/secret-box.js';
import { secretPlaceOf } from '../../../../src/db/webhooks/secret-places.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({
    rateLimits: { '*': null },
    webhookUrlPolicy: { allowHttp: true, allowCidrs: ['127.0.0.0/8'] },
  });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

const ENDPOINT = { url: 'http://127.0.0.1:9999/hooks', events: ['invoice.created', 'invoice.completed'] };
const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };

describe('POST /web/v1/webhook-endpoints', () => {
  it('answers 201 with the secret, which is shown this once and stored encrypted', async () => {
    const { status, body } = await api.ask('POST', '/web/v1/webhook-endpoints', { key, json: ENDPOINT });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
      ...ENDPOINT,
      description: null,
      status: 'enabled',
      disabledReason: null,
      createdAt: expect.stringMatching(/Z$/),
      lastSuccessAt: null,
      consecutiveFailures: 0,
      successRate: null,
      failingSince: null,
      failingNoticeAt: null,
      legacySwitchesAt: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      warning: null,
    });
    const one = await api.ask('GET', `/web/v1/webhook-endpoints/${body.data.id}`, { key });
    const list = await api.ask('GET', '/web/v1/webhook-endpoints', { key });
    expect(one.body.data).toEqual({ ...body.data, secret: undefined, warning: undefined });
    expect(list.list[0]).toEqual(one.body.data);
    expect(one.text + list.text).not.toContain('whsec_');
    const rows = await api
      .db('webhook_endpoints')
      .where({ endpoint_id: body.data.id })
      .select<{ secret_encrypted: Buffer }[]>('secret_encrypted');
    const sealed = rows[0]?.secret_encrypted ?? Buffer.alloc(0);
    expect(
      createSecretBox(Buffer.alloc(32, 1)).open(sealed, secretPlaceOf(body.data.id, 'secret_encrypted')),
    ).toBe(body.data.secret);
  });

  it('accepts a name that does not resolve, and says so', async () => {
    const json = { ...ENDPOINT, url: 'https://nowhere.invalid/hooks' };
    const { status, body } = await api.ask('POST', '/web/v1/webhook-endpoints', { key, json });
    expect(status).toBe(201);
    expect(body.data.warning).toContain('nowhere.invalid does not resolve');
  });

  it('subscribes to every event by "*", shows it so, and recovers missed events by it', async () => {
    const shop = await api.addMerchant();
    const ask = (method: string, path: string, json?: object) =>
      api.ask(method, path, { key: shop.key, ...(json === undefined ? {} : { json }) });
    const made = await ask('POST', '/web/v1/webhook-endpoints', { ...ENDPOINT, events: ['*'] });
    expect([made.status, made.body.data]).toMatchObject([201, { events: ['*'] }]);
    await ask('POST', '/v1/invoices', INVOICE);
    const delivered = await ask('GET', '/web/v1/webhook-deliveries');
    expect(delivered.list).toMatchObject([{ event: 'invoice.created', endpointId: made.body.data.id }]);
    await api.db('deliveries').where({ merchant_id: shop.merchantId }).update({ status: 'failed' });
    const since = new Date(Date.now() - 60_000).toISOString();
    const recovered = await ask('POST', `/web/v1/webhook-endpoints/${made.body.data.id}/recover`, { since });
    expect(recovered.body.data).toMatchObject({ sent: 1 });
  });

  it("answers 404 for another merchant's endpoint", async () => {
    const { body } = await api.ask('POST', '/web/v1/webhook-endpoints', { key, json: ENDPOINT });
    const other = await api.addMerchant();
    const answer = await api.ask('GET', `/web/v1/webhook-endpoints/${body.data.id}`, { key: other.key });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('GET /web/v1/webhook-deliveries', () => {
  it('lists a delivery for each subscribed endpoint, by each of its filters, and shows one with its attempts', async () => {
    const shop = await api.addMerchant();
    const ask = (path: string) => api.ask('GET', `/web/v1/webhook-deliveries${path}`, { key: shop.key });
    const endpoint = (await api.ask('POST', '/web/v1/webhook-endpoints', { key: shop.key, json: ENDPOINT }))
      .body.data;
    const deaf = { ...ENDPOINT, events: ['invoice.paid'] };
    await api.ask('POST', '/web/v1/webhook-endpoints', { key: shop.key, json: deaf });
    const invoice = (await api.ask('POST', '/v1/invoices', { key: shop.key, json: INVOICE })).body.data;
    const { list } = await ask('');
    expect(list).toEqual([
      {
        deliveryId: expect.stringMatching(/^dlv_/),
        eventId: expect.stringMatching(/^evt_/),
        event: 'invoice.created',
        endpointId: endpoint.id,
        invoiceId: invoice.invoiceId,
        withdrawalId: null,
        status: 'pending',
        attemptCount: 0,
        nextAttemptAt: invoice.createdAt,
        createdAt: invoice.createdAt,
        finishedAt: null,
        redeliveryOf: null,
        origin: 'event',
        cancelReason: null,
        outcome: null,
      },
    ]);
    const deliveryId = list[0]?.deliveryId ?? '';
    for (const [filter, count] of [
      [`endpointId=${endpoint.id}`, 1],
      ['event=invoice.created', 1],
      ['event=invoice.paid', 0],
      ['status=pending', 1],
      ['status=failed', 0],
      [`invoiceId=${invoice.invoiceId}`, 1],
      ['neverDelivered=true', 0],
      ['neverDelivered=false', 1],
    ] as const) {
      expect((await ask(`?${filter}`)).list).toHaveLength(count);
    }
    await api.db('delivery_attempts').insert({
      delivery_id: deliveryId,
      number: 1,
      started_at: new Date(0),
      duration_ms: 12,
      status_code: 500,
      error_class: 'status',
      error_message: 'answered 500',
      request_headers: JSON.stringify({ 'webhook-id': 'evt_1' }),
      response_headers: JSON.stringify({ server: 'x' }),
      response_body: 'no',
    });
    const whole = await ask(`/${deliveryId}`);
    expect(whole.body.data).toEqual({
      ...list[0],
      body: expect.stringContaining('"event":"invoice.created"'),
      bodyRefused: null,
      attempts: [
        {
          number: 1,
          startedAt: '1970-01-01T00:00:00.000Z',
          durationMs: 12,
          statusCode: 500,
          errorClass: 'status',
          errorMessage: 'answered 500',
          requestHeaders: { 'webhook-id': 'evt_1' },
          responseHeaders: { server: 'x' },
          responseBody: 'no',
        },
      ],
    });
    const other = await api.addMerchant();
    const theirs = await api.ask('GET', `/web/v1/webhook-deliveries/${deliveryId}`, { key: other.key });
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'not_found']);
  });
});
