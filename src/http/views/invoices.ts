import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { InvoiceView } from '../../db/invoices/invoices.js';
import { formatCrypto, formatFiat } from '../../domain/core/money.js';
import { paymentUri } from '../../domain/invoices/payment-uri.js';
import { provenDeposit, type DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import { getKnownAsset, type Chains } from './assets.js';
import { heldMoney } from '../../domain/webhooks/event-data.js';
import { HELD_REASONS, heldReason } from '../../domain/invoices/held-reason.js';
import { INVOICE_STATUSES } from '../../domain/invoices/invoice-state.js';
import { isCredit } from '../../domain/invoices/is-credit.js';
import type { Shown } from '../requests/reply.js';
import { idOf, publicId } from '../requests/schemas.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownCount,
  shownCrypto,
  shownFiat,
  shownFiatCurrency,
  shownHash,
  shownHeight,
  shownMetadata,
  shownMoment,
  shownRate,
  shownReference,
  shownTokenSymbol,
} from './fields.js';
import { iso, isoOrNull } from './iso.js';
import { paymentsOf } from './payments-of.js';

export const paymentStatus = z
  .enum(['seen', 'confirmed', 'reverted', 'late', 'unexpected'])
  .meta({ id: 'PaymentStatus', examples: ['confirmed'] });

const paymentSchema = z
  .strictObject({
    txHash: shownHash.nullable(),
    logIndex: z
      .int()
      .min(0)
      .nullable()
      .meta({ examples: [3] }),
    blockNumber: shownHeight,
    blockHash: shownHash,
    from: shownAddress.nullable(),
    chainCode: shownChainCode,
    tokenSymbol: shownTokenSymbol,
    amountCrypto: shownCrypto,
    amountAtomic: shownAtomic,
    confirmations: shownCount,
    status: paymentStatus,
    seenAt: shownMoment,
  })
  .meta({
    id: 'Payment',
    description: 'A transfer to an invoice. A field is null if the chain does not have its value.',
  });

export const heldSchema = z
  .strictObject({
    chainCode: shownChainCode,
    tokenSymbol: shownTokenSymbol,
    amountCrypto: shownCrypto,
    amountAtomic: shownAtomic,
    reason: z.enum(HELD_REASONS).meta({ examples: ['late'] }),
    txHash: shownHash.nullable(),
    from: shownAddress.nullable(),
  })
  .meta({
    id: 'HeldMoney',
    description:
      'A confirmed payment that can not be credited to the invoice. Resolve the invoice to accept the payment or to refund it.',
  });

/** The terms of an invoice. Anybody with its link may see them. */
export const invoiceTermsFields = {
  publicId,
  status: z.enum(INVOICE_STATUSES).meta({ id: 'InvoiceStatus', examples: ['completed'] }),
  amountFiat: shownFiat,
  fiatCurrency: shownFiatCurrency,
  description: z
    .string()
    .nullable()
    .meta({
      description: 'What it is paid for, as your customer sees it.',
      examples: ['Two coffees and a cake'],
    }),
  amountCrypto: shownCrypto,
  amountAtomic: shownAtomic,
  amountPaidCrypto: shownCrypto.meta({
    description: 'The sum of payments in the requested asset that were seen on time and were not reverted.',
  }),
  amountPaidAtomic: shownAtomic,
  overpaid: z.boolean().meta({ examples: [false] }),
  tokenSymbol: shownTokenSymbol,
  chainCode: shownChainCode,
  depositAddress: shownAddress,
  paymentUri: z.string().meta({
    description:
      "A payment request (EIP-681). Show it as a link or QR code only for a native coin. For a token, show `depositAddress`: some well-known wallets send the tokens to the token's contract, where they are lost.",
    examples: [
      'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000',
    ],
  }),
  checkoutUrl: z.string().meta({
    description: 'The page on which your customer pays.',
    examples: ['https://pay.example.com/pay/pay_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c'],
  }),
  txHash: shownHash
    .nullable()
    .meta({ description: 'The transfer that completed the amount; until then the latest transfer.' }),
  confirmations: shownCount.meta({
    description: 'The lowest number of confirmations among the transfers that make up the amount.',
  }),
  confirmationsRequired: shownCount,
};

/** The state of an invoice. Anybody with its link may see it. */
export const invoiceStateFields = {
  rate: shownRate.nullable().meta({ description: 'Null: the amount was given in crypto.' }),
  createdAt: shownMoment,
  expiresAt: shownMoment,
  paidAt: shownMoment
    .nullable()
    .meta({ description: 'The block time of the transfer that completed the amount.' }),
  completedAt: shownMoment.nullable(),
  payments: z.array(paymentSchema),
};

