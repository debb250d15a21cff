import type { Schemas } from '../../../../client/client.js';
import { fromNow, groupDigits, trimZeros } from '../../data/figures.js';
import { chainIdOf, untilConfirmed } from '../../data/pace.js';
import type { Tone } from '../../parts/status.js';

type Invoice = Schemas['Invoice'];
type Payment = Invoice['payments'][number];

const figureOf = (figure: string, symbol: string): string => `${groupDigits(trimZeros(figure))} ${symbol}`;

/** The words for the merchant, by reader. */
const MERCHANT_WORDS = { merchant: ['your', 'you'], operator: ["the merchant's", 'the merchant'] } as const;

/** Says whether the time to pay is over. */
export const isOver = (expiresAt: string, nowMs: number): boolean => new Date(expiresAt).getTime() <= nowMs;

/** Says when an open payment expires. It stays open until its chain is read up to that time. */
export const expiryWords = (expiresAt: string, nowMs: number): string =>
  isOver(expiresAt, nowMs)
    ? 'Its time is over. It expires when the chain is read up to there.'
    : `It expires ${fromNow(expiresAt, nowMs)}.`;

/**
 * Says whether the chain has undone every payment that could complete the invoice. A payment that came back is not
 * undone.
 */
export const isPaymentUndone = ({ status, payments, acceptLate }: Invoice): boolean =>
  status === 'paid' &&
  payments.every(
    (one) =>
      one.status === 'reverted' || one.status === 'unexpected' || (one.status === 'late' && !acceptLate),
  );

/** Says which payments were seen, for an invoice for which none counts. */
function seenWords({ payments }: Invoice): string {
  if (payments.length === 0) return 'Nothing was seen yet.';
  const some = (status: Payment['status']): boolean => payments.some((one) => one.status === status);
  if (some('late')) return 'What came was too late.';
  return some('unexpected')
    ? 'Nothing of the asked asset was seen yet.'
    : 'What was seen was undone by the chain.';
}

/** Says what happens to an invoice whose time is over, and to money that comes now. */
function overWords({ acceptLate }: Invoice, who: string): string {
  const inTime = acceptLate ? 'came in time, or comes late' : 'came in time';
  return `Its time is over: the customer should send nothing more. If the rest ${inTime}, all is credited. Otherwise, what came is held for ${who} to decide on.`;
}

/** Describes the state of an invoice: its tone, a title, and what happens next. */
export function describeInvoice(
  invoice: Invoice,
  nowMs: number,
  reader: keyof typeof MERCHANT_WORDS = 'merchant',
): readonly [Tone, string, string] {
  const [whose, who] = MERCHANT_WORDS[reader];
  const { status, tokenSymbol, confirmations, confirmationsRequired, expiresAt } = invoice;
  const asked = figureOf(invoice.amountCrypto, tokenSymbol);
  const paid = figureOf(invoice.amountPaidCrypto, tokenSymbol);
  const later = `Money that comes later is held for ${who} to decide on`;
  switch (status) {
    case 'pending':
      return ['waiting', 'Waits for the payment', `${seenWords(invoice)} ${expiryWords(expiresAt, nowMs)}`];
    case 'underpaid':
      return [
        'attention',
        `${paid} of ${asked} came`,
        isOver(expiresAt, nowMs)
          ? overWords(invoice, who)
          : `The customer can send the rest. ${expiryWords(expiresAt, nowMs)}`,
      ];
    case 'paid': {
      if (isPaymentUndone(invoice))
        return [
          'attention',
          'The payment was undone by the chain',
          'It usually comes back within minutes. The invoice fails if it does not.',
        ];
      const when = untilConfirmed(chainIdOf(invoice.paymentUri), confirmationsRequired - confirmations);
      return [
        'seen',
        'The payment was seen on the chain',
        `${confirmations} of ${confirmationsRequired} confirmations. It is credited when all are there${when}.`,
      ];
    }
    case 'completed':
      return [
        'done',
        invoice.overpaid ? 'Paid, and more than was asked for' : 'Paid and credited',
        `${figureOf(invoice.amountCreditedCrypto, tokenSymbol)} was credited to ${whose} balance.`,
      ];
    case 'expired':
      return [
        'waiting',
        'Expired',
        `Not enough was paid in time. ${later}${invoice.acceptLate ? ', unless it completes the amount: then all is credited' : ''}.`,
      ];
    case 'failed':
      return ['failed', 'Failed', 'A payment that had been seen was undone by the chain.'];
    case 'cancelled':
      return ['ended', 'Cancelled', `${later}.`];
  }
}

/** Why money is held, in words. */
export const HELD_WORDS: Readonly<Record<Schemas['HeldMoney']['reason'], string>> = {
  late: 'came after the invoice had expired',
  too_little: 'was less than the amount when the invoice expired',
  cancelled: 'came after the invoice was cancelled',
  unexpected: 'is not the asset that was asked for',
};
