import { expect, it } from '@jest/globals';
import { Silences } from '../../../activities/chains/verification/silences.js';

const OLD = { transferId: 1, revision: 0 };
const NEW = { transferId: 2, revision: 0 };

let nowMs = 0;
const silentAt = (silences: Silences, ms: number, payment = OLD): number => {
  nowMs = ms;
  return silences.note(payment, { isSilent: true });
};

it('a silence starts with the first unanswered question, however old the payment is, and ends with an answer', () => {
  const silences = new Silences(() => nowMs);
  expect(silentAt(silences, 1_000_000)).toBe(0);
  expect(silentAt(silences, 1_060_000)).toBe(60_000);
  expect(silentAt(silences, 1_060_000, NEW)).toBe(0);
  expect(silences.note(OLD, { isSilent: false })).toBe(0);
  expect(silentAt(silences, 1_090_000)).toBe(0);
  expect(silentAt(silences, 1_100_000)).toBe(10_000);
  expect(silentAt(silences, 1_100_000, NEW)).toBe(40_000);
});

it('a payment that has changed, or that did not wait for a while, starts a new silence', () => {
  const silences = new Silences(() => nowMs);
  silentAt(silences, 0);
  silentAt(silences, 0, NEW);
  expect(silentAt(silences, 5_000, { ...OLD, revision: 1 })).toBe(0);
  silences.keepOnly([NEW]);
  expect(silentAt(silences, 5_000)).toBe(0);
  expect(silentAt(silences, 5_000, NEW)).toBe(5_000);
});
