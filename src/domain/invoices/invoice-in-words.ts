import type { HeldReason } from './held-reason.js';
import type { InvoiceStatus } from './invoice-state.js';

/** Money of an invoice that was not credited as asked, and its present state. */
export interface OtherMoney {
  /** With its symbol, e.g. `0.005000 ETH`. */
  readonly amount: string;
  readonly reason: HeldReason;
  readonly now:
    | { readonly kind: 'held' | 'credited' }
    | { readonly kind: 'refund'; readonly withdrawalId: string | null; readonly isPaid: boolean };
}

export interface InvoiceOutcome {
  readonly status: InvoiceStatus;
  /** Amounts of the asked asset; `asked` has its symbol. */
  readonly asked: string;
  readonly paid: string;
  readonly credited: string;
  readonly hasCome: boolean;
  readonly enough: boolean;
  readonly overpaid: boolean;
  readonly confirmations: number;
  readonly confirmationsRequired: number;
  readonly others: readonly OtherMoney[];
}

const REASON_WORDS: Readonly<Record<HeldReason, string>> = {
  late: 'came late',
  too_little: 'was too little',
  cancelled: 'came to a cancelled invoice',
  unexpected: 'came and was not asked for',
};

/** Describes the state of an invoice in one sentence: `expired; 0.005000 ETH came late and was refunded by wd_…`. */
export function invoiceInWords(outcome: InvoiceOutcome): string {
  return [headOf(outcome), ...outcome.others.map(otherInWords)].join('; ');
}

/**
 * Returns the word for an invoice in the lists of operators. It is the status; or, for an invoice that is over, `held`
 * while money waits for the merchant's decision, or the state of a refund.
 */
export function shownStatusOf({
  status,
  others,
}: Pick<InvoiceOutcome, 'status' | 'others'>): InvoiceStatus | 'held' | 'refunding' | 'refunded' {
  if (status === 'pending' || status === 'underpaid' || status === 'paid') return status;
  if (others.some(({ now }) => now.kind === 'held')) return 'held';
  const isPaid = others.flatMap(({ now }) => (now.kind === 'refund' ? [now.isPaid] : []));
  if (isPaid.includes(false)) return 'refunding';
  return isPaid.includes(true) && status !== 'completed' ? 'refunded' : status;
}

function headOf(outcome: InvoiceOutcome): string {
  const { status, asked, paid, hasCome } = outcome;
  switch (status) {
    case 'pending':
      return `pending: nothing has come yet of ${asked}`;
    case 'underpaid':
      return `underpaid: ${paid} of ${asked} has come`;
    case 'paid':
      return outcome.enough
        ? `paid, ${outcome.confirmations} of ${outcome.confirmationsRequired} confirmations: ${paid} of ${asked} has come`
        : 'paid, and undone by a reorganisation: waits for the payment to come back';
    case 'completed':
      return `completed: ${outcome.credited} of ${asked} credited${outcome.overpaid ? ', more than was asked' : ''}`;
    case 'expired':
      return hasCome ? `expired: ${paid} of ${asked} came in time` : 'expired: nothing came in time';
    case 'failed':
      return 'failed: its payment was undone by a reorganisation and did not come back';
    case 'cancelled':
      return 'cancelled';
  }
}

function otherInWords({ amount, reason, now }: OtherMoney): string {
  return `${amount} ${REASON_WORDS[reason]} and ${nowInWords(now)}`;
}

function nowInWords(now: OtherMoney['now']): string {
  if (now.kind !== 'refund') return now.kind === 'credited' ? 'was credited' : 'is held until it is resolved';
  const by = now.withdrawalId === null ? '' : ` by ${now.withdrawalId}`;
  return now.isPaid ? `was refunded${by}` : `is to be refunded${by}`;
}
