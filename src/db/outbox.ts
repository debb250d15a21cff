import { transaction, type Database, type Transaction } from './database.js';

/** What a row of the outbox asks for: that a workflow is told of a fact, or a delivery's workflow started. */
export interface OutboxTarget {
  readonly kind: 'invoice' | 'withdrawal' | 'delivery';
  /** The id of the invoice, withdrawal or delivery. */
  readonly targetId: string;
}

/** Tells Temporal. @returns those that were told; the others stay in the outbox. */
export type DispatchTargets = (
  trx: Transaction,
  targets: readonly OutboxTarget[],
) => Promise<readonly OutboxTarget[]>;

interface OutboxRow {
  outbox_id: number;
  kind: OutboxTarget['kind'];
  target_id: string;
}

/** In the transaction of a fact: what has to happen in Temporal because of it. */
export async function enqueue(trx: Transaction, targets: readonly OutboxTarget[]): Promise<void> {
  if (targets.length === 0) return;
  await trx('outbox').insert(targets.map(({ kind, targetId }) => ({ kind, target_id: targetId })));
}

/**
 * The oldest rows; when there are more of them than one batch, as many of the newest as well: what somebody has just
 * committed doesn't wait for all that another has had sent again, or cancelled, nor for rows that can't be told.
 */
const TAKE = `
  WITH oldest AS MATERIALIZED (
    SELECT outbox_id, kind, target_id FROM outbox
     WHERE kind = ANY (:kinds) AND created_at <= clock_timestamp() - make_interval(secs => :ageSeconds)
     ORDER BY outbox_id LIMIT :limit FOR UPDATE SKIP LOCKED),
  newest AS MATERIALIZED (
    SELECT outbox_id, kind, target_id FROM outbox
     WHERE kind = ANY (:kinds) AND created_at <= clock_timestamp() - make_interval(secs => :ageSeconds)
     ORDER BY outbox_id DESC LIMIT CASE WHEN (SELECT count(*) FROM oldest) < :limit THEN 0 ELSE :limit END
       FOR UPDATE SKIP LOCKED)
  SELECT * FROM oldest UNION SELECT * FROM newest ORDER BY outbox_id`;

/**
 * Takes rows of these kinds that nobody else is taking, dispatches each target once and deletes its rows in the same
 * transaction: a crash in between tells Temporal twice, never not at all.
 *
 * @param options.limit of the oldest; of a backlog, as many of the newest too.
 * @returns how many rows were taken and how many of them are done with.
 */
export async function takeOutbox(
  db: Database,
  {
    kinds,
    limit,
    olderThanMs,
  }: { kinds: readonly OutboxTarget['kind'][]; limit: number; olderThanMs: number },
  dispatch: DispatchTargets,
): Promise<{ readonly taken: number; readonly done: number }> {
  return transaction(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: OutboxRow[] }>(TAKE, {
      kinds: [...kinds],
      ageSeconds: olderThanMs / 1000,
      limit,
    });
    if (rows.length === 0) return { taken: 0, done: 0 };
    const targets = new Map(rows.map((row) => [key(row.kind, row.target_id), toTarget(row)]));
    const told = await dispatch(trx, [...targets.values()]);
    const toldKeys = new Set(told.map(({ kind, targetId }) => key(kind, targetId)));
    const doneIds = rows
      .filter((row) => toldKeys.has(key(row.kind, row.target_id)))
      .map((row) => row.outbox_id);
    if (doneIds.length > 0) await trx('outbox').whereIn('outbox_id', doneIds).delete();
    return { taken: rows.length, done: doneIds.length };
  });
}

function toTarget(row: OutboxRow): OutboxTarget {
  return { kind: row.kind, targetId: row.target_id };
}

function key(kind: string, targetId: string): string {
  return `${kind} ${targetId}`;
}
