import { describe, expect, it } from '@jest/globals';
import { partialView } from '../../../src/domain/invoices/partial-view.js';
import { isCredit } from '../../../src/domain/invoices/is-credit.js';
import type { Settlement } from '../../../src/domain/invoices/settlement.js';

const NAMED = `0x${'7'.repeat(64)}`;
const DUST = `0x${'1'.repeat(64)}`;

/** Transfers that were read, with a settlement that knows no others, and what the last settlement of all has stored. */
function viewOf(txHashes: readonly string[], amountPaidAtomic = 25_000_000n) {
  const settlement: Settlement = {
    ...{ status: 'underpaid', amountPaidAtomic: 3n, enough: false, overpaid: false, txHash: DUST },
    ...{ paidAtMs: null, confirmations: 2, bookings: [], timers: [], awaitsResume: true, awaitsAudit: false },
    payments: txHashes.map((txHash, transferId) => ({
      ...{ transferId, txHash, status: 'confirmed', confirmed: true },
      confirmations: txHash === NAMED ? 9 : 2,
    })),
  };
  const stored = { status: 'paid', amountPaidAtomic, overpaid: true, txHash: NAMED, paidAtMs: 5 } as const;
  const transfers = txHashes.map((txHash, transferId) => ({ transferId, txHash }));
  return { invoice: { ...stored, amountAtomic: 25_000_000n, toleranceBps: 100 }, settlement, transfers };
}

describe('an invoice with more transfers than are shown', () => {
  it('is settled by all of them while there are no more', () => {
    const view = viewOf([DUST, DUST, NAMED]);
    expect(partialView(view, 3)).toEqual({ view, isPartial: false });
  });

  it('has the state of its last settlement, and the payment that it names first, with its confirmations', () => {
    const { view, isPartial } = partialView(viewOf([DUST, DUST, NAMED]), 2);
    expect(isPartial).toBe(true);
    expect(view.transfers.map(({ transferId }) => transferId)).toEqual([2, 0]);
    expect(view.settlement).toMatchObject({
      ...{ status: 'paid', amountPaidAtomic: 25_000_000n, overpaid: true, txHash: NAMED, paidAtMs: 5 },
      ...{ enough: true, confirmations: 9, awaitsResume: true },
    });
  });

  it('has no confirmations when the payment that it names was not read', () => {
    expect(partialView(viewOf([DUST, DUST, DUST]), 2).view.settlement.confirmations).toBe(0);
  });

  it.each([
    [24_750_000n, true],
    [24_749_999n, false],
  ])('is enough from its amount less the tolerance on: %s is enough: %s', (paid, enough) => {
    expect(partialView(viewOf([DUST, DUST, NAMED], paid), 2).view.settlement.enough).toBe(enough);
  });
});

describe('a credit of an invoice', () => {
  const asked = { chainCode: 'base', tokenSymbol: 'USDC' };

  it.each([
    ['credited', 'USDC', true],
    ['credited', 'USDT', false],
    ['held', 'USDC', false],
    ['refunding', 'USDC', false],
  ] as const)(
    'is a payment that is credited in the asked asset: %s %s is one: %s',
    (booking, tokenSymbol, is) => {
      expect(isCredit({ chainCode: 'base', tokenSymbol, booking }, asked)).toBe(is);
    },
  );
});
