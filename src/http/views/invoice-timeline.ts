import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { InvoiceFact } from '../../db/invoices/invoice-timeline.js';
import type { Invoice, InvoiceView } from '../../db/invoices/invoices.js';
import type { Transfer } from '../../db/invoices/transfers.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { PaymentFinding } from '../../domain/invoices/settlement.js';
import type { Shown } from '../requests/reply.js';
import { getKnownAsset, type Chains } from './assets.js';
import { shownAddress, shownCount, shownHash, shownHeight, shownMoment, shownRate } from './fields.js';
import { paymentStatus } from './invoices.js';
import { iso } from './iso.js';
import { amountFields, assetFields, showSubjectFact, shownAmounts, SUBJECT_FACTS } from './subject-facts.js';

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

/** The schema of one item of {@link showInvoiceTimeline}'s answer. */
export const timelineFactSchema = z
  .discriminatedUnion('kind', [quoteSchema, paymentFactSchema, ...SUBJECT_FACTS])
  .meta({ id: 'TimelineFact' });

type ShownFact = Shown<typeof timelineFactSchema>;

/**
 * Shows the timeline of an invoice: its quote first, then every fact in order of time. Each fact has `at` and `kind`.
 */
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
  if (!('transfer' in fact)) return showSubjectFact(fact, books);
  return {
    at: iso(fact.atMs),
    kind: fact.kind,
    ...showTransfer(fact.transfer, books),
    ...currentFinding(payments.get(fact.transfer.transferId)),
  };
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
    ...shownAmounts(transfer.amountAtomic, asset.decimals),
  };
}

/** Returns the current status of a payment. A payment whose block was replaced has no finding, and is `reverted`. */
function currentFinding(payment: Finding | undefined): Finding {
  return { status: payment?.status ?? 'reverted', confirmations: payment?.confirmations ?? 0 };
}
