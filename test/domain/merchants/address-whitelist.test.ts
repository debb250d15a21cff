import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import {
  isOpen,
  isWithinWhitelist,
  mayWithdrawTo,
  OPEN_WHITELIST,
  replaceWhitelist,
  type AddressWhitelist,
  type WhitelistedAddress,
} from '../../../src/domain/merchants/address-whitelist.js';

const DELAY_MS = 86_400_000;
const place = (name: string): WhitelistedAddress => ({
  chainCode: 'local',
  address: `0x${name.repeat(40)}`,
  label: name,
});
const [a, b, c] = [place('a'), place('b'), place('c')];
const replace = (
  current: AddressWhitelist,
  asked: readonly WhitelistedAddress[],
  nowMs: number,
): AddressWhitelist => replaceWhitelist(current, asked, { nowMs, delayMs: DELAY_MS });
const payable = (whitelist: AddressWhitelist, nowMs: number): string =>
  [a, b, c]
    .filter((entry) => mayWithdrawTo(whitelist, entry, nowMs))
    .map(({ label }) => label)
    .join('');

const OF_A = replace(OPEN_WHITELIST, [a], 0);

describe('a whitelist of addresses', () => {
  it('takes effect at once when it is the first of a key', () => {
    expect(payable(OPEN_WHITELIST, 0)).toBe('abc');
    expect(payable(OF_A, 0)).toBe('a');
  });

  it('removes addresses at once, and adds them after the delay', () => {
    const changed = replace(OF_A, [b, c], 1_000);
    expect(payable(changed, 1_000)).toBe('');
    expect(payable(changed, 999 + DELAY_MS)).toBe('');
    expect(payable(changed, 1_000 + DELAY_MS)).toBe('bc');
  });

  it('restricts until the delay is over when it is emptied', () => {
    const emptied = replace(OF_A, [], 1_000);
    expect(payable(emptied, 999 + DELAY_MS)).toBe('a');
    expect(payable(emptied, 1_000 + DELAY_MS)).toBe('abc');
    expect(isOpen(emptied, 1_000 + DELAY_MS)).toBe(true);
  });

  it('keeps the time of waiting addresses when it is sent again', () => {
    const waiting = replace(OF_A, [a, b], 0);
    expect(payable(replace(waiting, [a, b], DELAY_MS - 1), DELAY_MS)).toBe('ab');
    const ending = replace(OF_A, [], 0);
    expect(payable(replace(ending, [], DELAY_MS - 1), DELAY_MS)).toBe('abc');
  });

  it('stays with its addresses when it was about to end and is sent again', () => {
    const kept = replace(replace(OF_A, [], 0), [a], 1_000);
    expect(payable(kept, 1_000)).toBe('a');
    expect(payable(kept, 10 * DELAY_MS)).toBe('a');
  });

  it('starts again after it has ended: nothing of the old one is in effect', () => {
    const ended = replace(OF_A, [], 0);
    expect(payable(replace(ended, [b], DELAY_MS), DELAY_MS)).toBe('b');
  });

  it('changes at once without a delay', () => {
    const now = { nowMs: 5, delayMs: 0 };
    expect(payable(replaceWhitelist(OF_A, [b], now), 5)).toBe('b');
    expect(replaceWhitelist(OF_A, [], now)).toEqual(OPEN_WHITELIST);
  });

  it('never allows an address that was not requested for the whole delay, in any order of changes', () => {
    const step = fc.record({
      asked: fc.subarray([a, b, c]),
      waitMs: fc.integer({ min: 0, max: 2 * DELAY_MS }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        let whitelist = OF_A;
        let nowMs = 0;
        for (const { asked, waitMs } of steps) {
          nowMs += waitMs;
          const open = payable(whitelist, nowMs);
          const changed = replace(whitelist, asked, nowMs);
          // An order opens nothing that was closed before the delay is over, unless it was already waiting.
          for (const label of payable(changed, nowMs)) expect(open).toContain(label);
          for (const label of payable(changed, nowMs + DELAY_MS - 1)) {
            expect(open + payable(whitelist, nowMs + DELAY_MS - 1)).toContain(label);
          }
          whitelist = changed;
        }
      }),
    );
  });

  it('is within another when it allows no more, and no earlier', () => {
    const within = (inner: AddressWhitelist, outer: AddressWhitelist): boolean =>
      isWithinWhitelist(inner, outer, 1);
    const ofBoth = replace(OPEN_WHITELIST, [a, b], 0);
    const waiting = replace(OF_A, [a, b], 0);
    const ending = replace(OF_A, [], 0);
    expect([within(OF_A, OPEN_WHITELIST), within(OPEN_WHITELIST, OF_A)]).toEqual([true, false]);
    expect([within(OF_A, ofBoth), within(ofBoth, OF_A)]).toEqual([true, false]);
    expect([within(waiting, ofBoth), within(ofBoth, waiting)]).toEqual([true, false]);
    expect([within(OF_A, ending), within(ending, OF_A), within(ending, ending)]).toEqual([true, false, true]);
  });
});
