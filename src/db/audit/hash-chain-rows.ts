import type { AssetId } from '../../domain/core/asset.js';
import type { Queryable } from '../core/database.js';
import type { ChainedRow, ChainEnd } from './hash-chain.js';

/** Chains of ledger accounts begin with this; their rows are postings. */
const OF_ACCOUNT = 'ledger_account/';
/** Chains that have approvals beside audit rows begin with this. */
const OF_WITHDRAWAL = 'withdrawal/';
/** Rows that are read at once. */
const PAGE = 1_000;

/** A time as its row is hashed. An infinite one, which somebody has written, has no such text: its row does not fit. */
const moment = (column: string): string =>
  `CASE WHEN isfinite(${column}) THEN (extract(epoch FROM ${column}) * 1000000)::bigint::text END`;

/**
 * The rows of each table as they are hashed. It repeats the expressions of the triggers: the check must not use
 * functions of the database that it checks.
 */
const POSTINGS = `
  SELECT p.chain_place AS place, p.posting_id AS row, p.posting_id::text AS id, encode(p.row_hash, 'hex') AS hash,
         ARRAY['ledger_postings', p.posting_id::text, p.entry_id::text, p.account_id::text, a.kind, a.merchant_id,
               a.chain_code, a.token_symbol, p.amount::text, p.balance_after::text, e.cause, e.kind, e.invoice_id,
               e.withdrawal_id, e.transfer_id::text, ${moment('e.created_at')}] AS fields
    FROM ledger_postings p LEFT JOIN ledger_entries e USING (entry_id) LEFT JOIN ledger_accounts a USING (account_id)
   WHERE p.account_id = :account AND p.posting_id > :after ORDER BY p.posting_id LIMIT ${PAGE}`;
const AUDIT_ROWS = `
  SELECT chain_place AS place, chain_place AS row, audit_id::text AS id, encode(row_hash, 'hex') AS hash,
         ARRAY['audit_log', audit_id::text, ${moment('at')}, actor_kind, actor_id, api_key_id, ip, action, object_kind,
               object_id, reason, before::text, after::text] AS fields
    FROM audit_log WHERE object_kind = :kind AND object_id = :object`;
const APPROVALS = `
  SELECT chain_place, chain_place, coalesce(operator_id, 'at the command line'), encode(row_hash, 'hex'),
         ARRAY['withdrawal_approvals', withdrawal_id, operator_id, ${moment('approved_at')}]
    FROM withdrawal_approvals WHERE withdrawal_id = :object
  UNION ALL
  SELECT chain_place, chain_place, signature_id::text, encode(row_hash, 'hex'),
         ARRAY['approval_signatures', signature_id::text, withdrawal_id, approver, signature, valid_until::text,
               operator_id, ${moment('given_at')}]
    FROM approval_signatures WHERE withdrawal_id = :object
  UNION ALL
  SELECT chain_place, chain_place, withdrawal_id, encode(row_hash, 'hex'),
         ARRAY['approved_payments', withdrawal_id, merchant_id, kind, invoice_id, chain_code, token_symbol,
               amount_atomic::text, address, ${moment('kept_at')}]
    FROM approved_payments WHERE withdrawal_id = :object`;

interface LinkRow {
  place: number | null;
  row: number | null;
  id: string;
  hash: string | null;
  fields: (string | null)[];
}

/** A row, and the position after which the next page begins. */
export interface ReadRow extends ChainedRow {
  readonly row: number;
}

/** Reads the next rows of a chain, in its order. @param after the `row` of the last one that was read; -1: from the start. */
export async function readChainRows(
  q: Queryable,
  { chain, after }: { chain: string; after: number },
): Promise<ReadRow[]> {
  const { rows } = chain.startsWith(OF_ACCOUNT)
    ? await q.raw<{ rows: LinkRow[] }>(POSTINGS, { account: accountOf(chain), after })
    : await readObjectRows(q, { chain, after });
  return rows.map(({ place, row, id, hash, fields }) => ({
    table: fields[0] ?? '',
    id,
    fields,
    place: place ?? 0,
    row: row ?? 0,
    hash: hash ?? '',
  }));
}

function readObjectRows(
  q: Queryable,
  { chain, after }: { chain: string; after: number },
): Promise<{ rows: LinkRow[] }> {
  return q.raw<{ rows: LinkRow[] }>(
    `SELECT * FROM (${rowsOf(chain)}) every_row
      WHERE coalesce(place, 0) > :after ORDER BY coalesce(place, 0), id LIMIT ${PAGE}`,
    { ...objectOf(chain), after },
  );
}

async function countObjectRows(q: Queryable, chain: string): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    `SELECT count(*) AS count FROM (${rowsOf(chain)}) every_row`,
    objectOf(chain),
  );
  return rows[0]?.count ?? 0;
}

const rowsOf = (chain: string): string =>
  chain.startsWith(OF_WITHDRAWAL) ? `${AUDIT_ROWS} UNION ALL ${APPROVALS}` : AUDIT_ROWS;

function objectOf(chain: string): { kind: string; object: string } {
  const slash = chain.indexOf('/');
  return { kind: chain.slice(0, slash), object: chain.slice(slash + 1) };
}

