import type { ChainView } from '../../domain/chains/finality.js';
import type { Chain } from '../../domain/core/asset.js';
import { assert, QuittanceError } from '../../domain/core/errors.js';
import { invoiceEventData } from '../../domain/webhooks/event-data.js';
import { CHECKOUT_COLUMNS, toCheckout, type Checkout, type CheckoutRow } from '../checkouts/checkouts.js';
import type { Queryable, Transaction } from '../core/database.js';
import {
  deliveriesOf,
  eventBody,
  insertDeliveries,
  subscribedEndpoints,
  type SubscribedEndpoint,
} from '../webhooks/events.js';
import type { Invoice, NewInvoice } from './invoices.js';
import { planNativeAudit } from './native-audits.js';
import { CURSOR_COLUMNS, toChainView, type CursorJson } from './settlement-facts.js';
import { newId } from '../core/new-id.js';
import { prepareStatement } from '../core/prepared-statement.js';

/** The values that a new invoice takes from the database. */
export interface InvoiceDefaults {
  /** Never given twice, even when no invoice is created with it. */
  readonly depositIndex: number;
  /** The merchant's own tolerance; null: the instance's. */
  readonly toleranceBps: number | null;
  readonly acceptLate: boolean;
  /** True when workers found that the chain differs from its configuration: it is not followed, no payment is seen. */
  readonly isChainRefused: boolean;
  /** True while the chain is halted: nothing is read there, so no payment is seen before an operator resumes it. */
  readonly isChainHalted: boolean;
  /** How far the chain is read; null: nothing of it was read yet. */
  readonly chainView: ChainView | null;
  /** True when an operator has suspended the merchant. */
  readonly isSuspended: boolean;
}

interface DefaultsRow {
  deposit_index: number;
  tolerance_bps: number | null;
  accept_late: boolean;
  is_chain_refused: boolean;
  is_chain_halted: boolean;
  is_suspended: boolean;
  cursor: CursorJson | null;
}

/** The columns of {@link DefaultsRow}, for the merchant `m` and the chain of parameter 2. They take a deposit index. */
const DEFAULTS_COLUMNS = `nextval('deposit_index_seq')::integer AS deposit_index, m.tolerance_bps, m.accept_late,
  m.status = 'suspended' AS is_suspended,
  EXISTS (SELECT FROM chain_reports WHERE chain_code = $2 AND mismatch IS NOT NULL) AS is_chain_refused,
  EXISTS (SELECT FROM chain_cursors WHERE chain_code = $2 AND halted_reason IS NOT NULL) AS is_chain_halted,
  (SELECT to_json(v) FROM (
     SELECT ${CURSOR_COLUMNS} FROM chain_cursors WHERE chain_code = $2 AND height IS NOT NULL) v) AS cursor`;

const takeDefaults = prepareStatement<DefaultsRow>(
  'invoice-defaults',
  `SELECT ${DEFAULTS_COLUMNS} FROM merchants m WHERE m.merchant_id = $1`,
);

function toDefaults(row: DefaultsRow, chain: Chain): InvoiceDefaults {
  return {
    depositIndex: row.deposit_index,
    toleranceBps: row.tolerance_bps,
    acceptLate: row.accept_late,
    isChainRefused: row.is_chain_refused,
    isChainHalted: row.is_chain_halted,
    chainView: row.cursor === null ? null : toChainView(row.cursor, chain),
    isSuspended: row.is_suspended,
  };
}

export async function takeInvoiceDefaults(
  q: Queryable,
  { merchantId, chain }: { merchantId: string; chain: Chain },
): Promise<InvoiceDefaults> {
  const [row] = await takeDefaults(q, [merchantId, chain.chainCode]);
  assert(row !== undefined, 'a key belongs to a merchant');
  return toDefaults(row, chain);
}

const lockAndTakeDefaults = prepareStatement<
  CheckoutRow & DefaultsRow & { version: string; was_paid_to: boolean }
>(
  'lock-checkout-for-choice',
  `SELECT ${CHECKOUT_COLUMNS}, ${DEFAULTS_COLUMNS}, c.xmin::text AS version,
          EXISTS (SELECT FROM transfers t JOIN invoices i USING (invoice_id)
                   WHERE i.checkout_id = c.checkout_id) AS was_paid_to
     FROM checkouts c JOIN merchants m USING (merchant_id)
    WHERE c.checkout_id = $1 FOR NO KEY UPDATE OF c`,
);

/** A locked checkout, and the values for a new invoice of it. */
export interface LockedForInvoice {
  readonly checkout: Checkout;
  readonly defaults: InvoiceDefaults;
  /** The same as `version` of a `CheckoutPage`. While it is unchanged, no further choice was made. */
  readonly version: string;
  /** Whether a payment was ever seen for one of its invoices, when the lock was asked for. */
  readonly wasPaidTo: boolean;
}

