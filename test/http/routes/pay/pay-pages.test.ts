import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Chain } from '../../../../src/domain/core/asset.js';
import { QuittanceError } from '../../../../src/domain/core/errors.js';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { readEvents } from '../../../helpers/api/read-events.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { testChain } from '../../../helpers/facts/facts.js';
import { until } from '../../../helpers/until.js';
import { LOGO } from '../../../pages/checkout/logos.js';

let api: TestApi;
let local: TestApi;
let publicId: string;
let localId: string;
let isEtherPriced = true;

async function invoiceOf(of: TestApi, fields: object = {}): Promise<string> {
  const { key } = await of.addMerchant();
  const json = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC', ...fields };
  return (await of.ask('POST', '/v1/invoices', { key, json })).body.data.publicId;
}

/** A chain without an RPC for wallets. Its own RPC has a key in its URL. */
const bareChain: Chain = {
  ...testChain,
  chainCode: 'bare',
  chainId: 5,
  rpcUrls: ['https://rpc.example/secret-key'],
  assets: testChain.assets.map((asset) => ({ ...asset, chainCode: 'bare' })),
};

beforeAll(async () => {
  const rateLimits = { '*': null } as const;
  const chains = new Map([
    ['local', { ...testChain, walletRpcUrl: 'https://wallets.example' }],
    ['bare', bareChain],
  ]);
  const fixed = createFixedRates(
    new Map([
      ['USDC/USD', '1'],
      ['ETH/USD', '2000'],
    ]),
  );
  const rate: typeof fixed.rate = (...asked) => {
    if (isEtherPriced || asked[0] !== 'ETH') return fixed.rate(...asked);
    return Promise.reject(new QuittanceError('rate_unavailable', 'There is no price now.'));
  };
  api = await startApi({ rateLimits, chains, books: chains, rates: { rate } });
  local = await startApi({ rateLimits, demoCustomer: { pay: () => Promise.resolve() } });
  publicId = await invoiceOf(api, { description: 'A <b>bold</b> order' });
  localId = await invoiceOf(local);
});
afterAll(() => Promise.all([api.close(), local.close()]));

const HTML = { accept: 'text/html' };
const page = (path: string, headers: Record<string, string> = HTML): Promise<Response> =>
  fetch(`${api.baseUrl}${path}`, { headers });

/** The files that a page loads. */
const filesOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');

