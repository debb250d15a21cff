import { z } from 'zod';
import { toChecksumAddress } from '../../../chain/keys/address.js';
import { createInvoice, takeInvoiceDefaults } from '../../../db/invoices/create-invoice.js';
import { viewNewInvoice, type InvoiceRate } from '../../../db/invoices/invoices.js';
import { newId, newPublicId, timeOfId } from '../../../db/core/new-id.js';
import type { Asset } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { formatCrypto, parseCrypto, parseFiat, quote } from '../../../domain/core/money.js';
import type { RateSource } from '../../../rates/rate-source.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { createRoute } from '../../requests/route.js';
import {
  amountTextOf,
  chainCode,
  description,
  httpsUrl,
  merchantReference,
  metadata,
  tokenSymbol,
} from '../../requests/schemas.js';
import { getOfferedAsset } from '../../views/assets.js';
import { invoiceSchema, showInvoice } from '../../views/invoices.js';

const DEFAULT_EXPIRY_SECONDS = 900;
/** Workers compare a refused chain with its configuration again this often. */
const REFUSED_CHAIN_RETRY_SECONDS = 60;
/** Nobody asks for 10^18 of anything: an amount with more digits is a mistake. */
const WHOLE_DIGITS_MAX = 18;

const currencies = Intl.supportedValuesOf('currency');

const invoiceAmount = amountTextOf({ wholeDigitsMax: WHOLE_DIGITS_MAX });

const body = z
  .strictObject({
    amountFiat: invoiceAmount.optional(),
    fiatCurrency: z.enum(currencies, { error: 'expected an ISO 4217 code such as "USD"' }).optional(),
    amountCrypto: invoiceAmount.optional(),
    tokenSymbol,
    chainCode,
    description: description.optional(),
    merchantReference: merchantReference.optional(),
    metadata: metadata.optional(),
    expiresInSeconds: z.int().min(60).max(604_800).default(DEFAULT_EXPIRY_SECONDS),
    redirectUrl: httpsUrl.optional(),
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

interface Price {
  readonly amountAtomic: bigint;
  readonly amountFiatCents: bigint | null;
  readonly fiatCurrency: string | null;
  readonly rate: InvoiceRate | null;
}

/** POST /v1/invoices */
export const createInvoiceRoute = createRoute({
  path: '/v1/invoices',
  summary: 'Create an invoice',
  description:
    'Asks for `amountFiat` with `fiatCurrency`, or for `amountCrypto`. Show your customer the `depositAddress` with `amountCrypto`, and the `paymentUri` as a QR code. While `chain.halted` is true, a payment is not seen before an operator has resumed the chain.',
  access: merchants('invoices:write'),
  rateLimit: 'POST /v1/invoices',
  reply: dataOf(invoiceSchema),
  errors: ['unsupported_asset', 'amount_too_small', 'amount_too_precise', 'rate_unavailable'],
  body,
  async prepare(deps, { body: asked, caller }) {
    const { chain, asset } = getOfferedAsset(deps.chains, asked);
    const price = await priceOf(asked, asset, deps.rates);
    if (price.amountAtomic < asset.minInvoiceAtomic) {
      const least = formatCrypto(asset.minInvoiceAtomic, asset.decimals);
      throw new QuittanceError(
        'amount_too_small',
        `An invoice asks for at least ${least} ${asset.tokenSymbol}.`,
      );
    }
    const { merchantId } = caller;
    const defaults = await takeInvoiceDefaults(deps.db, { merchantId, chainCode: chain.chainCode });
    if (defaults.isChainRefused) {
      throw new QuittanceError(
        'temporarily_unavailable',
        `A payment on ${chain.chainCode} would not be seen now: the chain does not match its configuration. The operator has to correct that.`,
        { retryAfterSeconds: REFUSED_CHAIN_RETRY_SECONDS },
      );
    }
    if (defaults.isChainHalted && !deps.takesInvoicesWhileHalted) {
      throw new QuittanceError(
        'temporarily_unavailable',
        `A payment on ${chain.chainCode} would not be seen now: the chain is halted until an operator resumes it.`,
        { retryAfterSeconds: REFUSED_CHAIN_RETRY_SECONDS },
      );
    }
    const depositAddress = deps.depositAddress(defaults.depositIndex);
    return { asked, chain, asset, price, merchantId, defaults, depositAddress };
  },
  async create(deps, trx, { asked, chain, asset, price, merchantId, defaults, depositAddress }) {
    const invoiceId = newId('inv', deps.now());
    const createdAtMs = timeOfId(invoiceId);
    const invoice = await createInvoice(
      trx,
      {
        invoiceId,
        publicId: newPublicId(),
        merchantId,
        asset: { chainCode: asset.chainCode, tokenSymbol: asset.tokenSymbol },
        decimals: asset.decimals,
        ...price,
        toleranceBps: defaults.toleranceBps ?? deps.toleranceBps,
        acceptLate: defaults.acceptLate,
        confirmationsRequired: chain.confirmations,
        depositIndex: defaults.depositIndex,
        depositAddress,
        description: asked.description ?? null,
        merchantReference: asked.merchantReference ?? null,
        metadata: asked.metadata ?? {},
        redirectUrl: asked.redirectUrl ?? null,
        createdAtMs,
        expiresAtMs: createdAtMs + asked.expiresInSeconds * 1_000,
      },
      { depositAddress: toChecksumAddress(depositAddress), isNative: asset.kind === 'native' },
    );
    return dataReply(showInvoice(viewNewInvoice(invoice, { isChainHalted: defaults.isChainHalted }), deps));
  },
});

async function priceOf(asked: Body, asset: Asset, rates: RateSource): Promise<Price> {
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
