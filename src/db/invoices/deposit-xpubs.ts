import { whyNotPinned, type XpubPin } from '../../domain/invoices/pinned-xpubs.js';
import { sqlState, type Database, type Queryable, type Transaction } from '../core/database.js';

/** PostgreSQL's code (`restrict_violation`) when the table's trigger refuses a row. */
const RESTRICTED = '23001';

/** Lists the xpubs with the first index of each, by index. Empty before the first start. */
export async function listXpubPins(q: Queryable): Promise<readonly XpubPin[]> {
  const rows = await q('deposit_xpubs')
    .orderBy('first_index')
    .select<{ first_index: number; fingerprint: string }[]>('first_index', 'fingerprint');
  return rows.map((row) => ({ firstIndex: row.first_index, fingerprint: row.fingerprint }));
}

/**
 * Compares the xpubs of this process with those in the database. The first process stores its own. When two processes
 * start at once, the table lets one be the first, and the other is compared with it.
 *
 * @returns null, or the reason why this process must not derive addresses.
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
 * The number of further indexes that the earlier xpub keeps. While a rotation commits, processes still create invoices
 * with the earlier xpub. They would reach an index of the new xpub only if more invoices than these were created during
 * that short transaction.
 */
const INDEXES_LEFT = 1_000;

/**
 * Stores a new xpub. It gives all addresses from an index on that is not reached yet. So the xpub stays the same for
 * every existing invoice, and for every invoice that is created before the processes are restarted.
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

/**
 * Skips the remaining indexes of the earlier xpub, so that the next invoice uses the new one. A repetition is harmless.
 */
export async function skipToXpub(q: Queryable, firstIndex: number): Promise<void> {
  await q.raw(
    `SELECT setval('deposit_index_seq', :firstIndex, false) FROM deposit_index_seq WHERE last_value < :firstIndex`,
    { firstIndex },
  );
}
