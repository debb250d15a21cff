import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import type { ChainViews } from '../../../src/domain/chains/finality.js';
import { settle, type InvoiceTerms, type TransferFact } from '../../../src/domain/invoices/settlement.js';

const EXPIRES_AT_MS = 1_000_000;
const LATER_MS = EXPIRES_AT_MS + 1;
const ETHER = 10n ** 18n;
const terms: InvoiceTerms = {
  asset: { chainCode: 'local', tokenSymbol: 'ETH' },
  amountAtomic: ETHER,
  toleranceBps: 50,
  acceptLate: false,
  confirmationsRequired: 3,
  expiresAtMs: EXPIRES_AT_MS,
};
const due = { auditDue: true };
const done = { auditDue: false };

function views(blockTimeMs: number, height = 30): ChainViews {
  return new Map([['local', { height, blockTimeMs, caughtUpAtMs: null, confirmations: 3, halted: false }]]);
}

function sent(fields: Partial<TransferFact> = {}): TransferFact {
  return {
    transferId: 1,
    ...terms.asset,
    txHash: '0xa',
    txIndex: 0,
    position: -1,
    blockNumber: 10,
    blockTimeMs: EXPIRES_AT_MS - 1,
    amountAtomic: ETHER,
    canonical: true,
    awaitsCorroboration: false,
    revertedHeight: null,
    revertedAtMs: null,
    everConfirmed: false,
    booking: 'none',
    ...fields,
  };
}

/** A payment that the audit found, in a final block past the invoice's end. */
function audited(fields: Partial<TransferFact> = {}): TransferFact {
  const place = { transferId: 2, txHash: null, txIndex: 2 ** 31 - 1, position: 0, blockNumber: 20 };
  return sent({ ...place, blockTimeMs: LATER_MS, ...fields });
}

describe('an invoice that needs a balance audit', () => {
  it('does not expire before the audit, and expires after it when nothing was found', () => {
    const waiting = settle(terms, [], [], views(LATER_MS), due);
    expect(waiting).toMatchObject({ status: 'pending', awaitsAudit: true, timers: [] });
    expect(settle(terms, [], [], views(LATER_MS), done)).toMatchObject({
      status: 'expired',
      awaitsAudit: false,
    });
  });

  it('waits for its end first, like any other invoice', () => {
    expect(settle(terms, [], [], views(EXPIRES_AT_MS), due)).toMatchObject({
      status: 'pending',
      awaitsAudit: false,
      timers: [{ chainCode: 'local', atHeight: null, afterTimeMs: EXPIRES_AT_MS }],
    });
  });

  it('shows what is confirmed while it waits for the audit', () => {
    const part = sent({ amountAtomic: ETHER / 2n, blockNumber: 30 });
    expect(settle(terms, [part], [], views(LATER_MS), due)).toMatchObject({
      status: 'underpaid',
      awaitsAudit: true,
      timers: [{ chainCode: 'local', atHeight: 32, afterTimeMs: null }],
    });
  });

  it.each([['completed'], ['paid']] as const)('is %s without the audit when enough was seen', (status) => {
    const blockNumber = status === 'paid' ? 30 : 10;
    const settlement = settle(terms, [sent({ blockNumber })], [], views(LATER_MS), due);
    expect(settlement).toMatchObject({ status, awaitsAudit: false });
  });
});

describe('a payment that the audit found', () => {
  it('is on time, has no transaction, and completes and credits the invoice', () => {
    expect(settle(terms, [audited()], [], views(LATER_MS), done)).toMatchObject({
      status: 'completed',
      txHash: null,
      paidAtMs: LATER_MS,
      confirmations: 11,
      payments: [{ transferId: 2, txHash: null, status: 'confirmed' }],
      bookings: [{ transferId: 2, to: 'credited' }],
    });
  });

  it('is added to what was seen; the transfer that completed the amount names the transaction', () => {
    const part = sent({ amountAtomic: ETHER / 2n });
    const both = settle(terms, [part, audited({ amountAtomic: ETHER / 2n })], [], views(LATER_MS), done);
    expect(both).toMatchObject({ status: 'completed', txHash: null, amountPaidAtomic: ETHER });
    const more = settle(terms, [sent(), audited()], [], views(LATER_MS), done);
    expect(more).toMatchObject({ status: 'completed', txHash: '0xa', overpaid: true });
  });

  it('is held when it is too little, or the invoice was cancelled', () => {
    const little = audited({ amountAtomic: 5n });
    expect(settle(terms, [little], [], views(LATER_MS), done)).toMatchObject({
      status: 'expired',
      amountPaidAtomic: 5n,
      bookings: [{ transferId: 2, to: 'held' }],
    });
    const cancel = { kind: 'cancel' as const, transferIds: [] };
    expect(settle(terms, [audited()], [cancel], views(LATER_MS), done)).toMatchObject({
      status: 'cancelled',
      bookings: [{ transferId: 2, to: 'held' }],
    });
  });
});

describe('for any payments', () => {
  const payments = fc
    .array(
      fc.record({
        blockTimeMs: fc.integer({ min: EXPIRES_AT_MS - 2, max: EXPIRES_AT_MS + 2 }),
        blockNumber: fc.integer({ min: 1, max: 30 }),
        amountAtomic: fc.bigInt({ min: 1n, max: 2n * ETHER }),
      }),
      { maxLength: 4 },
    )
    .map((list) => list.map((fields, i) => sent({ ...fields, transferId: 10 + i, txHash: `0x${i}` })));
  const times = fc.integer({ min: EXPIRES_AT_MS - 3, max: EXPIRES_AT_MS + 3 });

  it('a due audit keeps an invoice from expiring, and changes nothing else', () => {
    fc.assert(
      fc.property(payments, times, (transfers, time) => {
        const without = settle(terms, transfers, [], views(time), done);
        const waiting = settle(terms, transfers, [], views(time), due);
        expect(waiting.status).not.toBe('expired');
        expect(waiting.awaitsAudit).toBe(without.status === 'expired');
        if (without.status !== 'expired') expect(waiting).toEqual(without);
        expect(waiting.amountPaidAtomic).toBe(without.amountPaidAtomic);
      }),
    );
  });

  it('what the audit found counts in full, once, and the paid amount is never less than without it', () => {
    fc.assert(
      fc.property(payments, fc.bigInt({ min: 1n, max: 2n * ETHER }), (transfers, amountAtomic) => {
        const before = settle(terms, transfers, [], views(LATER_MS, 40), due);
        const found = [...transfers, audited({ amountAtomic, blockNumber: 30 })];
        const after = settle(terms, found, [], views(LATER_MS, 40), done);
        expect(after.amountPaidAtomic - before.amountPaidAtomic).toBe(amountAtomic);
        expect(after.bookings.filter(({ transferId }) => transferId === 2)).toHaveLength(1);
        expect(['completed', 'expired']).toContain(after.status);
        if (before.status === 'completed') expect(after.status).toBe('completed');
      }),
    );
  });
});
