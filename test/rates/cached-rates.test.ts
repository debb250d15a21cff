import { describe, expect, it } from '@jest/globals';
import { parsePrice } from '../../src/domain/core/money.js';
import { createCachedRates } from '../../src/rates/cached-rates.js';
import { createFixedRates } from '../../src/rates/fixed-rates.js';
import type { Rate, RateSource } from '../../src/rates/rate-source.js';

/** A source that answers on request, and records the questions. */
function createManualSource() {
  const asked: string[] = [];
  const open: { resolve: (rate: Rate) => void; reject: (error: Error) => void }[] = [];
  const source: RateSource = {
    rate: (symbol, fiat) =>
      new Promise((resolve, reject) => {
        asked.push(`${symbol}/${fiat}`);
        open.push({ resolve, reject });
      }),
  };
  return { source, asked, next: () => open.shift() };
}

const rateAt = (asOfMs: number): Rate => ({ text: '2', price: parsePrice('2'), source: 'kraken', asOfMs });

function start() {
  const manual = createManualSource();
  const clock = { nowMs: 1_000_000 };
  const rates = createCachedRates(manual.source, {
    keepMs: 30_000,
    keepFailureMs: 10_000,
    maxAgeMs: 300_000,
    now: () => clock.nowMs,
  });
  return { ...manual, clock, rates };
}

describe('cached rates', () => {
  it('are requested once for all concurrent callers, for each pair', async () => {
    const { rates, asked, next, clock } = start();
    const answers = [rates.rate('ETH', 'USD'), rates.rate('ETH', 'USD'), rates.rate('ETH', 'EUR')];
    expect(asked).toEqual(['ETH/USD', 'ETH/EUR']);
    next()?.resolve(rateAt(clock.nowMs));
    next()?.resolve(rateAt(clock.nowMs));
    expect(new Set(await Promise.all(answers)).size).toBe(2);
  });

  it('are requested again after a while', async () => {
    const { rates, asked, next, clock } = start();
    const first = rates.rate('ETH', 'USD');
    next()?.resolve(rateAt(clock.nowMs));
    await first;
    clock.nowMs += 29_999;
    expect(await rates.rate('ETH', 'USD')).toBe(await first);
    clock.nowMs += 1;
    void rates.rate('ETH', 'USD');
    expect(asked).toHaveLength(2);
  });

  it('are not cached until they are stale', async () => {
    const { rates, asked, next, clock } = start();
    const first = rates.rate('ETH', 'USD');
    next()?.resolve(rateAt(clock.nowMs - 299_000));
    await first;
    clock.nowMs += 1_000;
    void rates.rate('ETH', 'USD');
    expect(asked).toHaveLength(2);
  });

  it('that failed are not requested at each call, but soon again', async () => {
    const { rates, asked, next, clock } = start();
    const first = rates.rate('ETH', 'USD');
    next()?.reject(new Error('none'));
    await expect(first).rejects.toThrow('none');
    await expect(rates.rate('ETH', 'USD')).rejects.toThrow('none');
    expect(asked).toHaveLength(1);
    clock.nowMs += 10_000;
    void rates.rate('ETH', 'USD');
    expect(asked).toHaveLength(2);
  });
});

describe('fixed rates', () => {
  it('have priority over the sources, and are named as fixed', async () => {
    const { source, asked, next } = createManualSource();
    const rates = createFixedRates(new Map([['USDC/USD', '1']]), source);
    expect(await rates.rate('USDC', 'USD')).toMatchObject({ text: '1', source: 'fixed' });
    expect(asked).toEqual([]);
    const other = rates.rate('USDC', 'EUR');
    next()?.resolve(rateAt(5));
    expect(await other).toMatchObject({ source: 'kraken', asOfMs: 5 });
  });
});
