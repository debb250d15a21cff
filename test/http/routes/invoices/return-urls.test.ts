import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
const CHECKOUT = { amountCrypto: '1', tokenSymbol: 'USDC' };
const LOOPBACK = ['http://127.0.0.1:4100/thanks?order=1', 'http://localhost:4100/', 'http://localhost'];

/** An API as it runs in local mode, or elsewhere. */
class Place {
  readonly api: TestApi;
  readonly #key: string;

  private constructor(api: TestApi, key: string) {
    this.api = api;
    this.#key = key;
  }

  static async open(options: { readonly isLocal: boolean }): Promise<Place> {
    const demoCustomer = options.isLocal ? { pay: () => Promise.resolve() } : null;
    const api = await startApi({ rateLimits: { '*': null }, demoCustomer });
    return new Place(api, (await api.addMerchant()).key);
  }

  invoice(redirectUrl: string): Promise<Answer> {
    return this.ask('/v1/invoices', { ...INVOICE, redirectUrl });
  }

  ask(path: string, json: object): Promise<Answer> {
    return this.api.ask('POST', path, { key: this.#key, json });
  }

  checkout(urls: object): Promise<Answer> {
    return this.ask('/v1/checkouts', { ...CHECKOUT, ...urls });
  }
}

const HTTP = expect.stringMatching(/^begins with http:\/\/; expected https:\/\//) as unknown;
const refusedBy = ({ status, body: { error } }: Answer): unknown[] => [
  ...[status, error.code, ...error.details.map(({ path, message }) => [path, message])],
];

let local: Place;
let elsewhere: Place;

beforeAll(async () => {
  local = await Place.open({ isLocal: true });
  elsewhere = await Place.open({ isLocal: false });
});
afterAll(async () => {
  await elsewhere.api.close();
  await local.api.close();
});

describe('the URL to which a customer returns', () => {
  it.each(LOOPBACK)('may be this machine by plain http in local mode: %s', async (url) => {
    const made = await local.invoice(url);
    expect(made.status).toBe(201);
    const shown = await local.api.ask('GET', `/v1/public/invoices/${made.body.data.publicId}`);
    expect(shown.body.data).toMatchObject({ redirectUrl: url });
    const checkout = await local.checkout({ redirectUrl: url, cancelUrl: url });
    expect(checkout.body.data).toMatchObject({ redirectUrl: url, cancelUrl: url });
  });

  it.each(LOOPBACK)('must be https elsewhere, and the error names http: %s', async (url) => {
    expect(refusedBy(await elsewhere.invoice(url))).toEqual([
      ...[400, 'validation_failed', ['redirectUrl', HTTP]],
    ]);
    const [https, both] = [{ redirectUrl: 'https://shop.example/' }, { redirectUrl: url }];
    expect(refusedBy(await elsewhere.checkout({ ...https, cancelUrl: url }))).toEqual([
      ...[400, 'validation_failed', ['cancelUrl', HTTP]],
    ]);
    expect(refusedBy(await elsewhere.checkout({ ...both, cancelUrl: url }))).toEqual([
      ...[400, 'validation_failed', ['redirectUrl', HTTP], ['cancelUrl', HTTP]],
    ]);
  });

  it.each(['http://localhost:99999/', 'http://127.0.0.1:4100/a b', 'http://localhost/"'])(
    'must have a valid port, and only characters that a URL can have: %s',
    async (url) => {
      const rest = expect.stringMatching(/^expected a port up to 65535, and no spaces, quotes/) as unknown;
      for (const place of [local, elsewhere])
        expect(refusedBy(await place.invoice(url))).toEqual([
          ...[400, 'validation_failed', ['redirectUrl', rest]],
        ]);
    },
  );

  it.each([
    'http://shop.example/thanks',
    'http://127.0.0.1.shop.example/',
    'http://localhost@shop.example/',
    'http://127.0.0.1:4100@shop.example/',
    'http://localhost\\@shop.example/',
  ])('is never on another machine by plain http: %s', async (url) => {
    expect(refusedBy(await local.invoice(url))).toEqual([400, 'validation_failed', ['redirectUrl', HTTP]]);
  });
});

describe('an invalid amount', () => {
  it.each([
    ['-5', 'must not be negative'],
    ['12,50', 'has a comma; expected a point before the decimals'],
    ['1e3', 'expected a plain decimal string'],
  ])('is refused with the reason: %s', async (amountCrypto, words) => {
    const { body } = await elsewhere.ask('/v1/invoices', { ...INVOICE, amountCrypto });
    expect(body.error.details).toMatchObject([
      { path: 'amountCrypto', message: expect.stringContaining(words) },
    ]);
  });
});
