import { toChecksumAddress } from '../../chain/address.js';
import type { InvoiceFact } from '../../db/invoice-timeline.js';
import type { Invoice, InvoiceView } from '../../db/invoices.js';
import type { Transfer } from '../../db/transfers.js';
import { formatCrypto } from '../../domain/money.js';
import { getKnownAsset, type Chains } from './assets.js';
import { iso } from './iso.js';

/** An invoice's story: its quote first, then every fact in order. Each has `at` and `kind`. */
export function showInvoiceTimeline(
  { invoice, settlement }: InvoiceView,
  facts: readonly InvoiceFact[],
  books: Chains,
): object[] {
  const payments = new Map(settlement.payments.map((payment) => [payment.transferId, payment]));
  return [
    showQuote(invoice),
    ...facts.map((fact) => ({
      at: iso(fact.atMs),
      kind: fact.kind,
      ...showFact(fact, { payments, books }),
    })),
  ];
}

function showQuote(invoice: Invoice): object {
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

interface Shown {
  readonly payments: ReadonlyMap<number, { readonly status: string; readonly confirmations: number }>;
  readonly books: Chains;
}

function showFact(fact: InvoiceFact, { payments, books }: Shown): object {
  switch (fact.kind) {
    case 'payment_seen':
    case 'payment_reverted':
      return { ...showTransfer(fact.transfer, books), ...standing(payments.get(fact.transfer.transferId)) };
    case 'ledger_entry': {
      const { asset } = getKnownAsset(books, fact);
      return {
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
      return { event: fact.event, eventId: fact.eventId };
    case 'delivery_attempt': {
      const { deliveryId, endpointId, event, number, durationMs, statusCode, errorClass } = fact;
      return { deliveryId, endpointId, event, number, durationMs, statusCode, errorClass };
    }
    case 'order':
      return { action: fact.action, by: fact.actorKind, reason: fact.reason };
  }
}

function showTransfer(transfer: Transfer, books: Chains): object {
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

/** As of now; a block that was replaced has none. */
function standing(payment: { readonly status: string; readonly confirmations: number } | undefined): object {
  return { status: payment?.status ?? 'reverted', confirmations: payment?.confirmations ?? 0 };
}

function amounts(amountAtomic: bigint, decimals: number): object {
  return { amountCrypto: formatCrypto(amountAtomic, decimals), amountAtomic: amountAtomic.toString() };
}
