import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMedianRates, PUBLIC_SOURCES } from '../../../../src/rates/median-rates.js';
import { say, startStandIn, type StandIn } from '../../../rates/stand-in.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';

let source: StandIn;
let api: TestApi;

beforeAll(async () => {
  source = await startStandIn();
  api = await startApi({
    rates: createMedianRates({
      sources: [{ ...PUBLIC_SOURCES.coinbase, baseUrl: source.baseUrl }],
      maxAgeMs: 60_000,
      maxDeviationBps: 100,
      onTrouble: () => undefined,
    }),
  });
});

afterAll(async () => {
  await api.close();
  await source.close();
});

const order = { amountFiat: '10', fiatCurrency: 'USD', chainCode: 'local', tokenSymbol: 'USDC' };

describe('an invoice in fiat, with public price sources', () => {
  it('stores the rate, its source and its time', async () => {
    const { key } = await api.addMerchant();
    const atMs = Date.now() - 5_000;
    source.answer = say({ price: '0.998', time: new Date(atMs).toISOString() });
    const { status, body } = await api.ask('POST', '/v1/invoices', { key, json: order });
    expect([status, body.data]).toMatchObject([
      201,
      {
        amountCrypto: '10.020041',
        rate: { rate: '0.998', source: 'coinbase', asOf: new Date(atMs).toISOString() },
      },
    ]);
  });

  it('is answered 503 rate_unavailable with Retry-After, and not with a stale price', async () => {
    const { key } = await api.addMerchant();
    source.answer = say({ price: '0.998', time: new Date(Date.now() - 61_000).toISOString() });
    const { status, body, headers } = await api.ask('POST', '/v1/invoices', { key, json: order });
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'rate_unavailable', '10']);
  });
});
