import { describe, expect, it } from '@jest/globals';
import { settle, type InvoiceOrder, type TransferFact } from '../../../src/domain/invoices/settlement.js';
import { LATER, terms, transfer, views } from '../../helpers/facts/settling-facts.js';

describe('what the API shows of a payment', () => {
  it('names the transfer that completed the amount, and the least of the confirmations needed', () => {
    const first = transfer({ amountAtomic: 60_000_000n, blockNumber: 10, txHash: '0x1st', blockTimeMs: 1 });
    const second = transfer({ amountAtomic: 40_000_000n, blockNumber: 11, txHash: '0x2nd', blockTimeMs: 2 });
    const third = transfer({ amountAtomic: 5_000_000n, blockNumber: 12, txHash: '0x3rd', blockTimeMs: 3 });
    const settlement = settle(terms, [third, second, first], [], views(13));
    expect(settlement).toMatchObject({ txHash: '0x2nd', paidAtMs: 2, confirmations: 3, status: 'completed' });
    expect(settle(terms, [first], [], views(13))).toMatchObject({ txHash: '0x1st', confirmations: 4 });
    expect(settle(terms, [], [], views(13))).toMatchObject({
      txHash: null,
      paidAtMs: null,
      confirmations: 0,
    });
  });
  describe('names the late transfer that completed the amount, when late money completes the invoice automatically', () => {
    const acceptLate = { ...terms, acceptLate: true };
    const late = { blockNumber: 20, blockTimeMs: LATER };
    const shown = (transfers: TransferFact[], height: number, orders: InvoiceOrder[] = []) =>
      settle(acceptLate, transfers, orders, views(height, LATER));

    it('alone', () => {
      const all = transfer({ ...late, txHash: '0xall' });
      expect(shown([all], 22)).toMatchObject({
        status: 'completed',
        txHash: '0xall',
        paidAtMs: LATER,
        confirmations: 3,
      });
      // Late money does not count before it completes the invoice.
      expect(shown([all], 21)).toMatchObject({ txHash: null, paidAtMs: null, confirmations: 0 });
      expect(settle(terms, [all], [], views(22, LATER))).toMatchObject({ status: 'expired', txHash: null });
    });
    it('together with what came in time; a later excess is not named', () => {
      const onTime = transfer({ amountAtomic: 40_000_000n, txHash: '0x40' });
      const rest = transfer({ ...late, amountAtomic: 60_000_000n, txHash: '0x60' });
      const more = transfer({ ...late, blockNumber: 21, txHash: '0xmore' });
      expect(shown([more, rest, onTime], 30)).toMatchObject({
        status: 'completed',
        txHash: '0x60',
        paidAtMs: LATER,
        confirmations: 11,
      });
    });
    it('but does not count what was refunded', () => {
      const back = transfer({ amountAtomic: 60_000_000n, txHash: '0xback', booking: 'refunding' });
      const refund: InvoiceOrder = { kind: 'refund', transferIds: [back.transferId] };
      const part = transfer({ ...late, amountAtomic: 50_000_000n, txHash: '0xpart' });
      const rest = transfer({ ...late, blockNumber: 21, amountAtomic: 50_000_000n, txHash: '0xrest' });
      expect(shown([back, part], 30, [refund])).toMatchObject({ status: 'expired', txHash: '0xback' });
      expect(shown([back, part, rest], 30, [refund])).toMatchObject({
        status: 'completed',
        txHash: '0xrest',
        confirmations: 10,
      });
    });
    it('even while the head of the chain is lower than before', () => {
      const credited = transfer({ ...late, txHash: '0xall', booking: 'credited', everConfirmed: true });
      expect(shown([credited], 21)).toMatchObject({ txHash: '0xall', paidAtMs: LATER, confirmations: 2 });
    });
  });
  it('shows an overpayment beyond tolerance, when it is confirmed', () => {
    expect(settle(terms, [transfer({ amountAtomic: 100_500_000n })], [], views(12)).overpaid).toBe(false);
    expect(settle(terms, [transfer({ amountAtomic: 100_500_001n })], [], views(11)).overpaid).toBe(false);
    expect(settle(terms, [transfer({ amountAtomic: 100_500_001n })], [], views(12)).overpaid).toBe(true);
  });
  it('counts late money as an overpayment when it is credited, and not while it is held or after a refund', () => {
    const inTime = transfer({ amountAtomic: 60_000_000n });
    const late = transfer({ amountAtomic: 60_000_000n, blockTimeMs: LATER });
    const judge = (given: object, kinds: readonly InvoiceOrder['kind'][] = []) =>
      settle(
        { ...terms, ...given },
        [inTime, late],
        kinds.map((kind) => ({ kind, transferIds: [late.transferId] })),
        views(12, LATER),
      );
    expect(judge({ acceptLate: true })).toMatchObject({ status: 'completed', overpaid: true });
    expect(judge({}, ['accept'])).toMatchObject({ status: 'completed', overpaid: true });
    expect(judge({})).toMatchObject({ status: 'expired', overpaid: false });
    expect(judge({}, ['refund'])).toMatchObject({ status: 'expired', overpaid: false });
    expect(judge({ amountAtomic: 50_000_000n })).toMatchObject({ status: 'completed', overpaid: true });
    expect(judge({ amountAtomic: 60_000_000n })).toMatchObject({ status: 'completed', overpaid: false });
  });
});
