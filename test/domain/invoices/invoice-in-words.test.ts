import { describe, expect, it } from '@jest/globals';
import {
  invoiceInWords,
  shownStatusOf,
  type InvoiceOutcome,
  type OtherMoney,
} from '../../../src/domain/invoices/invoice-in-words.js';

const outcome: InvoiceOutcome = {
  status: 'pending',
  asked: '25.000000 USDC',
  paid: '0.000000',
  credited: '0.000000',
  hasCome: false,
  enough: false,
  overpaid: false,
  confirmations: 0,
  confirmationsRequired: 3,
  others: [],
};
const late = (now: OtherMoney['now']): OtherMoney => ({ amount: '0.005000 ETH', reason: 'late', now });
const some = { paid: '10.000000', hasCome: true };
const all = { paid: '25.000000', hasCome: true, enough: true };

describe('the outcome of an invoice', () => {
  it.each<[Partial<InvoiceOutcome>, string]>([
    [{}, 'pending: nothing has come yet of 25.000000 USDC'],
    [{ ...some, status: 'underpaid' }, 'underpaid: 10.000000 of 25.000000 USDC has come'],
    [
      { ...all, status: 'paid', confirmations: 1 },
      'paid, 1 of 3 confirmations: 25.000000 of 25.000000 USDC has come',
    ],
    [{ status: 'paid' }, 'paid, and undone by a reorganisation: waits for the payment to come back'],
    [
      { ...all, status: 'completed', credited: '25.000000' },
      'completed: 25.000000 of 25.000000 USDC credited',
    ],
    [
      { ...all, status: 'completed', credited: '30.000000', overpaid: true },
      'completed: 30.000000 of 25.000000 USDC credited, more than was asked',
    ],
    [{ status: 'expired' }, 'expired: nothing came in time'],
    [
      {
        ...some,
        status: 'expired',
        others: [{ amount: '10.000000 USDC', reason: 'too_little', now: { kind: 'held' } }],
      },
      'expired: 10.000000 of 25.000000 USDC came in time; 10.000000 USDC was too little and is held until it is resolved',
    ],
    [
      { status: 'expired', others: [late({ kind: 'refund', withdrawalId: 'wd_1', isPaid: true })] },
      'expired: nothing came in time; 0.005000 ETH came late and was refunded by wd_1',
    ],
    [
      { status: 'cancelled', others: [late({ kind: 'refund', withdrawalId: 'wd_1', isPaid: false })] },
      'cancelled; 0.005000 ETH came late and is to be refunded by wd_1',
    ],
    [
      {
        ...all,
        status: 'completed',
        credited: '25.000000',
        others: [{ amount: '5.000000 DAI', reason: 'unexpected', now: { kind: 'credited' } }],
      },
      'completed: 25.000000 of 25.000000 USDC credited; 5.000000 DAI came and was not asked for and was credited',
    ],
    [{ status: 'failed' }, 'failed: its payment was undone by a reorganisation and did not come back'],
  ])('is stated in one sentence: %#', (facts, sentence) => {
    expect(invoiceInWords({ ...outcome, ...facts })).toBe(sentence);
  });

  const refund = (isPaid: boolean): OtherMoney => late({ kind: 'refund', withdrawalId: 'wd_1', isPaid });
  const held = late({ kind: 'held' });
  it.each<[InvoiceOutcome['status'], readonly OtherMoney[], string]>([
    ['expired', [], 'expired'],
    ['expired', [refund(true), held], 'held'],
    ['completed', [held], 'held'],
    ['cancelled', [refund(true), refund(false)], 'refunding'],
    ['expired', [refund(true)], 'refunded'],
    ['completed', [refund(true), late({ kind: 'credited' })], 'completed'],
    // Its own money is still awaited.
    ['pending', [held], 'pending'],
  ])('is said in one word for lists: %s %#', (status, others, word) => {
    expect(shownStatusOf({ status, others })).toBe(word);
  });
});
