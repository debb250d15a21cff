import { expect, it } from '@jest/globals';
import { amountDue } from '../../../src/domain/invoices/amount-due.js';

it.each([
  ['all of it', 'pending', 12_500_000n, 0n, 6, 12_500_000n],
  ['the rest of it', 'underpaid', 12_500_000n, 12_000_001n, 6, 499_999n],
  ['the rest, rounded up to what can be shown', 'underpaid', 10n ** 18n, 1n, 18, 10n ** 18n],
  ['nothing, once it is paid within the tolerance', 'paid', 12_500_000n, 12_499_999n, 6, 0n],
  ['nothing, once its time is over', 'expired', 12_500_000n, 1n, 6, 0n],
  ['nothing, when it was cancelled', 'cancelled', 12_500_000n, 0n, 6, 0n],
] as const)('a customer is asked for %s', (_what, status, amountAtomic, amountPaidAtomic, decimals, due) => {
  expect(amountDue({ status, amountAtomic, amountPaidAtomic, decimals })).toBe(due);
});
