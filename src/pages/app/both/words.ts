import type { Schemas } from '../../../client/client.js';
import type { Tone } from '../parts/status.js';

/** A word for a status, and its tone. */
export type StatusWords = readonly [tone: Tone, word: string];

export const INVOICE_WORDS: Readonly<Record<Schemas['InvoiceStatus'], StatusWords>> = {
  pending: ['waiting', 'Pending'],
  underpaid: ['attention', 'Underpaid'],
  paid: ['seen', 'Paid'],
  completed: ['done', 'Completed'],
  expired: ['ended', 'Expired'],
  failed: ['failed', 'Failed'],
  cancelled: ['ended', 'Cancelled'],
};

export const CHECKOUT_WORDS: Readonly<Record<Schemas['CheckoutStatus'], StatusWords>> = {
  open: ['waiting', 'Open'],
  processing: ['seen', 'Processing'],
  completed: ['done', 'Completed'],
  expired: ['ended', 'Expired'],
  cancelled: ['ended', 'Cancelled'],
};

export const WITHDRAWAL_WORDS: Readonly<Record<Schemas['WithdrawalStatus'], StatusWords>> = {
  pending_approval: ['attention', 'Waits for approval'],
  approved: ['seen', 'Approved'],
  broadcast: ['seen', 'Sent'],
  completed: ['done', 'Completed'],
  rejected: ['failed', 'Rejected'],
  cancelled: ['ended', 'Cancelled'],
  stopped: ['failed', 'Stopped'],
  failed: ['failed', 'Failed'],
};

export const DELIVERY_WORDS: Readonly<Record<Schemas['WebhookDelivery']['status'], StatusWords>> = {
  pending: ['waiting', 'Pending'],
  succeeded: ['done', 'Succeeded'],
  failed: ['failed', 'Failed'],
  cancelled: ['ended', 'Cancelled'],
};

/** How a receiver answered, in words. */
export const OUTCOME_WORDS: Readonly<Record<Schemas['DeliveryOutcome'], StatusWords>> = {
  '2xx': ['done', '2xx'],
  '4xx': ['failed', '4xx'],
  '5xx': ['failed', '5xx'],
  other: ['failed', 'Another status'],
  redirect: ['failed', 'Redirect'],
  timeout: ['failed', 'Timed out'],
  dns: ['failed', 'Name not found'],
  connect: ['failed', 'No connection'],
  tls: ['failed', 'TLS failed'],
  url_not_allowed: ['failed', 'Address not allowed'],
};

export const KEY_WORDS: Readonly<Record<Schemas['ApiKey']['status'], StatusWords>> = {
  pending: ['attention', 'Waits for approval'],
  approved: ['done', 'Approved'],
  disabled: ['ended', 'Disabled'],
  revoked: ['ended', 'Revoked'],
};

/** Words for the causes whose names in the ledger are not plain. */
const CAUSE_WORDS: Readonly<Record<string, string>> = {
  withdrawal_reserved: 'Amount reserved',
  withdrawal_released: 'Amount available again',
  withdrawal_paid: 'Amount paid out',
  withdrawal_paid_reverted: 'Payment undone by the chain',
  transfer_none_to_credited: 'Payment credited',
  transfer_none_to_held: 'Payment held',
  transfer_held_to_credited: 'Held payment accepted',
  transfer_credited_to_none: 'Payment undone by the chain',
  transfer_held_to_none: 'Held payment undone by the chain',
};

/** Returns the words for a name of the ledger. */
export function ledgerWords(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return CAUSE_WORDS[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
