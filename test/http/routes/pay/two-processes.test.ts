import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { readEvents } from '../../../helpers/api/read-events.js';
import { createTestDatabase, type TestDatabase } from '../../../helpers/services/postgres.js';

/** The clock stands still, so a process keeps what it has read until it hears of a later change. */
const NOW = Date.now();
let database: TestDatabase;
let made: TestApi;
let answering: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  const deps = { rateLimits: { '*': null }, now: () => NOW } as const;
  [made, answering] = await Promise.all([startApi(deps, {}, database), startApi(deps, {}, database)]);
});
afterAll(async () => {
  await Promise.all([made.close(), answering.close()]);
  await database.drop();
});

const HTML = { accept: 'text/html' };
const see = async (path: string): Promise<string> =>
  (await fetch(`${answering.baseUrl}${path}`, { headers: HTML })).text();

/** Chooses by the form of the first process. @returns the target of its redirect. */
async function choose(checkoutId: string, asset: string): Promise<string> {
  const response = await fetch(`${made.baseUrl}/pay/${checkoutId}/select?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    body: `asset=${encodeURIComponent(asset)}`,
    headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
  });
  return response.headers.get('location') ?? '';
}

it('a choice made in one process is shown by another at once, on the page, in its part and in its stream', async () => {
  const { key } = await made.addMerchant();
  const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
  const { publicId } = (await made.ask('POST', '/v1/checkouts', { key, json })).body.data;
  expect(await see(`/pay/${publicId}?lang=en`)).toContain('data-status="choose"');
  for (const symbol of ['USDC', 'ETH', 'USDC']) {
    const location = await choose(publicId, `local/${symbol}`);
    const html = await see(location);
    expect([symbol, /data-symbol="(\w+)"/.exec(html)?.[1]]).toEqual([symbol, symbol]);
    const [, mark = ''] = /&(chosen=pay_\w+)$/.exec(location) ?? [];
    expect(html).toContain(`data-events="/pay/${publicId}/events?lang=en&amp;${mark}"`);
    expect(html).toContain(`data-fragment="/pay/${publicId}/fragment?lang=en&amp;${mark}"`);
  }
  const [, mark] = (await choose(publicId, 'local/ETH')).split('?');
  expect(await see(`/pay/${publicId}/fragment?${mark ?? ''}`)).toContain('data-symbol="ETH"');
  const [, last] = (await choose(publicId, 'local/USDC')).split('?');
  const stream = await fetch(`${answering.baseUrl}/pay/${publicId}/events?${last ?? ''}`);
  const told = await readEvents(stream, (text) => text.includes('data-symbol='));
  expect(told).toContain('data-symbol="USDC"');
});

it('an invalid change mark causes no new read, and an old one is answered with the current choice', async () => {
  const { key } = await made.addMerchant();
  const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
  const { publicId } = (await made.ask('POST', '/v1/checkouts', { key, json })).body.data;
  await see(`/pay/${publicId}`);
  const old = await choose(publicId, 'local/ETH');
  await choose(publicId, 'local/USDC');
  for (const mark of ['', '&chosen=pay_x', '&chosen=a&chosen=b'])
    expect(await see(`/pay/${publicId}?lang=en${mark}`)).toContain('data-status="choose"');
  expect(await see(old)).toContain('data-symbol="USDC"');
});

it('a page that is flooded with invented choices is read as rarely as one that is flooded without', async () => {
  const { key } = await made.addMerchant();
  const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
  const { publicId } = (await made.ask('POST', '/v1/checkouts', { key, json })).body.data;
  await see(`/pay/${publicId}`);
  let reads = 0;
  const count = ({ bindings }: { bindings?: readonly unknown[] }): void => {
    if (JSON.stringify(bindings ?? []).includes(publicId)) reads += 1;
  };
  answering.pool.on('query', count);
  try {
    // The clock of the process stands still, so all requests are within the same second.
    for (let number = 10; number < 30; number += 1)
      expect(await see(`/pay/${publicId}?chosen=pay_${String(number).repeat(20)}`)).toContain('"choose"');
    expect(reads).toBe(1);
  } finally {
    answering.pool.off('query', count);
  }
});
