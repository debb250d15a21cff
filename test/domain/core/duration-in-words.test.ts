import { describe, expect, it } from '@jest/globals';
import { durationInWords } from '../../../src/domain/core/duration-in-words.js';

describe('a duration, as operators read it', () => {
  it.each([
    [300_000, '5 minutes'],
    [1_800_000, '30 minutes'],
    [7_200_000, '2 hours'],
    [43_200_000, '12 hours'],
    [1_000, '1 second'],
    [90_000, '1 minute 30 seconds'],
    [3_661_000, '1 hour 1 minute'],
    [1, '1 second'],
    [0, '1 second'],
  ])('of %d ms is "%s"', (durationMs, words) => {
    expect(durationInWords(durationMs)).toBe(words);
  });
});
