import {
  isProvenDeposit,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../../domain/invoices/proven-deposit.js';
import type { BlockToStore } from '../core/block-to-store.js';
import { noteReading, undoReadings, verifiedUpTo } from './block-readings.js';
import type { Database, Queryable, Transaction } from '../core/database.js';
import { transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { storeSpends, type Spend } from '../wallets/outside-payments.js';
import { undoReceiptsAbove } from '../wallets/sent-transactions.js';
import { stopSigning } from '../wallets/signing-lock.js';
import { storeReceipts, type ReceiptToStore } from '../wallets/store-receipts.js';
import { storeTransfers, type ShownTransfer } from './store-transfers.js';

/** How far a chain was read. */
export interface ChainCursor {
  readonly chainCode: string;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly blockTimeMs: number | null;
  readonly finalizedHeight: number | null;
  /** Origin of the RPC that the last block was read from: scheme, host and port. */
  readonly readFrom: string | null;
  /** The last block that two RPCs show alike; null while the chain has a single RPC. */
  readonly verifiedHeight: number | null;
  readonly caughtUpAtMs: number | null;
  readonly haltedReason: string | null;
  readonly haltedAtMs: number | null;
  /** When an operator ordered the halted chain to resume. */
  readonly resumeRequestedAtMs: number | null;
  /** Why it could not resume yet, in words. */
  readonly resumeProblem: string | null;
}

/** Another follower has taken over, or the cursor has moved: this follower must stop and write nothing. */
export class FollowerFencedError extends Error {
  constructor(chainCode: string) {
    super(`Another follower of ${chainCode} has taken over; this one stops.`);
    this.name = 'FollowerFencedError';
  }
}

interface CursorRow {
  chain_code: string;
  height: number | null;
  block_hash: string | null;
  block_time: Date | null;
  finalized_height: number | null;
  read_from: string | null;
  verified_height: number | null;
  caught_up_at: Date | null;
  halted_reason: string | null;
  halted_at: Date | null;
  resume_requested_at: Date | null;
  resume_problem: string | null;
  fence: number;
}

function toCursor(row: CursorRow): ChainCursor {
  return {
    chainCode: row.chain_code,
    height: row.height,
    blockHash: row.block_hash,
    blockTimeMs: row.block_time?.getTime() ?? null,
    finalizedHeight: row.finalized_height,
    readFrom: row.read_from,
    verifiedHeight: row.verified_height,
    caughtUpAtMs: row.caught_up_at?.getTime() ?? null,
    haltedReason: row.halted_reason,
    haltedAtMs: row.halted_at?.getTime() ?? null,
    resumeRequestedAtMs: row.resume_requested_at?.getTime() ?? null,
    resumeProblem: row.resume_problem,
  };
}

/** A follower's claim to a chain. The fence is the number that {@link takeOverChain} returned. */
export interface FollowerClaim {
  readonly chainCode: string;
  readonly fence: number;
}

/** Takes the chain over: the follower before can write nothing from now on. */
export async function takeOverChain(
  db: Database,
  chainCode: string,
): Promise<{ claim: FollowerClaim; cursor: ChainCursor }> {
  const [row] = await db('chain_cursors')
    .insert({ chain_code: chainCode, fence: 1 })
    .onConflict('chain_code')
    .merge({ fence: db.raw('chain_cursors.fence + 1') })
    .returning<CursorRow[]>('*');
  if (row === undefined) throw new Error(`The cursor of ${chainCode} was not written`);
  return { claim: { chainCode, fence: row.fence }, cursor: toCursor(row) };
}

export async function findChainCursor(q: Queryable, chainCode: string): Promise<ChainCursor | undefined> {
  const row = await q('chain_cursors').where({ chain_code: chainCode }).first<CursorRow | undefined>();
  return row === undefined ? undefined : toCursor(row);
}

export async function listChainCursors(q: Queryable): Promise<ChainCursor[]> {
  return (await q('chain_cursors').orderBy('chain_code').select<CursorRow[]>('*')).map(toCursor);
}

/**
 * Locks the cursor: until the transaction ends, no block of the chain is stored or undone.
 *
 * @throws FollowerFencedError when another follower has taken over.
 */
export async function lockCursor(trx: Transaction, claim: FollowerClaim): Promise<ChainCursor> {
  const row = await trx('chain_cursors')
    .where({ chain_code: claim.chainCode, fence: claim.fence })
    .forUpdate()
    .first<CursorRow | undefined>();
  if (row === undefined) throw new FollowerFencedError(claim.chainCode);
  return toCursor(row);
}

/**
 * Returns the highest finalized block; null while the chain is halted or not read. It locks the cursor: until the
 * transaction ends, no operator can order finalized blocks undone, so what the caller writes about them stays true.
 */
export async function lockFinalHeight(trx: Transaction, chainCode: string): Promise<number | null> {
  const row = await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .forShare()
    .first<Pick<CursorRow, 'finalized_height' | 'halted_reason'> | undefined>(
      'finalized_height',
      'halted_reason',
    );
  return row?.halted_reason == null ? (row?.finalized_height ?? null) : null;
}

/**
 * Finds which of these addresses are ours on this chain: deposit addresses and wallets. It also lists the wallets that
 * we send from. The look-ups use indexes, so their cost does not grow with the number of our addresses.
 *
 * A deposit address counts only when its index gives it. It is derived when something was paid to it, so the cost does
 * not grow with the number of invoices either.
 */
export async function findWatched(
  q: Queryable,
  {
    chainCode,
    addresses,
    depositAddress: derive,
  }: { chainCode: string; addresses: readonly string[]; depositAddress: DeriveDeposit },
): Promise<{
  readonly ours: ReadonlySet<string>;
  readonly payers: ReadonlySet<string>;
  /** The invoices whose deposit address somebody has altered: nothing that comes to it is a payment. */
  readonly altered: readonly InvoiceDeposit[];
}> {
  if (addresses.length === 0) return { ours: new Set(), payers: new Set(), altered: [] };
  const { rows } = await q.raw<{ rows: WatchedRow[] }>(
    // A range has ten thousand addresses: as one text they are sent in a third of an array's time, and found in half.
    `WITH sought AS MATERIALIZED (SELECT unnest(string_to_array(:addresses, ',')) AS address)
     SELECT deposit_address AS address, false AS is_payer, invoice_id, deposit_index
       FROM invoices WHERE deposit_address IN (TABLE sought)
     UNION SELECT address, false, NULL, NULL FROM wallets WHERE chain_code = :chainCode AND address IN (TABLE sought)
     UNION SELECT address, true, NULL, NULL FROM wallets WHERE chain_code = :chainCode AND role <> 'deposit'`,
    { chainCode, addresses: addresses.join(',') },
  );
  const ours = new Set<string>();
  const payers = new Set<string>();
  const altered: InvoiceDeposit[] = [];
  for (const { address, is_payer: isPayer, invoice_id: invoiceId, deposit_index: depositIndex } of rows) {
    if (isPayer) payers.add(address);
    else if (invoiceId === null || depositIndex === null) ours.add(address);
    else if (isProvenDeposit(derive, { depositIndex, depositAddress: address })) ours.add(address);
    else altered.push({ invoiceId, depositIndex, depositAddress: address });
  }
  return { ours, payers, altered };
}

/** A row of {@link findWatched}: of a wallet it has no invoice. */
interface WatchedRow {
  address: string;
  is_payer: boolean;
  invoice_id: string | null;
  deposit_index: number | null;
}

interface FoundInBlocks {
  readonly transfers: readonly ShownTransfer[];
  readonly receipts: readonly ReceiptToStore[];
  /** Transfers out of the wallets that we send from. */
  readonly spends: readonly Spend[];
  /** True when traces were read, so that native coin moved by contracts is included. Else an audit looks for it. */
  readonly traced?: boolean;
  /** Origin of the RPC that they were read from: scheme, host and port. */
  readonly readFrom?: string;
  /** True when a second RPC has to corroborate the transfers before they count as confirmed. */
  readonly awaitsProof?: boolean;
}

/** Stores what was found in one block and moves the cursor to it. See {@link storeBlocks}. */
export function storeBlock(
  db: Database,
  claim: FollowerClaim,
  { block, ...found }: { readonly block: BlockToStore } & FoundInBlocks,
): Promise<void> {
  return storeBlocks(db, claim, { first: block, last: block, ...found });
}

/**
 * Stores what was found in a run of blocks and moves the cursor to the last one, in one transaction: a block is read
 * once or not at all. More than one block must all be finalized, since only the hash of the last one is kept.
 *
 * @throws FollowerFencedError when this follower was replaced or the first block doesn't follow the cursor.
 */
export async function storeBlocks(
  db: Database,
  claim: FollowerClaim,
  found: {
    readonly first: Pick<BlockToStore, 'number' | 'parentHash'>;
    readonly last: BlockToStore;
  } & FoundInBlocks,
): Promise<void> {
  const { first, last, transfers, receipts, spends } = found;
  const { traced = false, readFrom, awaitsProof = false } = found;
  const shownOnlyBy = awaitsProof ? (readFrom ?? null) : null;
  const { chainCode } = claim;
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    const follows =
      cursor.height === null || (cursor.height + 1 === first.number && cursor.blockHash === first.parentHash);
    if (!follows || cursor.haltedReason !== null) throw new FollowerFencedError(chainCode);
    await trx('chain_cursors')
      .where({ chain_code: chainCode })
      .update({
        height: last.number,
        block_hash: last.hash,
        block_time: new Date(last.timestampMs),
        ...(traced ? {} : { untraced_at: new Date(last.timestampMs) }),
        // No hash: only one RPC has shown the block before the first one.
        ...(cursor.height === null ? verifiedUpTo({ number: first.number - 1 }) : {}),
        ...(readFrom === undefined ? {} : { read_from: readFrom }),
      });
    if (readFrom !== undefined && readFrom !== cursor.readFrom) {
      await noteReading(trx, { chainCode, fromNumber: first.number, rpc: readFrom });
    }
    await trx('blocks').insert({
      chain_code: chainCode,
      block_number: last.number,
      block_hash: last.hash,
      parent_hash: last.parentHash,
      block_time: new Date(last.timestampMs),
    });
    await storeTransfers(trx, { chainCode, transfers, shownOnlyBy });
    await storeReceipts(trx, { chainCode, receipts });
    await storeSpends(trx, spends);
  });
}

