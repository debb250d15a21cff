import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { isStuck, raiseFees, type FeePair } from '../../../src/domain/wallets/raise-fees.js';

const wei = fc.bigInt({ min: 0n, max: 10n ** 13n });
const feePair = fc
  .tuple(wei, wei)
  .map(([a, b]): FeePair => ({ maxFeePerGasWei: a > b ? a : b, maxPriorityFeePerGasWei: a > b ? b : a }));

describe('the fees of a replacement', () => {
  it('are an eighth above every attempt in both fields, higher if so advised, and never above the cap', () => {
    fc.assert(
      fc.property(
        fc.array(feePair, { minLength: 1, maxLength: 5 }),
        feePair,
        wei,
        (attempts, advised, capWei) => {
          const raised = raiseFees({ attempts, advised, capWei });
          if (raised.kind === 'capped') {
            expect(attempts.some(({ maxFeePerGasWei }) => maxFeePerGasWei * 9n + 8n > capWei * 8n)).toBe(
              true,
            );
            expect(raised.neededWei).toBeGreaterThan(capWei);
            return;
          }
          const { fees } = raised;
          expect(fees.maxFeePerGasWei).toBeLessThanOrEqual(capWei);
          expect(fees.maxPriorityFeePerGasWei).toBeLessThanOrEqual(fees.maxFeePerGasWei);
          for (const attempt of attempts) {
            expect(fees.maxFeePerGasWei * 8n).toBeGreaterThanOrEqual(attempt.maxFeePerGasWei * 9n);
            expect(fees.maxPriorityFeePerGasWei * 8n).toBeGreaterThanOrEqual(
              attempt.maxPriorityFeePerGasWei * 9n,
            );
            expect(fees.maxFeePerGasWei).toBeGreaterThan(attempt.maxFeePerGasWei);
            expect(fees.maxPriorityFeePerGasWei).toBeGreaterThan(attempt.maxPriorityFeePerGasWei);
          }
          if (advised.maxFeePerGasWei <= capWei)
            expect(fees.maxFeePerGasWei).toBeGreaterThanOrEqual(advised.maxFeePerGasWei);
        },
      ),
    );
  });
});

describe('a transaction is stuck', () => {
  const stuck = (chainTimeMs: number | null, firstSentAtMs: number | null = 1_000): boolean =>
    isStuck({ firstSentAtMs, chainTimeMs, replaceAfterMs: 500 });

  it('when the chain has continued for long enough without it, and not when the chain stands still', () => {
    expect([stuck(1_499), stuck(1_500), stuck(null), stuck(9_999, null)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
