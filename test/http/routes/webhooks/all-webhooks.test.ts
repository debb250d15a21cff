import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
let key: string;
interface Shop {
  readonly merchantId: string;
  readonly key: string;
  readonly endpointId: string;
  readonly invoiceId: string;
  readonly deliveryId: string;
}
/** Each with an endpoint, an invoice and its delivery. The first fails, the second is disabled, the third is well. */
const shops: Shop[] = [];

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addOperator({ scopes: ['reports:read'] }));
  for (const health of [{ failing_since: new Date(), consecutive_failures: 2 }, { status: 'disabled' }, {}]) {
    const shop = await api.addMerchant();
    const make = async (path: string, json: object) =>
      (await api.ask('POST', path, { key: shop.key, json })).body.data;
    const { id } = await make('/web/v1/webhook-endpoints', { url: 'https://shop.example/h', events: ['*'] });
    const asset = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: '5' };
    const { invoiceId } = await make('/v1/invoices', asset);
    const made = await api.ask('GET', `/web/v1/webhook-deliveries?invoiceId=${invoiceId}`, { key: shop.key });
    await api
      .db('webhook_endpoints')
      .where({ endpoint_id: id })
      .update({ last_success_at: null, ...health });
    shops.push({ ...shop, endpointId: id, invoiceId, deliveryId: made.list[0]?.deliveryId ?? '' });
  }
  await api.db('delivery_attempts').insert(
    [1, 2, 3, 4, 5].map((number) => ({
      delivery_id: at(0).deliveryId,
      number,
      started_at: new Date(number * 1_000),
      // The last one is under way.
      ...(number === 5 ? {} : { duration_ms: 12, status_code: 500 + number, error_class: 'status' }),
    })),
  );
});
afterAll(() => api.close());

function at(index: number): Shop {
  const shop = shops[index];
  if (shop === undefined) throw new Error(`there is no shop ${String(index)}`);
  return shop;
}
const get = (path: string): Promise<Answer> => api.ask('GET', `/admin/v1/${path}`, { key });

describe('GET /admin/v1/webhook-endpoints', () => {
  it('lists the endpoints of all merchants, and only failing or disabled ones on request', async () => {
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['', [2, 1, 0]],
      ['?failing=true', [0]],
      ['?status=disabled', [1]],
      ['?status=enabled', [2, 0]],
      ['?status=disabled&failing=true', []],
      [`?merchantId=${at(2).merchantId}`, [2]],
    ];
    for (const [query, expected] of cases) {
      const ids = (await get(`webhook-endpoints${query}`)).list.map(({ id }) => id);
      expect([query, ids]).toEqual([query, expected.map((index) => at(index).endpointId)]);
    }
  });

  it("shows an endpoint's merchant and its last answer, and never its secret", async () => {
    const { status, body, text } = await get(`webhook-endpoints/${at(0).endpointId}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      merchantId: at(0).merchantId,
      merchantName: 'Test shop',
      consecutiveFailures: 2,
      lastAnswers: [504, 503, 502].map((statusCode) => ({
        deliveryId: at(0).deliveryId,
        statusCode,
        errorClass: 'status',
        durationMs: 12,
      })),
    });
    expect(text).not.toContain('secret');
  });

  it('omits a deleted endpoint', async () => {
    const { endpointId, key: own } = at(1);
    await api.ask('DELETE', `/web/v1/webhook-endpoints/${endpointId}`, { key: own });
    expect((await get('webhook-endpoints?status=disabled')).list).toEqual([]);
    expect((await get(`webhook-endpoints/${endpointId}`)).status).toBe(404);
  });
});

describe('GET /admin/v1/webhook-deliveries', () => {
  it('lists the deliveries of all merchants, of one, to an endpoint or about an invoice', async () => {
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['', [2, 1, 0]],
      [`?merchantId=${at(0).merchantId}`, [0]],
      [`?endpointId=${at(1).endpointId}`, [1]],
      [`?invoiceId=${at(2).invoiceId}`, [2]],
      [`?invoiceId=${at(2).invoiceId}&merchantId=${at(0).merchantId}`, []],
      ['?withdrawalId=wd_00000000000000000000000000', []],
      ['?status=failed,cancelled', [1]],
      ['?event=invoice.created', [2, 1, 0]],
      [`?event=invoice.created&merchantId=${at(0).merchantId}`, [0]],
      ['?event=invoice.completed', []],
      ['?outcome=timeout,5xx', []],
    ];
    for (const [query, expected] of cases) {
      const ids = (await get(`webhook-deliveries${query}`)).list.map(({ deliveryId }) => deliveryId);
      expect([query, ids]).toEqual([query, expected.map((index) => at(index).deliveryId)]);
    }
  });

  it('shows one with its body and every attempt, as its merchant sees it', async () => {
    const { deliveryId, key: own, merchantId } = at(0);
    const seen = await api.ask('GET', `/web/v1/webhook-deliveries/${deliveryId}`, { key: own });
    const shown = await get(`webhook-deliveries/${deliveryId}`);
    expect(shown.body.data).toEqual({ ...seen.body.data, merchantId, merchantName: 'Test shop' });
    expect((await get('webhook-deliveries/dlv_00000000000000000000000000')).status).toBe(404);
  });
});
