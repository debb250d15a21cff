import { expect, it } from '@jest/globals';
import { LruCache } from '../../../src/domain/core/lru-cache.js';

it('forgets the least recently used key', () => {
  const recent = new LruCache<string, number>(2);
  recent.keep('a', 1);
  recent.keep('b', 2);
  expect(recent.get('a')).toBe(1);
  recent.keep('c', 3);
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

it('computes a value once, even when it is undefined', () => {
  const recent = new LruCache<string, string | null>(2);
  let made = 0;
  const make = (): null => {
    made += 1;
    return null;
  };
  expect([recent.getOrMake('a', make), recent.getOrMake('a', make)]).toEqual([null, null]);
  expect(made).toBe(1);
});
