import { whyNotPinned, type XpubPin } from '../../domain/invoices/pinned-xpubs.js';
import { sqlState, type Database, type Queryable, type Transaction } from '../core/database.js';

/** PostgreSQL's code (`restrict_violation`) of what the table's trigger refuses. */
const RESTRICTED = '23001';

/** Lists which xpub gives the addresses from which index on, by index. Empty before the first start. */
export async function listXpubPins(q: Queryable): Promise<readonly XpubPin[]> {
  const rows = await q('deposit_xpubs')
    .orderBy('first_index')
    .select<{ first_index: number; fingerprint: string }[]>('first_index', 'fingerprint');
  return rows.map((row) => ({ firstIndex: row.first_index, fingerprint: row.fingerprint }));
}

/**
 * Compares the xpubs of this process with those in the books. The first process that comes writes its own. When two
 * start at once, the table lets one be the first, and the other is compared with it.
 *
 * @returns null, or in words why this process must not derive addresses.
 */
export async function pinXpubs(db: Database, configured: readonly XpubPin[]): Promise<string | null> {
  const pinned = await listXpubPins(db);
  if (pinned.length > 0) return whyNotPinned(configured, pinned);
  await db('deposit_xpubs')
    .insert(configured.map(({ firstIndex, fingerprint }) => ({ first_index: firstIndex, fingerprint })))
    .onConflict()
    .ignore()
    // Another process was the first: only the owner adds rows after it.
    .catch((error: unknown) => {
      if (sqlState(error) !== RESTRICTED) throw error;
    });
  return whyNotPinned(configured, await listXpubPins(db));
}

/**
 * How many further indexes the xpub of before keeps. While a rotation commits, processes go on making invoices with it.
 * An invoice reaches the new xpub's indexes unseen only if more than these are made within that one short transaction.
 */
const INDEXES_LEFT = 1_000;

/**
 * Writes a new xpub into the books. It gives all addresses from an index on that is not reached yet, so every invoice
 * that exists, or is made before processes are restarted, keeps its own.
 *
 * @returns the first index of the new xpub.
 */
export async function addXpub(trx: Transaction, fingerprint: string): Promise<number> {
  // Two rotations at once would take the same index.
  await trx.raw('LOCK TABLE deposit_xpubs IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await trx.raw<{ rows: { last: number }[] }>(
    'SELECT last_value::integer AS last FROM deposit_index_seq',
  );
  const firstIndex = (rows[0]?.last ?? 0) + INDEXES_LEFT;
  await trx('deposit_xpubs').insert({ first_index: firstIndex, fingerprint });
  return firstIndex;
}

/** Skips the indexes that the xpub of before has left, so that the next invoice has the new one. Repeating is harmless. */
export async function skipToXpub(q: Queryable, firstIndex: number): Promise<void> {
  await q.raw(
    `SELECT setval('deposit_index_seq', :firstIndex, false) FROM deposit_index_seq WHERE last_value < :firstIndex`,
    { firstIndex },
  );
}