/** Finds the stored header of a height; headers are kept while their blocks may still be replaced. */
export async function findStoredBlock(
  q: Queryable,
  { chainCode, number }: { chainCode: string; number: number },
): Promise<BlockToStore | undefined> {
  const row = await q('blocks')
    .where({ chain_code: chainCode, block_number: number })
    .first<{ block_hash: string; parent_hash: string; block_time: Date } | undefined>();
  if (row === undefined) return undefined;
  return {
    number,
    hash: row.block_hash,
    parentHash: row.parent_hash,
    timestampMs: row.block_time.getTime(),
  };
}

/**
 * Undoes what was read above `ancestor`, in one transaction: transfers and receipts there are orphaned, their invoices
 * and withdrawals are told, and the cursor goes back. The chain's new blocks are then read like any others.
 */
export async function rollBackTo(db: Database, claim: FollowerClaim, ancestor: BlockToStore): Promise<void> {
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    if (cursor.height === null || ancestor.number >= cursor.height) {
      throw new FollowerFencedError(claim.chainCode);
    }
    await undoBlocksAbove(trx, { cursor, ancestor });
  });
}

/** Does the work of {@link rollBackTo}; the caller holds the cursor's lock. No ancestor: everything read is undone. */
export async function undoBlocksAbove(
  trx: Transaction,
  { cursor, ancestor }: { cursor: ChainCursor; ancestor: BlockToStore | null },
): Promise<void> {
  const { chainCode } = cursor;
  const above = ancestor?.number ?? -1;
  const orphaned = await trx('transfers')
    .where({ chain_code: chainCode, canonical: true })
    .where('block_number', '>', above)
    .update({
      canonical: false,
      revision: trx.raw('revision + 1'),
      reverted_height: cursor.height,
      reverted_at: new Date(cursor.blockTimeMs ?? 0),
    })
    .returning<{ invoice_id: string | null }[]>('invoice_id');
  const unmined = await undoReceiptsAbove(trx, { chainCode, above });
  await trx('blocks').where({ chain_code: chainCode }).where('block_number', '>', above).delete();
  const readFrom = await undoReadings(trx, { chainCode, above, timeMs: ancestor?.timestampMs ?? 0 });
  // Audits are made at finalized blocks. An operator has ordered even those undone, so the audits are made again.
  await trx('native_audits').where({ chain_code: chainCode }).where('block_number', '>', above).update({
    finished_at: null,
    block_number: null,
    block_hash: null,
    balance_atomic: null,
    counted_atomic: null,
  });
  await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .update({
      height: ancestor?.number ?? null,
      block_hash: ancestor?.hash ?? null,
      block_time: ancestor === null ? null : new Date(ancestor.timestampMs),
      caught_up_at: null,
      read_from: readFrom,
      ...((cursor.verifiedHeight ?? -1) > above ? verifiedUpTo(ancestor) : {}),
    });
  const ids = (values: readonly (string | null)[]): string[] => [
    ...new Set(values.flatMap((value) => (value === null ? [] : [value]))),
  ];
  await enqueue(trx, [
    ...ids(orphaned.map((row) => row.invoice_id)).map((targetId) => ({
      kind: 'invoice' as const,
      targetId,
    })),
    ...ids(unmined).map((targetId) => ({
      kind: 'withdrawal' as const,
      targetId,
    })),
  ]);
}

