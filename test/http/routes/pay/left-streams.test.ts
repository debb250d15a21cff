import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { until } from '../../../helpers/until.js';

const EURO = { amountFiat: '25.00', fiatCurrency: 'EUR' };
/** Its prices alone are slow where a test says so. */
const POUND = { amountFiat: '25.00', fiatCurrency: 'GBP' };
const fixed = createFixedRates(
  new Map([
    ['USDC/EUR', '1'],
    ['ETH/EUR', '2000'],
    ['USDC/GBP', '1'],
  ]),
);

/** Prices wait for it, those in all currencies or in pounds alone. */
let opened: Promise<void> = Promise.resolve();
let openedInPounds: Promise<void> = Promise.resolve();
let api: TestApi;
let key: string;
let port: number;

beforeAll(async () => {
  const rate: typeof fixed.rate = async (...asked) => {
    await opened;
    if (asked[1] === 'GBP') await openedInPounds;
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

/** Follows a stream. Returns what it has told until now. */
async function follow(publicId: string, signal: AbortSignal): Promise<() => string> {
  const { body } = await fetch(`${api.baseUrl}/pay/${publicId}/events`, { signal });
  let told = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      told += decoder.decode(chunk, { stream: true });
  };
  // It ends by the test's own hand.
  void read().catch(() => undefined);
  return () => told;
}

describe('GET /pay/{publicId}/events', () => {
  it('tells the changes of every checkout while the prices of one are slow, and of that one by the prices told last', async () => {
    const stop = new AbortController();
    const { key: other } = await api.addMerchant();
    const quick = (await api.ask('POST', '/v1/checkouts', { key, json: EURO })).body.data;
    const slow = (await api.ask('POST', '/v1/checkouts', { key: other, json: POUND })).body.data;
    const ofQuick = await follow(quick.publicId, stop.signal);
    const ofSlow = await follow(slow.publicId, stop.signal);
    await until('both have begun', () =>
      [ofQuick(), ofSlow()].every((told) => told.includes('data-status="choose"')),
    );
    let open = (): void => undefined;
    openedInPounds = new Promise((resolve) => (open = resolve));
    await api.ask('POST', `/v1/checkouts/${quick.checkoutId}/cancel`, { key });
    await api.ask('PATCH', '/web/v1/merchant', { key: other, json: { name: 'Renamed shop' } });
    await until('the other checkout is told', () => ofQuick().includes('data-status="cancelled"'));
    await until('its own change is told', () => ofSlow().includes('Renamed shop'));
    expect(ofSlow().split('event: state').at(-1)).toContain('value="local/USDC"');
    open();
    stop.abort();
  });

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
