import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QuittanceError } from '../../src/domain/core/errors.js';
import type { PublicRateSource } from '../../src/domain/core/rate-sources.js';
import { createMedianRates, PUBLIC_SOURCES, type SourceTrouble } from '../../src/rates/median-rates.js';
import type { Rate } from '../../src/rates/rate-source.js';
import { say, startStandIn, type StandIn } from './stand-in.js';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
/** Long enough for the sources that answer, on a busy machine. */
const TIMEOUT_MS = 60_000;
const NAMES = Object.keys(PUBLIC_SOURCES) as PublicRateSource[];

let servers: Record<PublicRateSource, StandIn>;
let troubles: SourceTrouble[];

/** The documented answer of each source for ETH/USD. */
const ANSWERS: Record<PublicRateSource, (price: string, atMs: number) => unknown> = {
  coinbase: (price, atMs) => ({
    trade_id: 99415874,
    price,
    size: '0.01419161',
    time: new Date(atMs).toISOString().replace('Z', '144Z'),
    bid: '1',
    ask: '9',
    volume: '243742.21783082',
  }),
  kraken: (price, atMs) => ({
    error: [],
    result: {
      XETHZUSD: [[price, '0.34507674', atMs / 1_000, 'b', 'm', '', 61044952]],
      last: '1688671969993150842',
    },
  }),
  bitstamp: (price, atMs) => ({
    timestamp: String(Math.floor(atMs / 1_000)),
    open: '1',
    high: '9',
    low: '1',
    last: price,
    volume: '15671.15645338',
    vwap: '7',
    bid: '1',
    ask: '9',
    side: '0',
    open_24: '1',
    percent_change_24: '-0.1',
    market_type: 'SPOT',
  }),
  coingecko: (price, atMs) => ({
    ethereum: { usd: Number(price), last_updated_at: Math.floor(atMs / 1_000) },
  }),
};

function quote(name: PublicRateSource, price: string, atMs = NOW_MS): void {
  servers[name].answer = say(ANSWERS[name](price, atMs));
}

function ask(
  {
    names = NAMES,
    maxAgeMs = 300_000,
    timeoutMs = TIMEOUT_MS,
  }: { names?: readonly PublicRateSource[]; maxAgeMs?: number; timeoutMs?: number } = {},
  [symbol, fiat]: readonly [string, string] = ['ETH', 'USD'],
): Promise<Rate> {
  return createMedianRates({
    sources: names.map((name) => ({ ...PUBLIC_SOURCES[name], baseUrl: servers[name].baseUrl })),
    maxAgeMs,
    maxDeviationBps: 100,
    timeoutMs,
    onTrouble: (trouble) => troubles.push(trouble),
    now: () => NOW_MS,
  }).rate(symbol, fiat);
}

const unavailable = expect.objectContaining({
  code: 'rate_unavailable',
  status: 503,
  retryAfterSeconds: 10,
} satisfies Partial<QuittanceError>);

const unsupported = expect.objectContaining({
  code: 'unsupported_asset',
  status: 422,
} satisfies Partial<QuittanceError>);

/** The documented answer of each source for a pair that it does not have. */
const UNLISTED: Record<PublicRateSource, StandIn['answer']> = {
  coinbase: say({ message: 'NotFound' }, 404),
  kraken: say({ error: ['EQuery:Unknown asset pair'] }),
  bitstamp: say('', 404),
  coingecko: say({ ethereum: { last_updated_at: NOW_MS / 1_000 } }),
};

beforeEach(async () => {
  troubles = [];
  const started = await Promise.all(NAMES.map(async (name) => [name, await startStandIn()] as const));
  servers = Object.fromEntries(started) as typeof servers;
  quote('coinbase', '2000.1');
  quote('kraken', '2000.20000', NOW_MS - 2_000);
  quote('bitstamp', '2000.4');
  quote('coingecko', '2000.7', NOW_MS - 60_000);
});

afterEach(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
});

