import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../../src/client/client.js';
import { describeInvoice } from '../../../src/pages/app/both/invoices/invoice-words.js';
import { nextStepsOf } from '../../../src/pages/app/both/invoices/next-steps.js';

type Invoice = Schemas['Invoice'];

const NOW_MS = Date.parse('2026-01-31T12:00:00Z');
const OVER = '2026-01-31T11:00:00.000Z';
const HASH = `0x${'ab'.repeat(32)}`;

const BASE: Invoice = {
  invoiceId: 'inv_00000000000000000000000001',
  publicId: `pay_${'5f'.repeat(20)}`,
  checkoutId: null,
  status: 'pending',
  amountFiat: null,
  fiatCurrency: null,
  description: null,
  amountCrypto: '100.000000',
  amountAtomic: '100000000',
  amountPaidCrypto: '0.000000',
  amountPaidAtomic: '0',
  amountCreditedCrypto: '0.000000',
  amountCreditedAtomic: '0',
  overpaid: false,
  acceptLate: false,
  tokenSymbol: 'USDC',
  chainCode: 'base',
  depositAddress: `0x${'77'.repeat(20)}`,
  paymentUri: `ethereum:0x${'77'.repeat(20)}@8453`,
  checkoutUrl: 'https://pay.example.com/pay/pay_1',
  txHash: null,
  confirmations: 0,
  confirmationsRequired: 12,
  merchantReference: null,
  metadata: {},
  rate: null,
  createdAt: OVER,
  expiresAt: '2026-01-31T13:00:00.000Z',
  paidAt: null,
  completedAt: null,
  payments: [],
  held: [],
  chain: { halted: false },
};

const payment = (status: Schemas['PaymentStatus']): Invoice['payments'][number] => ({
  txHash: HASH,
  logIndex: 0,
  blockNumber: 7,
  blockHash: HASH,
  from: null,
  chainCode: 'base',
  tokenSymbol: 'USDC',
  amountCrypto: '100.000000',
  amountAtomic: '100000000',
  confirmations: 0,
  status,
  seenAt: OVER,
});

const held = (amountAtomic: string, txHash: string | null): Invoice['held'][number] => ({
  chainCode: 'base',
  tokenSymbol: 'USDC',
  amountCrypto: `0.${amountAtomic.padStart(6, '0')}`,
  amountAtomic,
  reason: 'late',
  txHash,
  from: null,
});

const say = (changes: Partial<Invoice>): string =>
  describeInvoice({ ...BASE, ...changes }, NOW_MS)
    .slice(1)
    .join('. ');

describe('an invoice says of its money what the books say', () => {
  it('names what was credited, not what came: a part may have gone back', () => {
    const words = say({
      status: 'completed',
      amountPaidCrypto: '200.000000',
      amountCreditedCrypto: '100.000000',
      payments: [payment('confirmed'), payment('confirmed')],
    });
    expect(words).toBe('Paid and credited. 100.00 USDC was credited to your balance.');
  });

  it.each([
    [false, /Money that comes later is held for you to decide on\.$/],
    [true, /Money that comes later is held for you to decide on, unless it completes the amount/],
  ])('says what becomes of late money by its terms: acceptLate %s', (acceptLate, words) => {
    expect(say({ status: 'expired', acceptLate })).toMatch(words);
    const over = say({ status: 'underpaid', acceptLate, expiresAt: OVER });
    expect(over).toContain(
      `If the rest came in time${acceptLate ? ', or comes late' : ''}, all is credited.`,
    );
    expect(say({ status: 'cancelled', acceptLate })).toBe(
      'Cancelled. Money that comes later is held for you to decide on.',
    );
  });

  it('does not say that nothing was seen while another asset is held', () => {
    expect(say({})).toContain('Nothing was seen yet.');
    expect(say({ payments: [payment('unexpected')] })).toContain('Nothing of the asked asset was seen yet.');
    expect(say({ payments: [payment('reverted')] })).toContain('What was seen was undone by the chain.');
    const late = [payment('reverted'), payment('late')];
    expect(say({ expiresAt: OVER, payments: late })).toContain('What came was too late.');
  });

  it('says that its payment was undone, and counts no confirmations of it', () => {
    const invoice: Invoice = { ...BASE, status: 'paid', payments: [payment('reverted')] };
    expect(say(invoice)).toContain('The payment was undone by the chain');
    expect(nextStepsOf(invoice, []).map(({ fact }) => fact)).toEqual(['The payment comes back, or it fails']);
    const payments = [payment('reverted'), payment('late')];
    expect(say({ ...invoice, payments })).toContain('The payment was undone by the chain');
    for (const counted of [
      { payments: [payment('reverted'), payment('seen')] },
      { payments, acceptLate: true },
    ])
      expect(say({ ...invoice, ...counted })).toContain('0 of 12 confirmations');
  });

  it('has one next step for all held money of an asset, however often somebody paid', () => {
    const dust = Array.from({ length: 30 }, (_, i) => held('1', i % 2 === 0 ? HASH : null));
    const steps = nextStepsOf({ ...BASE, status: 'expired', held: dust }, []);
    expect(steps.map(({ key }) => key)).toEqual(['held/base/USDC']);
  });
});
