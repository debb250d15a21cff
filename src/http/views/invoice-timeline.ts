import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { InvoiceFact } from '../../db/invoices/invoice-timeline.js';
import type { Invoice, InvoiceView } from '../../db/invoices/invoices.js';
import type { Transfer } from '../../db/invoices/transfers.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { PaymentFinding } from '../../domain/invoices/settlement.js';
import { EVENT_TYPES, type EventType } from '../../domain/webhooks/events.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { getKnownAsset, type Chains } from './assets.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownCount,
  shownCrypto,
  shownHash,
  shownHeight,
  shownMoment,
  shownRate,
  shownTokenSymbol,
} from './fields.js';
import { heldSchema, paymentStatus } from './invoices.js';
import { iso } from './iso.js';

const amountFields = { amountCrypto: shownCrypto, amountAtomic: shownAtomic };
const assetFields = { chainCode: shownChainCode, tokenSymbol: shownTokenSymbol };

const quoteSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('quote'),
  ...assetFields,
  ...amountFields,
  rate: shownRate.nullable(),
  expiresAt: shownMoment,
});

const transferFields = {
  txHash: shownHash.nullable(),
  logIndex: z.int().min(0).nullable(),
  blockNumber: shownHeight,
  blockHash: shownHash,
  blockTime: shownMoment,
  from: shownAddress.nullable(),
  ...assetFields,
  ...amountFields,
};

const paymentFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.enum(['payment_seen', 'payment_confirmed', 'payment_reverted']),
  ...transferFields,
  status: paymentStatus,
  confirmations: shownCount,
});

const entryFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('ledger_entry'),
  entry: z.string().meta({ examples: ['transfer_none_to_credited'] }),
  ...assetFields,
  postings: z.array(
    z.strictObject({
      account: z.string().meta({ examples: ['available'] }),
      side: z.enum(['debit', 'credit']),
      ...amountFields,
    }),
  ),
});

const eventFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('event'),
  event: z.enum(EVENT_TYPES),
  eventId: idOf('evt'),
  held: z
    .array(heldSchema)
    .nullable()
    .meta({ description: 'The payments that `invoice.payment_held` is about.' }),
});

const attemptFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('delivery_attempt'),
  deliveryId: idOf('dlv'),
  endpointId: idOf('we'),
  event: z.enum(EVENT_TYPES),
  number: z.int().min(1),
  durationMs: z.int().min(0).nullable(),
  statusCode: z.int().nullable(),
  errorClass: z.string().nullable(),
});

const orderFactSchema = z.strictObject({
  at: shownMoment,
  kind: z.literal('order'),
  action: z.string().meta({ examples: ['invoice.cancel'] }),
  by: z.string().meta({ examples: ['merchant'] }),
  reason: z.string().nullable(),
});

/** What {@link showInvoiceTimeline} shows an array of. */
export const timelineFactSchema = z
  .discriminatedUnion('kind', [
    quoteSchema,
    paymentFactSchema,
    entryFactSchema,
    eventFactSchema,
    attemptFactSchema,
    orderFactSchema,
  ])
  .meta({ id: 'TimelineFact' });

type ShownFact = Shown<typeof timelineFactSchema>;

/** Shows the timeline of an invoice: its quote first, then every fact in order. Each fact has `at` and `kind`. */
export function showInvoiceTimeline(
  { invoice, settlement }: InvoiceView,
  facts: readonly InvoiceFact[],
  books: Chains,
): ShownFact[] {
  const payments = new Map(settlement.payments.map((payment) => [payment.transferId, payment]));
  return [showQuote(invoice), ...facts.map((fact) => showFact(fact, { payments, books }))];
}

function showQuote(invoice: Invoice): Shown<typeof quoteSchema> {
  const { rate } = invoice;
  return {
    at: iso(invoice.createdAtMs),
    kind: 'quote',
    chainCode: invoice.asset.chainCode,
    tokenSymbol: invoice.asset.tokenSymbol,
    amountCrypto: formatCrypto(invoice.amountAtomic, invoice.decimals),
    amountAtomic: invoice.amountAtomic.toString(),
    rate: rate === null ? null : { rate: rate.rate, source: rate.source, asOf: iso(rate.asOfMs) },
    expiresAt: iso(invoice.expiresAtMs),
  };
}

type Finding = Pick<PaymentFinding, 'status' | 'confirmations'>;

interface FactContext {
  readonly payments: ReadonlyMap<number, Finding>;
  readonly books: Chains;
}

function showFact(fact: InvoiceFact, { payments, books }: FactContext): ShownFact {
  const at = iso(fact.atMs);
  switch (fact.kind) {
    case 'payment_seen':
    case 'payment_confirmed':
    case 'payment_reverted':
      return {
        at,
        kind: fact.kind,
        ...showTransfer(fact.transfer, books),
        ...currentFinding(payments.get(fact.transfer.transferId)),
      };
    case 'ledger_entry': {
      const { asset } = getKnownAsset(books, fact);
      return {
        at,
        kind: fact.kind,
        entry: fact.entryKind,
        chainCode: fact.chainCode,
        tokenSymbol: fact.tokenSymbol,
        postings: fact.postings.map(({ account, amountAtomic }) => ({
          account,
          side: amountAtomic > 0n ? 'debit' : 'credit',
          ...amounts(amountAtomic > 0n ? amountAtomic : -amountAtomic, asset.decimals),
        })),
      };
    }
    case 'event':
      return { at, kind: fact.kind, event: fact.event as EventType, eventId: fact.eventId, held: fact.held };
    case 'delivery_attempt': {
      const { kind, deliveryId, endpointId, number, durationMs, statusCode, errorClass } = fact;
      const event = fact.event as EventType;
      return { at, kind, deliveryId, endpointId, event, number, durationMs, statusCode, errorClass };
    }
    case 'order':
      return { at, kind: fact.kind, action: fact.action, by: fact.actorKind, reason: fact.reason };
  }
}

function showTransfer(transfer: Transfer, books: Chains): Shown<z.ZodObject<typeof transferFields>> {
  const { asset } = getKnownAsset(books, transfer);
  return {
    txHash: transfer.txHash,
    logIndex: transfer.logIndex,
    blockNumber: transfer.blockNumber,
    blockHash: transfer.blockHash,
    blockTime: iso(transfer.blockTimeMs),
    from: transfer.fromAddress === null ? null : toChecksumAddress(transfer.fromAddress),
    chainCode: transfer.chainCode,
    tokenSymbol: transfer.tokenSymbol,
    ...amounts(transfer.amountAtomic, asset.decimals),
  };
}

/** Returns the current status of a payment. A payment whose block was replaced is in no finding: it is `reverted`. */
function currentFinding(payment: Finding | undefined): Finding {
  return { status: payment?.status ?? 'reverted', confirmations: payment?.confirmations ?? 0 };
}

function amounts(amountAtomic: bigint, decimals: number): Shown<z.ZodObject<typeof amountFields>> {
  return { amountCrypto: formatCrypto(amountAtomic, decimals), amountAtomic: amountAtomic.toString() };
}
