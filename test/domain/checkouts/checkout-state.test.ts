import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import {
  currentInvoice,
  decideCheckout,
  judgeChoice,
  type CheckoutInvoice,
} from '../../../src/domain/checkouts/checkout-state.js';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../src/domain/invoices/invoice-state.js';

const BASE = { chainCode: 'base', tokenSymbol: 'USDC' };
const OTHER = { chainCode: 'polygon', tokenSymbol: 'USDC' };

function choice(fields: Partial<CheckoutInvoice> = {}): CheckoutInvoice {
  return {
    invoiceId: 'inv_a',
    asset: BASE,
    status: 'pending',
    createdAtMs: 0,
    expiresAtMs: 900,
    completedAtMs: null,
    isPaidTo: false,
    wasPaidTo: false,
    ...fields,
  };
}
const of = (...statuses: readonly InvoiceStatus[]): CheckoutInvoice[] =>
  statuses.map((status, i) =>
    choice({ invoiceId: `inv_${i}`, status, completedAtMs: status === 'completed' ? 100 - i : null }),
  );
const facts = { completedBy: null, isCancelled: false, isOver: false };

describe('a checkout', () => {
  it.each([
    ['open', 'no choice was made', facts, of()],
    ['open', 'a choice waits for its payment', facts, of('pending')],
    ['open', 'a quote ran out and time is left', facts, of('expired', 'cancelled', 'failed')],
    ['processing', 'something came', facts, of('expired', 'underpaid')],
    ['processing', 'enough was seen, and its time is over', { ...facts, isOver: true }, of('paid')],
    [
      'open',
      'its time is over, and a payment on time may be unseen',
      { ...facts, isOver: true },
      of('pending'),
    ],
    ['expired', 'its time is over', { ...facts, isOver: true }, of('expired', 'failed')],
    ['expired', 'its time is over and nothing was chosen', { ...facts, isOver: true }, of()],
    ['cancelled', 'it was cancelled', { ...facts, isCancelled: true }, of('cancelled')],
    ['completed', 'one of them is completed', facts, of('pending', 'completed')],
    [
      'completed',
      'held money was accepted after it was cancelled',
      { ...facts, isCancelled: true },
      of('completed'),
    ],
  ] as const)('is %s when %s', (status, _when, given, invoices) => {
    expect(decideCheckout(given, invoices).status).toBe(status);
  });

  it('is completed by the first choice that was completed, while that choice stays completed', () => {
    const both = of('completed', 'completed');
    expect(decideCheckout(facts, both).completedBy).toBe('inv_1');
    expect(decideCheckout({ ...facts, completedBy: 'inv_0' }, both).completedBy).toBe('inv_0');
    expect(decideCheckout({ ...facts, completedBy: 'inv_0' }, of('failed', 'completed')).completedBy).toBe(
      'inv_1',
    );
    expect(decideCheckout({ ...facts, completedBy: 'inv_0' }, of('paid', 'cancelled'))).toEqual({
      status: 'processing',
      completedBy: null,
    });
  });

  it('names an invoice exactly when it is completed, never expires while an invoice is undecided, and is a pure function', () => {
    const statuses = fc.array(fc.constantFrom(...INVOICE_STATUSES), { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(statuses, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, isCancelled) => {
        let completedBy: string | null = null;
        steps.forEach((step, i) => {
          const invoices = of(...step);
          const given = { completedBy, isCancelled, isOver: i * 2 >= steps.length };
          const decided = decideCheckout(given, invoices);
          const named = invoices.find(({ invoiceId }) => invoiceId === decided.completedBy);
          expect(decided.status === 'completed').toBe(named?.status === 'completed');
          expect(step.includes('completed')).toBe(decided.status === 'completed');
          if (decided.status === 'expired')
            expect(step.filter((s) => ['pending', 'underpaid', 'paid'].includes(s))).toEqual([]);
          // The invoice that decided the checkout stays, as long as it is completed.
          const stays = invoices.some((one) => one.invoiceId === completedBy && one.status === 'completed');
          if (stays) expect(decided.completedBy).toBe(completedBy);
          expect(decideCheckout({ ...given, completedBy: decided.completedBy }, invoices)).toEqual(decided);
          completedBy = decided.completedBy;
        });
      }),
    );
  });
});

