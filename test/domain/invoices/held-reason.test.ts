import { expect, it } from '@jest/globals';
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
] as const)('a payment that is %s, of an invoice that is %s, is held as %s', (payment, invoice, reason) => {
  expect(heldReason(payment, invoice)).toBe(reason);
});
