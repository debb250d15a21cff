import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import type { ChainViews } from '../../../src/domain/chains/finality.js';
import {
  settle,
  type InvoiceOrder,
  type InvoiceTerms,
  type TransferFact,
} from '../../../src/domain/invoices/settlement.js';
import {
  EXPIRES_AT_MS,
  LATER,
  reverted,
  terms,
  transfer,
  views,
} from '../../helpers/facts/settling-facts.js';

describe('the status of an invoice follows from its transfers, orders and chain', () => {
  const half = { amountAtomic: 50_000_000n };
  it('is not completed by a payment that only one RPC has shown, at any depth; and no height is waited for', () => {
    const settled = settle(terms, [transfer({ awaitsCorroboration: true })], [], views(1_000));
    expect(settled).toMatchObject({ status: 'paid', payments: [{ status: 'seen', confirmed: false }] });
    expect(settled).toMatchObject({ bookings: [], timers: [] });
  });

  it('is computed even for 200,000 transfers, late and in time, that are all accepted', () => {
    const dust = Array.from({ length: 200_000 }, (_, i) => {
      const blockTimeMs = i % 2 === 0 ? EXPIRES_AT_MS : LATER;
      return transfer({ txHash: '0xd057', position: i, amountAtomic: 1n, blockTimeMs, booking: 'held' });
    });
    const transferIds = dust.map(({ transferId }) => transferId);
    const settled = settle(terms, dust, [{ kind: 'accept', transferIds }], views(12, LATER));
    expect(settled).toMatchObject({ status: 'completed', amountPaidAtomic: 100_000n, confirmations: 3 });
    expect(settled.bookings).toHaveLength(dust.length);
  });

  it.each<[string, TransferFact[], ChainViews, string]>([
    ['pending with nothing seen', [], views(10), 'pending'],
    ['pending while its chain was never read', [], new Map(), 'pending'],
    ['paid when enough is seen', [transfer()], views(10), 'paid'],
    ['paid one confirmation short', [transfer()], views(11), 'paid'],
    ['completed at the last confirmation', [transfer()], views(12), 'completed'],
    ['underpaid by a part', [transfer(half)], views(12), 'underpaid'],
    ['completed by two parts', [transfer(half), transfer(half)], views(12), 'completed'],
    [
      'completed by two parts of one transaction',
      [transfer({ ...half, txHash: '0xa' }), transfer({ ...half, txHash: '0xa', position: 1 })],
      views(12),
      'completed',
    ],
    [
      'paid while one of two parts is confirmed',
      [transfer(half), transfer({ ...half, blockNumber: 12 })],
      views(12),
      'paid',
    ],
    [
      'completed at the lower edge of tolerance',
      [transfer({ amountAtomic: 99_500_000n })],
      views(12),
      'completed',
    ],
    ['underpaid one base unit below it', [transfer({ amountAtomic: 99_499_999n })], views(12), 'underpaid'],
    ['expired when the chain was read past its end', [], views(12, LATER), 'expired'],
    ['pending at the very second of its end', [], views(12, EXPIRES_AT_MS), 'pending'],
    [
      'pending past its end while the chain is not read',
      [],
      views(12, EXPIRES_AT_MS - 1, EXPIRES_AT_MS + 59_999),
      'pending',
    ],
    [
      'expired on a chain that stood still for a minute',
      [],
      views(12, EXPIRES_AT_MS - 1, EXPIRES_AT_MS + 60_000),
      'expired',
    ],
    [
      'paid by a payment in the last second, seen later',
      [transfer({ blockTimeMs: EXPIRES_AT_MS })],
      views(10, LATER),
      'paid',
    ],
    ['expired with late money', [transfer({ blockTimeMs: LATER })], views(12, LATER), 'expired'],
    ['expired with too little', [transfer(half)], views(12, LATER), 'expired'],
    ['pending with another token', [transfer({ tokenSymbol: 'USDT' })], views(12), 'pending'],
    [
      'pending with the same token of another chain',
      [transfer({ chainCode: 'other' })],
      views(20),
      'pending',
    ],
    ['pending again when a payment is reverted in time', [reverted()], views(20), 'pending'],
    ['underpaid again when one of two parts is', [transfer(half), reverted(half)], views(20), 'underpaid'],
    [
      'paid while a payment reverted after the end may come back',
      [reverted({ revertedAtMs: LATER })],
      views(12, LATER),
      'paid',
    ],
    ['failed when it has not come back', [reverted({ revertedAtMs: LATER })], views(13, LATER), 'failed'],
    ['expired when it was reverted in time and never came back', [reverted()], views(20, LATER), 'expired'],
    [
      'failed when a confirmed payment is gone, also before the end',
      [reverted({ everConfirmed: true })],
      views(13),
      'failed',
    ],
    [
      'completed when a reverted payment was mined again',
      [reverted({ txHash: '0xb' }), transfer({ txHash: '0xb', blockNumber: 11 })],
      views(13),
      'completed',
    ],
    [
      'completed when it was mined again after the end',
      [reverted({ txHash: '0xb' }), transfer({ txHash: '0xb', blockNumber: 11, blockTimeMs: LATER })],
      views(13, LATER),
      'completed',
    ],
  ])('%s', (_, transfers, chain, status) => {
    expect(settle(terms, transfers, [], chain).status).toBe(status);
  });

  it('is cancelled by order, and completed when the held money is accepted', () => {
    const cancel: InvoiceOrder = { kind: 'cancel', transferIds: [] };
    const late = transfer({ booking: 'held' });
    expect(settle(terms, [late], [cancel], views(12)).status).toBe('cancelled');
    const accept: InvoiceOrder = { kind: 'accept', transferIds: [late.transferId] };
    const settlement = settle(terms, [late], [cancel, accept], views(12));
    expect(settlement.status).toBe('completed');
    expect(settlement.bookings).toEqual([{ transferId: late.transferId, to: 'credited' }]);
  });
});