describe('a choice', () => {
  const checkout = { status: 'open', createdAtMs: 0, expiresAtMs: 2_000_000, quoteSeconds: 900 } as const;
  const short = { ...checkout, expiresAtMs: 60_000 } as const;
  const open = choice({ expiresAtMs: 900_000 });
  const ten = Array.from({ length: 10 }, (_, i) => choice({ invoiceId: `inv_${i}`, status: 'expired' }));

  it.each([
    ['makes an invoice that ends with its quote', checkout, [], 0, { kind: 'new', expiresAtMs: 900_000 }],
    [
      'makes an invoice that ends with the checkout, when its quote would last longer',
      checkout,
      [],
      1_939_999,
      { kind: 'new', expiresAtMs: 2_000_000 },
    ],
    [
      'is refused in the last minute of the checkout when it needs a new invoice',
      checkout,
      [],
      1_940_000,
      { kind: 'refused' },
    ],
    [
      'is possible in the first three quarters of a short checkout',
      short,
      [],
      44_999,
      { expiresAtMs: 60_000 },
    ],
    ['is refused in the last quarter of a short checkout', short, [], 45_000, { kind: 'refused' }],
    [
      'gives the open invoice of the same asset while its quote holds',
      checkout,
      [open],
      899_999,
      { kind: 'open', invoiceId: 'inv_a' },
    ],
    [
      'gives the open invoice of the same asset in the last minute of the checkout too',
      checkout,
      [choice({ expiresAtMs: 2_000_000 })],
      1_999_999,
      { kind: 'open', invoiceId: 'inv_a' },
    ],
    ['renews a quote that ran out', checkout, [open], 900_000, { kind: 'new', expiresAtMs: 1_800_000 }],
    ['changes the asset', checkout, [{ ...open, asset: OTHER }], 1, { kind: 'new', expiresAtMs: 900_001 }],
    [
      'is refused after a payment',
      checkout,
      [choice({ isPaidTo: true, wasPaidTo: true })],
      1,
      { kind: 'refused' },
    ],
    [
      'is refused after a payment that was undone, and may come back',
      checkout,
      [choice({ status: 'failed', wasPaidTo: true })],
      1,
      { kind: 'refused' },
    ],
    ['is refused after ten invoices', checkout, ten, 1, { kind: 'refused' }],
    ['is refused at the end of the checkout', checkout, [], 2_000_000, { kind: 'refused' }],
    [
      'is refused when the checkout is completed',
      { ...checkout, status: 'completed' },
      [],
      1,
      { kind: 'refused' },
    ],
    [
      'is refused when the checkout is cancelled',
      { ...checkout, status: 'cancelled' },
      [],
      1,
      { kind: 'refused' },
    ],
  ] as const)('%s', (_what, of_, invoices, nowMs, expected) => {
    expect(judgeChoice(of_, invoices, BASE, nowMs)).toMatchObject(expected);
  });

  const [a, b, c] = ['inv_a', 'inv_b', 'inv_c'] as const;
  const one = (invoiceId: string, status: InvoiceStatus, isPaidTo = false): CheckoutInvoice =>
    choice({ invoiceId, status, isPaidTo, wasPaidTo: isPaidTo });

  it.each([
    [
      'the one that completed the checkout',
      [one(a, 'completed', true), one(b, 'paid', true)],
      { completedBy: a },
      a,
    ],
    ['one that is being paid', [one(a, 'underpaid', true), one(b, 'pending')], {}, a],
    ['one whose payment was undone', [one(a, 'failed'), one(b, 'pending')], {}, a],
    [
      'one whose payment was undone while it is open',
      [{ ...one(a, 'pending'), wasPaidTo: true }, one(b, 'pending')],
      { chosen: b },
      a,
    ],
    [
      'one whose payment was undone and whose time has ended since: it may come back',
      [{ ...one(a, 'expired'), wasPaidTo: true }, one(b, 'pending')],
      { chosen: b },
      a,
    ],
    ['the latest', [one(a, 'expired'), one(b, 'pending'), one(c, 'pending')], {}, c],
    ['an earlier one that was chosen again', [one(a, 'pending'), one(b, 'pending')], { chosen: a }, a],
    [
      'the one that was chosen again, even if its time is over',
      [one(a, 'expired'), one(b, 'pending')],
      { chosen: a },
      a,
    ],
    [
      'the one that waits for payment, when money came late for another',
      [one(a, 'expired', true), one(b, 'pending')],
      {},
      b,
    ],
    [
      'the one that waits for payment, when another got money in a wrong coin',
      [one(a, 'pending', true), one(b, 'pending')],
      {},
      b,
    ],
    [
      'the one that holds money, when none waits for payment',
      [one(a, 'expired', true), one(b, 'expired')],
      {},
      a,
    ],
  ] as const)('that is shown is %s', (_what, invoices, standing, shown) => {
    const asked = { completedBy: null, chosen: null, ...standing };
    expect(currentInvoice(asked, invoices)?.invoiceId).toBe(shown);
    expect(currentInvoice(asked, invoices.toReversed())?.invoiceId).toBe(shown);
  });

  it('is not shown before the customer has made one', () => {
    expect(currentInvoice<CheckoutInvoice>({ completedBy: null, chosen: null }, [])).toBeUndefined();
  });
});