/** Locks a checkout, as `lockCheckout` does, and takes the values of a new invoice of it with the same statement. */
export async function lockCheckoutForInvoice(
  trx: Transaction,
  { checkoutId, chain }: { checkoutId: string; chain: Chain },
): Promise<LockedForInvoice> {
  const [row] = await lockAndTakeDefaults(trx, [checkoutId, chain.chainCode]);
  assert(row !== undefined, 'no checkout is ever deleted');
  const { version, was_paid_to: wasPaidTo } = row;
  return { checkout: toCheckout(row), defaults: toDefaults(row, chain), version, wasPaidTo };
}

const insertText = (also: string): string =>
  `WITH invoice AS (
     INSERT INTO invoices (invoice_id, public_id, merchant_id, chain_code, token_symbol, token_decimals, amount_atomic,
       amount_fiat_cents, fiat_currency, rate, rate_source, rate_as_of, tolerance_bps, accept_late,
       confirmations_required, deposit_index, deposit_address, merchant_reference, metadata, redirect_url, created_at,
       expires_at, description, checkout_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, deposit_index_of($16, $28), $17, $18, $19, $20, $21, $22, $26, $27)),
   wake AS (INSERT INTO outbox (kind, target_id) VALUES ('invoice', $1)),
   event AS (
     INSERT INTO events (event_id, merchant_id, invoice_id, type, dedupe_key, occurred_at, body)
     VALUES ($23, $3, $1, 'invoice.created', $24, $21, $25))${also}
   ${subscribedEndpoints({ merchantId: '$3', type: "'invoice.created'" })}`;
const insertAll = prepareStatement<SubscribedEndpoint>('create-invoice', insertText(''));
/** The invoice becomes the latest choice of its checkout. */
const insertChoice = prepareStatement<SubscribedEndpoint>(
  'create-choice',
  insertText(`,
   choice AS (UPDATE checkouts SET chosen_invoice = $1 WHERE checkout_id = $27)`),
);

interface NewAddress {
  readonly depositAddress: string;
  readonly isNative: boolean;
  readonly xpubFingerprint: string | null;
}

/** The message of `deposit_index_of`. */
const OTHER_XPUB = 'QX001';
/** Another process with the right xpub may serve a retry at once; this one has to be restarted. */
const OTHER_XPUB_RETRY_SECONDS = 10;

function refuseOtherXpub(error: unknown): never {
  if ((error as { code?: unknown }).code !== OTHER_XPUB) throw error;
  throw new QuittanceError(
    'temporarily_unavailable',
    'This server can create no invoice: its deposit addresses were changed, and it was not restarted since.',
    {
      retryAfterSeconds: OTHER_XPUB_RETRY_SECONDS,
      cause: new Error('DEPOSIT_XPUB was rotated: restart this process with both variables that it printed', {
        cause: error,
      }),
    },
  );
}

/**
 * Creates an invoice in the caller's transaction: its row, the event `invoice.created` with its deliveries, the outbox
 * row that starts its workflow and, for a native coin, the audit after its end. An invoice of a checkout, which the
 * caller has locked, is noted there as the latest choice. `depositAddress` has its EIP-55 checksum. `xpubFingerprint`
 * belongs to the xpub from which the address was derived; null: it is not compared.
 *
 * @throws QuittanceError `temporarily_unavailable` when the books give this index to another xpub: it was rotated.
 */
export async function createInvoice(
  trx: Transaction,
  newInvoice: NewInvoice,
  { depositAddress, isNative, xpubFingerprint }: NewAddress,
): Promise<Invoice> {
  const invoice: Invoice = {
    ...newInvoice,
    status: 'pending',
    amountPaidAtomic: 0n,
    overpaid: false,
    txHash: null,
    paidAtMs: null,
    completedAtMs: null,
  };
  const { invoiceId, merchantId, createdAtMs, rate } = invoice;
  const eventId = newId('evt', createdAtMs);
  const type = 'invoice.created';
  const data = invoiceEventData({ ...invoice, depositAddress, confirmations: 0 });
  const insert = invoice.checkoutId === null ? insertAll : insertChoice;
  const endpoints = await insert(trx, [
    ...[invoiceId, invoice.publicId, merchantId, invoice.asset.chainCode, invoice.asset.tokenSymbol],
    ...[invoice.decimals, invoice.amountAtomic.toString(), invoice.amountFiatCents?.toString() ?? null],
    ...[
      invoice.fiatCurrency,
      rate?.rate ?? null,
      rate?.source ?? null,
      rate === null ? null : new Date(rate.asOfMs),
    ],
    ...[invoice.toleranceBps, invoice.acceptLate, invoice.confirmationsRequired, invoice.depositIndex],
    ...[
      invoice.depositAddress,
      invoice.merchantReference,
      JSON.stringify(invoice.metadata),
      invoice.redirectUrl,
    ],
    ...[new Date(createdAtMs), new Date(invoice.expiresAtMs)],
    ...[eventId, `${invoiceId}/${type}`, eventBody({ type, data, occurredAtMs: createdAtMs })],
    ...[invoice.description, invoice.checkoutId, xpubFingerprint],
  ]).catch(refuseOtherXpub);
  if (isNative) await planNativeAudit(trx, invoice);
  await insertDeliveries(trx, deliveriesOf({ eventId, atMs: createdAtMs }, endpoints), { merchantId });
  return invoice;
}