/** The schema of {@link showInvoice}'s answer. */
export const invoiceSchema = z
  .strictObject({
    invoiceId: idOf('inv'),
    checkoutId: idOf('chk')
      .nullable()
      .meta({ description: 'The checkout of which this invoice is a choice.' }),
    ...invoiceTermsFields,
    merchantReference: shownReference.nullable(),
    metadata: shownMetadata,
    ...invoiceStateFields,
    held: z.array(heldSchema),
    amountCreditedCrypto: shownCrypto.meta({
      description:
        'The amount that was credited to your balance for it, in the requested asset. Late money counts. Money that is held or was sent back does not.',
    }),
    amountCreditedAtomic: shownAtomic,
    acceptLate: z.boolean().meta({
      description:
        'True: money that completes the amount after `expiresAt` is credited. False: it is held. This was your setting when the invoice was created.',
      examples: [false],
    }),
    chain: z
      .strictObject({
        halted: z.boolean().meta({
          description: 'True: nothing is read or credited on its chain until an operator resumes it.',
          examples: [false],
        }),
      })
      .meta({ id: 'ChainOfInvoice', description: 'The state of its chain.' }),
  })
  .meta({ id: 'Invoice' });

/** An invoice after its held money was resolved, with the withdrawals that refund it. */
export const resolvedInvoiceSchema = invoiceSchema
  .extend({
    withdrawalIds: z.array(idOf('wd')).meta({
      description: 'One withdrawal for each asset that is refunded; empty after `accept`.',
    }),
  })
  .meta({ id: 'ResolvedInvoice' });

/** What is needed to show an invoice's links and payments. */
export interface InvoiceContext {
  /** See `booksOf`. */
  readonly books: Chains;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly depositAddress: DeriveDeposit;
}

/** Shows an invoice to its merchant. @throws QuittanceError `deposit_address_altered` */
export function showInvoice(view: InvoiceView, context: InvoiceContext): Shown<typeof invoiceSchema> {
  const { invoice } = view;
  return {
    invoiceId: invoice.invoiceId,
    checkoutId: invoice.checkoutId,
    ...showInvoiceTerms(view, context),
    merchantReference: invoice.merchantReference,
    metadata: invoice.metadata,
    ...showInvoiceState(view, context),
    held: showHeld(view, context.books),
    ...showCredited(view),
    acceptLate: invoice.acceptLate,
    chain: { halted: view.settlement.awaitsResume },
  };
}

/** Shows the terms of an invoice. @throws QuittanceError `deposit_address_altered` */
export function showInvoiceTerms(
  { invoice, settlement }: InvoiceView,
  { books, publicBaseUrl, depositAddress: derive }: InvoiceContext,
): Shown<z.ZodObject<typeof invoiceTermsFields>> {
  const { asset: assetId, decimals, amountAtomic } = invoice;
  const { chain, asset } = getKnownAsset(books, assetId);
  const depositAddress = toChecksumAddress(provenDeposit(derive, invoice));
  return {
    publicId: invoice.publicId,
    status: invoice.status,
    amountFiat: invoice.amountFiatCents === null ? null : formatFiat(invoice.amountFiatCents),
    fiatCurrency: invoice.fiatCurrency,
    description: invoice.description,
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
    // Confirmations increase with the head, even if the invoice's row does not change. A payment that is not settled
    // yet has 0.
    confirmations: invoice.paidAtMs === null ? 0 : settlement.confirmations,
    confirmationsRequired: invoice.confirmationsRequired,
  };
}

/** Shows the outcome of an invoice. */
export function showInvoiceState(
  view: InvoiceView,
  { books }: InvoiceContext,
): Shown<z.ZodObject<typeof invoiceStateFields>> {
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

/** Shows the amount that the ledger has credited, in the invoice's asset. */
function showCredited({ invoice: { asset, decimals }, transfers }: InvoiceView) {
  const credited = transfers.filter((each) => isCredit(each, asset));
  const amountAtomic = credited.reduce((sum, each) => sum + each.amountAtomic, 0n);
  return {
    amountCreditedCrypto: formatCrypto(amountAtomic, decimals),
    amountCreditedAtomic: amountAtomic.toString(),
  };
}

/** Shows the held money as the ledger has it, so that it agrees with the balance. */
function showHeld(
  { invoice, settlement, transfers }: InvoiceView,
  books: Chains,
): readonly Shown<typeof heldSchema>[] {
  const statusOf = new Map(settlement.payments.map(({ transferId, status }) => [transferId, status]));
  return transfers.flatMap((transfer) => {
    const status = statusOf.get(transfer.transferId);
    if (transfer.booking !== 'held' || status === undefined) return [];
    const { asset } = getKnownAsset(books, transfer);
    return [
      heldMoney({
        asset,
        decimals: asset.decimals,
        amountAtomic: transfer.amountAtomic,
        reason: heldReason(status, invoice.status),
        txHash: transfer.txHash,
        from: transfer.fromAddress === null ? null : toChecksumAddress(transfer.fromAddress),
      }),
    ];
  });
}

function showPayments(view: InvoiceView, books: Chains): readonly Shown<typeof paymentSchema>[] {
  return paymentsOf(view).map(({ transfer, ...payment }) => {
    const { asset } = getKnownAsset(books, transfer);
    return {
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
    };
  });
}