it('an invoice stays expired when its rest is found in time after its first part was refunded', () => {
  const back = transfer({ amountAtomic: 60_000_000n, booking: 'refunding' });
  const found = transfer({ amountAtomic: 60_000_000n });
  const refund: InvoiceOrder = { kind: 'refund', transferIds: [back.transferId] };
  expect(settle(terms, [back, found], [refund], views(12, LATER))).toMatchObject({
    status: 'expired',
    enough: false,
    overpaid: false,
    bookings: [{ transferId: found.transferId, to: 'held' }],
  });
});

describe('a completed invoice fails when its payment is undone, and never just expires', () => {
  const part = { amountAtomic: 60_000_000n };
  const rest = { amountAtomic: 40_000_000n };
  const gone = { everConfirmed: true, revertedAtMs: LATER, booking: 'credited' as const };
  const statuses = (accepting: InvoiceTerms, transfers: TransferFact[], orders: InvoiceOrder[] = []) =>
    [12, 13].map((height) => settle(accepting, transfers, orders, views(height, LATER)).status);
  const acceptLate = { ...terms, acceptLate: true };

  it('when late money had completed it automatically', () => {
    const parts = [transfer(part), reverted({ ...rest, ...gone, blockTimeMs: LATER })];
    expect(statuses(acceptLate, parts)).toEqual(['paid', 'failed']);
  });
  it('when late money had completed the on-time part; only then the remaining money is held', () => {
    const late = transfer({ ...rest, blockTimeMs: LATER, booking: 'credited', everConfirmed: true });
    const parts = [reverted({ ...part, ...gone, booking: 'none' }), late];
    expect(statuses(acceptLate, parts)).toEqual(['paid', 'failed']);
    expect(settle(acceptLate, parts, [], views(12, LATER)).bookings).toEqual([]);
    expect(settle(acceptLate, parts, [], views(13, LATER)).bookings).toEqual([
      { transferId: late.transferId, to: 'held' },
    ]);
  });
  it('when the merchant had accepted too little', () => {
    const accepted = reverted({ ...rest, ...gone });
    const order: InvoiceOrder = { kind: 'accept', transferIds: [accepted.transferId] };
    expect(statuses(terms, [accepted], [order])).toEqual(['paid', 'failed']);
  });
  it('when its payment was moved once before it was undone', () => {
    const before = reverted({ txHash: '0xd', everConfirmed: true });
    const after = reverted({ txHash: '0xd', blockNumber: 11 });
    expect(settle(terms, [before, after], [], views(13)).status).toBe('failed');
  });
  it('and stays failed when its remaining money is refunded', () => {
    const left = transfer({ ...rest, booking: 'held' });
    const order: InvoiceOrder = { kind: 'refund', transferIds: [left.transferId] };
    const parts = [reverted({ ...part, ...gone, booking: 'none' }), left];
    expect(statuses(terms, parts, [order])).toEqual(['paid', 'failed']);
  });
});