describe('a rate from public sources', () => {
  it('is their exact median, with the agreeing sources and the oldest of their times', async () => {
    const rate = await ask();
    expect(rate).toEqual({
      text: '2000.3',
      price: { numerator: 2_000_300_000_000_000_000_000n, denominator: 10n ** 18n },
      source: 'bitstamp,coinbase,coingecko,kraken',
      asOfMs: NOW_MS - 60_000,
    });
    expect(troubles).toEqual([]);
    expect(NAMES.map((name) => servers[name].asked)).toEqual([
      ['/products/ETH-USD/ticker'],
      ['/0/public/Trades?pair=ETHUSD&count=1'],
      ['/api/v2/ticker/ethusd/'],
      ['/api/v3/simple/price?ids=ethereum&vs_currencies=usd&include_last_updated_at=true'],
    ]);
  });

  it('works without a source that is down', async () => {
    await servers.bitstamp.close();
    expect(await ask()).toMatchObject({ text: '2000.2', source: 'coinbase,coingecko,kraken' });
    expect(troubles).toMatchObject([
      { source: 'bitstamp', pair: 'ETH/USD', why: "it can't be reached: ECONNREFUSED" },
    ]);
  });

  it.each(['0.0001', '1979', '2021', '9999999'])('ignores a single source that reports %s', async (lie) => {
    quote('coinbase', lie);
    expect(await ask()).toMatchObject({ text: '2000.4', source: 'bitstamp,coingecko,kraken' });
    expect(troubles).toMatchObject([{ source: 'coinbase', why: expect.stringContaining(lie) }]);
  });

  it('is unavailable when two sources disagree with two others', async () => {
    quote('coinbase', '2100');
    quote('kraken', '2100');
    await expect(ask()).rejects.toEqual(unavailable);
    expect(troubles).toHaveLength(4);
  });

  it('is unavailable when the only two differ, and when only one of several is left', async () => {
    quote('coinbase', '2030');
    await expect(ask({ names: ['coinbase', 'kraken'] })).rejects.toEqual(unavailable);
    servers.coinbase.answer = say({}, 500);
    await expect(ask({ names: ['coinbase', 'kraken'] })).rejects.toEqual(unavailable);
  });

  it('is the price of a single source when only that one is configured', async () => {
    expect(await ask({ names: ['kraken'] })).toMatchObject({
      text: '2000.2',
      source: 'kraken',
      asOfMs: NOW_MS - 2_000,
    });
  });

  it('ignores a price that is too old, or from the future', async () => {
    quote('kraken', '2000.2', NOW_MS - 300_001);
    quote('coinbase', '2000.2', NOW_MS + 61_000);
    expect(await ask()).toMatchObject({ source: 'bitstamp,coingecko' });
    expect(troubles).toMatchObject([
      { source: 'coinbase', why: 'the time of its price is in the future' },
      { source: 'kraken', why: 'its price is too old: 300 s' },
    ]);
  });

  it('is unavailable rather than stale', async () => {
    for (const name of NAMES) quote(name, '2000', NOW_MS - 301_000);
    await expect(ask()).rejects.toEqual(unavailable);
  });

  it('waits for a source that hangs, before or in its answer, no longer than the time-out', async () => {
    servers.kraken.answer = () => undefined;
    servers.coingecko.answer = (_, response) => response.write('{"ethereum":');
    expect(await ask({ timeoutMs: 5_000 })).toMatchObject({ source: 'bitstamp,coinbase' });
    const why = 'it did not answer within 5000 ms';
    expect(troubles).toEqual([
      { source: 'kraken', pair: 'ETH/USD', why },
      { source: 'coingecko', pair: 'ETH/USD', why },
    ]);
  });

  it('requests no price for a token whose symbol no exchange could list', async () => {
    await expect(ask({}, ['../USD₮', 'USD'])).rejects.toEqual(unsupported);
    expect(NAMES.flatMap((name) => servers[name].asked)).toEqual([]);
  });

  it('is refused as unsupported, without an alarm, when no source has the pair', async () => {
    for (const name of NAMES) servers[name].answer = UNLISTED[name];
    await expect(ask()).rejects.toEqual(unsupported);
    expect(troubles).toEqual([]);
  });

  it('is only unavailable while one of the sources can be asked later', async () => {
    for (const name of NAMES) servers[name].answer = UNLISTED[name];
    servers.kraken.answer = say({}, 500);
    await expect(ask()).rejects.toEqual(unavailable);
    expect(troubles).toHaveLength(NAMES.length);
  });
});

