import { describe, expect, it } from '@jest/globals';
import { isHourlyAlertDue } from '../../../src/domain/core/alert-throttle.js';

const HOUR_MS = 3_600_000;

describe('a condition that lasts', () => {
  it('is logged at once, and again each hour', () => {
    const log = {};
    const due = [0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1, 2 * HOUR_MS].map((nowMs) =>
      isHourlyAlertDue(log, 'inv_1 was altered', nowMs),
    );
    expect(due).toEqual([true, false, false, true, false, true]);
  });

  it('is logged again when it ends and starts anew, and once when two callers find its start at the same moment', () => {
    const log = {};
    const isDue = (nowMs: number, isNew: boolean): boolean =>
      isHourlyAlertDue(log, 'wd_1 waits', nowMs, { isNew });
    expect([isDue(0, false), isDue(3, true), isDue(60_000, false), isDue(120_000, true)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('suppresses nothing else in the log, and nothing in another log', () => {
    const log = {};
    expect(isHourlyAlertDue(log, 'inv_1 was altered', 0)).toBe(true);
    expect(isHourlyAlertDue(log, 'inv_2 was altered', 0)).toBe(true);
    expect(isHourlyAlertDue({}, 'inv_1 was altered', 0)).toBe(true);
  });
});
