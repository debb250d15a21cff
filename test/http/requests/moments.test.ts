import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

const ENDPOINT = { url: 'https://shop.example/hooks', events: ['invoice.completed'] };

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

describe('a time', () => {
  const EARLIEST = '0001-01-01T00:00:00Z';
  const LATEST = '9999-12-31T23:59:59.999Z';
  const BEYOND = [
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59.999Z',
    '0000-12-31T23:00:00-01:00',
    '0001-01-01T00:00:00+00:01',
    '0000-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '9999-12-31T23:59:59.999-00:01',
    // No offset is this large.
    '2026-01-31T12:00:00+24:00',
  ];

  it.each(BEYOND)('%s is refused wherever a time is accepted', async (moment) => {
    const { key: operator } = await api.addOperator();
    const made = await api.ask('POST', '/web/v1/webhook-endpoints', { key, json: ENDPOINT });
    const at = encodeURIComponent(moment);
    const answers = [
      await api.ask('POST', `/web/v1/webhook-endpoints/${made.body.data.id}/recover`, {
        key,
        json: { since: moment },
      }),
      await api.ask('POST', '/web/v1/api-keys', {
        key,
        json: { name: 'k', scopes: ['invoices:read'], expiresAt: moment },
      }),
      await api.ask('GET', `/v1/invoices?createdFrom=${at}`, { key }),
      await api.ask('GET', `/v1/balances/transactions?createdTo=${at}`, { key }),
      await api.ask('GET', `/admin/v1/audit-log?createdFrom=${at}`, { key: operator }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    expect(answers.map(({ body }) => body.error.details[0]?.path)).toEqual([
      'since',
      'expiresAt',
      'createdFrom',
      'createdTo',
      'createdFrom',
    ]);
  });

  it.each([
    [EARLIEST, EARLIEST],
    [LATEST, LATEST],
    ['9999-12-31T23:59:59.999+14:00', '9999-12-31T09:59:59.999Z'],
  ])('%s is accepted', async (moment, shown) => {
    const made = await api.ask('POST', '/web/v1/webhook-endpoints', { key, json: ENDPOINT });
    const recovered = await api.ask('POST', `/web/v1/webhook-endpoints/${made.body.data.id}/recover`, {
      key,
      json: { since: moment },
    });
    expect([recovered.status, recovered.body.data]).toEqual([
      200,
      expect.objectContaining({ since: shown.replace(/:00Z$/, ':00.000Z') }),
    ]);
    const at = encodeURIComponent(moment);
    const { key: operator } = await api.addOperator();
    expect((await api.ask('GET', `/admin/v1/audit-log?createdTo=${at}`, { key: operator })).status).toBe(200);
    for (const path of ['/v1/invoices', '/v1/balances/transactions'])
      for (const name of ['createdFrom', 'createdTo'])
        expect((await api.ask('GET', `${path}?${name}=${at}`, { key })).status).toBe(200);
    if (shown !== LATEST) return;
    const lasting = await api.ask('POST', '/web/v1/api-keys', {
      key,
      json: { name: 'k', scopes: ['invoices:read'], expiresAt: moment },
    });
    expect([lasting.status, lasting.body.data]).toEqual([
      201,
      expect.objectContaining({ expiresAt: LATEST }),
    ]);
  });
});
