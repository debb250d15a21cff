import { toChecksumAddress } from '../../../chain/keys/address.js';
import type { Transaction } from '../../../db/core/database.js';
import { newId, newPublicId, timeOfId } from '../../../db/core/new-id.js';
import {
  createInvoice,
  takeInvoiceDefaults,
  type InvoiceDefaults,
} from '../../../db/invoices/create-invoice.js';
import type { Invoice, InvoiceRate, NewInvoice } from '../../../db/invoices/invoices.js';
import type { Asset, Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { formatCrypto } from '../../../domain/core/money.js';
import type { AppDeps } from '../../requests/app-deps.js';

/**
 * After how many seconds a client should try again. Workers compare a chain that does not match its configuration with
 * it again in this interval. A halted chain continues when an operator resumes it.
 */
export const CHAIN_RETRY_SECONDS = 60;

/** The amount of an invoice in base units, and the conversion from fiat. The conversion is null if there was none. */
export interface QuotedPrice {
  readonly amountAtomic: bigint;
  readonly amountFiatCents: bigint | null;
  readonly fiatCurrency: string | null;
  readonly rate: InvoiceRate | null;
}

/** An invoice with its price and its deposit address. It is not written yet. */
export interface ReadyInvoice {
  readonly merchantId: string;
  readonly chain: Chain;
  readonly asset: Asset;
  readonly price: QuotedPrice;
  readonly defaults: InvoiceDefaults;
  readonly depositAddress: string;
}

/** Refuses an amount that is too small for an invoice in this asset. @throws QuittanceError `amount_too_small`. */
export function requireLeast(asset: Asset, amountAtomic: bigint): void {
  if (amountAtomic >= asset.minInvoiceAtomic) return;
  const least = formatCrypto(asset.minInvoiceAtomic, asset.decimals);
  throw new QuittanceError('amount_too_small', `An invoice asks for at least ${least} ${asset.tokenSymbol}.`);
}

/** An invoice with its price. It has no deposit address yet. */
export type QuotedInvoice = Pick<ReadyInvoice, 'merchantId' | 'chain' | 'asset' | 'price'>;

/**
 * Takes a deposit address for an invoice before its transaction. It changes nothing else.
 *
 * @throws QuittanceError `amount_too_small`, `merchant_suspended`, `temporarily_unavailable`.
 */
export async function prepareInvoice(deps: AppDeps, quoted: QuotedInvoice): Promise<ReadyInvoice> {
  const { asset, price } = quoted;
  requireLeast(asset, price.amountAtomic);
  return readyInvoice(deps, quoted, await takeInvoiceDefaults(deps.db, quoted));
}

/**
 * Gives an invoice its deposit address.
 *
 * @throws QuittanceError `merchant_suspended`, `temporarily_unavailable`.
 */
export function readyInvoice(
  deps: Pick<AppDeps, 'takesInvoicesWhileHalted' | 'depositAddress'>,
  quoted: QuotedInvoice,
  defaults: InvoiceDefaults,
): ReadyInvoice {
  const { chain } = quoted;
  // A merchant's key was refused earlier. A customer has no key, so the suspension is checked here too.
  if (defaults.isSuspended)
    throw new QuittanceError('merchant_suspended', 'This merchant can not take payments now.');
  if (defaults.isChainRefused) {
    throw new QuittanceError(
      'temporarily_unavailable',
      `A payment on ${chain.chainCode} would not be seen now: the chain does not match its configuration. The operator has to correct that.`,
      { retryAfterSeconds: CHAIN_RETRY_SECONDS },
    );
  }
  if (defaults.isChainHalted && !deps.takesInvoicesWhileHalted) {
    throw new QuittanceError(
      'temporarily_unavailable',
      `A payment on ${chain.chainCode} would not be seen now: the chain is halted until an operator resumes it.`,
      { retryAfterSeconds: CHAIN_RETRY_SECONDS },
    );
  }
  return { ...quoted, defaults, depositAddress: deps.depositAddress(defaults.depositIndex) };
}

/** Writes an invoice with its event and its outbox row, in the caller's transaction. Times are in epoch ms. */
export async function writeInvoice(
  deps: AppDeps,
  trx: Transaction,
  { merchantId, chain, asset, price, defaults, depositAddress }: ReadyInvoice,
  {
    endsAtMs,
    ...fields
  }: Pick<NewInvoice, 'checkoutId' | 'description' | 'merchantReference' | 'metadata' | 'redirectUrl'> & {
    readonly endsAtMs: (createdAtMs: number) => number;
  },
): Promise<Invoice> {
  const invoiceId = newId('inv', deps.now());
  const createdAtMs = timeOfId(invoiceId);
  return createInvoice(
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
      ...fields,
      createdAtMs,
      expiresAtMs: endsAtMs(createdAtMs),
    },
    {
      depositAddress: toChecksumAddress(depositAddress),
      isNative: asset.kind === 'native',
      xpubFingerprint: deps.xpubFingerprint(defaults.depositIndex),
    },
  );
}
