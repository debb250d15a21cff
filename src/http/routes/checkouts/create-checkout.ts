import { z } from 'zod';
import { insertCheckout } from '../../../db/checkouts/checkouts.js';
import { newCheckoutPublicId, newId, timeOfId } from '../../../db/core/new-id.js';
import { fiatAmountOf, type CheckoutAmount } from '../../../domain/checkouts/checkout-amount.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { createRoute } from '../../requests/route.js';
import {
  chainCode,
  description,
  fiatCurrency,
  invoiceAmount,
  merchantReference,
  metadata,
  requireReturnUrls,
  returnUrl,
  tokenSymbol,
} from '../../requests/schemas.js';
import { checkoutSchema, showCheckout } from '../../views/checkouts.js';
import { assetsOfCheckout } from './offers.js';

const EXPIRY_SECONDS_DEFAULT = 3_600;
const QUOTE_SECONDS_DEFAULT = 900;
const ASSETS_MAX = 100;

const body = z
  .strictObject({
    amountFiat: invoiceAmount.optional(),
    fiatCurrency: fiatCurrency.optional(),
    amountCrypto: invoiceAmount.optional(),
    tokenSymbol: tokenSymbol.optional(),
    assets: z
      .array(z.strictObject({ chainCode, tokenSymbol }))
      .min(1)
      .max(ASSETS_MAX)
      .optional()
      .meta({ description: 'The assets that your customer may choose. Absent: all offered assets.' }),
    merchantReference: merchantReference.optional(),
    metadata: metadata.optional(),
    description: description.optional(),
    expiresInSeconds: z.int().min(60).max(604_800).default(EXPIRY_SECONDS_DEFAULT),
    quoteSeconds: z.int().min(60).max(3_600).default(QUOTE_SECONDS_DEFAULT),
    redirectUrl: returnUrl.optional(),
    cancelUrl: returnUrl.optional(),
    locale: z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'expected a language tag such as "de" or "en-GB"')
      .meta({
        description:
          'The language of its page: `en` or `de`. With any other value, the page uses the first language of the browser that it supports, otherwise English.',
        examples: ['de'],
      })
      .optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string): void => {
      issues.push({ code: 'custom', path: [path], message, input: value });
    };
    const isGiven = (field: 'amountFiat' | 'fiatCurrency' | 'amountCrypto' | 'tokenSymbol'): boolean =>
      value[field] !== undefined;
    if (isGiven('amountFiat') === isGiven('amountCrypto'))
      refuse('amountFiat', 'expected either amountFiat with fiatCurrency, or amountCrypto with tokenSymbol');
    else {
      if (isGiven('amountFiat') !== isGiven('fiatCurrency')) refuse('fiatCurrency', 'goes with amountFiat');
      if (isGiven('amountCrypto') !== isGiven('tokenSymbol')) refuse('tokenSymbol', 'goes with amountCrypto');
    }
  })
  .meta({
    id: 'NewCheckout',
    oneOf: [{ required: ['amountFiat'] }, { required: ['amountCrypto'] }],
    dependentRequired: {
      amountFiat: ['fiatCurrency'],
      fiatCurrency: ['amountFiat'],
      amountCrypto: ['tokenSymbol'],
      tokenSymbol: ['amountCrypto'],
    },
    examples: [
      {
        amountFiat: '25.00',
        fiatCurrency: 'USD',
        description: 'Two coffees',
        merchantReference: 'order-1001',
      },
      { amountCrypto: '25', tokenSymbol: 'USDC', expiresInSeconds: 3600 },
    ],
  });

function amountOf(asked: z.output<typeof body>): CheckoutAmount {
  if (asked.amountFiat === undefined || asked.fiatCurrency === undefined)
    return { amountCrypto: asked.amountCrypto ?? '', tokenSymbol: asked.tokenSymbol ?? '' };
  return fiatAmountOf(asked.amountFiat, asked.fiatCurrency);
}

/** POST /v1/checkouts */
export const createCheckoutRoute = createRoute({
  path: '/v1/checkouts',
  summary: 'Create a checkout',
  description:
    'Give `amountFiat` with `fiatCurrency`, or `amountCrypto` with `tokenSymbol`. Send your customer to `checkoutUrl` to choose the coin and the network. Each choice is an invoice.',
  access: merchants('invoices:write'),
  rateLimit: 'POST /v1/invoices',
  reply: dataOf(checkoutSchema),
  errors: ['unsupported_asset', 'amount_too_small', 'amount_too_precise', 'rate_unavailable'],
  body,
  async prepare(deps, { body: asked, caller }) {
    const { redirectUrl, cancelUrl } = asked;
    requireReturnUrls({ redirectUrl, cancelUrl }, { isLocal: deps.demoCustomer !== null });
    const amount = amountOf(asked);
    const assets = await assetsOfCheckout(deps, amount, asked.assets);
    return { asked, amount, assets, merchantId: caller.merchantId };
  },
  async create(deps, trx, { asked, amount, assets, merchantId }) {
    const checkoutId = newId('chk', deps.now());
    const createdAtMs = timeOfId(checkoutId);
    const publicId = newCheckoutPublicId();
    const checkout = await insertCheckout(trx, {
      checkoutId,
      publicId,
      merchantId,
      amount,
      assets,
      merchantReference: asked.merchantReference ?? null,
      metadata: asked.metadata ?? {},
      description: asked.description ?? null,
      checkoutUrl: `${deps.publicBaseUrl}/pay/${publicId}`,
      redirectUrl: asked.redirectUrl ?? null,
      cancelUrl: asked.cancelUrl ?? null,
      locale: asked.locale ?? null,
      quoteSeconds: asked.quoteSeconds,
      createdAtMs,
      expiresAtMs: createdAtMs + asked.expiresInSeconds * 1_000,
    });
    // The link uses the id that was generated here. If somebody alters the row, it does not lead to another merchant's
    // page.
    return dataReply(showCheckout({ ...checkout, publicId }, [], deps));
  },
});
