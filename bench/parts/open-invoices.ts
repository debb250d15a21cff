import type pg from 'pg';
import { createInvoiceActivities } from '../../activities/invoices/invoice-activities.js';
import type { FollowerDependencies } from '../../activities/chains/follower.js';
import { createApiKey } from '../../src/db/merchants/api-keys.js';
import { createInvoice } from '../../src/db/invoices/create-invoice.js';
import { transaction, type Database } from '../../src/db/core/database.js';
import { takeDepositIndex } from '../../test/helpers/facts/take-deposit-index.js';
import { insertMerchant } from '../../src/db/merchants/merchants.js';
import { newId, newPublicId, timeOfId } from '../../src/db/core/new-id.js';
import type { Asset } from '../../src/domain/core/asset.js';
import { MERCHANT_SCOPES } from '../../src/domain/merchants/scopes.js';
import type { BenchContext } from '../harness/bench.js';
import { withConnection, type BenchDatabase } from './postgres.js';
import type { Payment } from './block-maker.js';
import { benchDepositAddress } from './deposits.js';

/** One day. The oldest invoice is half a day old, so none expires during the measurement. */
const LIFETIME_MS = 24 * 3_600_000;
const AMOUNT_ATOMIC = 25_000_000n;
const ROWS_PER_STATEMENT = 50_000;
/** This many of the first, of the middle and of the newest invoices get a derived address. */
const DERIVED = 1_000;
const ADDRESSES_PER_STATEMENT = 10_000;

/** SQL for columns of the copies, by table. `i`: the invoice's number. `n.made_at`: its time. `t`: the row that is copied. */
export type OwnColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Copying {
  /** How long ago the first invoice was made. Default: half a day, so none expires during the measurement. */
  readonly overMs: number;
  /** Further columns in which the copies differ. */
  readonly own: OwnColumns;
  /** The numbers of the invoices that are paid or shown. They get the address of their index. */
  readonly shown: readonly number[];
}

export interface OpenInvoice {
  readonly invoiceId: string;
  readonly merchantId: string;
}

/**
 * Fills a database with invoices that wait for their payment, as a day of business leaves them. The product's own code
 * creates the first one, and its workflow's activity looks at it. For the others SQL copies its rows in all tables,
 * with their own ids, addresses and times. Only those that are paid or shown get the addresses of `benchDepositAddress`,
 * because to derive a million takes minutes. The outbox is emptied, as if Temporal had been told everything.
 *
 * @returns the first invoice, and the merchant of all.
 */
