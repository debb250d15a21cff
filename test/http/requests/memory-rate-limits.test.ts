import { expect, it } from '@jest/globals';
import { MemoryRateLimits } from '../../../src/http/requests/memory-rate-limits.js';

it('requests at the same moment each count as one, and each gets its own count', async () => {
  const counts = new MemoryRateLimits();
  counts.init({ windowMs: 60_000 } as Parameters<MemoryRateLimits['init']>[0]);
  const counted = await Promise.all(Array.from({ length: 100 }, () => counts.increment('key')));
  expect(counted.map(({ totalHits }) => totalHits)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  counts.shutdown();
});
