import { expect, it } from '@jest/globals';
import { inPortions } from '../../../src/domain/core/in-portions.js';

it.each([
  [0, []],
  [1, [[0]]],
  [3, [[0, 1, 2]]],
  [4, [[0, 1, 2], [3]]],
  [
    6,
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
  ],
])('each of %s items is in one portion, in order, and none has more than three', (count, portions) => {
  expect(
    inPortions(
      Array.from({ length: count }, (_, i) => i),
      3,
    ),
  ).toEqual(portions);
});
