import { z } from 'zod';
import { assertNever } from '../../domain/core/errors.js';
import type { EventType } from '../../domain/webhooks/events.js';
import { INVOICE_EVENT_FIELDS } from '../../domain/webhooks/proven-body.js';
import { idOf } from '../requests/schemas.js';
import { checkoutSchema } from './checkouts.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownCount,
  shownCrypto,
  shownHash,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { heldSchema, invoiceSchema } from './invoices.js';
import { policyChangeSchema } from './policy-changes.js';
import { withdrawalSchema } from './withdrawals.js';

/** The meaning of each event, in a few words. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  'invoice.created': 'An invoice was created',
  'invoice.paid': 'Enough money was seen on the chain, but it is not confirmed yet',
  'invoice.completed': 'The payment is confirmed, and your balance is credited',
  'invoice.underpaid': 'Less than the amount was paid; the rest can still be paid',
  'invoice.overpaid': 'More than the amount is confirmed',
  'invoice.expired': 'The time of an invoice ran out without enough payment',
  'invoice.failed': 'A payment that had been seen was reverted',
  'withdrawal.approved': 'An operator approved a withdrawal',
  'withdrawal.completed': 'The transaction of a withdrawal is confirmed',
  'invoice.payment_held': 'Confirmed money can not be credited to the invoice, and is held',
  'invoice.refunded': 'Held money was sent back, and the transaction is confirmed',
  'withdrawal.rejected': 'An operator rejected a withdrawal',
  'withdrawal.cancelled': 'You cancelled a withdrawal; its reservation was released',
  'withdrawal.stopped': 'An operator stopped an approved withdrawal; its reservation was released',
  'withdrawal.failed': 'A withdrawal can not be sent any more; its reservation was released',
  'endpoint.failing': 'Another endpoint of yours has failed for a long time',
  'policy.change_requested': 'Somebody requested a change that would let more of your money out',
  ping: 'A test that you ordered',
  'checkout.completed': 'A checkout is completed by one of its invoices',
  'checkout.expired': 'The time of a checkout ran out without enough payment',
};

const invoiceEventSchema = invoiceSchema.pick(INVOICE_EVENT_FIELDS).meta({ id: 'InvoiceEvent' });

const paymentHeldSchema = invoiceEventSchema
  .extend({ held: z.array(heldSchema) })
  .meta({ id: 'PaymentHeldEvent' });

const invoiceRefundedSchema = invoiceEventSchema
  .extend({
    refund: z
      .strictObject({
        withdrawalId: idOf('wd'),
        chainCode: shownChainCode,
        tokenSymbol: shownTokenSymbol,
        amountCrypto: shownCrypto,
        amountAtomic: shownAtomic,
        address: shownAddress,
        txHash: shownHash.nullable(),
      })
      .meta({ id: 'RefundMade' }),
  })
  .meta({ id: 'InvoiceRefundedEvent' });

const withdrawalEventSchema = withdrawalSchema.omit({ amountAtomic: true }).meta({ id: 'WithdrawalEvent' });

const checkoutEventSchema = checkoutSchema.omit({ invoices: true }).meta({ id: 'CheckoutEvent' });

const endpointFailingSchema = z
  .strictObject({
    endpointId: idOf('we'),
    host: z.string().meta({ examples: ['shop.example'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Orders'] }),
    failingSince: shownMoment,
    lastSuccessAt: shownMoment.nullable(),
    consecutiveFailures: shownCount,
    status: z.enum(['enabled', 'disabled']),
    disabledReason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    disablesAt: shownMoment.meta({
      description:
        'When the endpoint will be disabled if no delivery succeeds before, or when it was disabled.',
    }),
  })
  .meta({ id: 'EndpointFailingEvent' });

const policyChangeEventSchema = policyChangeSchema
  .pick({
    policyChangeId: true,
    kind: true,
    objectId: true,
    change: true,
    requestedBy: true,
    requestedAt: true,
    holdsFrom: true,
  })
  .meta({ id: 'PolicyChangeEvent' });

const pingSchema = z
  .strictObject({
    endpointId: idOf('we'),
    message: z.string().meta({ examples: ['A test, sent as every event is.'] }),
  })
  .meta({ id: 'PingEvent' });

function dataSchemaOf(event: EventType): z.ZodType {
  switch (event) {
    case 'invoice.created':
    case 'invoice.paid':
    case 'invoice.completed':
    case 'invoice.underpaid':
    case 'invoice.overpaid':
    case 'invoice.expired':
    case 'invoice.failed':
      return invoiceEventSchema;
    case 'invoice.payment_held':
      return paymentHeldSchema;
    case 'invoice.refunded':
      return invoiceRefundedSchema;
    case 'withdrawal.approved':
    case 'withdrawal.completed':
    case 'withdrawal.rejected':
    case 'withdrawal.cancelled':
    case 'withdrawal.stopped':
    case 'withdrawal.failed':
      return withdrawalEventSchema;
    case 'checkout.completed':
    case 'checkout.expired':
      return checkoutEventSchema;
    case 'endpoint.failing':
      return endpointFailingSchema;
    case 'policy.change_requested':
      return policyChangeEventSchema;
    case 'ping':
      return pingSchema;
    default:
      return assertNever(event);
  }
}

/** Returns the schema of a delivery's body for this event. */
export function envelopeOf(event: EventType) {
  return z.strictObject({ event: z.literal(event), timestamp: shownMoment, data: dataSchemaOf(event) });
}
