import { z } from 'zod';
import { viewNewInvoice } from '../../../db/invoices/invoices.js';
import type { Asset } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { parseCrypto, parseFiat, quote } from '../../../domain/core/money.js';
import type { RateSource } from '../../../rates/rate-source.js';
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
import { getOfferedAsset } from '../../views/assets.js';
import { invoiceSchema, showInvoice } from '../../views/invoices.js';
import { prepareInvoice, writeInvoice, type QuotedPrice } from './new-invoice.js';

const DEFAULT_EXPIRY_SECONDS = 900;

const body = z
  .strictObject({
    amountFiat: invoiceAmount.optional(),
    fiatCurrency: fiatCurrency.optional(),
    amountCrypto: invoiceAmount.optional(),
    tokenSymbol,
    chainCode,
    description: description.optional(),
    merchantReference: merchantReference.optional(),
    metadata: metadata.optional(),
    expiresInSeconds: z.int().min(60).max(604_800).default(DEFAULT_EXPIRY_SECONDS),
    redirectUrl: returnUrl.optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string): void => {
      issues.push({ code: 'custom', path: [path], message, input: value });
    };
    const inFiat = value.amountFiat !== undefined;
    if (inFiat === (value.amountCrypto !== undefined)) {
      refuse('amountFiat', 'expected either amountFiat with fiatCurrency, or amountCrypto');
    } else if (inFiat && value.fiatCurrency === undefined) {
      refuse('fiatCurrency', 'required with amountFiat');
    } else if (!inFiat && value.fiatCurrency !== undefined) {
      refuse('fiatCurrency', 'goes with amountFiat, not with amountCrypto');
    }
  })
  .meta({
    id: 'NewInvoice',
    oneOf: [{ required: ['amountFiat'] }, { required: ['amountCrypto'] }],
    dependentRequired: { amountFiat: ['fiatCurrency'], fiatCurrency: ['amountFiat'] },
    examples: [
      {
        amountFiat: '25.00',
        fiatCurrency: 'USD',
        tokenSymbol: 'USDC',
        chainCode: 'base',
        merchantReference: 'order-1001',
      },
      { amountCrypto: '25', tokenSymbol: 'USDC', chainCode: 'base', expiresInSeconds: 3600 },
    ],
  });

type Body = z.output<typeof body>;

/** POST /v1/invoices */
export const createInvoiceRoute = createRoute({
  path: '/v1/invoices',
  summary: 'Create an invoice',
  description:
    'Give `amountFiat` with `fiatCurrency`, or `amountCrypto`. Show your customer the `depositAddress` and the `amountCrypto`. For a native coin, also show the `paymentUri` as a QR code. While `chain.halted` is true, a payment is not seen until an operator resumes the chain.',
  access: merchants('invoices:write'),
  rateLimit: 'POST /v1/invoices',
  reply: dataOf(invoiceSchema),
  errors: ['unsupported_asset', 'amount_too_small', 'amount_too_precise', 'rate_unavailable'],
  body,
  async prepare(deps, { body: asked, caller }) {
    requireReturnUrls({ redirectUrl: asked.redirectUrl }, { isLocal: deps.demoCustomer !== null });
    const { chain, asset } = getOfferedAsset(deps.chains, asked);
    const price = await priceOf(asked, asset, deps.rates);
    return {
      asked,
      ready: await prepareInvoice(deps, { merchantId: caller.merchantId, chain, asset, price }),
    };
  },
  async create(deps, trx, { asked, ready }) {
    const invoice = await writeInvoice(deps, trx, ready, {
      checkoutId: null,
      description: asked.description ?? null,
      merchantReference: asked.merchantReference ?? null,
      metadata: asked.metadata ?? {},
      redirectUrl: asked.redirectUrl ?? null,
      endsAtMs: (createdAtMs) => createdAtMs + asked.expiresInSeconds * 1_000,
    });
    return dataReply(showInvoice(viewNewInvoice(invoice, ready.defaults), deps));
  },
});

async function priceOf(asked: Body, asset: Asset, rates: RateSource): Promise<QuotedPrice> {
  if (asked.amountFiat === undefined || asked.fiatCurrency === undefined) {
    const amountAtomic = parseCrypto(asked.amountCrypto ?? '', {
      decimals: asset.decimals,
      path: 'amountCrypto',
    });
    return { amountAtomic, amountFiatCents: null, fiatCurrency: null, rate: null };
  }
  const amountFiatCents = parseFiat(asked.amountFiat, 'amountFiat');
  if (amountFiatCents === 0n) throw new QuittanceError('amount_too_small', 'amountFiat must be above zero.');
  const { price, text, source, asOfMs } = await rates.rate(asset.tokenSymbol, asked.fiatCurrency);
  return {
    amountAtomic: quote(amountFiatCents, price, asset.decimals),
    amountFiatCents,
    fiatCurrency: asked.fiatCurrency,
    rate: { rate: text, source, asOfMs },
  };
}