export async function insertOpenInvoices(
  { signal }: BenchContext,
  { url, db }: BenchDatabase,
  options: {
    readonly deps: FollowerDependencies;
    readonly token: Asset;
    readonly count: number;
  } & Partial<Copying>,
): Promise<OpenInvoice> {
  const { token, deps, count, overMs = LIFETIME_MS / 2, own = {}, shown = paidOrShown(count) } = options;
  const first = await insertFirst(db, token);
  const { invoiceId } = first;
  await createInvoiceActivities(deps).settleInvoice({ invoiceId });
  const nowMs = Date.now();
  await withConnection(url, async (client) => {
    // The copies are complete at the end, but not after each statement: so foreign keys are not checked.
    await client.query('SET session_replication_role = replica');
    for (let from = 1; from < count; from += ROWS_PER_STATEMENT) {
      signal.throwIfAborted();
      const to = Math.min(count - 1, from + ROWS_PER_STATEMENT - 1);
      await copyRows(client, { invoiceId, from, to, count, nowMs, overMs, own });
    }
    await deriveAddresses(client, { shown });
    await client.query('SET session_replication_role = origin');
    await client.query('DELETE FROM outbox');
    await client.query(`SELECT setval('deposit_index_seq', $1)`, [count]);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
  return first;
}

/** @returns the key of a new merchant. */
export async function addMerchant(db: Database): Promise<string> {
  const { merchantId } = await insertMerchant(db, { name: 'Corner shop' });
  return merchantKey(db, merchantId);
}

/** Creates a key of the merchant with every scope. */
export async function merchantKey(db: Database, merchantId: string): Promise<string> {
  const { key } = await transaction(db, (trx) =>
    createApiKey(trx, { owner: { merchantId }, name: 'Bench', scopes: MERCHANT_SCOPES, approved: true }),
  );
  return key;
}

/**
 * Returns payments that pay the invoices of these numbers in full, in any database filled by `insertOpenInvoices`.
 * Each number is at least 1 and less than the count and than 1,000.
 */
export async function paymentsOf(db: Database, numbers: readonly number[]): Promise<readonly Payment[]> {
  const rows = await db('invoices')
    .whereIn('deposit_index', [...numbers])
    .select<{ deposit_address: string }[]>('deposit_address');
  if (rows.length !== numbers.length) throw new Error('Some of the invoices to pay are not in the database.');
  return rows.map((row) => ({ to: row.deposit_address, amountAtomic: AMOUNT_ATOMIC }));
}

function insertFirst(db: Database, token: Asset): Promise<OpenInvoice> {
  return transaction(db, async (trx) => {
    const { merchantId } = await insertMerchant(trx, { name: 'Corner shop' });
    const invoiceId = newId('inv');
    const createdAtMs = timeOfId(invoiceId);
    const depositIndex = await takeDepositIndex(trx);
    const depositAddress = benchDepositAddress(depositIndex);
    await createInvoice(
      trx,
      {
        invoiceId,
        publicId: newPublicId(),
        merchantId,
        asset: token,
        decimals: token.decimals,
        amountAtomic: AMOUNT_ATOMIC,
        amountFiatCents: 2_500n,
        fiatCurrency: 'USD',
        rate: { rate: '1', source: 'fixed', asOfMs: createdAtMs },
        toleranceBps: 50,
        acceptLate: false,
        confirmationsRequired: 3,
        depositIndex,
        depositAddress,
        checkoutId: null,
        description: null,
        merchantReference: 'order-1001',
        metadata: { basket: 'b-1001', note: 'two of each' },
        redirectUrl: null,
        createdAtMs,
        expiresAtMs: createdAtMs + LIFETIME_MS,
      },
      { depositAddress, isNative: false, xpubFingerprint: null },
    );
    return { invoiceId, merchantId };
  });
}

const ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** The ten digits of a ULID's time, as the product writes them. */
const ID_TIME = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0]
  .map((bits) => `substr('${ID_DIGITS}', ((n.made_at_ms >> ${bits}) & 31)::integer + 1, 1)`)
  .join(' || ');
/** `i` is the invoice's number, 0 for the first. Ids contain the time, as the product's do; addresses look random. */
const INVOICE_ID = (prefix: string): string => `'${prefix}' || ${ID_TIME} || substr(md5(i::text), 1, 16)`;
/** The id of a copy, for columns that contain it. */
export const NEW_INVOICE_ID = INVOICE_ID('inv_');
const ADDRESS = `'0x' || substr(encode(sha256(convert_to('deposit ' || i, 'UTF8')), 'hex'), 1, 40)`;

/** The columns in which a copy differs, as SQL, for each table. */
const OWN_COLUMNS: OwnColumns = {
  invoices: {
    invoice_id: INVOICE_ID('inv_'),
    public_id: `'pay_' || substr(encode(sha256(convert_to('public ' || i, 'UTF8')), 'hex'), 1, 40)`,
    deposit_index: 'i',
    deposit_address: ADDRESS,
    merchant_reference: `'order-' || i`,
    created_at: 'n.made_at',
    rate_as_of: 'n.made_at',
    expires_at: 'n.made_at + (t.expires_at - t.created_at)',
  },
  events: {
    event_id: INVOICE_ID('evt_'),
    invoice_id: INVOICE_ID('inv_'),
    dedupe_key: `${INVOICE_ID('inv_')} || '/invoice.created'`,
    occurred_at: 'n.made_at',
    body: `replace(t.body, t.invoice_id, ${INVOICE_ID('inv_')})`,
  },
  chain_timers: {
    target_id: INVOICE_ID('inv_'),
    after_time: `n.made_at + interval '1 ms' * ${LIFETIME_MS}`,
  },
};

async function copyRows(
  client: pg.Client,
  copies: { invoiceId: string; from: number; to: number; count: number; nowMs: number } & Omit<
    Copying,
    'shown'
  >,
): Promise<void> {
  for (const [table, ofAll] of Object.entries(OWN_COLUMNS)) {
    const columns = await columnsOf(client, table);
    const own = { ...ofAll, ...copies.own[table] };
    const values = columns.map((column) => own[column] ?? `t.${column}`);
    const key = table === 'chain_timers' ? 'target_id' : 'invoice_id';
    await client.query(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${values.join(', ')}
         FROM ${table} t, generate_series($2::integer, $3::integer) i,
              LATERAL (SELECT ($5::float8 - $6::float8 * ($4::integer - i) / $4::integer)::bigint AS made_at_ms) m,
              LATERAL (SELECT m.made_at_ms, to_timestamp(m.made_at_ms / 1000.0) AS made_at) n
        WHERE t.${key} = $1`,
      [copies.invoiceId, copies.from, copies.to, copies.count, copies.nowMs, copies.overMs],
    );
  }
}

function paidOrShown(count: number): readonly number[] {
  const starts = [0, Math.floor(count / 2 - DERIVED / 2), count - DERIVED];
  const numbers = starts.flatMap((start) => Array.from({ length: DERIVED }, (_, i) => start + i));
  return [...new Set(numbers)].filter((number) => number >= 0 && number < count);
}

async function deriveAddresses(client: pg.Client, { shown }: Pick<Copying, 'shown'>): Promise<void> {
  for (let from = 0; from < shown.length; from += ADDRESSES_PER_STATEMENT) {
    const some = shown.slice(from, from + ADDRESSES_PER_STATEMENT);
    await client.query(
      `UPDATE invoices i SET deposit_address = d.address
         FROM unnest($1::integer[], $2::text[]) d (index, address) WHERE i.deposit_index = d.index`,
      [some, some.map(benchDepositAddress)],
    );
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ column_name }) => column_name);
}