describe('GET /pay/{publicId}', () => {
  it('shows an invoice, under a policy that allows nothing foreign and nothing inline', async () => {
    const response = await page(`/pay/${publicId}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Test shop');
    expect(html).toContain('A &lt;b>bold&lt;/b> order');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(html).not.toMatch(/ style=| on\w+=/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it("gives wallets the RPC that the operator chose for them, never the product's own", async () => {
    const [told, bare, demo] = await Promise.all([
      page(`/pay/${publicId}`),
      page(`/pay/${await invoiceOf(api, { chainCode: 'bare' })}`),
      fetch(`${local.baseUrl}/pay/${localId}`, { headers: HTML }),
    ]).then((pages) => Promise.all(pages.map((one) => one.text())));
    expect(told).toContain('data-rpc-url="https://wallets.example"');
    expect(bare).toContain('data-chain-id="5"');
    expect(bare).not.toMatch(/data-rpc-url|secret-key/);
    expect(demo).toContain('data-rpc-url="http://127.0.0.1:1"');
  });

  it('loads only files that are named by their hash and cached for ever', async () => {
    const files = filesOf(await (await page(`/pay/${publicId}`)).text());
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const response = await page(file);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  it('is at most 40 KiB over the line, with its files and the largest logo', async () => {
    const { key } = await api.addMerchant();
    await api.ask('PATCH', '/web/v1/merchant', { key, json: { look: { logoUrl: LOGO } } });
    const json = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC' };
    const { body } = await api.ask('POST', '/v1/invoices', { key, json });
    const compressed = { ...HTML, 'accept-encoding': 'br' };
    const own = await page(`/pay/${body.data.publicId}`, compressed);
    const html = await own.text();
    expect(html).toContain(LOGO);
    const files = await Promise.all(filesOf(html).map((file) => page(file, compressed)));
    const sizes = [own, ...files].map(({ headers }) => Number(headers.get('content-length')));
    for (const size of sizes) expect(size).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(40 * 1_024);
  });

  it('gives shops a script of at most 4 KiB, even uncompressed', async () => {
    const script = await (await page('/quittance.js', { 'accept-encoding': 'identity' })).text();
    expect(script).toContain('quittance-button');
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(4_096);
  });

  it.each([
    ['en', '/pay/pay_', HTML],
    ['de', '/pay/cs_', { ...HTML, 'accept-language': 'de' }],
  ])('answers in %s that there is no such page', async (lang, path, headers) => {
    const response = await page(`${path}${'0'.repeat(40)}`, headers);
    expect(response.status).toBe(404);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    // Nobody has listed an origin for it.
    expect(policy.split('; ').at(-1)).toBe("frame-ancestors 'none'");
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(await response.text()).toContain(`<html lang="${lang}"`);
  });

  it('has one spelling, so that no other spelling escapes the limit of the page', async () => {
    const spelled = `/pay/%70${publicId.slice(1)}`;
    for (const path of [spelled, `${spelled}/events`, `/pay/${publicId}%2f`, '/pay/%zz'])
      expect([path, (await page(path)).status]).toEqual([path, 404]);
  });

  it("answers programs, which ask for no page, with the API's refusal", async () => {
    for (const path of ['/pay/x', `/pay/cs_${'0'.repeat(40)}`, '/pay/assets/none.js']) {
      const { status, body } = await api.ask('GET', path);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
  });
});

/** Everything except the intervals, whose comments show that a stream is alive. */
const REAL_TIMERS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];

describe('GET /pay/{publicId}/events', () => {
  it('sends the state at once, and then each change', async () => {
    const response = await page(`/pay/${publicId}/events?lang=de`);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const before = await api.db('invoices').where({ public_id: publicId }).first<{ invoice_id: string }>();
    let isChanged = false;
    const text = await readEvents(response, (all) => {
      if (!isChanged && all.includes('data-status="waiting"')) {
        isChanged = true;
        void api
          .db('invoices')
          .where({ invoice_id: before.invoice_id })
          .update({ status: 'cancelled' })
          .then(() => undefined);
      }
      return all.includes('data-status="cancelled"') && all.endsWith('\n\n');
    });
    expect(text).toContain('event: state\ndata: <main id="pay"');
    expect(text).toContain('Ihre Zahlung steht noch aus');
  });

  it('sends no state that the page already shows, and sends the current one to a page that shows another', async () => {
    const own = await fetch(`${local.baseUrl}/pay/${localId}?lang=en`, { headers: HTML });
    const [, version = ''] = /data-version="(\w+)"/.exec(await own.text()) ?? [];
    const events = (have: string): Promise<Response> =>
      fetch(`${local.baseUrl}/pay/${localId}/events?lang=en&have=${have}`);
    const isTold = (text: string): boolean => /event: (same|state)[^]*\n\n$/.test(text);
    const same = await readEvents(await events(version), isTold);
    expect(same).not.toContain('event: state');
    expect(same).toContain(`event: same\ndata: ${version}\n\n`);
    expect(await readEvents(await events('0'.repeat(16)), isTold)).toContain('event: state');
  });

  it('sends a heartbeat every 15 s', async () => {
    jest.useFakeTimers({ doNotFake: REAL_TIMERS });
    try {
      const response = await page(`/pay/${publicId}/events`);
      let isLater = false;
      const text = await readEvents(response, (all) => {
        if (!isLater && all.includes('event: state')) {
          isLater = true;
          jest.advanceTimersByTime(14_999);
          expect(all).not.toContain('event: beat');
          jest.advanceTimersByTime(1);
        }
        return all.includes('event: beat');
      });
      expect(text).toMatch(/event: beat\ndata:\n/);
    } finally {
      jest.useRealTimers();
    }
  });

  it('gives one address 20 streams, and a new one for each that ends', async () => {
    const stops = Array.from({ length: 20 }, () => new AbortController());
    const open = (signal?: AbortSignal): Promise<Response> =>
      fetch(`${local.baseUrl}/pay/${localId}/events`, signal === undefined ? {} : { signal });
    // Node ends a stream whose response nobody holds any more.
    const held: Response[] = [];
    for (const { signal } of stops) {
      await until('no earlier stream counts', async () => {
        const response = await open(signal);
        if (response.status === 200) held.push(response);
        return response.status === 200;
      });
    }
    expect((await open()).status).toBe(429);
    expect(held).toHaveLength(20);
    stops[0]?.abort();
    await until('an ended stream has made room', async () => {
      const response = await open();
      await response.body?.cancel();
      return response.status === 200;
    });
    for (const stop of stops) stop.abort();
  });
});

describe('the page of a checkout', () => {
  const makeCheckout = async (fields: object = {}): Promise<string> => {
    const { key } = await api.addMerchant();
    const json = { amountFiat: '25.00', fiatCurrency: 'USD', ...fields };
    return (await api.ask('POST', '/v1/checkouts', { key, json })).body.data.publicId;
  };
  const choose = (checkoutId: string, body: string): Promise<Response> =>
    fetch(`${api.baseUrl}/pay/${checkoutId}/select?lang=en`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
    });
  const read = async (checkoutId: string): Promise<string> =>
    (await page(`/pay/${checkoutId}?lang=en`)).text();

  it('offers the choices, makes the choice from its form, and shows it at once', async () => {
    const checkoutId = await makeCheckout({ locale: 'de' });
    expect(await (await page(`/pay/${checkoutId}`)).text()).toContain('<html lang="de"');
    const before = await read(checkoutId);
    expect(before).toContain('data-status="choose"');
    expect(before).toContain('value="local/USDC"');
    const response = await choose(checkoutId, 'asset=local%2FUSDC');
    expect([response.status, response.headers.get('location')]).toEqual([
      ...[303, expect.stringMatching(new RegExp(`^/pay/${checkoutId}\\?lang=en&chosen=pay_[0-9a-f]{40}$`))],
    ]);
    const after = await read(checkoutId);
    const json = { chainCode: 'local', tokenSymbol: 'USDC' };
    const { body } = await api.ask('POST', `/v1/public/checkouts/${checkoutId}/select`, { json });
    expect(response.headers.get('location')).toContain(`&chosen=${body.data.publicId}`);
    expect(after).toContain('data-status="waiting"');
    expect(after).toContain(`data-to="${body.data.depositAddress}"`);
    for (const symbol of ['ETH', 'USDC', 'ETH']) {
      expect((await choose(checkoutId, `asset=local%2F${symbol}`)).status).toBe(303);
      expect(await read(checkoutId)).toContain(`data-symbol="${symbol}"`);
    }
  });

  it('lets the customer choose again when the shop has cancelled one choice, but not the checkout', async () => {
    const { key } = await api.addMerchant();
    const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
    const { publicId: checkoutId, ...made } = (await api.ask('POST', '/v1/checkouts', { key, json })).body
      .data;
    await choose(checkoutId, 'asset=local%2FUSDC');
    const shown = await api.ask('GET', `/v1/checkouts/${made.checkoutId}`, { key });
    const { invoices } = shown.body.data as unknown as {
      readonly invoices: readonly { invoiceId: string }[];
    };
    const path = `/v1/invoices/${invoices[0]?.invoiceId ?? ''}/cancel`;
    expect((await api.ask('POST', path, { key, json: {} })).status).toBe(200);
    await until('the page offers a choice', async () =>
      (await read(checkoutId)).includes('data-status="choose"'),
    );
    expect((await choose(checkoutId, 'asset=local%2FUSDC')).status).toBe(303);
    await until('the new choice waits', async () =>
      (await read(checkoutId)).includes('data-status="waiting"'),
    );
  });

  it('says in the choice that a network is late or halted, and accepts no choice of a halted one', async () => {
    const checkoutId = await makeCheckout();
    const rowOf = async (asset: string): Promise<string> =>
      new RegExp(`<button[^>]*value="${asset}"[^]*?</button>`).exec(await read(checkoutId))?.[0] ?? '';
    const later = "now() + interval '1 hour'";
    const cursor = api.db('chain_cursors').where({ chain_code: 'bare' });
    expect(await rowOf('bare/USDC')).toContain('is delayed: payments are seen late');
    await api.db.raw(
      `INSERT INTO chain_cursors (chain_code, height, block_hash, block_time, agreed_time, caught_up_at)
       VALUES ('bare', 1, '0x${'b1'.repeat(32)}', ${later}, ${later}, ${later})`,
    );
    try {
      await until('it is read', async () => !(await rowOf('bare/USDC')).includes('is delayed'));
      expect(await rowOf('bare/USDC')).toContain('25.00');
      await cursor.clone().update({ halted_reason: 'the test', halted_at: new Date() });
      await until('it is halted', async () => (await rowOf('bare/USDC')).includes(' disabled'));
      expect(await rowOf('bare/USDC')).toContain('is being checked: not possible at the moment');
      const response = await choose(checkoutId, 'asset=bare%2FUSDC');
      expect(response.headers.get('location')).toBe(`/pay/${checkoutId}?lang=en&refused=1`);
      const json = { chainCode: 'bare', tokenSymbol: 'USDC' };
      const { status, body } = await api.ask('POST', `/v1/public/checkouts/${checkoutId}/select`, { json });
      expect([status, body.error.code]).toEqual([503, 'temporarily_unavailable']);
      expect(await read(checkoutId)).toContain('data-status="choose"');
    } finally {
      await cursor.delete();
    }
  });

  it('leads back to the other coins when the price of one is missing for a moment', async () => {
    const checkoutId = await makeCheckout();
    isEtherPriced = false;
    try {
      const response = await choose(checkoutId, 'asset=local%2FETH');
      const location = `/pay/${checkoutId}?lang=en&refused=1`;
      expect([response.status, response.headers.get('location')]).toEqual([303, location]);
      const html = await (await page(location)).text();
      expect(html).toContain('This choice is not possible at the moment.');
      expect(html).toContain('data-status="choose"');
      expect(await read(checkoutId)).not.toContain('This choice is not possible');
    } finally {
      isEtherPriced = true;
    }
  });

  it('shows an error inside the frame of the page', async () => {
    const { key } = await api.addMerchant();
    await api.ask('PATCH', '/web/v1/merchant', { key, json: { frameOrigins: ['https://shop.example'] } });
    const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
    const { publicId: checkoutId } = (await api.ask('POST', '/v1/checkouts', { key, json })).body.data;
    await read(checkoutId);
    const fault = await choose(checkoutId, 'asset=nothing');
    expect([fault.status, fault.headers.get('x-frame-options')]).toEqual([400, null]);
    expect(fault.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example');
  });

  it('shows the possible choices instead of an impossible one, and refuses an invalid one', async () => {
    const checkoutId = await makeCheckout();
    expect((await choose(checkoutId, 'asset=local%2FNONE')).status).toBe(303);
    expect(await read(checkoutId)).toContain('data-status="choose"');
    expect((await choose(checkoutId, 'asset=nothing')).status).toBe(400);
    const again = await page(`/pay/${checkoutId}/select?lang=de`);
    expect(await again.text()).toContain('<html lang="de"');
    expect([again.url.endsWith(`/pay/${checkoutId}?lang=de`), again.status]).toEqual([true, 200]);
    expect((await choose(`cs_${'0'.repeat(40)}`, 'asset=local%2FUSDC')).status).toBe(404);
    const german = await makeCheckout({ locale: 'de' });
    const back = await page(`/pay/${german}/select`);
    expect([back.url.endsWith(`/pay/${german}?lang=de`), back.status]).toEqual([true, 200]);
  });

  it('says whom to ask when the shop no longer takes payments, even to a customer about to choose', async () => {
    const { key, merchantId } = await api.addMerchant();
    await api.ask('PATCH', '/web/v1/merchant', { key, json: { contact: 'help@shop.example' } });
    const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
    const { publicId: checkoutId } = (await api.ask('POST', '/v1/checkouts', { key, json })).body.data;
    await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    const response = await choose(checkoutId, 'asset=local%2FUSDC');
    expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${checkoutId}?lang=en`]);
    const html = await read(checkoutId);
    expect(html).toContain('data-status="closed"');
    expect(html).toContain('This shop takes no payments at the moment');
    expect(html).toContain('href="mailto:help@shop.example');
    expect(html).not.toContain('data-select');
  });

  it('has one stream, like the page of an invoice', async () => {
    const checkoutId = await makeCheckout();
    const texts = await Promise.all(
      [checkoutId, publicId].map(async (id) =>
        readEvents(await page(`/pay/${id}/events`), (text) => text.includes('data-status=')),
      ),
    );
    expect(texts[0]).toContain('data-status="choose"');
  });
});