const accountOf = (chain: string): string => chain.slice(OF_ACCOUNT.length);

/** A chain as it is stored: where it ends, and how far it was compared. */
export interface StoredChain extends ChainEnd {
  readonly chain: string;
  readonly checked: ChainEnd & { readonly row: number };
}

interface ChainRow {
  chain: string;
  length: number;
  head: string;
  checked_length: number;
  checked_head: string;
  checked_row: number;
}

/**
 * Lists chains by name, a page at a time.
 *
 * @param only `all`, or those that have grown since they were last compared and the named ones.
 */
export async function* listChains(
  q: Queryable,
  only: 'all' | { readonly named: readonly string[] },
): AsyncGenerator<StoredChain[]> {
  let after = '';
  for (;;) {
    const { rows } = await q.raw<{ rows: ChainRow[] }>(
      `SELECT chain, length, encode(head, 'hex') AS head, checked_length, encode(checked_head, 'hex') AS checked_head,
              checked_row FROM hash_chains
        WHERE chain > :after ${only === 'all' ? '' : 'AND (is_unchecked OR chain = ANY (:named))'}
        ORDER BY chain LIMIT ${PAGE}`,
      only === 'all' ? { after } : { after, named: [...only.named] },
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => ({
      chain: row.chain,
      length: row.length,
      head: row.head,
      checked: { length: row.checked_length, head: row.checked_head, row: row.checked_row },
    }));
    after = last.chain;
  }
}

/**
 * Notes how far a chain was compared. The statement locks only this chain. So it can't deadlock with a transaction that
 * locks several.
 */
export async function noteChecked(
  q: Queryable,
  { chain, end, row }: { chain: string; end: ChainEnd; row: number },
): Promise<void> {
  await q.raw(
    `UPDATE hash_chains SET checked_length = :length, checked_head = decode(:head, 'hex'), checked_row = :row,
            is_unchecked = (length <> :length) WHERE chain = :chain`,
    { ...end, chain, row },
  );
}

/**
 * Finds a row after the chain's end. Only somebody who went round the triggers can have written it.
 *
 * @param end the place up to which the chain was followed, and `row` of its last row.
 */
export async function findRowBeyond(
  q: Queryable,
  { chain, end, row }: { chain: string; end: ChainEnd; row: number },
): Promise<string | null> {
  const more = await readChainRows(q, { chain, after: row });
  const count = chain.startsWith(OF_ACCOUNT) ? 0 : await countObjectRows(q, chain);
  // The end is read after the rows: rows that were added meanwhile have moved it.
  const length = await findLength(q, chain);
  const beyond = more.find(({ place }) => place <= end.length || place > length);
  if (beyond !== undefined) return `${beyond.table} ${beyond.id} was put in after its last row`;
  // When two rows have the same place, a page may have shown the right one.
  return count > length ? `it has ${count} rows, and ${length} were written: the others were put in` : null;
}

/** Returns how many rows a chain has by now; 0: there is no such chain. */
export async function findLength(q: Queryable, chain: string): Promise<number> {
  const row = await q('hash_chains').where({ chain }).first<{ length: number } | undefined>('length');
  return row?.length ?? 0;
}

/** Describes the chains that have rows but no end, and the ledger entries without postings. */
export async function findLooseRows(q: Queryable): Promise<{ chain: string; broken: string }[]> {
  const { rows } = await q.raw<{ rows: { chain: string; broken: string }[] }>(
    `SELECT chain, 'it has rows, but no end: that was deleted, or the rows were put in' AS broken FROM (
       SELECT DISTINCT object_kind || '/' || object_id AS chain FROM audit_log
       UNION SELECT 'withdrawal/' || withdrawal_id FROM withdrawal_approvals
       UNION SELECT 'withdrawal/' || withdrawal_id FROM approval_signatures
       UNION SELECT 'withdrawal/' || withdrawal_id FROM approved_payments
       UNION SELECT 'ledger_account/' || account_id FROM ledger_accounts a
              WHERE EXISTS (SELECT 1 FROM ledger_postings p WHERE p.account_id = a.account_id)) named
      WHERE NOT EXISTS (SELECT 1 FROM hash_chains c WHERE c.chain = named.chain)
     UNION ALL
     SELECT 'ledger_entry/' || entry_id, 'the entry has no posting: they were deleted, or it was put in'
       FROM ledger_entries e WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.entry_id = e.entry_id)
      ORDER BY 1 LIMIT 100`,
  );
  return rows;
}

/** Finds the asset of a chain: that of its ledger account or its withdrawal. Null: it has none. */
export async function findAssetOfChain(q: Queryable, chain: string): Promise<AssetId | null> {
  const id = chain.slice(chain.indexOf('/') + 1);
  const query = chain.startsWith(OF_ACCOUNT)
    ? q('ledger_accounts').whereRaw('account_id::text = ?', [id])
    : chain.startsWith(OF_WITHDRAWAL)
      ? q('withdrawals').where({ withdrawal_id: id })
      : null;
  const row = await query?.first<{ chain_code: string; token_symbol: string } | undefined>(
    'chain_code',
    'token_symbol',
  );
  return row === undefined ? null : { chainCode: row.chain_code, tokenSymbol: row.token_symbol };
}
