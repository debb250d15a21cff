import { describe, expect, it } from '@jest/globals';
import { dueInvoiceEvents, type ToldCounts } from '../../../src/domain/webhooks/invoice-events.js';
import type { InvoiceStatus } from '../../../src/domain/invoices/invoice-state.js';
import type { Settlement } from '../../../src/domain/invoices/settlement.js';

const nothing: Settlement = {
  status: 'pending',
  amountPaidAtomic: 0n,
  enough: false,
  overpaid: false,
  txHash: null,
  paidAtMs: null,
  confirmations: 0,
  payments: [],
  bookings: [],
  timers: [],
  awaitsResume: false,
  awaitsAudit: false,
};
const seen = (txHash: string | null) => ({
  transferId: 1,
  txHash,
  status: 'seen' as const,
  confirmations: 1,
  confirmed: false,
});

function due(before: InvoiceStatus, settlement: Partial<Settlement>, told: ToldCounts = {}): string[] {
  const events = dueInvoiceEvents({
    invoiceId: 'inv_1',
    before,
    told,
    settlement: { ...nothing, ...settlement },
    transfers: [],
  });
  return events.map(({ dedupeKey }) => dedupeKey.replace('inv_1/', ''));
}

describe('each event is sent once, in order', () => {
  it('paid, then completed, then overpaid, even when everything is found at once', () => {
    expect(due('pending', { status: 'completed', enough: true, overpaid: true })).toEqual([
      'invoice.paid',
      'invoice.completed/0',
      'invoice.overpaid',
    ]);
  });
  it('paid shows the payment as paid even when it is already completed', () => {
    const events = dueInvoiceEvents({
      invoiceId: 'inv_1',
      before: 'pending',
      told: {},
      settlement: { ...nothing, status: 'completed', enough: true },
      transfers: [],
    });
    expect(events.map(({ type, status }) => [type, status])).toEqual([
      ['invoice.paid', 'paid'],
      ['invoice.completed', 'completed'],
    ]);
  });
  it('underpaid once for each transaction, with a key that stays when the transaction is mined again', () => {
    const twice = { status: 'underpaid' as const, payments: [seen('0xa'), seen('0xa'), seen('0xb')] };
    expect(due('pending', twice)).toEqual(['invoice.underpaid/0xa', 'invoice.underpaid/0xb']);
    expect(due('underpaid', twice)).toEqual(['invoice.underpaid/0xa', 'invoice.underpaid/0xb']);
  });
  it('underpaid once for what the audit found, which has no transaction', () => {
    const audited = { status: 'underpaid' as const, payments: [seen('0xa'), seen(null)] };
    expect(due('pending', audited)).toEqual(['invoice.underpaid/0xa', 'invoice.underpaid/audit']);
  });
  it('completed again after a reported failure, and not without one', () => {
    expect(due('failed', { status: 'completed', enough: true }, { 'invoice.failed': 1 })).toContain(
      'invoice.completed/1',
    );
    expect(due('paid', { status: 'completed', enough: true }, {})).toContain('invoice.completed/0');
  });
  it('none when nothing has changed', () => {
    expect(due('pending', {})).toEqual([]);
    expect(due('expired', { status: 'expired' })).toEqual([]);
    expect(due('failed', { status: 'failed' })).toEqual([]);
    expect(due('completed', { status: 'completed', enough: true })).toEqual(['invoice.paid']);
  });
  it('expired and failed at the change', () => {
    expect(due('underpaid', { status: 'expired' })).toEqual(['invoice.expired/0']);
    expect(due('paid', { status: 'failed' }, { 'invoice.failed': 2 })).toEqual(['invoice.failed/2']);
  });
});
