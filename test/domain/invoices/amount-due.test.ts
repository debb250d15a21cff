import { expect, it } from '@jest/globals';
import { amountDue } from '../../../src/domain/invoices/amount-due.js';
import { presentState } from '../../../src/domain/invoices/present-state.js';

it.each([
  ['all of it', 'pending', 12_500_000n, 0n, 6, 12_500_000n],
  ['the rest of it', 'underpaid', 12_500_000n, 12_000_001n, 6, 499_999n],
  ['the rest, rounded up to the digits that can be shown', 'underpaid', 10n ** 18n, 1n, 18, 10n ** 18n],
  ['nothing, once it is paid within the tolerance', 'paid', 12_500_000n, 12_499_999n, 6, 0n],
  ['nothing, once its time is over', 'expired', 12_500_000n, 1n, 6, 0n],
  ['nothing, when it was cancelled', 'cancelled', 12_500_000n, 0n, 6, 0n],
] as const)('a customer is asked for %s', (_what, status, amountAtomic, amountPaidAtomic, decimals, due) => {
  expect(amountDue({ status, amountAtomic, amountPaidAtomic, decimals })).toBe(due);
});

it.each([
  ['a partial payment reduces the amount due', 'pending', 'underpaid', 'underpaid', 5n],
  ['a full payment leaves nothing due', 'underpaid', 'paid', 'paid', 0n],
  ['a confirmed full payment is shown as paid, not as completed', 'pending', 'completed', 'paid', 0n],
  ['a payment that was undone for good is not asked for again', 'underpaid', 'failed', 'failed', 0n],
  ['the invoice expires only when its row says so', 'underpaid', 'expired', 'underpaid', 5n],
  ['the invoice is cancelled only when its row says so', 'pending', 'cancelled', 'pending', 5n],
  ['an invoice that its row calls expired stays expired', 'expired', 'paid', 'expired', 0n],
] as const)('before a seen payment is settled: %s', (_what, stored, settled, shown, due) => {
  const amountPaidAtomic = due === 0n ? 12n : 7n;
  const settlement = { status: settled, amountPaidAtomic, txHash: '0x1', paidAtMs: 1 };
  const terms = { amountAtomic: 12n, decimals: 6 };
  const row = { ...terms, status: stored, amountPaidAtomic: 0n, txHash: null, paidAtMs: null };
  const present = presentState(row, settlement);
  expect(present.status).toBe(shown);
  expect(amountDue(present)).toBe(due);
});
