import { describe, expect, it } from '@jest/globals';
import {
  approvalsRequired,
  isApprovedAutomatically,
} from '../../../src/domain/withdrawals/required-approvals.js';
import { NO_LIMITS } from '../../../src/domain/withdrawals/withdrawal-limits.js';

describe('the approvals that a withdrawal needs', () => {
  it('are two only above the amount that asks for two', () => {
    const some = { ...NO_LIMITS, twoApprovalsAboveAtomic: 10n };
    expect([9n, 10n, 11n].map((amount) => approvalsRequired(some, amount))).toEqual([1, 1, 2]);
    expect(approvalsRequired(NO_LIMITS, 10n ** 60n)).toBe(1);
  });

  it('are none only below the amount that asks for none, and never for a refund', () => {
    const some = { ...NO_LIMITS, autoApproveBelowAtomic: 10n };
    const payout = (amountAtomic: bigint): boolean =>
      isApprovedAutomatically(some, { kind: 'payout', amountAtomic });
    expect([9n, 10n, 11n].map(payout)).toEqual([true, false, false]);
    expect(isApprovedAutomatically(some, { kind: 'refund', amountAtomic: 1n })).toBe(false);
    expect(isApprovedAutomatically(NO_LIMITS, { kind: 'payout', amountAtomic: 1n })).toBe(false);
  });
});
