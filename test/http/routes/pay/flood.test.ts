import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { storeBlock } from '../../../../src/db/chains/store-blocks.js';
import { takeOverChain } from '../../../../src/db/chains/chain-cursor.js';
import { transaction } from '../../../../src/db/core/database.js';
import { settleInvoice } from '../../../../src/db/invoices/settle-invoice.js';
import { RATE_LIMITS } from '../../../../src/domain/merchants/rate-limits.js';
import { HOUR_LONG_LIMITS } from '../../../helpers/api/hour-long-limits.js';
import { startApi, type Shown, type TestApi } from '../../../helpers/api/start-api.js';
import { blockOf, depositAddressOf, testChain, transferIn } from '../../../helpers/facts/facts.js';
import { until } from '../../../helpers/until.js';

const FLOODERS = Array.from({ length: 20 }, (_, index) => `198.51.100.${String(index + 1)}`);
/** The first one asks on eight connections at once, so that it soon uses up its limit, on a slow machine too. */
const LINES = [...FLOODERS, ...Array.from({ length: 7 }, () => FLOODERS[0] as string)];
const CUSTOMER = '192.0.2.9';
const NEWCOMER = '192.0.2.10';
const SEEN_WITHIN_MS = 2_000;
/** Each process reads a view once a second for `/v1/public/*`, once for `/pay/*` and once for all open streams. */
const READS_PER_SECOND = 3;

let api: TestApi;
let invoice: Shown;

beforeAll(async () => {
  api = await startApi({ rateLimits: HOUR_LONG_LIMITS, trustProxy: 1 });
  const { key } = await api.addMerchant();
  const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC' };
  invoice = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
});
afterAll(() => api.close());

