import { describe, expect, it } from '@jest/globals';
import { beforeDays, daysIn, daysUntil } from '../../../src/domain/core/days.js';

describe('the day of a moment', () => {
  it.each([
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['UTC', '2026-02-28T23:59:59.999Z', '2026-02-28'],
    ['Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-01'],
    ['America/New_York', '2026-03-01T04:59:59.999Z', '2026-02-28'],
    ['Asia/Kathmandu', '2026-02-28T18:15:00.000Z', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-02-28T10:00:00.000Z', '2026-03-01'],
  ])('in %s at %s is %s', (timeZone, moment, day) => {
    expect(daysIn(timeZone)(Date.parse(moment))).toBe(day);
  });

  it('in a time zone that does not exist is refused', () => {
    expect(() => daysIn('Europe/Nowhere')).toThrow(RangeError);
  });
});

describe('a range of the last days', () => {
  it('crosses the end of a month, and of February in a leap year', () => {
    expect(daysUntil('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });

  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'])(
    'starts after the moment from which it is read, in %s, even when clocks change',
    (timeZone) => {
      for (let hour = 0; hour < 24 * 60; hour += 1) {
        const nowMs = Date.UTC(2026, 2, 1) + hour * 3_600_000;
        const dayOf = daysIn(timeZone);
        const [first = ''] = daysUntil(dayOf(nowMs), 30);
        expect(dayOf(beforeDays(nowMs, 30)) < first).toBe(true);
      }
    },
  );
});
