import { z } from 'zod';
import type { Checkout } from '../../db/checkouts/checkouts.js';
import type { InvoiceView } from '../../db/invoices/invoices.js';
import { CHECKOUT_STATUSES } from '../../domain/checkouts/checkout-state.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Asset, Chain } from '../../domain/core/asset.js';
import type { MerchantProfile } from '../../domain/merchants/merchant-profile.js';
import { checkoutEventData } from '../../domain/webhooks/event-data.js';
import type { Shown } from '../requests/reply.js';
import { checkoutPublicId, idOf } from '../requests/schemas.js';
import { assetSchema, showAsset } from './assets.js';
import {
  shownAtomic,
  shownChainCode,
  shownCrypto,
  shownFiat,
  shownFiatCurrency,
  shownMetadata,
  shownMoment,
  shownReference,
  shownTokenSymbol,
} from './fields.js';
import { invoiceSchema, showInvoice, type InvoiceContext } from './invoices.js';
import { iso } from './iso.js';
import { publicMerchantSchema, showPublicMerchant } from './merchant-profile.js';
import { publicInvoiceSchema } from './public-invoice.js';

const url = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

const amountFields = {
  amountFiat: shownFiat,
  fiatCurrency: shownFiatCurrency,
  amountCrypto: shownCrypto.nullable(),
  tokenSymbol: shownTokenSymbol.nullable(),
};
const pageFields = {
  description: z
    .string()
    .nullable()
    .meta({ examples: ['Two coffees and a cake'] }),
  checkoutUrl: z
    .string()
    .meta({ examples: ['https://pay.example.com/pay/cs_5f0c2b9e7d1a4c3b8e6f5d4c3b2a19087f6e5d4c'] }),
  redirectUrl: url('https://shop.example/thanks'),
  cancelUrl: url('https://shop.example/cart'),
  locale: z
    .string()
    .nullable()
    .meta({ examples: ['de'] }),
  createdAt: shownMoment,
  expiresAt: shownMoment,
  completedAt: shownMoment.nullable(),
};
const status = z.enum(CHECKOUT_STATUSES).meta({ id: 'CheckoutStatus', examples: ['open'] });

/** The schema of {@link showCheckout}'s answer. */
export const checkoutSchema = z
  .strictObject({
    checkoutId: idOf('chk'),
    publicId: checkoutPublicId,
    status,
    ...amountFields,
    assets: z.array(z.strictObject({ chainCode: shownChainCode, tokenSymbol: shownTokenSymbol })),
    merchantReference: shownReference.nullable(),
    metadata: shownMetadata,
    ...pageFields,
    completedBy: idOf('inv').nullable().meta({ description: 'The invoice that completed it.' }),
    invoices: z.array(invoiceSchema),
  })
  .meta({ id: 'Checkout' });

/** The schema of {@link showPublicCheckout}'s answer. */
export const publicCheckoutSchema = z
  .strictObject({
    publicId: checkoutPublicId,
    status,
    ...amountFields,
    assets: z.array(
      assetSchema
        .pick({
          chainCode: true,
          chainId: true,
          chainName: true,
          tokenSymbol: true,
          kind: true,
          tokenAddress: true,
          decimals: true,
          confirmationsRequired: true,
        })
        .extend({
          amountCrypto: shownCrypto.nullable().meta({
            description:
              'At the current rate, or at the fixed rate of this choice while its quote is valid. Null: the asset can not be chosen now.',
          }),
          amountAtomic: shownAtomic.nullable(),
        })
        .meta({ id: 'CheckoutAsset' }),
    ),
    ...pageFields,
    merchant: publicMerchantSchema,
    invoice: publicInvoiceSchema.nullable().meta({ description: 'The invoice of the current choice.' }),
    serverTime: shownMoment,
  })
  .meta({ id: 'PublicCheckout' });

/**
 * Returns the checkout with the URL of our own page. The stored URL is not used, because somebody with access to the
 * database could have replaced it.
 */
function withOwnLink(checkout: Checkout, { publicBaseUrl }: Pick<InvoiceContext, 'publicBaseUrl'>): Checkout {
  return { ...checkout, checkoutUrl: `${publicBaseUrl}/pay/${checkout.publicId}` };
}

/** Shows a checkout to its merchant. @throws QuittanceError `deposit_address_altered` */
export function showCheckout(
  checkout: Checkout,
  invoices: readonly InvoiceView[],
  context: InvoiceContext,
): Shown<typeof checkoutSchema> {
  return {
    ...checkoutEventData(withOwnLink(checkout, context)),
    invoices: invoices.map((view) => showInvoice(view, context)),
  };
}

/** An asset that may be chosen, and the amount of the checkout in it, in base units. Null: it can't be chosen now. */
export interface Offer {
  readonly chain: Chain;
  readonly asset: Asset;
  readonly amountAtomic: bigint | null;
}

/**
 * Shows a checkout to anybody who has its link. Fields that concern only the operator and the merchant are left out.
 */
export function showPublicCheckout(
  checkout: Checkout,
  {
    offers,
    merchant,
    invoice,
    nowMs,
  }: {
    readonly offers: readonly Offer[];
    readonly merchant: MerchantProfile;
    readonly invoice: Shown<typeof publicInvoiceSchema> | null;
    readonly nowMs: number;
  },
  context: Pick<InvoiceContext, 'publicBaseUrl'>,
): Shown<typeof publicCheckoutSchema> {
  const {
    checkoutId: _id,
    merchantReference: _reference,
    metadata: _metadata,
    completedBy: _invoiceId,
    assets: _assets,
    ...shown
  } = checkoutEventData(withOwnLink(checkout, context));
  return {
    ...shown,
    assets: offers.map(({ chain, asset, amountAtomic }) => {
      const { chainCode, chainId, chainName, tokenSymbol, kind, ...rest } = showAsset(chain, asset);
      const { tokenAddress, decimals, confirmationsRequired } = rest;
      return {
        chainCode,
        chainId,
        chainName,
        tokenSymbol,
        kind,
        tokenAddress,
        decimals,
        confirmationsRequired,
        amountCrypto: amountAtomic === null ? null : formatCrypto(amountAtomic, decimals),
        amountAtomic: amountAtomic?.toString() ?? null,
      };
    }),
    merchant: showPublicMerchant(merchant),
    invoice,
    serverTime: iso(nowMs),
  };
}
