import { describe, expect, it } from '@jest/globals';
import { agreedAmong } from '../../../src/chain/agreement/agreed-answer.js';
import type { RpcAnswer } from '../../../src/chain/rpc/types.js';
import { agreedTimeOf, isDenied, isShown } from '../../../src/chain/agreement/payment-votes.js';
import { majorityOf, talliesOf, votesOf, type Votes } from '../../../src/chain/rpc/votes.js';

type Url = readonly [origin: string, said: number | 'nothing' | 'quarantined'];

/** Builds the answers of URLs, each named by its origin: `a` and `a` are two paths of one host. */
function answersOf(...urls: readonly Url[]): readonly RpcAnswer<number>[] {
  return urls.map(([origin, said]) => {
    if (said === 'nothing') return { ok: false, origin, quarantined: false, error: new Error('away') };
    return {
      ok: true,
      origin,
      quarantined: said === 'quarantined',
      value: said === 'quarantined' ? 1 : said,
    };
  });
}
const votes = (...urls: readonly Url[]): Votes<number> => votesOf(answersOf(...urls), (value) => value);

describe('the votes of RPCs', () => {
  it('are one for each origin, however many URLs it has', () => {
    const { byOrigin, all } = votes(['a', 1], ['a', 1], ['b', 2]);
    expect([...byOrigin]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(all).toBe(2);
  });

  it('are zero for an origin that contradicts itself, which still counts in the total', () => {
    const { byOrigin, inconsistent, all } = votes(['a', 1], ['b', 1], ['a', 2], ['a', 1]);
    expect([...byOrigin]).toEqual([['b', 1]]);
    expect([...inconsistent]).toEqual(['a']);
    expect(all).toBe(2);
  });

  it('are zero for an RPC without an answer or in quarantine; another URL of its host votes instead', () => {
    const { byOrigin, all } = votes(['a', 'nothing'], ['b', 'quarantined'], ['c', 'nothing'], ['c', 3]);
    expect([...byOrigin]).toEqual([['c', 3]]);
    expect(all).toBe(3);
  });

  it('are counted by value, with the most votes first', () => {
    expect(talliesOf(votes(['a', 1], ['b', 2], ['c', 2], ['a', 1]))).toEqual([
      { value: 2, origins: ['b', 'c'] },
      { value: 1, origins: ['a'] },
    ]);
  });

  it('are a majority when they are more than half of all', () => {
    expect(majorityOf(votes(['a', 1], ['a', 1], ['b', 2], ['c', 'nothing']))).toBeNull();
    expect(majorityOf(votes(['a', 1], ['b', 1], ['c', 'nothing']))?.value).toBe(1);
    expect(majorityOf(votes(['a', 1], ['b', 1], ['c', 'nothing'], ['d', 2]))).toBeNull();
  });
});

describe('an answer that RPCs agree on', () => {
  it.each<[string, readonly Url[], number | null]>([
    [
      'is what two hosts say',
      [
        ['a', 1],
        ['b', 1],
        ['c', 2],
      ],
      1,
    ],
    [
      'is not what two URLs of one host say',
      [
        ['a', 1],
        ['a', 1],
        ['b', 'nothing'],
      ],
      null,
    ],
    [
      'is not outvoted by the URLs of one host',
      [
        ['a', 1],
        ['a', 1],
        ['a', 1],
        ['b', 2],
        ['c', 2],
      ],
      2,
    ],
    [
      'is what the only host says',
      [
        ['a', 1],
        ['a', 1],
      ],
      1,
    ],
    [
      'does not exist while the only host contradicts itself',
      [
        ['a', 1],
        ['a', 2],
      ],
      null,
    ],
  ])('%s', (_what, urls, agreed) => {
    expect(agreedAmong(answersOf(...urls), (value) => value)).toBe(agreed);
  });
});

describe('a payment that one RPC showed first', () => {
  const shown = {
    showing: ['b'],
    denying: [],
    times: new Map([['b', 5]]),
    inconsistent: new Set<string>(),
    all: 3,
  };
  const inconsistent = new Set(['a']);

  it('is confirmed by two RPCs, unless the first one contradicts itself', () => {
    expect(isShown(shown, 'a')).toBe(true);
    expect(isShown({ ...shown, inconsistent }, 'a')).toBe(false);
    expect(isDenied({ ...shown, inconsistent })).toBe(false);
  });

  it('has the time that this RPC reported, unless the RPC contradicts itself', () => {
    expect(agreedTimeOf(shown, { origin: 'a', blockTimeMs: 5 })).toBe(5);
    expect(agreedTimeOf({ ...shown, inconsistent }, { origin: 'a', blockTimeMs: 5 })).toBeNull();
  });
});
