import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { until } from '../../../helpers/until.js';

const EURO = { amountFiat: '25.00', fiatCurrency: 'EUR' };
const fixed = createFixedRates(
  new Map([
    ['USDC/EUR', '1'],
    ['ETH/EUR', '2000'],
  ]),
);

/** Prices wait for it. */
let opened: Promise<void> = Promise.resolve();
let api: TestApi;
let key: string;
let port: number;

beforeAll(async () => {
  const rate: typeof fixed.rate = async (...asked) => {
    await opened;
    return fixed.rate(...asked);
  };
  api = await startApi({ rateLimits: { '*': null }, rates: { rate } });
  ({ key } = await api.addMerchant());
  port = Number(new URL(api.baseUrl).port);
});
afterAll(() => api.close());

async function statusOfStream(publicId: string): Promise<number> {
  const stop = new AbortController();
  const { status } = await fetch(`${api.baseUrl}/pay/${publicId}/events`, { signal: stop.signal });
  stop.abort();
  return status;
}

describe('GET /pay/{publicId}/events', () => {
  it('takes no place of an address whose customers leave before it begins', async () => {
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key, json: EURO })).body.data;
    let open = (): void => undefined;
    opened = new Promise((resolve) => (open = resolve));
    for (let i = 0; i < 25; i += 1) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET /pay/${publicId}/events HTTP/1.1\r\nHost: shop\r\n\r\n`);
      // Once this is answered, the server has read what came before.
      await fetch(`${api.baseUrl}/healthz`);
      socket.destroy();
      await once(socket, 'close');
    }
    await fetch(`${api.baseUrl}/healthz`);
    open();
    await until('a stream is opened', async () => (await statusOfStream(publicId)) === 200);
  });

  it('answers HEAD without a stream', async () => {
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key, json: EURO })).body.data;
    const answer = await fetch(`${api.baseUrl}/pay/${publicId}/events`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });
});
