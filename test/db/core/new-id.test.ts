import { describe, expect, it } from '@jest/globals';
import { newId, timeOfId } from '../../../src/db/core/new-id.js';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');

describe('ids', () => {
  it('sort in the order of creation within one ms', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('inv', NOW_MS));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map(timeOfId)).toEqual(ids.map(() => NOW_MS));
  });

  it('go on in their order while the clock is set back by a second, as a time server does', () => {
    const before = newId('inv', NOW_MS + 10_000);
    const after = newId('inv', NOW_MS + 9_000);
    expect(after > before).toBe(true);
    expect(timeOfId(after)).toBe(NOW_MS + 10_000);
  });

  it('follow a clock that was far ahead and is put right', () => {
    newId('inv', NOW_MS + 3_600_000);
    expect(timeOfId(newId('inv', NOW_MS + 20_000))).toBe(NOW_MS + 20_000);
  });
});
