import { describe, expect, it } from '@jest/globals';
import {
  findPaidBy,
  hasPaid,
  OUTSIDE_PAYMENT_MARGIN_MS,
  type HasPaid,
  type OutsidePayment,
  type ToBePaid,
} from '../../../src/domain/wallets/outside-payment.js';

const REQUESTED_MS = 1_700_000_000_000;
const RECIPIENT = `0x${'77'.repeat(20)}`;

const withdrawal: ToBePaid = {
  withdrawalId: 'wd_a',
  asset: { chainCode: 'base', tokenSymbol: 'USDC' },
  amountAtomic: 1_000_000n,
  address: RECIPIENT,
  createdAtMs: REQUESTED_MS,
};
const payment: OutsidePayment = {
  asset: { chainCode: 'base', tokenSymbol: 'USDC' },
  txHash: `0x${'01'.repeat(32)}`,
  ordinal: 0,
  from: `0x${'11'.repeat(20)}`,
  to: RECIPIENT,
  amountAtomic: 1_000_000n,
  blockNumber: 7,
  blockTimeMs: REQUESTED_MS + 60_000,
  pays: null,
  notOf: [],
};

describe('a payment from outside compared with a withdrawal that is not signed', () => {
  it.each<[string, Partial<OutsidePayment>, HasPaid]>([
    ['of the same asset, amount and recipient', {}, 'maybe'],
    ['on another chain', { asset: { chainCode: 'polygon', tokenSymbol: 'USDC' } }, 'no'],
    ['in another token', { asset: { chainCode: 'base', tokenSymbol: 'USDT' } }, 'no'],
    ['to somebody else', { to: `0x${'78'.repeat(20)}` }, 'no'],
    ['of one unit more', { amountAtomic: 1_000_001n }, 'no'],
    ['of one unit less', { amountAtomic: 999_999n }, 'no'],
    ['a little before the request, as clocks differ', { blockTimeMs: REQUESTED_MS - 60_000 }, 'maybe'],
    ['at the edge', { blockTimeMs: REQUESTED_MS - OUTSIDE_PAYMENT_MARGIN_MS }, 'maybe'],
    ['long before the request', { blockTimeMs: REQUESTED_MS - OUTSIDE_PAYMENT_MARGIN_MS - 1 }, 'no'],
    ['that an operator has named as its payment', { pays: 'wd_a' }, 'yes'],
    ['that an operator has named as the payment of another one', { pays: 'wd_b' }, 'no'],
    ['that an operator has excluded as its payment', { notOf: ['wd_a'] }, 'no'],
    ['that an operator has excluded as the payment of another one', { notOf: ['wd_b'] }, 'maybe'],
    [
      'that an operator has first excluded and then named as its payment',
      { pays: 'wd_a', notOf: ['wd_a'] },
      'yes',
    ],
  ])('%s: %#', (_what, fields, expected) => {
    expect(hasPaid({ ...payment, ...fields }, withdrawal)).toBe(expected);
  });

  it('is preferred when an operator has named it as the payment of the withdrawal', () => {
    const certain = { ...payment, txHash: `0x${'02'.repeat(32)}`, pays: 'wd_a' };
    expect(findPaidBy(withdrawal, [payment, certain])).toEqual({ payment: certain, isCertain: true });
    expect(findPaidBy(withdrawal, [payment])).toEqual({ payment, isCertain: false });
    expect(findPaidBy(withdrawal, [{ ...payment, pays: 'wd_b' }])).toBeNull();
    expect(findPaidBy(withdrawal, [])).toBeNull();
  });

  it('compared with equal withdrawals is judged one by one, the oldest first', () => {
    const later = { ...payment, txHash: `0x${'03'.repeat(32)}`, blockNumber: 9 };
    const judged = { ...payment, notOf: ['wd_a'] };
    expect(findPaidBy(withdrawal, [payment, later])?.payment).toBe(payment);
    expect(findPaidBy(withdrawal, [judged, later])?.payment).toBe(later);
  });
});