describe('the answer of a source', () => {
  const coinbase = ANSWERS.coinbase('2000', NOW_MS) as object;
  const bitstamp = ANSWERS.bitstamp('2000', NOW_MS) as object;
  const krakenOf = (trade: unknown): unknown => ({ error: [], result: { XETHZUSD: [trade], last: '1' } });

  it.each<[PublicRateSource, string, unknown, number?]>([
    ['coinbase', 'that is not JSON', '<html>'],
    ['coinbase', 'that is an error', { message: 'NotFound' }, 404],
    ['coinbase', 'whose price is a number', { ...coinbase, price: 2000 }],
    ['coinbase', 'whose price has an exponent', { ...coinbase, price: '2e3' }],
    ['coinbase', 'whose price is zero', { ...coinbase, price: '0.00' }],
    ['coinbase', 'whose price is negative', { ...coinbase, price: '-2000' }],
    ['coinbase', 'without a time', { ...coinbase, time: undefined }],
    ['coinbase', 'with an invalid time', { ...coinbase, time: 'yesterday' }],
    ['coinbase', 'larger than any ticker answer', `"${'x'.repeat(300_000)}"`],
    ['kraken', 'that names an error', { error: ['EQuery:Unknown asset pair'] }],
    [
      'kraken',
      'of another pair',
      { error: [], result: { XXBTZUSD: [['1', '1', 1_700_000_000]], last: '1' } },
    ],
    ['kraken', 'without trades', { error: [], result: { XETHZUSD: [], last: '1' } }],
    ['kraken', 'with a trade cut short', krakenOf(['2000', '1'])],
    ['kraken', 'with a time as text', krakenOf(['2000', '1', '1700000000'])],
    ['bitstamp', 'without a price', { ...bitstamp, last: null }],
    ['bitstamp', 'with a time in ms', { ...bitstamp, timestamp: String(NOW_MS) }],
    ['coingecko', 'that knows nothing', {}],
    ['coingecko', 'without the currency', { ethereum: { last_updated_at: NOW_MS / 1_000 } }],
    ['coingecko', 'without a time', { ethereum: { usd: 2000 } }],
    ['coingecko', 'with a tiny price', { ethereum: { usd: 1e-9, last_updated_at: NOW_MS / 1_000 } }],
    ['coingecko', 'that refuses', { status: { error_code: 429 } }, 429],
  ])('%s: one %s is not a price', async (name, _, answer, status = 200) => {
    servers[name].answer = say(answer, status);
    expect((await ask()).source.split(',')).not.toContain(name);
    expect(troubles).toMatchObject([{ source: name, why: expect.stringMatching(/^its? /) }]);
  });

  it('is not read from the target of a redirect', async () => {
    servers.coinbase.answer = (_, response) => {
      response.writeHead(302, { location: servers.kraken.baseUrl }).end();
    };
    expect((await ask()).source).toBe('bitstamp,coingecko,kraken');
    expect(servers.kraken.asked).toHaveLength(1);
  });

  it('from Kraken is the latest trade, and newer assets have their plain names', async () => {
    const atSeconds = NOW_MS / 1_000;
    servers.kraken.answer = say({
      error: [],
      result: {
        USDCUSD: [
          ['0.9990', '1', atSeconds - 9.5, 's', 'l', '', 1],
          ['0.9998', '1', atSeconds - 1.5, 's', 'l', '', 2],
        ],
        last: '1',
      },
    });
    expect(await ask({ names: ['kraken'] }, ['USDC', 'USD'])).toMatchObject({
      text: '0.9998',
      asOfMs: NOW_MS - 1_500,
    });
  });
});
