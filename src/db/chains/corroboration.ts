import { FollowerFencedError, lockCursor, type FollowerClaim } from './chain-cursor.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { toStoredTransfer, type StoredTransfer, type TransferRow } from './stored-transfer.js';

/** A payment that one RPC alone has shown so far, or that one has denied. */
export interface DoubtedTransfer extends StoredTransfer {
  /** The one that alone has shown it, by scheme, host and port; null: it was counted before it was denied. */
  readonly shownBy: string | null;
  /** An RPC that has denied it; null while none has. */
  readonly deniedBy: string | null;
  /** What other payments that are stored brought its address in the same block, in base units of the asset. */
  readonly besidesAtomic: bigint;
  /** Since it was stored. */
  readonly ageMs: number;
}

/** One that one RPC alone has shown. */
export interface UncorroboratedTransfer extends DoubtedTransfer {
  readonly shownBy: string;
}

interface Wanted {
  readonly chainCode: string;
  readonly tokenSymbols: readonly string[];
  readonly limit: number;
}

/**
 * Those of a chain, in these assets, that one RPC alone has shown: of each address the oldest before the second, so that
 * one that was sent thousands keeps no other waiting. By a partial index: none cost next to nothing.
 */
export async function listUncorroborated(q: Queryable, of: Wanted): Promise<UncorroboratedTransfer[]> {
  const listed = await listBy(q, { condition: 'shown_only_by IS NOT NULL', of });
  return listed.flatMap((each) => (each.shownBy === null ? [] : [{ ...each, shownBy: each.shownBy }]));
}

/** The same, with those that were counted before one RPC denied them. By two partial indexes. */
export function listDoubted(q: Queryable, of: Wanted): Promise<DoubtedTransfer[]> {
  return listBy(q, { condition: '(shown_only_by IS NOT NULL OR denied_by IS NOT NULL)', of });
}

async function listBy(
  q: Queryable,
  { condition, of }: { condition: string; of: Wanted },
): Promise<DoubtedTransfer[]> {
  const { rows } = await q.raw<{
    rows: (TransferRow & {
      shown_only_by: string | null;
      denied_by: string | null;
      besides_atomic: bigint;
      age_ms: number;
    })[];
  }>(
    // Of two that only traces show the later one is beside the earlier one: together they are no more than what came.
    `SELECT t.*, (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS age_ms,
            (SELECT coalesce(sum(o.amount_atomic), 0) FROM transfers o
              WHERE o.chain_code = t.chain_code AND o.block_hash = t.block_hash AND o.canonical
                AND o.transfer_id <> t.transfer_id AND o.tx_hash IS NOT NULL AND o.to_address = t.to_address AND o.token_symbol = t.token_symbol
                AND (o.position >= -1 OR o.transfer_id < t.transfer_id)) AS besides_atomic
       FROM transfers t WHERE chain_code = :chainCode AND token_symbol = ANY (:tokenSymbols)
        AND ${condition} AND canonical
      ORDER BY row_number() OVER (PARTITION BY to_address ORDER BY transfer_id), transfer_id LIMIT :limit`,
    { ...of, tokenSymbols: [...of.tokenSymbols] },
  );
  return rows.map((row) => ({
    ...toStoredTransfer(row),
    ...{ shownBy: row.shown_only_by, deniedBy: row.denied_by, ageMs: row.age_ms },
    besidesAtomic: row.besides_atomic,
  }));
}

type Seen = Pick<StoredTransfer, 'transferId' | 'revision'>;

/** Notes that an RPC denies a payment, or its block's time. @returns false when that was known. */
export async function noteDenied(
  q: Queryable,
  { transferId, revision }: Seen,
  deniedBy: string,
): Promise<boolean> {
  const changed = await q('transfers')
    .where({ transfer_id: transferId, revision })
    .whereNull('denied_by')
    .update({ denied_by: deniedBy, denied_at: q.fn.now() });
  return changed > 0;
}

/** Another RPC has shown it too, or the only one that there is. */
const IN_NO_DOUBT = { shown_only_by: null, denied_by: null, denied_at: null };

async function tellInvoices(
  trx: Transaction,
  rows: readonly { readonly invoice_id: string | null }[],
): Promise<void> {
  const invoiceIds = new Set(rows.flatMap(({ invoice_id }) => (invoice_id === null ? [] : [invoice_id])));
  await enqueue(
    trx,
    [...invoiceIds].map((targetId) => ({ kind: 'invoice' as const, targetId })),
  );
}

/**
 * Notes that a payment needs no further proof: it counts like any other, and its invoice is told.
 *
 * @param seen.blockTimeMs its block's time as it was agreed on, epoch ms.
 * @param options.unlessDenied a denial on record stands: not every RPC has been asked about it.
 * @returns false when nothing was noted: a reorganisation has changed the payment since it was read, or it was denied.
 */
export async function noteShown(
  db: Database,
  { transferId, revision, blockTimeMs }: Seen & Pick<StoredTransfer, 'blockTimeMs'>,
  { unlessDenied = false }: { readonly unlessDenied?: boolean } = {},
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const rows = await trx('transfers')
      .where({ transfer_id: transferId, revision, ...(unlessDenied ? { denied_by: null } : {}) })
      .update({ ...IN_NO_DOUBT, block_time: new Date(blockTimeMs) })
      .returning<{ invoice_id: string | null }[]>('invoice_id');
    await tellInvoices(trx, rows);
    return rows.length > 0;
  });
}

/**
 * The same for all of some blocks' logs and transactions, which two RPCs have shown alike. One that `readFrom` alone has
 * shown waits on: it was not read when the blocks were, and the RPC would be asked to confirm its own word.
 */
export async function noteAllShown(
  trx: Transaction,
  blocks: Pick<FollowerClaim, 'chainCode'> & {
    readonly fromNumber: number;
    readonly toNumber: number;
    /** Those that both looked for. */
    readonly tokenSymbols: readonly string[];
    /** The one that was read second: scheme, host and port. */
    readonly readFrom: string;
  },
): Promise<void> {
  const { chainCode, fromNumber, toNumber, tokenSymbols, readFrom } = blocks;
  const rows = await trx('transfers')
    .where({ chain_code: chainCode, canonical: true })
    .whereIn('token_symbol', tokenSymbols)
    .whereRaw('(shown_only_by IS NOT NULL OR denied_by IS NOT NULL)')
    .whereRaw('shown_only_by IS DISTINCT FROM ?', [readFrom])
    .whereBetween('block_number', [fromNumber, toNumber])
    .where('position', '>=', -1)
    .update(IN_NO_DOUBT)
    .returning<{ invoice_id: string | null }[]>('invoice_id');
  await tellInvoices(trx, rows);
}

/**
 * Takes a payment for one that never was: it stands no longer, as after a reorganisation, and its invoice is told.
 *
 * @returns false when it has changed since it was read.
 * @throws FollowerFencedError when this follower was replaced.
 */
export async function dropDenied(
  db: Database,
  claim: FollowerClaim,
  { transferId, revision }: Seen,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    if (cursor.haltedReason !== null) throw new FollowerFencedError(claim.chainCode);
    const rows = await trx('transfers')
      .where({ transfer_id: transferId, revision, canonical: true })
      .update({
        canonical: false,
        revision: revision + 1,
        reverted_height: cursor.height,
        reverted_at: new Date(cursor.blockTimeMs ?? 0),
      })
      .returning<{ invoice_id: string | null }[]>('invoice_id');
    await tellInvoices(trx, rows);
    return rows.length > 0;
  });
}
