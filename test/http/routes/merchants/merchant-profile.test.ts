import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let api: TestApi;
let merchant: { merchantId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
});

const change = (json: unknown): Promise<Answer> =>
  api.ask('PATCH', '/web/v1/merchant', { key: merchant.key, json });
const read = async (): Promise<unknown> =>
  (await api.ask('GET', '/web/v1/merchant', { key: merchant.key })).body.data;
const nothing = (): object => ({
  merchantId: merchant.merchantId,
  name: 'Test shop',
  contact: null,
  frameOrigins: [],
  look: { color: null, logoUrl: null },
});

describe("a merchant's public profile", () => {
  it('is its name only, until the merchant adds more', async () => {
    expect(await read()).toEqual(nothing());
  });

  it('changes field by field, is shown with its invoices, and is in the audit log', async () => {
    await change({ contact: 'help@shop.example', look: { color: '#0F766E', logoUrl: PNG } });
    await change({ name: 'Corner shop', look: { color: null } });
    const { status, body } = await change({ frameOrigins: ['https://shop.example', 'https://shop.example'] });
    expect([status, body.data]).toEqual([
      200,
      {
        merchantId: merchant.merchantId,
        name: 'Corner shop',
        contact: 'help@shop.example',
        look: { color: null, logoUrl: PNG },
        frameOrigins: ['https://shop.example'],
      },
    ]);
    expect(await read()).toEqual(body.data);
    const { key } = merchant;
    const json = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
    const { publicId } = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
    const shown = await api.ask('GET', `/v1/public/invoices/${publicId}`);
    expect(shown.body.data).toMatchObject({
      merchant: { name: 'Corner shop', contact: 'help@shop.example', look: { color: null, logoUrl: PNG } },
    });
    const log = await api.db('audit_log').where({ action: 'merchant.set_profile' });
    expect(log).toHaveLength(3);
    expect(log[0]).toMatchObject({ actor_id: merchant.merchantId, after: { logoLength: PNG.length } });
  });

  it.each([
    ['nothing at all', {}],
    ['an unknown field', { colour: '#000000' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a colour by name', { look: { color: 'red' } }],
    ['a logo on another server', { look: { logoUrl: 'https://cdn.example/logo.png' } }],
    ['an SVG, which is a document', { look: { logoUrl: 'data:image/svg+xml;base64,PHN2Zz4=' } }],
    ['a document that calls itself a PNG', { look: { logoUrl: 'data:image/png;base64,PGh0bWw+' } }],
    ['a logo that would end its attribute', { look: { logoUrl: `${PNG}" onload="x` } }],
    ['a logo that is too large', { look: { logoUrl: `data:image/jpeg;base64,/9j/${'A'.repeat(16_384)}` } }],
    ['every site', { frameOrigins: ['*'] }],
    ['every subdomain of a site', { frameOrigins: ['https://*.shop.example'] }],
    ['a site without encryption', { frameOrigins: ['http://shop.example'] }],
    ['a page instead of a site', { frameOrigins: ['https://shop.example/cart'] }],
    [
      'a site with a directive of its own',
      { frameOrigins: ["https://shop.example; script-src 'unsafe-inline'"] },
    ],
    ['the port that https has anyway', { frameOrigins: ['https://shop.example:443'] }],
    ['the port that http has anyway', { frameOrigins: ['http://localhost:80'] }],
    ['a port above 65535', { frameOrigins: ['https://shop.example:99999'] }],
    ['numbers that are not an address', { frameOrigins: ['https://999.1.1.1'] }],
    ['an address in another spelling', { frameOrigins: ['https://127.0.0.01'] }],
    ['a name that no browser accepts', { frameOrigins: ['https://xn--a.example'] }],
    ['too many sites', { frameOrigins: Array.from({ length: 21 }, (_, i) => `https://s${i}.example`) }],
  ])('refuses %s', async (_what, json) => {
    const { status, body } = await change(json);
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    expect(await read()).toEqual(nothing());
  });

  it('is served safely from a row that an earlier version or a thief wrote', async () => {
    await change({ frameOrigins: ['https://shop.example'] });
    const written = [
      ...['https://shop.example:443', 'https://shop.example', 'http://localhost:80', 'https://999.1.1.1'],
      ...['*', "https://a.example; script-src 'unsafe-inline'", 'https://a.example\r\nset-cookie: a=b', ''],
    ];
    await api
      .db('merchant_profiles')
      .where({ merchant_id: merchant.merchantId })
      .update({ frame_origins: written });
    expect(await read()).toMatchObject({ frameOrigins: ['https://shop.example', 'http://localhost'] });
    const json = { amountCrypto: '100', tokenSymbol: 'USDC', chainCode: 'local' };
    const { key } = merchant;
    const { publicId } = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
    const page = await fetch(`${api.baseUrl}/pay/${publicId}`);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').at(-1)).toBe('frame-ancestors https://shop.example http://localhost');
  });
});
