import { expect, it } from '@jest/globals';
import { customerMoney, isReceived, receivedAtomic } from '../../../src/domain/invoices/customer-money.js';
import { heldReason } from '../../../src/domain/invoices/held-reason.js';

it.each([
  ['late', 'expired', 'late'],
  ['late', 'completed', 'late'],
  ['confirmed', 'expired', 'too_little'],
  ['confirmed', 'failed', 'too_little'],
  ['confirmed', 'cancelled', 'cancelled'],
  ['late', 'cancelled', 'cancelled'],
  ['unexpected', 'completed', 'unexpected'],
  ['unexpected', 'cancelled', 'unexpected'],
] as const)('a payment that is %s, for an invoice that is %s, is held as %s', (payment, invoice, reason) => {
  expect(heldReason(payment, invoice)).toBe(reason);
});

it.each([
  ['seen', 'none', 'awaited', true],
  ['confirmed', 'credited', 'accepted', true],
  ['confirmed', 'held', 'held', true],
  ['confirmed', 'refunding', 'returned', false],
  ['late', 'none', 'awaited', false],
  ['late', 'held', 'held', false],
  ['late', 'credited', 'accepted', true],
  ['late', 'refunding', 'returned', false],
  ['unexpected', 'credited', 'accepted', false],
  ['reverted', 'credited', 'undone', false],
] as const)(
  'the money of a payment that is %s and booked as %s is %s; received: %s',
  (status, booking, money, is) => {
    expect(customerMoney(status, booking)).toBe(money);
    expect(isReceived({ status, money })).toBe(is);
    expect(receivedAtomic([{ status, money, amountAtomic: 7n }])).toBe(is ? 7n : 0n);
  },
);
