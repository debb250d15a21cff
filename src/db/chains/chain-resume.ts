import type { BlockToStore } from '../core/block-to-store.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import { lockCursor, type ChainCursor, type FollowerClaim } from './chain-cursor.js';
import { undoBlocksAbove } from './undo-blocks.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';

/**
 * Orders a halted chain to resume. Its follower then finds the last block that the chain and the database share, undoes
 * everything above it, and reads again from there.
 *
 * @throws QuittanceError `not_found`, `invalid_state` when the chain is not halted.
 */
export async function requestResume(
  trx: Transaction,
  order: {
    readonly chainCode: string;
    readonly reason: string | null;
    readonly actor: AuditActor;
    readonly nowMs: number;
  },
): Promise<void> {
  const { chainCode, reason, actor, nowMs } = order;
  const row = await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .forUpdate()
    .first<{ height: number | null; halted_at: Date | null; halted_reason: string | null } | undefined>();
  if (row === undefined) throw new QuittanceError('not_found', `No chain ${chainCode} was ever followed.`);
  if (row.halted_at === null) {
    throw new QuittanceError('invalid_state', `${chainCode} is not halted; there is nothing to resume.`);
  }
  await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .update({ resume_requested_at: new Date(nowMs), resume_problem: null });
  await appendAudit(trx, {
    actor,
    action: 'chain.resume',
    objectKind: 'chain',
    objectId: chainCode,
    reason,
    before: { height: row.height, haltedAt: row.halted_at.toISOString(), haltedReason: row.halted_reason },
    after: { resumeRequestedAt: new Date(nowMs).toISOString() },
  });
}

/** A block of a stored fact: a header, a transfer, or a receipt of our own transaction. */
export interface StoredFact {
  readonly number: number;
  readonly hash: string;
}

/** Lists the blocks of stored facts below a height, highest first. */
export async function listStoredFacts(
  q: Queryable,
  { chainCode, below, limit }: { chainCode: string; below: number; limit: number },
): Promise<StoredFact[]> {
  const part = (table: string, where: string): string =>
    `(SELECT DISTINCT block_number, block_hash FROM ${table}
       WHERE chain_code = :chainCode AND block_number < :below AND ${where}
       ORDER BY block_number DESC LIMIT :limit)`;
  const { rows } = await q.raw<{ rows: { block_number: number; block_hash: string }[] }>(
    `SELECT block_number, block_hash FROM (
       ${part('blocks', 'true')}
       UNION ${part('transfers', 'canonical')}
       UNION ${part('sent_transactions', 'block_hash IS NOT NULL')}) facts
     ORDER BY block_number DESC, block_hash LIMIT :limit`,
    { chainCode, below, limit },
  );
  return rows.map((row) => ({ number: row.block_number, hash: row.block_hash }));
}

/**
 * Ends the halt at a block that the chain and the database share, and undoes all that was read above it, in one
 * transaction. Undefined: all that is stored is still on the chain. Null: nothing is, and reading starts again before
 * the first invoice.
 *
 * @throws FollowerFencedError when this follower was replaced.
 */
export async function resumeFrom(
  db: Database,
  claim: FollowerClaim,
  ancestor: BlockToStore | null | undefined,
): Promise<void> {
  const { chainCode } = claim;
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    if (ancestor !== undefined) await undoPastFinality(trx, { cursor, ancestor });
    await trx('chain_cursors')
      .where({ chain_code: chainCode })
      .update({ halted_at: null, halted_reason: null, resume_requested_at: null, resume_problem: null });
  });
}

async function undoPastFinality(
  trx: Transaction,
  { cursor, ancestor }: { cursor: ChainCursor; ancestor: BlockToStore | null },
): Promise<void> {
  const { chainCode } = cursor;
  await undoBlocksAbove(trx, { cursor, ancestor });
  await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .update({ finalized_height: ancestor?.number ?? null });
  // Headers below the finalized height were deleted. The header from which reading goes on is needed again.
  if (ancestor !== null) {
    await trx('blocks')
      .insert({
        chain_code: chainCode,
        block_number: ancestor.number,
        block_hash: ancestor.hash,
        parent_hash: ancestor.parentHash,
        block_time: new Date(ancestor.timestampMs),
      })
      .onConflict()
      .ignore();
  }
  // Audits at blocks that are gone are made again.
  await trx('native_audits')
    .where({ chain_code: chainCode })
    .where('block_number', '>', ancestor?.number ?? -1)
    .update({
      finished_at: null,
      retry_at: null,
      block_number: null,
      block_hash: null,
      balance_atomic: null,
      counted_atomic: null,
    });
}

/** Notes why the follower can't resume yet, although an operator has ordered it. */
export async function noteResumeProblem(db: Database, claim: FollowerClaim, problem: string): Promise<void> {
  await transaction(db, async (trx) => {
    await lockCursor(trx, claim);
    await trx('chain_cursors').where({ chain_code: claim.chainCode }).update({ resume_problem: problem });
  });
}
