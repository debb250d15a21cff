import { describe, expect, it } from '@jest/globals';
import { QuittanceError } from '../../../src/domain/core/errors.js';
import {
  assertConsistent,
  assertWithinLimits,
  NO_LIMITS,
  type WithdrawalLimits,
} from '../../../src/domain/withdrawals/withdrawal-limits.js';

const asset = { tokenSymbol: 'USDC', decimals: 6 };
const limits = (some: Partial<WithdrawalLimits>): WithdrawalLimits => ({ ...NO_LIMITS, ...some });
const refusal = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    if (error instanceof QuittanceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'allowed';
};

describe('the limits of withdrawals', () => {
  it.each([
    [{}, 10n ** 60n, 0n, /^allowed$/],
    [{ perWithdrawalAtomic: 5_000_000n }, 5_000_000n, 0n, /^allowed$/],
    [{ perWithdrawalAtomic: 5_000_000n }, 5_000_001n, 0n, /^limit_exceeded: .* at most 5\.000000 USDC/],
    [{ perDayAtomic: 9_000_000n }, 4_000_000n, 5_000_000n, /^allowed$/],
    [{ perDayAtomic: 9_000_000n }, 4_000_001n, 5_000_000n, /at most 9\.000000 USDC; 4\.000000 USDC are left/],
    // lowered after it was used
    [{ perDayAtomic: 3_000_000n }, 1n, 5_000_000n, /at most 3\.000000 USDC; 0\.000000 USDC are left/],
    [{ perWithdrawalAtomic: 0n }, 1n, 0n, /^limit_exceeded/],
  ])('%j: %s after %s is answered %s', (some, amountAtomic, takenAtomic, answer) => {
    expect(
      refusal(() => {
        assertWithinLimits(limits(some), { amountAtomic, asset, takenAtomic });
      }),
    ).toMatch(answer);
  });

  it('cannot require two operators and nobody at the same time', () => {
    const both = limits({ autoApproveBelowAtomic: 11n, twoApprovalsAboveAtomic: 10n });
    expect(
      refusal(() => {
        assertConsistent(both);
      }),
    ).toMatch(/^validation_failed/);
    expect(
      refusal(() => {
        assertConsistent({ ...both, autoApproveBelowAtomic: 10n });
      }),
    ).toBe('allowed');
  });
});
