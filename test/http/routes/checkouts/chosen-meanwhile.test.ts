import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { takeOverChain } from '../../../../src/db/chains/chain-cursor.js';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { startApi, type Answer, type Shown, type TestApi } from '../../../helpers/api/start-api.js';
import { readBlocks } from '../../../helpers/facts/read-invoice.js';
import { until } from '../../../helpers/until.js';

const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const ETH = { chainCode: 'local', tokenSymbol: 'ETH' };
const fixed = createFixedRates(
  new Map([
    ['USDC/USD', '1'],
    ['ETH/USD', '2000'],
  ]),
);

/** The price of ETH is slow, so that a test can act between the read of a checkout and its lock. */
let isAsked = false;
let answered: Promise<void> = Promise.resolve();
let answer: () => void = () => undefined;
let api: TestApi;
let merchant: { readonly merchantId: string; readonly key: string };
let checkout: Shown;

beforeAll(async () => {
  const rate: typeof fixed.rate = async (symbol, currency) => {
    if (symbol === 'ETH') {
      isAsked = true;
      await answered;
    }
    return fixed.rate(symbol, currency);
  };
  api = await startApi({ rateLimits: { '*': null }, rates: { rate } });
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
  const json = { amountFiat: '25.00', fiatCurrency: 'USD', assets: [USDC, ETH] };
  checkout = (await api.ask('POST', '/v1/checkouts', { key: merchant.key, json })).body.data;
});

const choose = (json: object): Promise<Answer> =>
  api.ask('POST', `/v1/public/checkouts/${checkout.publicId}/select`, { json });
const codeOf = ({ status, body }: Answer): unknown => [status, body.ok ? null : body.error.code];

/** Chooses ETH, and does some work after the checkout was read. */
async function chooseWhile(happens: () => Promise<unknown>): Promise<Answer> {
  isAsked = false;
  answered = new Promise((resolve) => (answer = resolve));
  const choosing = choose(ETH);
  await until('its price is asked for', () => isAsked);
  try {
    await happens();
  } finally {
    answer();
  }
  return choosing;
}

describe('a choice depends on the state under the lock of its checkout', () => {
  it('and is refused after a payment that was seen in the meantime', async () => {
    const { depositAddress } = (await choose(USDC)).body.data;
    const { claim } = await takeOverChain(api.db, 'local');
    const transfers = [{ to: depositAddress.toLowerCase() }];
    const refused = await chooseWhile(() => readBlocks({ db: api.db, claim }, [1], { transfers }));
    expect(codeOf(refused)).toEqual([409, 'invalid_state']);
    expect(await api.db('invoices').where({ checkout_id: checkout.checkoutId })).toHaveLength(1);
  });

  it('and returns the invoice that was created in the meantime for the same asset', async () => {
    const others: Answer[] = [];
    const made = await chooseWhile(async () => {
      // Another choice of the same checkout, whose price is there at once.
      const slow = answered;
      answered = Promise.resolve();
      others.push(await choose(ETH));
      answered = slow;
    });
    expect([made.status, made.body.data.publicId]).toEqual([200, others[0]?.body.data.publicId]);
    expect(await api.db('invoices').where({ checkout_id: checkout.checkoutId })).toHaveLength(1);
  });

  it.each([
    [
      'the checkout was cancelled',
      [409, 'invalid_state'],
      () => api.ask('POST', `/v1/checkouts/${checkout.checkoutId}/cancel`, { key: merchant.key }),
    ],
    [
      'the merchant was suspended',
      [403, 'merchant_suspended'],
      () => api.db('merchants').where({ merchant_id: merchant.merchantId }).update({ status: 'suspended' }),
    ],
  ] as const)('and is refused when in the meantime %s', async (_what, code, happens) => {
    expect(codeOf(await chooseWhile(happens))).toEqual(code);
    expect(await api.db('invoices').where({ checkout_id: checkout.checkoutId })).toEqual([]);
  });
});
