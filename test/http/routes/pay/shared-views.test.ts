import { beforeEach, describe, expect, it } from '@jest/globals';
import { SharedViews } from '../../../../src/http/routes/pay/shared-views.js';

const FLOODERS = 20;
let nowMs: number;
let status: string;
let reads: { key: string; answer: (error?: Error) => void }[];
let views: SharedViews<string>;

beforeEach(() => {
  nowMs = 1_000_000;
  status = 'pending';
  reads = [];
  views = new SharedViews({
    now: () => nowMs,
    // The stand-in for the database. It sees the state at the moment of the request.
    read: (key) => {
      const seen = status;
      return new Promise((resolve, reject) => {
        const answer = (error?: Error): void => (error === undefined ? resolve(seen) : reject(error));
        reads.push({ key, answer });
      });
    },
  });
});

const flood = (key = 'pay_a'): Promise<string>[] => Array.from({ length: FLOODERS }, () => views.get(key));
/** Lets the database answer its waiting requests. */
const answerAll = (error?: Error): void => {
  for (const { answer } of reads.splice(0)) answer(error);
};

describe('a view that 20 clients ask for without pause', () => {
  it('is read once per second, and shows an honest customer each change within two', async () => {
    let readsMade = 0;
    const seenAfterMs: number[] = [];
    for (const next of ['underpaid', 'paid', 'completed']) {
      status = next;
      const changedAtMs = nowMs;
      for (let seen = ''; seen !== next; nowMs += 100) {
        const flooded = flood();
        const honest = views.get('pay_a');
        readsMade += reads.length;
        answerAll();
        await Promise.all(flooded);
        seen = await honest;
        if (seen === next) seenAfterMs.push(nowMs - changedAtMs);
      }
    }
    expect(Math.max(...seenAfterMs)).toBeLessThan(2_000);
    expect(readsMade).toBeLessThanOrEqual(1 + Math.ceil((nowMs - 1_000_000) / 1_000));
  });

  it('makes only the first client wait while it is read again', async () => {
    const first = flood();
    answerAll();
    await Promise.all(first);
    nowMs += 1_000;
    status = 'paid';
    const [anew, ...others] = flood();
    expect(await Promise.all(others)).toEqual(others.map(() => 'pending'));
    answerAll();
    expect(await anew).toBe('paid');
    expect(await views.get('pay_a')).toBe('paid');
  });

  it('is read again for clients that know of a change, with one running read and one waiting', async () => {
    const first = flood();
    status = 'chosen';
    const renewed = Array.from({ length: FLOODERS }, () => views.renew('pay_a', () => true));
    expect(reads).toHaveLength(1);
    answerAll();
    expect(await Promise.all(first)).toEqual(first.map(() => 'pending'));
    await new Promise(setImmediate);
    expect(reads).toHaveLength(1);
    status = 'paid';
    const later = Array.from({ length: FLOODERS }, () => views.renew('pay_a', () => true));
    answerAll();
    expect(await Promise.all(renewed)).toEqual(renewed.map(() => 'chosen'));
    await new Promise(setImmediate);
    expect(reads).toHaveLength(1);
    answerAll();
    expect(await Promise.all(later)).toEqual(later.map(() => 'paid'));
    expect(await views.get('pay_a')).toBe('paid');
  });

  it('is read at once for a client that finds its later state, and once more per second for all that do not', async () => {
    const renew = (wanted: string): Promise<string> => views.renew('pay_a', (view) => view === wanted);
    const first = flood();
    answerAll();
    await Promise.all(first);
    const vain = renew('made up');
    await new Promise(setImmediate);
    expect(reads).toHaveLength(1);
    answerAll();
    expect(await vain).toBe('pending');
    const others = Array.from({ length: FLOODERS }, () => renew('made up'));
    expect(await Promise.all(others)).toEqual(others.map(() => 'pending'));
    expect(reads).toHaveLength(0);
    nowMs += 1_000;
    for (const chosen of ['chosen', 'chosen again']) {
      status = chosen;
      const found = renew(chosen);
      await new Promise(setImmediate);
      expect(reads).toHaveLength(1);
      answerAll();
      expect(await found).toBe(chosen);
    }
  });

  it('is never shown when it is old, however slow the database is', async () => {
    const first = flood();
    answerAll();
    await Promise.all(first);
    nowMs += 1_000;
    status = 'paid';
    const slow = views.get('pay_a');
    nowMs += 500;
    const waiting = flood();
    expect(reads).toHaveLength(1);
    answerAll();
    expect(await Promise.all([slow, ...waiting])).toEqual(['paid', ...waiting.map(() => 'paid')]);
  });

  it('is read again after a failure, which all waiting clients are told', async () => {
    const asked = flood();
    answerAll(new Error('the database is away'));
    const told = await Promise.allSettled(asked);
    expect(told.map((each) => each.status)).toEqual(told.map(() => 'rejected'));
    const again = views.get('pay_a');
    answerAll();
    expect(await again).toBe('pending');
  });

  it('of one invoice does not delay that of another', async () => {
    flood('pay_a').forEach((asked) => void asked);
    const other = views.get('pay_b');
    expect(reads.map(({ key }) => key)).toEqual(['pay_a', 'pay_b']);
    answerAll();
    expect(await other).toBe('pending');
  });
});
