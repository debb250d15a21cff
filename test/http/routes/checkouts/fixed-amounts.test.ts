import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { startApi, type Shown, type TestApi } from '../../../helpers/api/start-api.js';
import { until } from '../../../helpers/until.js';

const QUOTE_SECONDS = 900;
const ETH = { chainCode: 'local', tokenSymbol: 'ETH' };
const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };

let nowMs = Date.now();
let priceOfEther = '2000';
let api: TestApi;
let checkout: Shown;

beforeAll(async () => {
  const rate: ReturnType<typeof createFixedRates>['rate'] = (...asked) =>
    createFixedRates(
      new Map([
        ['USDC/USD', '1'],
        ['ETH/USD', priceOfEther],
      ]),
    ).rate(...asked);
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs, rates: { rate } });
  const { key } = await api.addMerchant();
  const json = { amountFiat: '25.00', fiatCurrency: 'USD', assets: [ETH, USDC], quoteSeconds: QUOTE_SECONDS };
  checkout = (await api.ask('POST', '/v1/checkouts', { key, json })).body.data;
});
afterAll(() => api.close());

interface Amount {
  readonly tokenSymbol: string;
  readonly amountCrypto: string;
}
const choose = async (json: object): Promise<Amount> =>
  (await api.ask('POST', `/v1/public/checkouts/${checkout.publicId}/select`, { json })).body
    .data as unknown as Amount;
async function offeredEther(): Promise<string | undefined> {
  const { data } = (await api.ask('GET', `/v1/public/checkouts/${checkout.publicId}`)).body;
  const { assets } = data as unknown as { readonly assets: readonly Amount[] };
  return assets.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.amountCrypto;
}
/** The button of the page that chooses ETH. */
const rowOfEther = async (): Promise<string> => {
  const html = await (await fetch(`${api.baseUrl}/pay/${checkout.publicId}?lang=en`)).text();
  return /<button[^>]*value="local\/ETH"[^]*?<\/button>/.exec(html)?.[0] ?? '';
};

it('a choice is offered at the amount of its invoice: the fixed one while its quote holds, then one at the present price', async () => {
  expect(await offeredEther()).toBe('0.012500');
  expect((await choose(ETH)).amountCrypto).toBe('0.012500');
  priceOfEther = '2500';
  await until('the page shows the choice', async () => (await rowOfEther()).includes('aria-current="true"'));
  // The page states the amount above.
  expect(await rowOfEther()).not.toContain('choice-amount');
  expect(await offeredEther()).toBe('0.012500');

  // Ids contain the time, and the newest is the choice made last.
  nowMs += 1_000;
  await choose(USDC);
  await until('the page shows the other choice', async () => !(await rowOfEther()).includes('aria-current'));
  expect(await rowOfEther()).toContain('>0.0125 ETH<');
  expect([await offeredEther(), (await choose(ETH)).amountCrypto]).toEqual(['0.012500', '0.012500']);

  nowMs += QUOTE_SECONDS * 1_000;
  await until('the page shows the present price', async () => (await rowOfEther()).includes('>0.01 ETH<'));
  expect([await offeredEther(), (await choose(ETH)).amountCrypto]).toEqual(['0.010000', '0.010000']);
});
