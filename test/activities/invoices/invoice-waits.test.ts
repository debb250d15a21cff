import { expect, it } from '@jest/globals';
import { describeProgress } from '../../../activities/invoices/invoice-activities.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { ChainViews } from '../../../src/domain/chains/finality.js';
import { settle, type TransferFact } from '../../../src/domain/invoices/settlement.js';
import { LATER, terms, transfer, views } from '../../helpers/facts/settling-facts.js';

const invoice = { ...terms, decimals: 6, merchantId: 'mer_1' } as unknown as Invoice;
const HALTED =
  'a chain that it was paid on is halted or not read: what is not booked yet waits until it goes on';
const COMES = 'a payment has come: waits until it is confirmed';

/** Both chains at block 12, after its end. */
function chains(halted: readonly string[]): ChainViews {
  return new Map(
    [...views(12, LATER)].map(([code, view]) => [code, { ...view, halted: halted.includes(code) }]),
  );
}

it.each<[string, TransferFact, string[], string]>([
  [
    'completed, with its chain halted',
    transfer({ booking: 'credited', everConfirmed: true }),
    ['local'],
    `completed; ${HALTED}`,
  ],
  ['completed', transfer({ booking: 'credited', everConfirmed: true }), [], 'credited; nothing is due'],
  [
    'expired, with late money on its halted chain',
    transfer({ blockTimeMs: LATER }),
    ['local'],
    `expired; ${HALTED}`,
  ],
  [
    'expired, with money on another chain that is halted',
    transfer({ chainCode: 'other' }),
    ['other'],
    `expired; ${HALTED}`,
  ],
  [
    'expired, with money on another chain, and its own one halted',
    transfer({ chainCode: 'other' }),
    ['local'],
    `expired; ${COMES}`,
  ],
  ['expired, with money on another chain', transfer({ chainCode: 'other' }), [], `expired; ${COMES}`],
])('an invoice that is %s says what it waits for', (_which, paid, halted, words) => {
  const settlement = settle(terms, [paid], [], chains(halted));
  expect(describeProgress(invoice, settlement).waitingFor).toBe(words);
});
