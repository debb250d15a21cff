import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeOverChain } from '../../../../src/db/chains/chain-cursor.js';
import { startApi, type Shown, type TestApi } from '../../../helpers/api/start-api.js';
import { readBlocks } from '../../../helpers/facts/read-invoice.js';
import { until } from '../../../helpers/until.js';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

const makeCheckout = async (fields: object = {}): Promise<Shown> => {
  const json = { amountFiat: '25.00', fiatCurrency: 'USD', ...fields };
  return (await api.ask('POST', '/v1/checkouts', { key, json })).body.data;
};
const choose = async ({ publicId }: Shown, tokenSymbol: string): Promise<Shown> =>
  (
    await api.ask('POST', `/v1/public/checkouts/${publicId}/select`, {
      json: { chainCode: 'local', tokenSymbol },
    })
  ).body.data;
const see = async ({ publicId }: Shown): Promise<string> =>
  (await fetch(`${api.baseUrl}/pay/${publicId}?lang=en`, { headers: { accept: 'text/html' } })).text();
let height = 0;
/** Stores a payment as the follower does. Nothing settles it in this test. @returns its hash. */
async function store(to: Shown, amountAtomic: bigint, tokenSymbol = 'USDC'): Promise<string> {
  const { claim } = await takeOverChain(api.db, 'local');
  height += 1;
  const txHash = `0x${height.toString(16).padStart(64, '0')}`;
  const transfer = { to: to.depositAddress.toLowerCase(), amountAtomic, tokenSymbol, txHash };
  await readBlocks({ db: api.db, claim }, [height], { transfers: [transfer] });
  return txHash;
}
const read = async (path: string): Promise<object> => (await api.ask('GET', path)).body.data;
const linkTo = ({ publicId }: Shown): string => `href="/pay/${publicId}?lang=en"`;

describe('the page of an invoice that belongs to a checkout', () => {
  it('asks for money only while it is the latest choice, and leads to the latest one', async () => {
    const checkout = await makeCheckout();
    const first = await choose(checkout, 'USDC');
    expect(await see(first)).toContain('data-status="waiting"');
    const second = await choose(checkout, 'ETH');
    await until('the first says so', async () => (await see(first)).includes('data-status="other_choice"'));
    const html = await see(first);
    expect(html).toContain('Another choice counts');
    expect(html).toContain(linkTo(checkout));
    expect(html).not.toContain(first.depositAddress);
    const present = await see(second);
    expect(present).toContain('data-status="waiting"');
    for (const page of [html, present, await see(checkout)])
      expect(page).toContain(`data-order="${checkout.publicId}"`);
    await choose(checkout, 'USDC');
    await until('they have changed places', async () =>
      (await see(second)).includes('data-status="other_choice"'),
    );
    await until('the first can be paid', async () => (await see(first)).includes('data-status="waiting"'));
  });

  it('says that another choice was paid, and knows what was seen for all of them', async () => {
    const checkout = await makeCheckout();
    const first = await choose(checkout, 'USDC');
    const second = await choose(checkout, 'ETH');
    const hash = await store(second, 100_000_000n, 'ETH');
    await until('the first knows the transaction', async () =>
      (await see(first)).includes(` data-sent="${hash}"`),
    );
    const { invoice_id: invoiceId } = await api
      .db('invoices')
      .where({ public_id: second.publicId })
      .first<{ invoice_id: string }>('invoice_id');
    await api
      .db('checkouts')
      .where({ public_id: checkout.publicId })
      .update({ status: 'completed', completed_by: invoiceId, completed_at: new Date() });
    await until('it says so', async () => (await see(first)).includes('Paid with another choice'));
    const html = await see(first);
    expect(html).toContain('data-status="other_choice"');
    expect(html).toContain(linkTo(checkout));
    expect(html).not.toContain(first.depositAddress);
  });

  it('leads to a new price when its own has expired, and nowhere after the checkout was cancelled', async () => {
    const checkout = await makeCheckout();
    const only = await choose(checkout, 'USDC');
    await api.db('invoices').where({ public_id: only.publicId }).update({ status: 'expired' });
    await until('it leads to a new price', async () =>
      (await see(only)).includes('data-status="quote_over"'),
    );
    expect(await see(only)).toContain(linkTo(checkout));
    const { status } = await api.ask('POST', `/v1/checkouts/${checkout.checkoutId}/cancel`, { key });
    expect(status).toBe(200);
    await until('it is over', async () => !(await see(only)).includes('data-status="quote_over"'));
    expect(await see(only)).not.toContain(linkTo(checkout));
  });

  it("has the checkout's language, and its way back for whoever does not want to pay", async () => {
    const cancelUrl = 'https://shop.example/cart';
    const only = await choose(await makeCheckout({ locale: 'de', cancelUrl }), 'USDC');
    const own = await fetch(`${api.baseUrl}/pay/${only.publicId}`, {
      headers: { accept: 'text/html', 'accept-language': 'en' },
    });
    const html = await own.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain(`<a href="${cancelUrl}"`);
    await store(only, 1n);
    await until('nothing leads there any more', async () => !(await see(only)).includes(cancelUrl));
  });
});

