import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';

const ENDPOINTS_MAX = 3;
const PATH = '/web/v1/webhook-endpoints';
const json = { url: 'http://127.0.0.1:9999/hooks', events: ['invoice.created'] };

let api: TestApi;

beforeAll(async () => {
  api = await startApi({
    webhookEndpointsMax: ENDPOINTS_MAX,
    webhookUrlPolicy: { allowHttp: true, allowCidrs: ['127.0.0.0/8'] },
  });
});
afterAll(() => api.close());

describe("a merchant's webhook endpoints", () => {
  it('are limited, even when many are registered at once; a deleted one makes room', async () => {
    const { key } = await api.addMerchant();
    const register = () => api.ask('POST', PATH, { key, json });
    const answers = await Promise.all(Array.from({ length: 2 * ENDPOINTS_MAX }, register));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error).toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining(`may have ${ENDPOINTS_MAX} webhook endpoints`),
    });

    const { list } = await api.ask('GET', PATH, { key });
    expect(list).toHaveLength(ENDPOINTS_MAX);
    await api.ask('PATCH', `${PATH}/${String(list[0]?.id)}`, { key, json: { status: 'disabled' } });
    expect((await register()).status).toBe(422);
    await api.ask('DELETE', `${PATH}/${String(list[0]?.id)}`, { key });
    expect((await register()).status).toBe(201);
  });

  it("do not count towards another merchant's limit", async () => {
    const { key } = await api.addMerchant();
    expect((await api.ask('POST', PATH, { key, json })).status).toBe(201);
  });
});
