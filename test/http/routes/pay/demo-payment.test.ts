import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DemoCustomer } from '../../../../src/http/requests/app-deps.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { until } from '../../../helpers/until.js';

type Payment = Parameters<DemoCustomer['pay']>[0];
const HTML = { accept: 'text/html' };
const SAYS_SENT = 'The demo customer has sent the payment.';
let api: TestApi;
let local: TestApi;
let publicId: string;
let localId: string;
const paid: Payment[] = [];
let pay: DemoCustomer['pay'];

async function invoiceOf(of: TestApi): Promise<string> {
  const { key } = await of.addMerchant();
  const json = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC' };
  return (await of.ask('POST', '/v1/invoices', { key, json })).body.data.publicId;
}

beforeAll(async () => {
  const rateLimits = { '*': null } as const;
  api = await startApi({ rateLimits });
  local = await startApi({ rateLimits, demoCustomer: { pay: (payment) => pay(payment) } });
  publicId = await invoiceOf(api);
});
afterAll(() => Promise.all([api.close(), local.close()]));

beforeEach(async () => {
  paid.length = 0;
  pay = (payment) => {
    paid.push(payment);
    return Promise.resolve();
  };
  localId = await invoiceOf(local);
});

describe('POST /pay/{publicId}/demo-payment', () => {
  const payAsDemo = (): Promise<Response> =>
    fetch(`${local.baseUrl}/pay/${localId}/demo-payment`, {
      method: 'POST',
      redirect: 'manual',
      headers: HTML,
    });

  it('pays what is missing in local mode, and leads back to the page, which says so without a script too', async () => {
    const response = await payAsDemo();
    const location = `/pay/${localId}?lang=en&sent=1`;
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
    const html = await (await fetch(`${local.baseUrl}${location}`, { headers: HTML })).text();
    expect(html).toMatch(new RegExp(`${SAYS_SENT}[^]*<noscript>[^]*Reload this page`));
    expect(html).toContain('data-status="waiting"');
    expect(paid).toEqual([
      {
        asset: { chainCode: 'local', tokenSymbol: 'USDC' },
        to: expect.stringMatching(/^0x/),
        amountAtomic: 12_500_000n,
      },
    ]);
  });

  it('pays once when the form is sent again before the payment is read, and again when the first one has failed', async () => {
    const locations = [payAsDemo(), payAsDemo(), payAsDemo().then(payAsDemo)].map(
      async (response) => (await response).headers.get('location') ?? '',
    );
    for (const location of await Promise.all(locations)) expect(location).toContain('&sent=1');
    expect(paid).toHaveLength(1);

    localId = await invoiceOf(local);
    const works = pay;
    pay = () => Promise.reject(new Error('the node is away'));
    for (const { status } of await Promise.all([payAsDemo(), payAsDemo()])) expect(status).toBe(500);
    pay = works;
    expect((await payAsDemo()).status).toBe(303);
    expect(paid).toHaveLength(2);
  });

  it('leads back to the page without a payment when nothing is due any more', async () => {
    await local.db('invoices').where({ public_id: localId }).update({ status: 'cancelled' });
    const shown = async (): Promise<string> => (await fetch(`${local.baseUrl}/pay/${localId}`)).text();
    await until('the page is over', async () => (await shown()).includes('data-status="cancelled"'));
    const response = await payAsDemo();
    expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${localId}?lang=en`]);
    expect(paid).toEqual([]);
  });

  it('does not exist outside local mode', async () => {
    const { status, body } = await api.ask('POST', `/pay/${publicId}/demo-payment`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    const html = await (await fetch(`${api.baseUrl}/pay/${publicId}?sent=1`, { headers: HTML })).text();
    expect(html).toContain('data-status="waiting"');
    expect(html).not.toContain(SAYS_SENT);
  });
});
