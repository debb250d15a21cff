import type { ChainView } from '../../domain/chains/finality.js';
import type { Chain } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import type { Metadata } from '../../domain/webhooks/events.js';
import type { InvoiceStatus } from '../../domain/invoices/invoice-state.js';
import { settle, type InvoiceTerms, type Settlement } from '../../domain/invoices/settlement.js';
import type { Queryable, Transaction } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';
import type { SearchResult } from '../core/search-result.js';
import {
  factsColumns,
  readSettlementFacts,
  toSettlementFacts,
  type FactsRow,
  type SettlementFacts,
} from './settlement-facts.js';
import { shareReads } from '../core/share-reads.js';
import type { Transfer } from './transfers.js';

export interface InvoiceRate {
  /** Fiat per whole token, as a decimal string. */
  readonly rate: string;
  readonly source: string;
  readonly asOfMs: number;
}

/** An invoice: its fixed terms, and the result of its last settlement. Amounts in base units, times in epoch ms. */
export interface Invoice extends InvoiceTerms {
  readonly invoiceId: string;
  readonly publicId: string;
  readonly merchantId: string;
  /** The checkout to which it belongs as a choice; null: none. */
  readonly checkoutId: string | null;
  readonly decimals: number;
  readonly amountFiatCents: bigint | null;
  readonly fiatCurrency: string | null;
  readonly rate: InvoiceRate | null;
  readonly depositIndex: number;
  /** Lower-case. */
  readonly depositAddress: string;
  /** The description of the purchase for the customer; null: none was given. */
  readonly description: string | null;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly redirectUrl: string | null;
  /** The same moment as in its id. */
  readonly createdAtMs: number;
  readonly status: InvoiceStatus;
  readonly amountPaidAtomic: bigint;
  readonly overpaid: boolean;
  readonly txHash: string | null;
  readonly paidAtMs: number | null;
  readonly completedAtMs: number | null;
}

export type NewInvoice = Omit<
  Invoice,
  'status' | 'amountPaidAtomic' | 'overpaid' | 'txHash' | 'paidAtMs' | 'completedAtMs'
>;

/** An invoice with its payments and their present confirmations. */
export interface InvoiceView {
  readonly invoice: Invoice;
  readonly settlement: Settlement;
  readonly transfers: readonly Transfer[];
  /** How far the chain of the asked asset is read; null: nothing of it was read yet. */
  readonly chain: ChainView | null;
}

export interface InvoiceFilters {
  readonly status?: readonly InvoiceStatus[];
  readonly merchantReference?: string;
  readonly chainCode?: string;
  readonly tokenSymbol?: string;
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
  readonly found?: SearchResult;
  /** Whether money of the invoice is held. */
  readonly held?: boolean;
}

/** The columns of {@link INVOICE_COLUMNS}. */
export interface InvoiceRow {
  invoice_id: string;
  public_id: string;
  merchant_id: string;
  chain_code: string;
  token_symbol: string;
  token_decimals: number;
  amount_atomic: bigint;
  amount_fiat_cents: bigint | null;
  fiat_currency: string | null;
  rate: string | null;
  rate_source: string | null;
  rate_as_of: Date | null;
  tolerance_bps: number;
  accept_late: boolean;
  confirmations_required: number;
  deposit_index: number;
  deposit_address: string;
  checkout_id: string | null;
  description: string | null;
  merchant_reference: string | null;
  metadata: Metadata;
  redirect_url: string | null;
  created_at: Date;
  expires_at: Date;
  status: InvoiceStatus;
  amount_paid_atomic: bigint;
  overpaid: boolean;
  tx_hash: string | null;
  paid_at: Date | null;
  completed_at: Date | null;
}

/** The columns of an invoice `i`, by name, as prepared statements need them. */
export const INVOICE_COLUMNS = `i.invoice_id, i.public_id, i.merchant_id, i.chain_code, i.token_symbol, i.token_decimals, i.amount_atomic,
  i.amount_fiat_cents, i.fiat_currency, i.rate, i.rate_source, i.rate_as_of, i.tolerance_bps, i.accept_late,
  i.confirmations_required, i.deposit_index, i.deposit_address, i.checkout_id, i.description, i.merchant_reference, i.metadata, i.redirect_url,
  i.created_at, i.expires_at, i.status, i.amount_paid_atomic, i.overpaid, i.tx_hash, i.paid_at, i.completed_at`;

/** Translates a row of {@link INVOICE_COLUMNS}. */
export function toInvoice(row: InvoiceRow): Invoice {
  const { rate, rate_source: source, rate_as_of: asOf } = row;
  return {
    invoiceId: row.invoice_id,
    publicId: row.public_id,
    merchantId: row.merchant_id,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    decimals: row.token_decimals,
    amountAtomic: row.amount_atomic,
    amountFiatCents: row.amount_fiat_cents,
    fiatCurrency: row.fiat_currency,
    rate: rate === null || source === null || asOf === null ? null : { rate, source, asOfMs: asOf.getTime() },
    toleranceBps: row.tolerance_bps,
    acceptLate: row.accept_late,
    confirmationsRequired: row.confirmations_required,
    depositIndex: row.deposit_index,
    depositAddress: row.deposit_address,
    checkoutId: row.checkout_id,
    description: row.description,
    merchantReference: row.merchant_reference,
    metadata: row.metadata,
    redirectUrl: row.redirect_url,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    status: row.status,
    amountPaidAtomic: row.amount_paid_atomic,
    overpaid: row.overpaid,
    txHash: row.tx_hash,
    paidAtMs: row.paid_at?.getTime() ?? null,
    completedAtMs: row.completed_at?.getTime() ?? null,
  };
}

