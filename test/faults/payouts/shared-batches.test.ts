import { describe, expect, it } from '@jest/globals';
import { shareBatches } from '../../../activities/signer/payouts/share-batches.js';

/** Makes work that ends when the test says so, and keeps the items of each batch. */
function heldWork() {
  const batches: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const join = shareBatches<string, string>({
    most: 3,
    take: (items) => {
      batches.push(items);
      return new Promise((resolve, reject) => {
        ends.push((error) => {
          if (error === undefined) resolve(items.map((item) => item.toUpperCase()));
          else reject(error);
        });
      });
    },
  });
  return { batches, join, end: (error?: Error) => ends.shift()?.(error) };
}

describe('batches', () => {
  it('start with one item, and then include all that arrived in the meantime, in order and up to the maximum', async () => {
    const { batches, join, end } = heldWork();
    const outcomes = Promise.all(['a', 'b', 'c', 'd', 'e'].map(join));
    expect(batches).toEqual([['a']]);
    for (let count = 2; count <= 3; count += 1) {
      end();
      await new Promise(setImmediate);
      expect(batches).toHaveLength(count);
    }
    end();
    expect(await outcomes).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it('fail for all their own items, and for none that wait for the next batch', async () => {
    const { join, end } = heldWork();
    const outcomes = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(join));
    const failure = new Error('no RPC answers');
    for (const error of [undefined, failure, undefined]) {
      end(error);
      await new Promise(setImmediate);
    }
    expect(
      (await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null)),
    ).toEqual(['A', null, null, null, 'E']);
    const again = join('f');
    end();
    expect(await again).toBe('F');
  });
});
