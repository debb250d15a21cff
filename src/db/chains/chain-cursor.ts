import { verifiedUpTo } from './block-readings.js';
import type { Database, Queryable, Transaction } from '../core/database.js';
import { transaction } from '../core/database.js';
import { stopSigning } from '../wallets/signing-lock.js';

/** How far a chain was read. */
export interface ChainCursor {
  readonly chainCode: string;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly blockTimeMs: number | null;
  readonly finalizedHeight: number | null;
  /** Origin of the RPC that the last block was read from: scheme, host and port. */
  readonly readFrom: string | null;
  /** The last block that two RPCs show in the same way; null while the chain has a single RPC. */
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

/** Takes the chain over: from now on the earlier follower can write nothing. */
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
 * transaction ends, no operator can order finalized blocks undone, so the caller's notes about them stay true.
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
