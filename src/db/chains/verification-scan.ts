import type { BlockToStore } from '../core/block-to-store.js';
import type { ChainTransfer } from '../../domain/chains/chain-transfer.js';
import { verifiedUpTo } from './block-readings.js';
import { endDispute } from './chain-disputes.js';
import { FollowerFencedError, lockCursor, type FollowerClaim } from './chain-cursor.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { storeSpends, type Spend } from '../wallets/outside-payments.js';
import { enqueue } from '../outbox/outbox.js';
import { noteAllShown } from './corroboration.js';
import { undoReceiptsOf } from '../wallets/sent-transactions.js';
import { storeReceipts, type ReceiptToStore } from '../wallets/store-receipts.js';
import { toStoredTransfer, type StoredTransfer, type TransferRow } from './stored-transfer.js';
import { leaveOutMovements, storeTransfers } from './store-transfers.js';

/** Finalized blocks that were read once, from one RPC. Both ends are included. */
export interface UnverifiedRange {
  readonly fromNumber: number;
  readonly toNumber: number;
  /** Origin of the RPC that they were read from (scheme, host and port); null when it is not known. */
  readonly readFrom: string | null;
}

/** Finds the lowest unverified finalized blocks that were read from one RPC. Undefined: there are none. */
export async function findUnverifiedRange(
  q: Queryable,
  chainCode: string,
): Promise<UnverifiedRange | undefined> {
  const { rows } = await q.raw<{
    rows: { from_number: number; to_number: number; read_from: string | null }[];
  }>(
    `SELECT c.verified_height + 1 AS from_number,
            least(c.finalized_height, c.height,
                  (SELECT min(r.from_number) - 1 FROM block_readings r
                    WHERE r.chain_code = c.chain_code AND r.from_number > c.verified_height + 1)) AS to_number,
            (SELECT r.rpc FROM block_readings r
              WHERE r.chain_code = c.chain_code AND r.from_number <= c.verified_height + 1
              ORDER BY r.from_number DESC LIMIT 1) AS read_from
       FROM chain_cursors c
      WHERE c.chain_code = ? AND c.verified_height < least(c.finalized_height, c.height)
        AND c.halted_reason IS NULL`,
    [chainCode],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { fromNumber: row.from_number, toNumber: row.to_number, readFrom: row.read_from };
}

/** Lists the stored transfers of these tokens that logs or transactions of some blocks show; traces are left out. */
async function listStored(
  q: Queryable,
  blocks: { chainCode: string; fromNumber: number; toNumber: number; tokenSymbols: readonly string[] },
): Promise<StoredTransfer[]> {
  const rows = await q('transfers')
    .where({ chain_code: blocks.chainCode, canonical: true })
    .whereBetween('block_number', [blocks.fromNumber, blocks.toNumber])
    .whereIn('token_symbol', blocks.tokenSymbols)
    .whereNotNull('tx_hash')
    .where('position', '>=', -1)
    .select<TransferRow[]>('*');
  return rows.map(toStoredTransfer);
}

type Identity = Pick<ChainTransfer, 'blockHash' | 'txHash' | 'position' | 'from' | 'to' | 'amountAtomic'>;

function keyOf({ blockHash, txHash, position, from, to, amountAtomic }: Identity): string {
  return [blockHash, txHash, position, from, to, amountAtomic].join('/');
}

function missingIn<T extends Identity>(all: readonly T[], others: readonly Identity[]): T[] {
  const known = new Set(others.map(keyOf));
  return all.filter((each) => !known.has(keyOf(each)));
}

/** Returns the transfers that both readings have, but with different block times. */
function atOtherTimes(
  stored: readonly StoredTransfer[],
  found: readonly ChainTransfer[],
): readonly OtherTime[] {
  const foundTimes = new Map(found.map((each) => [keyOf(each), each.blockTimeMs]));
  return stored.flatMap((transfer) => {
    const otherTimeMs = foundTimes.get(keyOf(transfer)) ?? transfer.blockTimeMs;
    return otherTimeMs === transfer.blockTimeMs ? [] : [{ transfer, otherTimeMs }];
  });
}

/** A stored payment, and the time that the verification scan shows for its block. */
export interface OtherTime {
  readonly transfer: StoredTransfer;
  readonly otherTimeMs: number;
}

/** Compares the verification scan of some blocks with what is stored about them. */
export async function compareReading<T extends ChainTransfer>(
  q: Queryable,
  reading: {
    readonly chainCode: string;
    readonly fromNumber: number;
    readonly toNumber: number;
    /** The tokens that were looked for. */
    readonly tokenSymbols: readonly string[];
    readonly found: readonly T[];
  },
): Promise<{
  readonly notStored: readonly T[];
  readonly notFound: readonly StoredTransfer[];
  readonly otherTimes: readonly OtherTime[];
}> {
  const stored = await listStored(q, reading);
  const notStored = missingIn(reading.found, stored);
  return {
    notStored: await leaveOutMovements(q, reading.chainCode, notStored),
    notFound: missingIn(stored, reading.found),
    otherTimes: atOtherTimes(stored, reading.found),
  };
}

/**
 * Stores transfers that the first reading of some blocks missed, just as that reading would have, and moves the
 * verified height, in one transaction.
 *
 * @throws FollowerFencedError when this follower was replaced, or the verified height has changed.
 */
export async function recordVerification(
  db: Database,
  claim: FollowerClaim,
  reading: {
    readonly fromNumber: number;
    /** The tokens that were looked for. */
    readonly tokenSymbols: readonly string[];
    /** The last of the blocks; null while they don't count as verified. */
    readonly verified: Pick<BlockToStore, 'number' | 'hash' | 'timestampMs'> | null;
    readonly missed: readonly ChainTransfer[];
    /** Transfers out of the wallets that we send from. A wrong one only makes withdrawals wait for an operator. */
    readonly spends: readonly Spend[];
    /** Origin of the RPC of this scan: scheme, host and port. */
    readonly readFrom: string;
    /** Origin of the RPC that left the transfers out; null when it is not known. */
    readonly leftOutBy: string | null;
    /** Corrections of our own transactions, where most RPCs contradict what is stored. */
    readonly ours: CorrectedOurs;
  },
): Promise<void> {
  const { chainCode } = claim;
  const { fromNumber, tokenSymbols, verified, missed, spends, readFrom, leftOutBy, ours } = reading;
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    if (cursor.haltedReason !== null || cursor.verifiedHeight !== fromNumber - 1) {
      throw new FollowerFencedError(chainCode);
    }
    if (missed.length > 0) {
      await storeTransfers(trx, { chainCode, transfers: missed, shownOnlyBy: null });
    }
    if (missed.length > 0 && leftOutBy !== null) {
      await addOmissions(trx, { chainCode, rpc: leftOutBy, count: missed.length });
    }
    await storeSpends(trx, spends);
    await correctOurs(trx, { chainCode, ours });
    if (verified === null) return;
    await endDispute(trx, { chainCode, about: 'blocks' });
    const toNumber = verified.number;
    await noteAllShown(trx, { chainCode, fromNumber, toNumber, tokenSymbols, readFrom });
    await trx('chain_cursors').where({ chain_code: chainCode }).update(verifiedUpTo(verified));
    await trx.raw(
      `DELETE FROM block_readings WHERE chain_code = :chainCode AND from_number <
         (SELECT max(from_number) FROM block_readings WHERE chain_code = :chainCode AND from_number <= :next)`,
      { chainCode, next: verified.number + 1 },
    );
  });
}

