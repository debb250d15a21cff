import type { AssetId } from '../../domain/core/asset.js';
import type { CheckoutAmount } from '../../domain/checkouts/checkout-amount.js';
import type { CheckoutInvoice, CheckoutStatus } from '../../domain/checkouts/checkout-state.js';
import type { InvoiceStatus } from '../../domain/invoices/invoice-state.js';
import type { Metadata } from '../../domain/webhooks/events.js';
import type { MerchantProfile } from '../../domain/merchants/merchant-profile.js';
import { STOPPED_CHAINS } from '../chains/stopped-chains.js';
import type { Queryable, Transaction } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { prepareStatement } from '../core/prepared-statement.js';
import { filterFound, type SearchResult } from '../core/search-result.js';
import { shareReads } from '../core/share-reads.js';
import { PROFILE_COLUMNS, profilesOf, type ProfileRow } from '../merchants/merchant-profiles.js';

/** The request that created a checkout. Times in epoch ms. */
export interface NewCheckout {
  readonly checkoutId: string;
  readonly publicId: string;
  readonly merchantId: string;
  readonly amount: CheckoutAmount;
  readonly assets: readonly AssetId[];
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly description: string | null;
  /** As the database has it, for events only. The views make the link that people see. */
  readonly checkoutUrl: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  readonly locale: string | null;
  readonly quoteSeconds: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** A checkout, with the state that its invoices give it. */
export interface Checkout extends NewCheckout {
  readonly status: CheckoutStatus;
  readonly cancelledAtMs: number | null;
  /** The invoice that completed it. */
  readonly completedBy: string | null;
  readonly completedAtMs: number | null;
  /** The invoice of the choice made last; null: none was made, or the newest. */
  readonly chosen: string | null;
  /** Whether it was decided after its time was over. */
  readonly isEnded: boolean;
  /** The last end that was sent as an event, and the number of such events. */
  readonly told: string | null;
  readonly toldCount: number;
}

/** A row of {@link CHECKOUT_COLUMNS}. */
export interface CheckoutRow {
  checkout_id: string;
  public_id: string;
  merchant_id: string;
  amount_fiat_cents: bigint | null;
  fiat_currency: string | null;
  amount_crypto: string | null;
  token_symbol: string | null;
  assets: AssetId[];
  merchant_reference: string | null;
  metadata: Metadata;
  description: string | null;
  checkout_url: string;
  redirect_url: string | null;
  cancel_url: string | null;
  locale: string | null;
  quote_seconds: number;
  created_at: Date;
  expires_at: Date;
  cancelled_at: Date | null;
  status: CheckoutStatus;
  completed_by: string | null;
  completed_at: Date | null;
  chosen_invoice: string | null;
  end_due_at: Date | null;
  told: string | null;
  told_count: number;
}

function amountOf(row: CheckoutRow): CheckoutAmount {
  const { amount_fiat_cents: amountFiatCents, fiat_currency: fiatCurrency } = row;
  return amountFiatCents === null || fiatCurrency === null
    ? { amountCrypto: row.amount_crypto ?? '', tokenSymbol: row.token_symbol ?? '' }
    : { amountFiatCents, fiatCurrency };
}

/** Translates a row of {@link CHECKOUT_COLUMNS}. */
export function toCheckout(row: CheckoutRow): Checkout {
  return {
    checkoutId: row.checkout_id,
    publicId: row.public_id,
    merchantId: row.merchant_id,
    amount: amountOf(row),
    assets: row.assets,
    merchantReference: row.merchant_reference,
    metadata: row.metadata,
    description: row.description,
    checkoutUrl: row.checkout_url,
    redirectUrl: row.redirect_url,
    cancelUrl: row.cancel_url,
    locale: row.locale,
    quoteSeconds: row.quote_seconds,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    status: row.status,
    cancelledAtMs: row.cancelled_at?.getTime() ?? null,
    completedBy: row.completed_by,
    completedAtMs: row.completed_at?.getTime() ?? null,
    chosen: row.chosen_invoice,
    isEnded: row.end_due_at === null,
    told: row.told,
    toldCount: row.told_count,
  };
}

/** Creates a checkout. It has no invoice until its customer chooses. */
export async function insertCheckout(trx: Transaction, checkout: NewCheckout): Promise<Checkout> {
  const { amount } = checkout;
  const inFiat = 'amountFiatCents' in amount;
  const expiresAt = new Date(checkout.expiresAtMs);
  const [row] = await trx('checkouts')
    .insert({
      checkout_id: checkout.checkoutId,
      public_id: checkout.publicId,
      merchant_id: checkout.merchantId,
      amount_fiat_cents: inFiat ? amount.amountFiatCents.toString() : null,
      fiat_currency: inFiat ? amount.fiatCurrency : null,
      amount_crypto: inFiat ? null : amount.amountCrypto,
      token_symbol: inFiat ? null : amount.tokenSymbol,
      assets: JSON.stringify(checkout.assets),
      merchant_reference: checkout.merchantReference,
      metadata: JSON.stringify(checkout.metadata),
      description: checkout.description,
      checkout_url: checkout.checkoutUrl,
      redirect_url: checkout.redirectUrl,
      cancel_url: checkout.cancelUrl,
      locale: checkout.locale,
      quote_seconds: checkout.quoteSeconds,
      created_at: new Date(checkout.createdAtMs),
      expires_at: expiresAt,
      end_due_at: expiresAt,
    })
    .returning<CheckoutRow[]>('*');
  if (row === undefined) throw new Error('The checkout was not written');
  return toCheckout(row);
}

/** Finds a checkout by one of its ids; with `merchantId`, only one of that merchant. */
export async function findCheckout(
  q: Queryable,
  by: { checkoutId: string; merchantId?: string } | { publicId: string },
): Promise<Checkout | undefined> {
  const row = await q('checkouts')
    .modify((builder) => {
      if ('publicId' in by) void builder.where({ public_id: by.publicId });
      else void builder.where({ checkout_id: by.checkoutId });
      if ('merchantId' in by) void builder.where({ merchant_id: by.merchantId });
    })
    .first<CheckoutRow | undefined>();
  return row === undefined ? undefined : toCheckout(row);
}

/** A checkout with its merchant and its choices, the oldest first. */
export interface CheckoutPage {
  readonly checkout: Checkout;
  readonly merchant: MerchantProfile;
  /** Whether the merchant may take no new payments. */
  readonly isSuspended: boolean;
  readonly choices: readonly CheckoutChoice[];
  /** The chains where a payment would not count now: they are halted, or do not match their configuration. */
  readonly stopped: ReadonlySet<string>;
  /** Differs after each change of the checkout's row, and so after each new choice. */
  readonly version: string;
  /** Changes whenever another field changes. */
  readonly fingerprint: string;
}

/** An invoice of a checkout, with the id of its page and its amount in base units. */
export interface CheckoutChoice extends CheckoutInvoice {
  readonly publicId: string;
  readonly amountAtomic: bigint;
}

/** The columns of a checkout `c`, by name, as prepared statements need them. */
export const CHECKOUT_COLUMNS = `c.checkout_id, c.public_id, c.merchant_id, c.amount_fiat_cents, c.fiat_currency, c.amount_crypto,
  c.token_symbol, c.assets, c.merchant_reference, c.metadata, c.description, c.checkout_url, c.redirect_url, c.cancel_url,
  c.locale, c.quote_seconds, c.created_at, c.expires_at, c.cancelled_at, c.status, c.completed_by, c.completed_at,
  c.chosen_invoice, c.end_due_at, c.told, c.told_count`;

/** The columns of an invoice `i` that decide about its checkout. Times in epoch ms. */
const CHOICE_COLUMNS = `i.invoice_id, i.public_id, i.checkout_id, i.chain_code, i.token_symbol, i.status,
  -- As text: JSON would round it.
  i.amount_atomic::text AS amount_atomic,
  (extract(epoch FROM i.created_at) * 1000)::bigint AS created_at_ms,
  (extract(epoch FROM i.expires_at) * 1000)::bigint AS expires_at_ms,
  (extract(epoch FROM i.completed_at) * 1000)::bigint AS completed_at_ms,
  (SELECT bool_or(t.canonical) FROM transfers t WHERE t.invoice_id = i.invoice_id) AS is_paid_to`;

interface PageRow extends CheckoutRow, ProfileRow {
  is_suspended: boolean;
  choices: ChoiceRow[] | null;
  stopped: string[] | null;
  version: string;
  fingerprint: string;
}

const selectPages = prepareStatement<PageRow>(
  'checkout-pages',
  `SELECT v.*, w.fingerprint
     FROM (SELECT ${CHECKOUT_COLUMNS}, ${PROFILE_COLUMNS}, m.status = 'suspended' AS is_suspended,
                  (SELECT json_agg(o ORDER BY o.invoice_id) FROM (
                     SELECT ${CHOICE_COLUMNS} FROM invoices i WHERE i.checkout_id = c.checkout_id) o) AS choices,
                  ${STOPPED_CHAINS} AS stopped, c.xmin::text AS version
             FROM checkouts c JOIN merchants m USING (merchant_id) LEFT JOIN merchant_profiles p USING (merchant_id)
            WHERE c.public_id = ANY ($1::text[]) OR c.checkout_id = ANY ($2::text[])
           -- Each column is worked out once, though it is shown and compared.
           OFFSET 0) v
    CROSS JOIN LATERAL (SELECT hashtextextended(v::text, 0)::text AS fingerprint) w
     LEFT JOIN unnest($3::text[], $4::text[]) AS k (checkout_id, fingerprint) ON k.checkout_id = v.checkout_id
    WHERE w.fingerprint IS DISTINCT FROM k.fingerprint`,
);

/**
 * Reads checkouts by their public or internal ids, with one statement for all, and one more for logos that are not
 * known yet. An id without a checkout is left out.
 *
 * @param known some of them as they were read before. PostgreSQL does not send unchanged ones again: the answer
 * contains the known ones.
 */
export async function readCheckoutPages(
  q: Queryable,
  { publicIds = [], checkoutIds = [] }: { publicIds?: readonly string[]; checkoutIds?: readonly string[] },
  known: readonly CheckoutPage[] = [],
): Promise<readonly CheckoutPage[]> {
  if (publicIds.length === 0 && checkoutIds.length === 0) return [];
  const rows = await selectPages(q, [
    ...[publicIds, checkoutIds],
    ...[known.map(({ checkout }) => checkout.checkoutId), known.map(({ fingerprint }) => fingerprint)],
  ]);
  const merchantOf = await profilesOf(q, rows);
  const changed = rows.map((row) => ({
    checkout: toCheckout(row),
    merchant: merchantOf(row),
    isSuspended: row.is_suspended,
    choices: (row.choices ?? []).map(toChoice),
    stopped: new Set(row.stopped),
    version: row.version,
    fingerprint: row.fingerprint,
  }));
  const changedIds = new Set(rows.map((row) => row.checkout_id));
  return [...known.filter(({ checkout }) => !changedIds.has(checkout.checkoutId)), ...changed];
}

/** Reads one checkout by its public id. Customers who ask at the same moment share a statement. */
export const findCheckoutPage = shareReads(
  (q, publicIds) => readCheckoutPages(q, { publicIds }),
  ({ checkout }) => checkout.publicId,
);

const selectLocked = prepareStatement<CheckoutRow>(
  'lock-checkout',
  `SELECT ${CHECKOUT_COLUMNS} FROM checkouts c WHERE c.checkout_id = $1 FOR NO KEY UPDATE`,
);

/**
 * Locks a checkout: until the transaction ends no choice is made, no other invoice of it is settled, and it is not
 * cancelled. Whoever settles an invoice has that invoice's lock already, so no other lock is taken after this one.
 */
export async function lockCheckout(trx: Transaction, checkoutId: string): Promise<Checkout> {
  const [row] = await selectLocked(trx, [checkoutId]);
  if (row === undefined) throw new Error(`There is no checkout ${checkoutId}`);
  return toCheckout(row);
}

/** Notes that a customer has chosen an earlier choice of a locked checkout again: it is the last one now. */
export async function noteChoice(trx: Transaction, checkout: Checkout, invoiceId: string): Promise<void> {
  if (checkout.chosen === invoiceId) return;
  const { checkoutId } = checkout;
  await trx('checkouts').where({ checkout_id: checkoutId }).update({ chosen_invoice: invoiceId });
}

/** True when money of a checkout is held. It is checked for each row, so the held money of others costs nothing. */
const HELD = `EXISTS (
  SELECT 1 FROM transfers t JOIN invoices i USING (invoice_id)
   WHERE i.checkout_id = checkouts.checkout_id AND t.booking = 'held' AND t.canonical)`;

/** Lists a merchant's checkouts, newest first. `afterId` is the last id of the previous page. */
export async function listCheckouts(
  q: Queryable,
  query: {
    readonly merchantId: string;
    readonly status?: readonly CheckoutStatus[];
    readonly merchantReference?: string;
    /** Only checkouts with a choice of this chain, and of this token. */
    readonly chainCode?: string;
    readonly tokenSymbol?: string;
    readonly held?: boolean;
    readonly createdFromMs?: number;
    readonly createdToMs?: number;
    readonly found?: SearchResult;
    readonly limit: number;
    readonly afterId?: string;
  },
): Promise<Checkout[]> {
  const { merchantId, status, merchantReference, chainCode, tokenSymbol, held, found, limit, afterId } =
    query;
  const { createdFromMs, createdToMs } = query;
  const rows = await q('checkouts')
    .where({ merchant_id: merchantId })
    .modify((builder) => {
      if (status !== undefined) void builder.whereIn('status', status);
      if (merchantReference !== undefined) void builder.where({ merchant_reference: merchantReference });
      if (held !== undefined) void builder.whereRaw(held ? HELD : `NOT (${HELD})`);
      if (chainCode !== undefined || tokenSymbol !== undefined)
        void builder.whereIn('checkout_id', (choices) => {
          void choices.from('invoices').select('checkout_id').whereNotNull('checkout_id');
          void choices.where({ merchant_id: merchantId });
          if (chainCode !== undefined) void choices.where({ chain_code: chainCode });
          if (tokenSymbol !== undefined) void choices.where({ token_symbol: tokenSymbol });
        });
      if (createdFromMs !== undefined)
        void builder.where('checkout_id', '>=', leastIdOf('chk', createdFromMs));
      if (createdToMs !== undefined)
        void builder.where('checkout_id', '<', leastIdOf('chk', createdToMs + 1));
      filterFound(builder, { found, idColumn: 'checkout_id' });
      if (afterId !== undefined) void builder.where('checkout_id', '<', afterId);
    })
    .orderBy('checkout_id', 'desc')
    .limit(limit)
    .select<CheckoutRow[]>('*');
  return rows.map(toCheckout);
}

interface ChoiceRow {
  invoice_id: string;
  public_id: string;
  checkout_id: string;
  chain_code: string;
  token_symbol: string;
  status: InvoiceStatus;
  amount_atomic: string;
  created_at_ms: number;
  expires_at_ms: number;
  completed_at_ms: number | null;
  /** Null: no payment was ever seen. */
  is_paid_to: boolean | null;
}

function toChoice(row: ChoiceRow): CheckoutChoice {
  return {
    invoiceId: row.invoice_id,
    publicId: row.public_id,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    status: row.status,
    amountAtomic: BigInt(row.amount_atomic),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    completedAtMs: row.completed_at_ms,
    isPaidTo: row.is_paid_to === true,
    wasPaidTo: row.is_paid_to !== null,
  };
}

const selectChoices = prepareStatement<ChoiceRow>(
  'checkout-choices',
  `SELECT ${CHOICE_COLUMNS} FROM invoices i WHERE i.checkout_id = ANY ($1::text[]) ORDER BY i.invoice_id`,
);

/** Lists the invoices of checkouts, the oldest first, by checkout. */
export async function listCheckoutInvoices(
  q: Queryable,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CheckoutInvoice[]>> {
  const rows = await selectChoices(q, [checkoutIds]);
  const found = new Map<string, CheckoutInvoice[]>(checkoutIds.map((checkoutId) => [checkoutId, []]));
  for (const row of rows) found.get(row.checkout_id)?.push(toChoice(row));
  return found;
}
