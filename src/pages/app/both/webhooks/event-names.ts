import type { Schemas } from '../../../../client/client.js';

/** Every event that an endpoint can ask for. The compiler checks that it matches the list of the API. */
const EVENTS: Readonly<Record<Schemas['EventType'], true>> = {
  'invoice.created': true,
  'invoice.paid': true,
  'invoice.completed': true,
  'invoice.underpaid': true,
  'invoice.overpaid': true,
  'invoice.expired': true,
  'invoice.failed': true,
  'invoice.payment_held': true,
  'invoice.refunded': true,
  'withdrawal.approved': true,
  'withdrawal.completed': true,
  'withdrawal.rejected': true,
  'withdrawal.cancelled': true,
  'withdrawal.stopped': true,
  'withdrawal.failed': true,
  'checkout.completed': true,
  'checkout.expired': true,
  'endpoint.failing': true,
  'policy.change_requested': true,
  ping: true,
};

export const EVENT_NAMES = Object.keys(EVENTS) as readonly Schemas['EventType'][];
