import { describe, expect, it } from '@jest/globals';
import { requireWithinLimits } from '../../../../../activities/signer/wallet/policy/signer-limits.js';
import type { SignerLimits } from '../../../../../src/domain/wallets/signer-limits.js';
import { usdc } from '../../../../helpers/facts/facts.js';

const PER_DAY: SignerLimits = new Map([
  ['local/USDC', { perTransactionAtomic: null, perDayAtomic: 100_000_000n }],
]);
const sign = (amountAtomic: bigint, signedTodayAtomic: bigint) => () =>
  requireWithinLimits(PER_DAY, { asset: usdc(), amountAtomic, signedTodayAtomic });

describe("the signer's daily cap", () => {
  it.each([
    ['a first payment above the cap', 100_000_001n, 0n],
    ['a payment that brings the sum above the cap', 40_000_001n, 60_000_000n],
    ['anything when the cap is reached', 1n, 100_000_000n],
  ])('includes the payment to be signed: it refuses %s', (_, amountAtomic, signedTodayAtomic) => {
    expect(sign(amountAtomic, signedTodayAtomic)).toThrow(
      'the signer pays at most 100.000000 USDC in 24 hours',
    );
  });

  it('allows payments up to the exact cap, at once or in parts', () => {
    expect(sign(100_000_000n, 0n)).not.toThrow();
    expect(sign(40_000_000n, 60_000_000n)).not.toThrow();
  });
});
