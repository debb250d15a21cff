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

/** Final blocks that were read once, from one RPC. Both ends belong to it. */
export interface UnverifiedRange {
  readonly fromNumber: number;
  readonly toNumber: number;
  /** The RPC that they were read from: scheme, host and port; null when it is not known. */
  readonly readFrom: string | null;
}

/** The lowest final blocks that no second RPC was asked for, as far as one RPC gave them. Undefined: there are none. */
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

/** What is stored of some blocks, of these tokens: what their logs and their transactions themselves show. */
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

/** What both have, in a block of which they tell different times. */
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

/** A payment that is stored, and what a second reading says of its block's time. */
export interface OtherTime {
  readonly transfer: StoredTransfer;
  readonly otherTimeMs: number;
}

/** Where a second reading of some blocks differs from what is stored of them. */
export async function compareReading<T extends ChainTransfer>(
  q: Queryable,
  reading: {
    readonly chainCode: string;
    readonly fromNumber: number;
    readonly toNumber: number;
    /** Those that were looked for. */
    readonly tokenSymbols: readonly string[];
    readonly found: readonly T[];
  },
): Promise<{
  readonly notStored: readonly T[];
  readonly notFound: readonly StoredTransfer[];
  readonly otherTimes: readonly OtherTime[];
}> {
  const stored = await listStored(q, reading);
  const beyond = missingIn(reading.found, stored);
  return {
    notStored: await leaveOutMovements(q, reading.chainCode, beyond),
    notFound: missingIn(stored, reading.found),
    otherTimes: atOtherTimes(stored, reading.found),
  };
}

/**
 * Stores what the first reading of some blocks left out, as it would have itself, and moves on what is verified, in one
 * transaction.
 *
 * @throws FollowerFencedError when this follower was replaced, or what was verified is no longer where it was.
 */
export async function recordVerification(
  db: Database,
  claim: FollowerClaim,
  reading: {
    readonly fromNumber: number;
    /** Those that were looked for. */
    readonly tokenSymbols: readonly string[];
    /** The last of the blocks; null while they can't be taken for verified. */
    readonly verified: Pick<BlockToStore, 'number' | 'hash' | 'timestampMs'> | null;
    readonly missed: readonly ChainTransfer[];
    /** What left the wallets that pay withdrawals: kept as it is, for at worst a withdrawal waits for an operator. */
    readonly spends: readonly Spend[];
    /** Who was read: scheme, host and port. */
    readonly readFrom: string;
    /** Who left them out; null when it is not known. */
    readonly leftOutBy: string | null;
    /** What most RPCs say of our own transactions, and is stored otherwise. */
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

/** What is put right of our own transactions. */
export interface CorrectedOurs {
  readonly receipts: readonly ReceiptToStore[];
  /** Hashes of those that are in no block. */
  readonly unmined: readonly string[];
}

async function correctOurs(
  trx: Transaction,
  { chainCode, ours }: { chainCode: string; ours: CorrectedOurs },
): Promise<void> {
  // First: it frees what stood behind them of the same nonces.
  const undone = await undoReceiptsOf(trx, { chainCode, txHashes: ours.unmined });
  await storeReceipts(trx, { chainCode, receipts: ours.receipts });
  const withdrawals = undone.flatMap((targetId) =>
    targetId === null ? [] : [{ kind: 'withdrawal' as const, targetId }],
  );
  await enqueue(trx, withdrawals);
}

/** Counts what an RPC was found to leave out. */
export async function addOmissions(
  q: Queryable,
  { chainCode, rpc, count }: { chainCode: string; rpc: string; count: number },
): Promise<void> {
  await q('rpc_omissions')
    .insert({ chain_code: chainCode, rpc, omitted: count })
    .onConflict(['chain_code', 'rpc'])
    .merge({ omitted: q.raw('rpc_omissions.omitted + ?', [count]) });
}

/** How far the second reading of each chain is, and what it found. */
export interface Verifications {
  /** Final blocks of which a second RPC has not said the same yet; of chains with more than one. */
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
