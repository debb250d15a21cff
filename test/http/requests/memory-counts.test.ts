import { expect, it } from '@jest/globals';
import { MemoryCounts } from '../../../src/http/requests/memory-counts.js';

it('requests of the same instant are each counted as one, and each gets its own count', async () => {
  const counts = new MemoryCounts();
  counts.init({ windowMs: 60_000 } as Parameters<MemoryCounts['init']>[0]);
  const counted = await Promise.all(Array.from({ length: 100 }, () => counts.increment('key')));
  expect(counted.map(({ totalHits }) => totalHits)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  counts.shutdown();
});
