import type { Schemas } from '../../../client/client.js';
import type { StatusWords } from '../parts/status.js';

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
