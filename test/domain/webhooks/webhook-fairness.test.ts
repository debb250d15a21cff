import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import {
  ATTEMPTS_PER_WORKER,
  attemptsAtOnce,
  isHealthy,
  mayStartUnhealthy,
  queueCheckMs,
  UNHEALTHY_ATTEMPTS_PER_WORKER,
} from '../../../src/domain/webhooks/webhook-fairness.js';

describe('the limit of attempts to one endpoint at the same time', () => {
  it('falls when it fails, and never to zero, because one attempt must find out that it is healthy again', () => {
    expect(
      [0, 9, 10, 1_000_000].map((consecutiveFailures) => attemptsAtOnce({ consecutiveFailures })),
    ).toEqual([32, 32, 5, 5]);
  });

  it('leaves room in a worker for endpoints that answer', () => {
    expect(UNHEALTHY_ATTEMPTS_PER_WORKER).toBeLessThan(ATTEMPTS_PER_WORKER);
    expect(isHealthy({ consecutiveFailures: 0, lastSuccessAtMs: null })).toBe(false);
    expect(isHealthy({ consecutiveFailures: 1, lastSuccessAtMs: 1 })).toBe(false);
    expect(isHealthy({ consecutiveFailures: 0, lastSuccessAtMs: 1 })).toBe(true);
  });
});

describe('deliveries to endpoints that are not known to answer', () => {
  it.each([
    ['at once while receivers answer', { unseen: 0, hanging: 24, sinceLastMs: 0 }, true],
    ['not while enough of them wait for a worker', { unseen: 5, hanging: 0, sinceLastMs: 60_000 }, false],
    ['not at once where many receivers hang', { unseen: 0, hanging: 25, sinceLastMs: 499 }, false],
    ['a few now and then where many hang', { unseen: 4, hanging: 25, sinceLastMs: 500 }, true],
    [
      'not when no slot of a worker is free for them',
      { unseen: 0, hanging: 250, sinceLastMs: 60_000 },
      false,
    ],
  ])('are started %s', (_when, started, may) => {
    expect(mayStartUnhealthy(started)).toBe(may);
  });
});

describe('the time after which a waiting delivery checks again by itself', () => {
  const queue = fc.record({
    length: fc.nat(1_000),
    atOnce: fc.constantFrom(5, 32),
    timeoutMs: fc.integer({ min: 1, max: 600_000 }),
    isWorkerFull: fc.boolean(),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it('has a limit, and grows with the number of waiting deliveries', () => {
    fc.assert(
      fc.property(queue, (one) => {
        const waitMs = queueCheckMs(one);
        const oneMore = queueCheckMs({ ...one, length: one.length + 1 });
        return waitMs >= (one.isWorkerFull ? 60_000 : 10_000) && waitMs <= 5_400_000 && oneMore >= waitMs;
      }),
    );
  });

  it('keeps ten thousand waiting deliveries below a few questions per second', () => {
    const waitMs = queueCheckMs({
      length: 1_000,
      atOnce: 5,
      timeoutMs: 30_000,
      isWorkerFull: false,
      random: 0,
    });
    expect(10_000 / (waitMs / 1_000)).toBeLessThan(3);
  });
});