/** Finds an invoice; with `merchantId`, only one of that merchant. */
export async function findInvoice(
  q: Queryable,
  { invoiceId, merchantId }: { invoiceId: string; merchantId?: string },
): Promise<Invoice | undefined> {
  const row = await q('invoices')
    .where({ invoice_id: invoiceId, ...(merchantId === undefined ? {} : { merchant_id: merchantId }) })
    .first<InvoiceRow | undefined>();
  return row === undefined ? undefined : toInvoice(row);
}

/** Lists the invoices with these ids, in no order. */
export async function listInvoicesById(q: Queryable, invoiceIds: readonly string[]): Promise<Invoice[]> {
  const rows = await q('invoices')
    .whereIn('invoice_id', [...invoiceIds])
    .select<InvoiceRow[]>('*');
  return rows.map(toInvoice);
}

export async function findInvoiceByPublicId(q: Queryable, publicId: string): Promise<Invoice | undefined> {
  const row = await q('invoices').where({ public_id: publicId }).first<InvoiceRow | undefined>();
  return row === undefined ? undefined : toInvoice(row);
}

/**
 * Returns since when a chain may hold payments to us, in epoch ms; null: not yet. That is the time of its first
 * invoice, or of the oldest open invoice on any chain: the same address exists on all chains, and a customer may pay
 * on the wrong one.
 */
export async function findFirstInvoiceTime(q: Queryable, chainCode: string): Promise<number | null> {
  const row = await q('invoices')
    .where({ chain_code: chainCode })
    .orWhereIn('status', ['pending', 'underpaid', 'paid'])
    .min('created_at as first')
    .first<{ first: Date | null } | undefined>();
  return row?.first?.getTime() ?? null;
}

/** Locks the invoice: until the transaction ends, nobody else settles it or gives an order about it. */
export async function lockInvoice(trx: Transaction, invoiceId: string): Promise<Invoice | undefined> {
  const row = await trx('invoices')
    .where({ invoice_id: invoiceId })
    .forUpdate()
    .first<InvoiceRow | undefined>();
  return row === undefined ? undefined : toInvoice(row);
}

/** Stores the result of a settlement in the columns that the API's lists read. */
export async function updateSettled(
  trx: Transaction,
  invoiceId: string,
  found: Pick<Invoice, 'status' | 'amountPaidAtomic' | 'overpaid' | 'txHash' | 'paidAtMs' | 'completedAtMs'>,
): Promise<void> {
  await trx('invoices')
    .where({ invoice_id: invoiceId })
    .update({
      status: found.status,
      amount_paid_atomic: found.amountPaidAtomic.toString(),
      overpaid: found.overpaid,
      tx_hash: found.txHash,
      paid_at: found.paidAtMs === null ? null : new Date(found.paidAtMs),
      completed_at: found.completedAtMs === null ? null : new Date(found.completedAtMs),
    });
}

/** Adds payments and confirmations as of now, which depend on the chain's head. One query serves all invoices. */
export async function viewInvoices(
  q: Queryable,
  invoices: readonly Invoice[],
  chains: ReadonlyMap<string, Chain>,
): Promise<InvoiceView[]> {
  if (invoices.length === 0) return [];
  const facts = await readSettlementFacts(
    q,
    invoices.map(({ invoiceId }) => invoiceId),
    chains,
  );
  return invoices.map((invoice) => viewOf(invoice, facts));
}

const NOTHING_KNOWN: SettlementFacts = {
  transfers: new Map(),
  orders: new Map(),
  views: new Map(),
  audits: new Map(),
};

/** Returns the view of an invoice whose address nobody has seen yet. `chainView` is of the asked asset's chain. */
export function viewNewInvoice(
  invoice: Invoice,
  { isChainHalted, chainView }: { readonly isChainHalted: boolean; readonly chainView: ChainView | null },
): InvoiceView {
  const view = viewOf(invoice, NOTHING_KNOWN);
  return { ...view, chain: chainView, settlement: { ...view.settlement, awaitsResume: isChainHalted } };
}

/** Settles an invoice by these facts, as of now. It changes nothing. */
export function viewOf(invoice: Invoice, facts: SettlementFacts): InvoiceView {
  const transfers = facts.transfers.get(invoice.invoiceId) ?? [];
  const orders = facts.orders.get(invoice.invoiceId) ?? [];
  return {
    invoice,
    transfers,
    chain: facts.views.get(invoice.asset.chainCode) ?? null,
    settlement: settle(invoice, transfers, orders, facts.views, facts.audits.get(invoice.invoiceId)),
  };
}

const selectViews = prepareStatement<InvoiceRow & FactsRow>(
  'invoice-views',
  `SELECT ${INVOICE_COLUMNS}, ${factsColumns('= i.invoice_id')}
     FROM invoices i WHERE i.invoice_id = ANY ($1::text[])`,
);

const readView = shareReads(
  (q, invoiceIds) => selectViews(q, [invoiceIds]),
  (row) => row.invoice_id,
);

/**
 * Reads one invoice as of now, with one statement; with `merchantId`, only one of that merchant.
 *
 * @throws QuittanceError `not_found`.
 */
export async function getInvoiceView(
  q: Queryable,
  { invoiceId, merchantId }: { invoiceId: string; merchantId?: string },
  chains: ReadonlyMap<string, Chain>,
): Promise<InvoiceView> {
  const row = await readView(q, invoiceId);
  if (row === undefined || (merchantId !== undefined && merchantId !== row.merchant_id))
    throw new QuittanceError('not_found', `There is no invoice ${invoiceId}.`);
  return viewOf(toInvoice(row), toSettlementFacts(row, chains));
}
