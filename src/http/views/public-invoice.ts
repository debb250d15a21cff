import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { InvoiceView } from '../../db/invoices/invoices.js';
import { hasReadTo, type ChainView } from '../../domain/chains/finality.js';
import { formatCrypto } from '../../domain/core/money.js';
import { amountDue } from '../../domain/invoices/amount-due.js';
import { paymentUri } from '../../domain/invoices/payment-uri.js';
import { presentState } from '../../domain/invoices/present-state.js';
import type { MerchantProfile } from '../../domain/merchants/merchant-profile.js';
import type { Shown } from '../requests/reply.js';
import { getKnownAsset } from './assets.js';
import { shownAddress, shownAtomic, shownChainId, shownCrypto, shownMoment } from './fields.js';
import {
  invoiceStateFields,
  invoiceTermsFields,
  showInvoiceState,
  showInvoiceTerms,
  type InvoiceContext,
} from './invoices.js';
import { iso } from './iso.js';
import { publicMerchantSchema, showPublicMerchant } from './merchant-profile.js';

/** The schema of {@link showPublicInvoice}'s answer. */
export const publicInvoiceSchema = z
  .strictObject({
    ...invoiceTermsFields,
    redirectUrl: z
      .string()
      .nullable()
      .meta({ examples: ['https://shop.example/thanks'] }),
    ...invoiceStateFields,
    merchant: publicMerchantSchema,
    chainName: z.string().meta({ examples: ['Base'] }),
    chainId: shownChainId,
    chainStatus: z.enum(['live', 'behind', 'halted']).meta({
      description:
        '`behind`: a payment may be seen later than usual. `halted`: nothing is credited until an operator has looked.',
      examples: ['live'],
    }),
    explorerUrl: z
      .string()
      .nullable()
      .meta({ description: "The chain's block explorer.", examples: ['https://basescan.org'] }),
    tokenAddress: shownAddress.nullable().meta({ description: "The token's contract; null: native coin." }),
    tokenDecimals: z
      .int()
      .min(0)
      .max(255)
      .meta({ examples: [6] }),
    amountDueCrypto: shownCrypto.meta({ description: 'The amount that is still to be sent. Zero: nothing.' }),
    amountDueAtomic: shownAtomic,
    amountDueUri: z
      .string()
      .nullable()
      .meta({
        description:
          'A payment request (EIP-681) for the amount that is still to be sent. Null: nothing should be sent now.',
        examples: [
          'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=25000000',
        ],
      }),
    serverTime: shownMoment.meta({ description: "The server's time. Compute the remaining time with it." }),
  })
  .meta({ id: 'PublicInvoice' });

/** What is needed to show an invoice to its customer. */
export interface PublicInvoiceContext extends InvoiceContext {
  /** Epoch ms. */
  readonly now: () => number;
  /** True: a payment was seen for another choice of the checkout, and that choice counts now. */
  readonly isOtherPaid?: boolean;
}

/**
 * Shows an invoice to anybody who has its link. Fields that concern only the operator and the merchant are left out. A
 * payment counts as soon as its transfer is stored, so that no customer is asked to pay again.
 *
 * @throws QuittanceError `deposit_address_altered`
 */
export function showPublicInvoice(
  stored: InvoiceView,
  merchant: MerchantProfile,
  context: PublicInvoiceContext,
): Shown<typeof publicInvoiceSchema> {
  const { settlement } = stored;
  const view = { ...stored, invoice: presentState(stored.invoice, settlement) };
  const { invoice } = view;
  const { chain, asset } = getKnownAsset(context.books, invoice.asset);
  const terms = showInvoiceTerms(view, context);
  const nowMs = context.now();
  // A checkout that was cancelled or has expired closes its invoices a moment later, or when a worker runs again.
  const isOver = settlement.status === 'cancelled' || nowMs > invoice.expiresAtMs;
  const dueAtomic = isOver || context.isOtherPaid === true ? 0n : amountDue(invoice);
  const tokenAddress = asset.address === null ? null : toChecksumAddress(asset.address);
  return {
    ...terms,
    redirectUrl: invoice.redirectUrl,
    ...showInvoiceState(view, context),
    merchant: showPublicMerchant(merchant),
    chainName: chain.name,
    chainId: chain.chainId,
    chainStatus: chainStatusOf(view.chain, nowMs),
    explorerUrl: chain.explorerUrl,
    tokenAddress,
    tokenDecimals: invoice.decimals,
    amountDueCrypto: formatCrypto(dueAtomic, invoice.decimals),
    amountDueAtomic: dueAtomic.toString(),
    amountDueUri:
      dueAtomic > 0n
        ? paymentUri({
            chainId: chain.chainId,
            tokenAddress,
            to: terms.depositAddress,
            amountAtomic: dueAtomic,
          })
        : null,
    serverTime: iso(nowMs),
  };
}

/** Says how soon a payment on a chain is seen. @param view null: the chain was never read. */
export function chainStatusOf(view: ChainView | null, nowMs: number): 'live' | 'behind' | 'halted' {
  if (view === null) return 'behind';
  if (view.halted) return 'halted';
  return hasReadTo(view, nowMs) ? 'live' : 'behind';
}
