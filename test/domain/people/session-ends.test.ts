import { expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { endsAfterUse, endsOfNewSession } from '../../../src/domain/people/session-ends.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

it("an operator's session ends sooner than a merchant's", () => {
  expect(endsOfNewSession('operator', 0)).toEqual({
    idleEndsAtMs: 30 * MINUTE_MS,
    absoluteEndsAtMs: 12 * HOUR_MS,
  });
  expect(endsOfNewSession('merchant', 0)).toEqual({
    idleEndsAtMs: 8 * HOUR_MS,
    absoluteEndsAtMs: 7 * 24 * HOUR_MS,
  });
});

it('no use postpones the absolute end, or the idle end beyond it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('merchant' as const, 'operator' as const),
      fc.array(fc.integer({ min: 0, max: 24 * HOUR_MS })),
      (kind, pauses) => {
        const begun = endsOfNewSession(kind, 0);
        let ends = begun;
        let nowMs = 0;
        for (const pause of pauses) {
          nowMs += pause;
          if (nowMs >= ends.idleEndsAtMs) return;
          ends = endsAfterUse(kind, ends, nowMs);
          expect(ends.absoluteEndsAtMs).toBe(begun.absoluteEndsAtMs);
          expect(ends.idleEndsAtMs).toBeLessThanOrEqual(begun.absoluteEndsAtMs);
          expect(ends.idleEndsAtMs).toBeGreaterThan(nowMs);
        }
      },
    ),
  );
});