const get = (path: string, ip: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${api.baseUrl}${path}`, {
    headers: { accept: 'text/html', 'x-forwarded-for': ip },
    ...(signal === undefined ? {} : { signal }),
  });

/** Asks on each connection, one request after the other, until it is stopped. */
function flood(): { readonly refusedBy: ReadonlyMap<string, number>; stop(): Promise<void> } {
  const { publicId } = invoice;
  const page = `/pay/${publicId}`;
  const paths = [`/v1/public/invoices/${publicId}`, page, `${page}/fragment`, `${page}/fragment`];
  const refusedBy = new Map<string, number>();
  let isOver = false;
  const ask = async (ip: string): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const path = paths[turn % paths.length] ?? page;
      const response = await get(path, ip);
      await response.arrayBuffer();
      if (response.status !== 429) continue;
      const of = `${path.startsWith('/pay/') ? '/pay' : '/v1/public'} ${response.headers.get('x-ratelimit-limit') ?? ''}`;
      refusedBy.set(of, (refusedBy.get(of) ?? 0) + 1);
    }
  };
  const asking = Promise.all(LINES.map(ask));
  return {
    refusedBy,
    async stop() {
      isOver = true;
      await asking;
    },
  };
}

/** An open stream, and the states that it has received. */
async function openStream(ip: string): Promise<{ readonly told: readonly string[]; close(): void }> {
  const stop = new AbortController();
  const response = await get(`/pay/${invoice.publicId}/events`, ip, stop.signal);
  expect([ip, response.status]).toEqual([ip, 200]);
  const told: string[] = [];
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const state = /data-status="(\w+)"/.exec(text.slice(0, end))?.[1];
        if (state !== undefined) told.push(state);
        text = text.slice(end + 2);
      }
    }
  };
  // It ends by our own hand.
  void read().catch(() => undefined);
  return {
    told,
    close: () => {
      stop.abort();
    },
  };
}

/** Pays a part, then the rest, then lets the payments be confirmed, as the follower and the settlement do. */
async function createPayer(): Promise<(height: number) => Promise<void>> {
  const { claim } = await takeOverChain(api.db, 'local');
  const amounts = new Map([
    [1, 40_000_000n],
    [2, 60_000_000n],
  ]);
  const to = invoice.depositAddress.toLowerCase();
  const context = {
    chains: new Map([['local', testChain]]),
    showAddress: (address: string) => address,
    depositAddress: depositAddressOf,
  };
  return async (height) => {
    const block = blockOf(height);
    const amountAtomic = amounts.get(height);
    const txHash = `0x${height.toString(16).padStart(64, '0')}`;
    const transfers = amountAtomic === undefined ? [] : [transferIn(block, { to, txHash, amountAtomic })];
    await storeBlock(api.db, claim, { block, transfers, receipts: [], spends: [] });
    await transaction(api.db, (trx) =>
      settleInvoice(trx, { ...context, nowMs: Date.now() }, invoice.invoiceId),
    );
  };
}

/**
 * Measures the delay of the machine itself: the longest time of a trivial statement on an otherwise unused pool.
 * Whatever the API does, a change can't be seen faster on a machine that many tests share.
 */
function measureMachine(): { readonly latestMs: () => number; stop(): Promise<void> } {
  let isOver = false;
  let latestMs = 0;
  const measure = async (): Promise<boolean> => {
    const beganMs = performance.now();
    await api.db.raw('SELECT 1');
    latestMs = Math.max(latestMs, performance.now() - beganMs);
    return isOver;
  };
  const measuring = until('the flood is over', measure, { everyMs: 100, withinMs: 280_000 });
  return {
    latestMs: () => latestMs,
    async stop() {
      isOver = true;
      await measuring;
    },
  };
}
/** Far more round trips than a change needs until it is seen: those of its read and of the answer, and the waits for connections. */
const ROUND_TRIPS = 20;

it('20 addresses that flood the public paths and the page delay no change for an honest customer by more than 2 s', async () => {
  const { publicId } = invoice;
  const pay = await createPayer();
  let reads = 0;
  const count = ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }): void => {
    if (sql.includes('i.public_id') && JSON.stringify(bindings).includes(publicId)) reads += 1;
  };
  api.pool.on('query', count);
  const beganMs = performance.now();
  const stream = await openStream(CUSTOMER);
  const flooding = flood();
  const machine = measureMachine();
  try {
    const { limit } = RATE_LIMITS['GET /v1/public/*'];
    const ofPages = RATE_LIMITS['GET /pay/* per IP'].limit;
    await until(
      'the flood has used up what all share of the public paths, and what its own addresses have of the pages',
      () =>
        [`/v1/public ${String(limit)}`, `/pay ${String(ofPages)}`].every((of) => flooding.refusedBy.has(of)),
      { withinMs: 180_000, describe: () => Promise.resolve(flooding.refusedBy) },
    );
    const other = await openStream(NEWCOMER);
    for (const [height, state] of [
      [1, 'part'],
      [2, 'seen'],
      [5, 'completed'],
    ] as const) {
      for (let next = height === 5 ? 3 : height; next < height; next += 1) await pay(next);
      await pay(height);
      const changedMs = performance.now();
      const seenBy = async (what: string, sees: () => boolean | Promise<boolean>, everyMs = 25) => {
        await until(`${what} shows ${state}`, sees, { everyMs });
        // A client that asks at intervals may see the change later by one interval.
        return performance.now() - changedMs - everyMs;
      };
      const pageShows = async (): Promise<boolean> => {
        const response = await get(`/pay/${publicId}`, CUSTOMER);
        expect(response.status).toBe(200);
        return (await response.text()).includes(`data-status="${state}"`);
      };
      const seenMs = await Promise.all([
        seenBy('the stream', () => stream.told.includes(state)),
        seenBy("the newcomer's stream", () => other.told.includes(state)),
        // With 600 ms between requests, the customer stays below the limit of an address, however long this takes.
        seenBy('the page', pageShows, 600),
      ]);
      expect(Math.max(...seenMs)).toBeLessThan(SEEN_WITHIN_MS + ROUND_TRIPS * machine.latestMs());
    }
    const seconds = (performance.now() - beganMs) / 1_000;
    expect(reads).toBeLessThanOrEqual(READS_PER_SECOND * (seconds + 1));
    other.close();
  } finally {
    stream.close();
    await flooding.stop();
    await machine.stop();
    api.pool.off('query', count);
  }
});