/** Notes that the head was reached, and the finalized height. Headers below it can't change and are deleted. */
export async function noteProgress(
  db: Database,
  claim: FollowerClaim,
  {
    caughtUpAtMs,
    finalizedHeight,
    isVerified = false,
  }: {
    readonly caughtUpAtMs: number | null;
    readonly finalizedHeight: number | null;
    /** True when a second RPC verifies all finalized blocks. A new verification begins at the old finalized height. */
    readonly isVerified?: boolean;
  },
): Promise<void> {
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    const finalized = Math.max(finalizedHeight ?? -1, cursor.finalizedHeight ?? -1);
    await trx('chain_cursors')
      .where({ chain_code: claim.chainCode })
      .update({
        caught_up_at: caughtUpAtMs === null ? trx.ref('caught_up_at') : new Date(caughtUpAtMs),
        finalized_height: finalized < 0 ? null : finalized,
        ...(isVerified
          ? { verified_height: cursor.verifiedHeight ?? cursor.finalizedHeight }
          : verifiedUpTo(null)),
      });
    await trx('blocks')
      .where({ chain_code: claim.chainCode })
      .where('block_number', '<', Math.min(finalized, cursor.height ?? 0))
      .delete();
  });
}

/** Stops reading the chain, and signing on it, until an operator resumes it. */
export async function haltChain(db: Database, claim: FollowerClaim, reason: string): Promise<void> {
  await transaction(db, async (trx) => {
    // This lock comes before the cursor's, since signing takes no lock on the cursor.
    await stopSigning(trx, { chainCode: claim.chainCode });
    await lockCursor(trx, claim);
    await trx('chain_cursors')
      .where({ chain_code: claim.chainCode })
      .update({ halted_at: trx.fn.now(), halted_reason: reason });
  });
}