/** Corrections of our own transactions. */
export interface CorrectedOurs {
  readonly receipts: readonly ReceiptToStore[];
  /** Hashes of the transactions that are in no block. */
  readonly unmined: readonly string[];
}

async function correctOurs(
  trx: Transaction,
  { chainCode, ours }: { chainCode: string; ours: CorrectedOurs },
): Promise<void> {
  // First: this makes the other attempts of the same nonces open again.
  const undone = await undoReceiptsOf(trx, { chainCode, txHashes: ours.unmined });
  await storeReceipts(trx, { chainCode, receipts: ours.receipts });
  const withdrawals = undone.flatMap((targetId) =>
    targetId === null ? [] : [{ kind: 'withdrawal' as const, targetId }],
  );
  await enqueue(trx, withdrawals);
}

/** Counts the transfers that an RPC left out. */
export async function addOmissions(
  q: Queryable,
  { chainCode, rpc, count }: { chainCode: string; rpc: string; count: number },
): Promise<void> {
  await q('rpc_omissions')
    .insert({ chain_code: chainCode, rpc, omitted: count })
    .onConflict(['chain_code', 'rpc'])
    .merge({ omitted: q.raw('rpc_omissions.omitted + ?', [count]) });
}

/** The progress of the verification scan of each chain, and what it found. */
export interface Verifications {
  /** Finalized blocks that no second RPC has verified yet, for chains with more than one RPC. */
  readonly behind: readonly { readonly chainCode: string; readonly blocks: number }[];
  readonly omissions: readonly {
    readonly chainCode: string;
    readonly rpc: string;
    readonly omitted: number;
  }[];
}

export async function readVerifications(q: Queryable): Promise<Verifications> {
  const behind = await q('chain_cursors')
    .whereNotNull('verified_height')
    .whereNotNull('finalized_height')
    .select<{ chain_code: string; blocks: number }[]>(
      'chain_code',
      q.raw('greatest(finalized_height - verified_height, 0) AS blocks'),
    );
  const omissions =
    await q('rpc_omissions').select<{ chain_code: string; rpc: string; omitted: number }[]>('*');
  return {
    behind: behind.map((row) => ({ chainCode: row.chain_code, blocks: row.blocks })),
    omissions: omissions.map((row) => ({ chainCode: row.chain_code, rpc: row.rpc, omitted: row.omitted })),
  };
}
