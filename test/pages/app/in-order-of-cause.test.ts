import { expect, it } from '@jest/globals';
import { inOrderOfCause } from '../../../src/pages/app/both/timelines/in-order-of-cause.js';

const fact = (kind: string, ms: number, txHash: string | null = null) => ({
  kind,
  at: new Date(Date.UTC(2026, 0, 31) + ms).toISOString(),
  txHash,
});

it('an event stands after the bookings of its transaction, and before what comes later', () => {
  const [seen, completed, confirmed, entry] = [
    fact('payment_seen', 0),
    fact('event', 5_000),
    fact('payment_confirmed', 5_012),
    fact('ledger_entry', 5_012),
  ];
  const [attempt, late] = [fact('delivery_attempt', 5_400), fact('ledger_entry', 60_000)];
  expect(inOrderOfCause([seen, completed, confirmed, entry, attempt, late])).toEqual([
    seen,
    confirmed,
    entry,
    completed,
    attempt,
    late,
  ]);
});

it('an event stands after the order that it tells of', () => {
  const [told, order] = [fact('event', 1_000), fact('named_order', 1_004)];
  expect(inOrderOfCause([told, order])).toEqual([order, told]);
});

it('a block stands after the sending of its transaction, whatever time it says, and before a later sending', () => {
  const [signed, sent] = [fact('transaction_signed', 500, '0xa'), fact('transaction_sent', 900, '0xa')];
  const [mined, another] = [fact('transaction_mined', 0, '0xa'), fact('transaction_sent', 30_000, '0xb')];
  expect(inOrderOfCause([mined, signed, sent, another])).toEqual([signed, sent, mined, another]);
});

it('all else stays in order of time', () => {
  const facts = [fact('quote', 0), fact('event', 1), fact('payment_seen', 2_000), fact('event', 2_001)];
  expect(inOrderOfCause(facts)).toEqual(facts);
});
