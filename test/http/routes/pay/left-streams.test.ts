import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { OpenPages } from '../../../../src/http/routes/pay/open-pages.js';
import type { PageReading } from '../../../../src/http/routes/pay/read-pages.js';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { until } from '../../../helpers/until.js';
import { PAGE_OF, SHOWN_AT } from '../../../pages/checkout/page-facts.js';

const EURO = { amountFiat: '25.00', fiatCurrency: 'EUR' };
/** Only its prices are slow, when a test says so. */
const POUND = { amountFiat: '25.00', fiatCurrency: 'GBP' };
const fixed = createFixedRates(
  new Map([
    ['USDC/EUR', '1'],
    ['ETH/EUR', '2000'],
    ['USDC/GBP', '1'],
  ]),
);

/** Prices wait for this promise: those in all currencies, or only those in pounds. */
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

/** Follows a stream. Returns the complete states that it has sent so far. */
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
  return () => told.slice(0, told.lastIndexOf('\n\n') + 2);
}
const lastOf = (told: string): string => told.split('event: state').at(-1) ?? '';

describe('GET /pay/{publicId}/events', () => {
  it('sends the changes of every checkout while the prices of one are slow, and of that one with its last prices', async () => {
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
    expect(lastOf(ofSlow())).toContain('value="local/USDC"');
    open();
    stop.abort();
  });

  it('shows a resumed shop without prices while they are slow, and does not call it expired', async () => {
    const stop = new AbortController();
    const { key: other, merchantId } = await api.addMerchant();
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key: other, json: POUND })).body.data;
    const merchant = api.db('merchants').where({ merchant_id: merchantId });
    await merchant.clone().update({ status: 'suspended' });
    const told = await follow(publicId, stop.signal);
    await until('it is closed', () => told().includes('data-status="closed"'));
    let open = (): void => undefined;
    openedInPounds = new Promise((resolve) => (open = resolve));
    await merchant.clone().update({ status: 'active' });
    await until('it is told', () => !lastOf(told()).includes('data-status="closed"'));
    expect(lastOf(told())).toContain('data-status="choose"');
    expect(lastOf(told())).toContain('No price at the moment');
    open();
    await until('it has prices', () => lastOf(told()).includes('25.00'));
    expect(told()).not.toContain('data-status="expired"');
    stop.abort();
  });

  it('starts with a choice that can be paid, without the other prices while they are slow', async () => {
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key, json: POUND })).body.data;
    const json = { chainCode: 'local', tokenSymbol: 'USDC' };
    await api.ask('POST', `/v1/public/checkouts/${publicId}/select`, { json });
    let open = (): void => undefined;
    openedInPounds = new Promise((resolve) => (open = resolve));
    const answer = await fetch(`${api.baseUrl}/pay/${publicId}`);
    expect(await answer.text()).toContain('data-status="waiting"');
    open();
  });

  it('uses no stream slot of an address whose customers leave before it begins', async () => {
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key, json: EURO })).body.data;
    let open = (): void => undefined;
    opened = new Promise((resolve) => (open = resolve));
    for (let i = 0; i < 25; i += 1) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET /pay/${publicId}/events HTTP/1.1\r\nHost: shop\r\n\r\n`);
      // When this is answered, the server has read all earlier input.
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

describe('the open pages of a process', () => {
  const log = pino({ level: 'silent' });
  const now = (): number => SHOWN_AT;
  const watcherOf = (publicId: string, tell: (html: string) => void = () => undefined) => ({
    publicId,
    locale: 'en' as const,
    tell: ({ html }: { readonly html: string }): void => {
      tell(html);
    },
    lose: () => undefined,
  });

  it('start with facts that are not older than those on the page, and send no older ones later', async () => {
    const { waiting: facts } = PAGE_OF;
    const { publicId } = facts;
    const [before, after] = ['An earlier name', 'A later name'].map((name) => ({
      ...facts,
      merchant: { ...facts.merchant, name },
    })) as [typeof facts, typeof facts];
    let answer = (): void => undefined;
    let asked = 0;
    const read = (): Promise<ReadonlyMap<string, { readonly facts: typeof facts }>> => {
      asked += 1;
      if (asked > 1) return Promise.resolve(new Map());
      return new Promise((resolve) => {
        answer = () => {
          resolve(new Map([[publicId, { facts: before }]]));
        };
      });
    };
    const pages = new OpenPages({ read, now, log });
    const told: string[] = [];
    const watch = (named: typeof facts, beganMs: number): (() => void) =>
      pages.watch(
        { facts: named, beganMs },
        watcherOf(publicId, (html) => told.push(html)),
      );
    const close = [watch(before, performance.now())];
    await until('a reading is under way', () => asked === 1);
    close.push(watch(after, performance.now()));
    expect(told.at(-1)).toContain('A later name');
    close.push(watch(before, 0));
    expect(told.at(-1)).toContain('A later name');
    // A read that began before the later facts returns the earlier ones.
    answer();
    await until('the next reading is over', () => asked >= 3);
    expect(told.filter((html) => html.includes('An earlier name'))).toHaveLength(1);
    for (const end of close) end();
  });

  it('learn that their time is over while nothing can be read', async () => {
    let nowMs = SHOWN_AT;
    const read = () => Promise.reject(new Error('the database is away'));
    const pages = new OpenPages({ read, now: () => nowMs, log });
    const told: string[] = [];
    const { waiting: facts } = PAGE_OF;
    const stop = pages.watch(
      { facts, beganMs: 0 },
      watcherOf(facts.publicId, (html) => told.push(html)),
    );
    expect(told.at(-1)).toContain('data-status="waiting"');
    nowMs += 24 * 3_600_000;
    await until('the end is told', () => told.at(-1)?.includes('data-status="undecided"') === true);
    stop();
  });

  it('learn of their changes although one of them cannot be shown', async () => {
    const { waiting: facts } = PAGE_OF;
    const other = { ...facts, publicId: 'pay_other' };
    const changed = { ...other, merchant: { ...other.merchant, name: 'A later name' } };
    const broken = {
      ...facts,
      get merchant(): never {
        throw new Error('This page can not be shown.');
      },
    };
    const found = new Map([
      [facts.publicId, { facts: broken }],
      [other.publicId, { facts: changed }],
    ]);
    const pages = new OpenPages({ read: () => Promise.resolve(found), now, log });
    const told: string[] = [];
    const stops = [
      pages.watch({ facts, beganMs: 0 }, watcherOf(facts.publicId)),
      pages.watch(
        { facts: other, beganMs: 0 },
        watcherOf(other.publicId, (html) => told.push(html)),
      ),
    ];
    await until('the other page is told', () => told.at(-1)?.includes('A later name') === true);
    for (const stop of stops) stop();
  });

  it('are closed, each by itself, when they could not be read for 10 s, even while a read does not end', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { waiting: facts } = PAGE_OF;
      const other = { ...facts, publicId: 'pay_other' };
      let isStuck = false;
      const read = (): Promise<ReadonlyMap<string, { readonly facts: typeof facts }>> =>
        isStuck
          ? new Promise(() => undefined)
          : Promise.resolve(new Map([[other.publicId, { facts: other }]]));
      const pages = new OpenPages({ read, now, log });
      const lost = new Set<string>();
      const stops = [facts, other].map((one) =>
        pages.watch(
          { facts: one, beganMs: performance.now() },
          { ...watcherOf(one.publicId), lose: () => lost.add(one.publicId) },
        ),
      );
      await jest.advanceTimersByTimeAsync(10_000);
      expect([...lost]).toEqual([]);
      await jest.advanceTimersByTimeAsync(1_000);
      expect([...lost]).toEqual([facts.publicId]);
      isStuck = true;
      await jest.advanceTimersByTimeAsync(12_000);
      expect([...lost]).toEqual([facts.publicId, other.publicId]);
      for (const stop of stops) stop();
    } finally {
      jest.useRealTimers();
    }
  });

  it('are read once per second however long a read takes, and a read waits for slow prices only once', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const readings: PageReading[] = [];
      let answer = (): void => undefined;
      const read = (reading: PageReading): Promise<ReadonlyMap<string, never>> => {
        readings.push(reading);
        return new Promise((resolve) => {
          answer = () => {
            resolve(new Map<string, never>());
          };
        });
      };
      const pages = new OpenPages({ read, now, log });
      const stops = Array.from({ length: 1_001 }, (_, i) => {
        const publicId = `cs_${String(i)}`;
        const facts = { ...PAGE_OF.choose, publicId };
        return pages.watch({ facts, beganMs: 0 }, watcherOf(publicId));
      });
      await jest.advanceTimersByTimeAsync(1_000);
      expect(readings.map(({ known }) => known.size)).toEqual([1_000]);
      await jest.advanceTimersByTimeAsync(400);
      answer();
      await jest.advanceTimersByTimeAsync(0);
      expect(readings.map(({ known }) => known.size)).toEqual([1_000, 1]);
      expect(readings[1]?.isLate).toBe(readings[0]?.isLate);
      answer();
      await jest.advanceTimersByTimeAsync(599);
      expect(readings).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(1);
      expect(readings).toHaveLength(3);
      expect(readings[2]?.isLate).not.toBe(readings[0]?.isLate);
      for (const stop of stops) stop();
      answer();
    } finally {
      jest.useRealTimers();
    }
  });
});
