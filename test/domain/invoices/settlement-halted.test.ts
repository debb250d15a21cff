import { describe, expect, it } from '@jest/globals';
import {
  settle,
  type InvoiceOrder,
  type Settlement,
  type TransferFact,
} from '../../../src/domain/invoices/settlement.js';
import { LATER, reverted, terms, transfer, views } from '../../helpers/facts/settling-facts.js';

const asked = (
  transfers: TransferFact[],
  { halted = true, blockTimeMs = LATER, orders = [] as InvoiceOrder[], acceptLate = false } = {},
): Settlement => settle({ ...terms, acceptLate }, transfers, orders, views(12, blockTimeMs, null, halted));
const WHEN_IT_GOES_ON = expect.objectContaining({ chainCode: 'local', atHeight: 0 }) as unknown;

describe('while a chain is halted', () => {
  it.each<[string, TransferFact[], object, string]>([
    ['a payment that was confirmed and not yet credited', [transfer()], {}, 'paid'],
    ['late money that would be held', [transfer({ blockTimeMs: LATER })], {}, 'expired'],
    [
      'late money that would complete the invoice automatically',
      [transfer({ blockTimeMs: LATER })],
      { acceptLate: true },
      'expired',
    ],
    ['a payment in another asset', [transfer({ tokenSymbol: 'USDT' })], {}, 'expired'],
    ['a credit whose block is gone', [reverted({ booking: 'credited', everConfirmed: true })], {}, 'paid'],
    [
      'a credit whose block stands',
      [transfer({ booking: 'credited', everConfirmed: true })],
      {},
      'completed',
    ],
  ])('%s keeps its booking, and is settled when the chain goes on', (_, transfers, given, status) => {
    const settlement = asked(transfers, given);
    expect(settlement).toMatchObject({ status, bookings: [], awaitsResume: true });
    expect(settlement.timers).toContainEqual(WHEN_IT_GOES_ON);
    expect(asked(transfers, { ...given, halted: false }).awaitsResume).toBe(false);
  });

  it('a payment that has moved to another block is neither credited there nor reversed here', () => {
    const was = reverted({ txHash: '0xc', booking: 'credited', everConfirmed: true });
    const is = transfer({ txHash: '0xc', blockNumber: 10 });
    expect(asked([was, is])).toMatchObject({ status: 'paid', bookings: [] });
    expect(asked([was, is], { halted: false }).bookings).toHaveLength(2);
  });

  it('an earlier credited part and an uncredited one do not complete an invoice together', () => {
    const half = { amountAtomic: 50_000_000n };
    const parts = [transfer({ ...half, booking: 'credited', everConfirmed: true }), transfer(half)];
    expect(asked(parts)).toMatchObject({ status: 'paid', bookings: [] });
  });

  it('the money of a refund that will not be paid is held again, whatever the chain', () => {
    const back = transfer({ booking: 'refunding', blockTimeMs: LATER });
    expect(asked([back]).bookings).toEqual([{ transferId: back.transferId, to: 'held' }]);
    const refund: InvoiceOrder = { kind: 'refund', transferIds: [back.transferId] };
    expect(asked([back], { orders: [refund] }).bookings).toEqual([]);
  });

  it('a payment on another chain is booked as usual', () => {
    const elsewhere = transfer({ chainCode: 'other', blockNumber: 8 });
    expect(asked([elsewhere]).bookings).toEqual([{ transferId: elsewhere.transferId, to: 'held' }]);
  });
});

describe('while a chain is not configured, or not read again yet', () => {
  const away = (transfers: TransferFact[], orders: InvoiceOrder[] = []): Settlement => {
    const known = views(12, LATER);
    return settle(terms, transfers, orders, new Map([...known].filter(([code]) => code !== 'local')));
  };

  it('a payment credited there stays completed, even when another one arrives on another chain', () => {
    const credited = transfer({ booking: 'credited', everConfirmed: true });
    const stray = transfer({ chainCode: 'other', blockNumber: 8 });
    expect(away([credited, stray])).toMatchObject({
      status: 'completed',
      bookings: [{ transferId: stray.transferId, to: 'held' }],
    });
  });

  it('an uncredited payment is not credited, and is settled when the chain is read again', () => {
    const settlement = away([transfer()]);
    expect(settlement).toMatchObject({ status: 'paid', bookings: [] });
    expect(settlement.timers).toContainEqual(WHEN_IT_GOES_ON);
  });

  it('the money of a refund that will not be paid is held again', () => {
    const back = transfer({ booking: 'refunding', blockTimeMs: LATER });
    expect(away([back]).bookings).toEqual([{ transferId: back.transferId, to: 'held' }]);
  });

  it('a payment that has moved to another block keeps its booking until then', () => {
    const was = reverted({ txHash: '0xd', booking: 'credited', everConfirmed: true });
    expect(away([was, transfer({ txHash: '0xd', blockNumber: 11 })]).bookings).toEqual([]);
  });
});
