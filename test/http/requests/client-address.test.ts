import { describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

/** All headers into which clients and proxies write addresses. */
const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];
const CLIENT = '203.0.113.9';

const codeOf = ({ status, body }: Answer): unknown => (status === 200 ? 200 : [status, body.error.code]);
const spoofed = (ip: string): Record<string, string> =>
  Object.fromEntries(HEADERS.map((name) => [name, name === 'forwarded' ? `for=${ip}` : ip]));

async function withApi(
  overrides: Parameters<typeof startApi>[0],
  work: (api: TestApi) => Promise<void>,
): Promise<void> {
  const api = await startApi(overrides);
  try {
    await work(api);
  } finally {
    await api.close();
  }
}

/** Asks with a key that may be used only from `CLIENT`. @returns the answer. */
async function useListedKey(api: TestApi, headers: Record<string, string>): Promise<unknown> {
  const { key, apiKeyId } = await api.addMerchant();
  await api
    .db('api_keys')
    .where({ api_key_id: apiKeyId })
    .update({ ips: [`${CLIENT}/32`] });
  return codeOf(await api.ask('GET', '/v1/balances', { key, headers }));
}
/** Gives an order with these headers. @returns the addresses in the audit log. */
async function auditedIp(api: TestApi, headers: Record<string, string>): Promise<unknown> {
  const { key, apiKeyId } = await api.addMerchant();
  const json = { status: 'disabled' };
  expect((await api.ask('PATCH', '/web/v1/api-keys/status', { key, json, headers })).status).toBe(200);
  const rows = await api.db('audit_log').where({ object_id: apiKeyId }).select('ip');
  return rows;
}
/** Fails three authentications from three addresses, where two are let through. @returns the last status. */
async function failThrice(api: TestApi): Promise<number> {
  let status = 0;
  for (const last of ['1', '2', '3']) {
    const answer = await api.ask('GET', '/v1/balances', { headers: spoofed(`203.0.113.${last}`) });
    ({ status } = answer);
  }
  return status;
}

describe("the client's address", () => {
  it("is the connection's address without TRUST_PROXY, whatever its headers say", async () => {
    await withApi({ rateLimits: { 'failed authentication per IP': 2 } }, async (api) => {
      expect(await useListedKey(api, spoofed(CLIENT))).toEqual([403, 'ip_not_allowed']);
      expect(await auditedIp(api, spoofed(CLIENT))).toEqual([{ ip: '127.0.0.1' }]);
      expect(await failThrice(api)).toBe(429);
    });
  });

  it('is what the one proxy wrote with TRUST_PROXY=1, not what the client wrote', async () => {
    await withApi({ trustProxy: 1, rateLimits: { 'failed authentication per IP': 2 } }, async (api) => {
      const through = (text: string): Promise<unknown> => useListedKey(api, { 'x-forwarded-for': text });
      expect(await through(CLIENT)).toBe(200);
      expect(await through(`198.51.100.1, ${CLIENT}`)).toBe(200);
      expect(await through(`${CLIENT}, 198.51.100.1`)).toEqual([403, 'ip_not_allowed']);
      expect(await auditedIp(api, { 'x-forwarded-for': `198.51.100.1, ${CLIENT}` })).toEqual([
        { ip: CLIENT },
      ]);
      const { 'x-forwarded-for': _proxies, ...others } = spoofed(CLIENT);
      expect(await useListedKey(api, others)).toEqual([403, 'ip_not_allowed']);
      expect(await failThrice(api)).toBe(401);
    });
  });

  it.each<[string, string]>([
    [`${CLIENT}:4711`, CLIENT],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('has no port when a proxy wrote %j', async (text, ip) => {
    await withApi({ trustProxy: ['127.0.0.1', '192.0.2.0/24'] }, async (api) => {
      expect(await auditedIp(api, { 'x-forwarded-for': text })).toEqual([{ ip }]);
      // A trusted proxy before the last one is still known with a port.
      expect(await auditedIp(api, { 'x-forwarded-for': `${text}, 192.0.2.7:80` })).toEqual([{ ip }]);
    });
  });

  it('is what the listed proxies wrote, and nobody else', async () => {
    await withApi({ trustProxy: ['127.0.0.1', '192.0.2.0/24'] }, async (api) => {
      const through = (text: string): Promise<unknown> => useListedKey(api, { 'x-forwarded-for': text });
      expect(await through(`${CLIENT}, 192.0.2.7`)).toBe(200);
      expect(await through(`${CLIENT}, 198.51.100.1`)).toEqual([403, 'ip_not_allowed']);
    });
    await withApi({ trustProxy: ['192.0.2.0/24'] }, async (api) => {
      expect(await useListedKey(api, { 'x-forwarded-for': CLIENT })).toEqual([403, 'ip_not_allowed']);
    });
  });

  it.each([['unknown'], ['0xcb007109'], ["'; DROP TABLE audit_log"], ['']])(
    "is the connection's address when the proxy wrote %j, which is not an address",
    async (text) => {
      await withApi({ trustProxy: 1 }, async (api) => {
        expect(await auditedIp(api, { 'x-forwarded-for': text })).toEqual([{ ip: '127.0.0.1' }]);
      });
    },
  );
});
