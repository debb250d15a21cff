import { toChecksumAddress } from '../../chain/address.js';
import type { InvoiceView } from '../../db/invoices.js';
import { formatCrypto, formatFiat } from '../../domain/money.js';
import { paymentUri } from '../../domain/payment-uri.js';
import { getKnownAsset, type Chains } from './assets.js';
import { iso, isoOrNull } from './iso.js';

/** What an invoice's links and payments are shown by. */
export interface InvoiceContext {
  /** See `booksOf`. */
  readonly books: Chains;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string;
}

/** An invoice as its merchant sees it. */
export function showInvoice(view: InvoiceView, context: InvoiceContext): object {
  const { invoice } = view;
  return {
    invoiceId: invoice.invoiceId,
    ...showTerms(view, context),
    merchantReference: invoice.merchantReference,
    metadata: invoice.metadata,
    ...showState(view, context),
  };
}

/** An invoice as whoever has its link sees it: nothing that is between us and the merchant. */
export function showPublicInvoice(view: InvoiceView, context: InvoiceContext): object {
  return { ...showTerms(view, context), redirectUrl: view.invoice.redirectUrl, ...showState(view, context) };
}

function showTerms({ invoice, settlement }: InvoiceView, { books, publicBaseUrl }: InvoiceContext): object {
  const { asset: assetId, decimals, amountAtomic } = invoice;
  const { chain, asset } = getKnownAsset(books, assetId);
  const depositAddress = toChecksumAddress(invoice.depositAddress);
  return {
    publicId: invoice.publicId,
    status: invoice.status,
    amountFiat: invoice.amountFiatCents === null ? null : formatFiat(invoice.amountFiatCents),
    fiatCurrency: invoice.fiatCurrency,
    amountCrypto: formatCrypto(amountAtomic, decimals),
    amountAtomic: amountAtomic.toString(),
    amountPaidCrypto: formatCrypto(invoice.amountPaidAtomic, decimals),
    amountPaidAtomic: invoice.amountPaidAtomic.toString(),
    overpaid: invoice.overpaid,
    tokenSymbol: assetId.tokenSymbol,
    chainCode: assetId.chainCode,
    depositAddress,
    paymentUri: paymentUri({
      chainId: chain.chainId,
      tokenAddress: asset.address === null ? null : toChecksumAddress(asset.address),
      to: depositAddress,
      amountAtomic,
    }),
    checkoutUrl: `${publicBaseUrl}/pay/${invoice.publicId}`,
    txHash: invoice.txHash,
    // The head moves on without the invoice; a transfer that settlement has not booked yet is not counted.
    confirmations: invoice.paidAtMs === null ? 0 : settlement.confirmations,
    confirmationsRequired: invoice.confirmationsRequired,
  };
}

function showState(view: InvoiceView, { books }: InvoiceContext): object {
  const { invoice } = view;
  const { rate } = invoice;
  return {
    rate: rate === null ? null : { rate: rate.rate, source: rate.source, asOf: iso(rate.asOfMs) },
    createdAt: iso(invoice.createdAtMs),
    expiresAt: iso(invoice.expiresAtMs),
    paidAt: isoOrNull(invoice.paidAtMs),
    completedAt: isoOrNull(invoice.completedAtMs),
    payments: showPayments(view, books),
  };
}

function showPayments({ settlement, transfers }: InvoiceView, books: Chains): readonly object[] {
  return settlement.payments.flatMap((payment) => {
    const transfer = transfers.find(({ transferId }) => transferId === payment.transferId);
    if (transfer === undefined) return [];
    const { asset } = getKnownAsset(books, transfer);
    return [
      {
        txHash: transfer.txHash,
        logIndex: transfer.logIndex,
        blockNumber: transfer.blockNumber,
        blockHash: transfer.blockHash,
        from: transfer.fromAddress === null ? null : toChecksumAddress(transfer.fromAddress),
        chainCode: transfer.chainCode,
        tokenSymbol: transfer.tokenSymbol,
        amountCrypto: formatCrypto(transfer.amountAtomic, asset.decimals),
        amountAtomic: transfer.amountAtomic.toString(),
        confirmations: payment.confirmations,
        status: payment.status,
        seenAt: iso(transfer.seenAtMs),
      },
    ];
  });
}