describe('where money is booked', () => {
  const bookings = (transfers: TransferFact[], chain: ChainViews, orders: InvoiceOrder[] = []) =>
    settle(terms, transfers, orders, chain).bookings.map(({ to }) => to);

  it('confirmed money is credited in full, including any excess', () => {
    expect(bookings([transfer({ amountAtomic: 150_000_000n })], views(12))).toEqual(['credited']);
    expect(bookings([transfer(), transfer({ blockNumber: 12 })], views(12))).toEqual(['credited']);
  });
  it('a part is not credited while the rest is missing', () => {
    expect(bookings([transfer({ amountAtomic: 1n })], views(12))).toEqual([]);
  });
  it('money that is late, too little at the end, after cancellation, or in another asset is held', () => {
    expect(bookings([transfer({ blockTimeMs: LATER })], views(12, LATER))).toEqual(['held']);
    expect(bookings([transfer({ amountAtomic: 1n })], views(12, LATER))).toEqual(['held']);
    expect(bookings([transfer()], views(12), [{ kind: 'cancel', transferIds: [] }])).toEqual(['held']);
    expect(bookings([transfer({ tokenSymbol: 'USDT' })], views(12))).toEqual(['held']);
    expect(bookings([transfer({ chainCode: 'other' })], views(13))).toEqual([]);
    expect(bookings([transfer({ chainCode: 'other' })], views(14))).toEqual(['held']);
  });
  it('a credit is reversed when its block is gone', () => {
    expect(bookings([reverted({ booking: 'credited', everConfirmed: true })], views(12))).toEqual(['none']);
  });
  it('a credit moves with its transaction to another block', () => {
    const was = reverted({ txHash: '0xc', booking: 'credited', everConfirmed: true });
    const is = transfer({ txHash: '0xc', blockNumber: 11 });
    const settlement = settle(terms, [was, is], [], views(13));
    expect(settlement.status).toBe('completed');
    expect(new Map(settlement.bookings.map(({ transferId, to }) => [transferId, to]))).toEqual(
      new Map([
        [was.transferId, 'none'],
        [is.transferId, 'credited'],
      ]),
    );
    expect(settlement.payments).toHaveLength(1);
  });
  it('a credit whose block stands is kept while only the head is lower than before', () => {
    expect(bookings([transfer({ booking: 'credited', everConfirmed: true })], views(10))).toEqual([]);
  });
  it('late money that completes the invoice is credited when the merchant wants that', () => {
    const parts = [
      transfer({ amountAtomic: 60_000_000n }),
      transfer({ amountAtomic: 40_000_000n, blockTimeMs: LATER }),
    ];
    expect(settle({ ...terms, acceptLate: true }, parts, [], views(12, LATER)).status).toBe('completed');
    expect(settle(terms, parts, [], views(12, LATER)).status).toBe('expired');
  });
});