describe('a checkout of which ten invoices were made', () => {
  it('says after the last price that there is no new one, and is not said to have expired before its time', async () => {
    const checkout = await makeCheckout({ cancelUrl: 'https://shop.example/cart' });
    for (let number = 0; number < 10; number += 1) {
      const { publicId } = await choose(checkout, 'USDC');
      await api.db('invoices').where({ public_id: publicId }).update({ status: 'expired' });
    }
    await until('the last price is over', async () =>
      (await see(checkout)).includes('data-status="quote_over"'),
    );
    await until('no other one is offered', async () => !(await see(checkout)).includes('data-select'));
    const html = await see(checkout);
    expect(html).toContain('No new price is possible here.');
    expect(html).toContain('<a class="button" href="https://shop.example/cart"');
    const json = { chainCode: 'local', tokenSymbol: 'USDC' };
    const { status, body } = await api.ask('POST', `/v1/public/checkouts/${checkout.publicId}/select`, {
      json,
    });
    expect([status, body.error.code]).toEqual([409, 'invalid_state']);
    expect(await read(`/v1/public/checkouts/${checkout.publicId}`)).toMatchObject({ status: 'open' });
  });
});

describe('a payment that is stored, and not settled yet, is not asked for again', () => {
  it('on the page of its invoice, nor by the API', async () => {
    const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC' };
    const invoice = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
    const path = `/v1/public/invoices/${invoice.publicId}`;
    const part = await store(invoice, 40_000_000n);
    await until('the part is seen', async () => (await see(invoice)).includes('data-status="part"'));
    const html = await see(invoice);
    expect(html).toContain('data-amount-atomic="60000000"');
    expect(html).toContain(` data-sent="${part}"`);
    expect(await read(path)).toMatchObject({
      status: 'underpaid',
      amountPaidAtomic: '40000000',
      amountDueAtomic: '60000000',
      amountDueUri: expect.stringContaining('uint256=60000000'),
    });
    await store(invoice, 60_000_000n);
    await until('it is seen', async () => (await see(invoice)).includes('data-status="seen"'));
    expect(await see(invoice)).not.toMatch(/data-wallet|class="qr"/);
    await until('the API says so', async () => JSON.stringify(await read(path)).includes('"status":"paid"'));
    expect(await read(path)).toMatchObject({ amountDueAtomic: '0', amountDueUri: null });
    const { invoiceId } = invoice;
    expect(await api.db('invoices').where({ invoice_id: invoiceId }).pluck('status')).toEqual(['pending']);
  });

  it('on the page of a checkout, whichever choice it was for, nor by the API', async () => {
    const checkout = await makeCheckout();
    const first = await choose(checkout, 'USDC');
    const second = await choose(checkout, 'ETH');
    await until('the second can be paid', async () => (await see(second)).includes('data-status="waiting"'));
    const ofSecond = `/v1/public/invoices/${second.publicId}`;
    expect(await read(ofSecond)).toMatchObject({ amountDueUri: expect.stringContaining('ethereum:') });
    await store(first, 25_000_000n);
    for (const page of [checkout, first])
      await until('it is seen', async () => (await see(page)).includes('data-status="seen"'));
    await until('the second is not asked for', async () =>
      (await see(second)).includes('data-status="other_choice"'),
    );
    for (const page of [checkout, first, second]) {
      const html = await see(page);
      expect(html).not.toMatch(/data-wallet|class="qr"/);
      expect(html).not.toContain('It does not count for this payment');
    }
    const { invoice } = (await read(`/v1/public/checkouts/${checkout.publicId}`)) as { invoice: object };
    expect(invoice).toMatchObject({ publicId: first.publicId, status: 'paid', amountDueUri: null });
    expect(await read(ofSecond)).toMatchObject({
      status: 'pending',
      amountDueAtomic: '0',
      amountDueUri: null,
    });
  });
});
