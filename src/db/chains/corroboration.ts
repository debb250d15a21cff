import { FollowerFencedError, lockCursor, type FollowerClaim } from './chain-cursor.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { toStoredTransfer, type StoredTransfer, type TransferRow } from './stored-transfer.js';

/** A payment that only one RPC has shown, or that an RPC has denied. */
export interface DoubtedTransfer extends StoredTransfer {
  /** Origin of the only RPC that has shown it (scheme, host and port); null: it was counted before it was denied. */
  readonly shownBy: string | null;
  /** An RPC that has denied it; null while none has. */
  readonly deniedBy: string | null;
  /** Sum of the other stored payments to its address in the same block, in base units of the asset. */
  readonly besidesAtomic: bigint;
}

/** A payment that only one RPC has shown. */
export interface UncorroboratedTransfer extends DoubtedTransfer {
  readonly shownBy: string;
}

interface Wanted {
  readonly chainCode: string;
  readonly tokenSymbols: readonly string[];
  readonly limit: number;
}

/**
 * Lists the payments of a chain, in these assets, that only one RPC has shown. The oldest payment of each address comes
 * first, then the second of each: an address with thousands of payments delays no other. A partial index makes the
 * query nearly free when there are none.
 */
export async function listUncorroborated(q: Queryable, of: Wanted): Promise<UncorroboratedTransfer[]> {
  const listed = await listBy(q, { condition: 'shown_only_by IS NOT NULL', of });
  return listed.flatMap((each) => (each.shownBy === null ? [] : [{ ...each, shownBy: each.shownBy }]));
}

/** Lists the same, and payments that were counted before an RPC denied them. It uses two partial indexes. */
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
    })[];
  }>(
    // When only traces show two payments, the sum of the later one includes the earlier one, and not the reverse.
    `SELECT t.*,
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
    shownBy: row.shown_only_by,
    deniedBy: row.denied_by,
    besidesAtomic: row.besides_atomic,
  }));
}

type Seen = Pick<StoredTransfer, 'transferId' | 'revision'>;

/** Notes that an RPC denies a payment, or the time of its block. @returns false when a denial was noted before. */
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

/** Columns of a payment that a second RPC has corroborated, or that the chain's only RPC has shown. */
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
 * Notes that a payment is corroborated. It counts like any other from then on, and its invoice is woken.
 *
 * @param seen.blockTimeMs the agreed time of its block, epoch ms.
 * @param options.unlessDenied keeps a denial on record, because not every RPC has been asked about it.
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
 * Notes the same for all logs and transactions of some blocks that two RPCs show in the same way. A payment that only
 * `readFrom` has shown still waits: it was not found in the first reading, and the RPC would corroborate its own word.
 */
export async function noteAllShown(
  trx: Transaction,
  blocks: Pick<FollowerClaim, 'chainCode'> & {
    readonly fromNumber: number;
    readonly toNumber: number;
    /** The assets that both RPCs looked for. */
    readonly tokenSymbols: readonly string[];
    /** Origin of the second RPC: scheme, host and port. */
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
 * Drops a payment that never existed: it is no longer canonical, as after a reorganisation, and its invoice is woken.
 *
 * @returns false when the payment has changed since it was read.
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