describe('the next time to settle', () => {
  it('is the height that confirms, the end, and the height that ends the wait for a reverted payment', () => {
    expect(settle(terms, [transfer()], [], views(10)).timers).toEqual([
      { chainCode: 'local', atHeight: 12, afterTimeMs: null },
    ]);
    expect(settle(terms, [], [], views(10)).timers).toEqual([
      { chainCode: 'local', atHeight: null, afterTimeMs: EXPIRES_AT_MS },
    ]);
    const gone = reverted({ revertedAtMs: LATER });
    expect(settle(terms, [gone], [], views(12, LATER)).timers).toEqual([
      { chainCode: 'local', atHeight: 13, afterTimeMs: null },
    ]);
    expect(settle(terms, [transfer({ booking: 'credited' })], [], views(12)).timers).toEqual([]);
  });
  it("is given by the heights of the invoice's own chain, whatever was reverted on another", () => {
    const gone = reverted({ revertedAtMs: LATER });
    const elsewhere = reverted({ chainCode: 'other', revertedHeight: 900_000_000 });
    expect(settle(terms, [gone, elsewhere], [], views(12, LATER)).timers).toEqual([
      { chainCode: 'local', atHeight: 13, afterTimeMs: null },
    ]);
  });
});

const facts = fc.array(
  fc.record({
    chainCode: fc.constantFrom('local', 'other'),
    tokenSymbol: fc.constantFrom('USDC', 'USDT'),
    txHash: fc.constantFrom('0xa', '0xb', '0xc'),
    position: fc.integer({ min: 0, max: 1 }),
    blockNumber: fc.integer({ min: 1, max: 20 }),
    blockTimeMs: fc.integer({ min: EXPIRES_AT_MS - 2, max: EXPIRES_AT_MS + 2 }),
    amountAtomic: fc.bigInt({ min: 1n, max: 200_000_000n }),
    canonical: fc.boolean(),
    everConfirmed: fc.boolean(),
    booking: fc.constantFrom('none' as const, 'credited' as const, 'held' as const),
  }),
  { maxLength: 6 },
);
/** Makes transfers of equal identity canonical at most once, since a chain has a transaction in only one block. */
const consistent = facts.map((list) => {
  const standing = new Set<string>();
  return list.map((fields, i): TransferFact => {
    const key = `${fields.chainCode}/${fields.txHash}/${fields.position}`;
    const canonical = fields.canonical && !standing.has(key);
    if (canonical) standing.add(key);
    return transfer({
      ...fields,
      canonical,
      transferId: 1000 + i,
      revertedHeight: canonical ? null : 15,
      revertedAtMs: canonical ? null : EXPIRES_AT_MS,
    });
  });
});
const heights = fc.integer({ min: 20, max: 40 });
const times = fc.integer({ min: EXPIRES_AT_MS - 3, max: EXPIRES_AT_MS + 3 });

describe('for any facts', () => {
  it('settling twice has the same result as settling once', () => {
    fc.assert(
      fc.property(consistent, heights, times, (transfers, height, time) => {
        const first = settle(terms, transfers, [], views(height, time));
        const after = transfers.map((t) => {
          const moved = first.bookings.find(({ transferId }) => transferId === t.transferId);
          return moved === undefined ? t : { ...t, booking: moved.to };
        });
        const second = settle(terms, after, [], views(height, time));
        expect(second.bookings).toEqual([]);
        expect(second.status).toBe(first.status);
      }),
    );
  });

  it('only transfers on the chain have money in the ledger, and every one of them has when everything is final', () => {
    fc.assert(
      fc.property(consistent, heights, (transfers, height) => {
        const settlement = settle(terms, transfers, [], views(height + 10, EXPIRES_AT_MS + 10));
        for (const t of transfers) {
          const booking = settlement.bookings.find((b) => b.transferId === t.transferId)?.to ?? t.booking;
          if (!t.canonical) expect(booking).toBe('none');
          else if (settlement.status !== 'paid') expect(['credited', 'held']).toContain(booking);
        }
      }),
    );
  });

  it('the order of the facts changes nothing', () => {
    fc.assert(
      fc.property(consistent, heights, times, (transfers, height, time) => {
        const forwards = settle(terms, transfers, [], views(height, time));
        const backwards = settle(terms, [...transfers].reverse(), [], views(height, time));
        expect({ ...backwards, payments: [], bookings: [] }).toEqual({
          ...forwards,
          payments: [],
          bookings: [],
        });
      }),
    );
  });
});
