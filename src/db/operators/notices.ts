import type { Need, NoticeKind, OperatorNotice } from '../../domain/operators/notices.js';
import type { Database, Queryable, Transaction } from '../core/database.js';

/** Lets one process at a time compare needs and notices. @returns false when another process is doing it. */
export async function enterNoticing(trx: Transaction): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { entered: boolean }[] }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('notices', 0)) AS entered",
  );
  return rows[0]?.entered === true;
}

/** Opens a notice for each need that has none, and closes those whose need is gone. */
export async function keepNotices(
  trx: Transaction,
  needs: readonly Need[],
  { nowMs }: { nowMs: number },
): Promise<void> {
  const rows = needs.map(({ kind, subject, what, todo, toldAfterMs }) => ({
    kind,
    subject,
    what,
    todo,
    tell_from: new Date(nowMs + toldAfterMs).toISOString(),
  }));
  const bindings = { needs: JSON.stringify(rows), now: new Date(nowMs) };
  await trx.raw(
    `UPDATE notices SET closed_at = :now WHERE closed_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM jsonb_to_recordset(:needs::jsonb) AS n(kind text, subject text)
        WHERE n.kind = notices.kind AND n.subject = notices.subject)`,
    bindings,
  );
  await trx.raw(
    `INSERT INTO notices (kind, subject, what, todo, opened_at, tell_from)
     SELECT kind, subject, what, todo, :now::timestamptz, tell_from
       FROM jsonb_to_recordset(:needs::jsonb) AS n(kind text, subject text, what text, todo text, tell_from timestamptz)
     ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO NOTHING`,
    bindings,
  );
}

/** A notice that is to be sent to one receiver now. */
export interface DueNotice extends OperatorNotice {
  readonly receiver: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

/** How long an attempt keeps its notice from others, in ms: more than it can take. */
const LEASE_MS = 120_000;
const BATCH = 20;

/**
 * Plans the sends to the receivers: each open notice, and the end of each notice that they got. Then it takes those
 * that are due, so that no other process sends them meanwhile.
 */
export async function takeDueNotices(
  trx: Transaction,
  { receivers, nowMs }: { receivers: readonly string[]; nowMs: number },
): Promise<DueNotice[]> {
  const bindings = {
    receivers: [...receivers],
    now: new Date(nowMs),
    lease: new Date(nowMs + LEASE_MS),
    batch: BATCH,
  };
  await trx.raw(
    `INSERT INTO notice_sends (notice_id, state, receiver, next_attempt_at)
     SELECT notice_id, 'open', receiver, :now::timestamptz FROM notices, unnest(:receivers::text[]) AS receiver
      WHERE closed_at IS NULL AND tell_from <= :now
     UNION ALL
     SELECT n.notice_id, 'over', s.receiver, :now::timestamptz FROM notices n JOIN notice_sends s USING (notice_id)
      WHERE n.closed_at IS NOT NULL AND s.state = 'open' AND s.sent_at IS NOT NULL AND s.receiver = ANY (:receivers)
     ON CONFLICT DO NOTHING`,
    bindings,
  );
  const { rows } = await trx.raw<{
    rows: {
      notice_id: bigint;
      state: 'open' | 'over';
      receiver: string;
      attempt_count: number;
      kind: NoticeKind;
      subject: string;
      what: string;
      todo: string;
      opened_at: Date;
      closed_at: Date | null;
    }[];
  }>(
    `WITH due AS MATERIALIZED (
       SELECT s.notice_id, s.state, s.receiver FROM notice_sends s JOIN notices n USING (notice_id)
        WHERE s.sent_at IS NULL AND s.given_up_at IS NULL AND s.next_attempt_at <= :now
          AND s.receiver = ANY (:receivers) AND (s.state = 'over' OR n.closed_at IS NULL)
        ORDER BY s.next_attempt_at, s.notice_id LIMIT :batch FOR UPDATE OF s SKIP LOCKED)
     UPDATE notice_sends s SET attempt_count = s.attempt_count + 1, next_attempt_at = :lease
       FROM due JOIN notices n USING (notice_id)
      WHERE s.notice_id = due.notice_id AND s.state = due.state AND s.receiver = due.receiver
      RETURNING s.notice_id, s.state, s.receiver, s.attempt_count, n.kind, n.subject, n.what, n.todo, n.opened_at, n.closed_at`,
    bindings,
  );
  return rows.map((row) => ({
    noticeId: String(row.notice_id),
    state: row.state,
    receiver: row.receiver,
    attempt: row.attempt_count,
    kind: row.kind,
    subject: row.subject,
    what: row.what,
    todo: row.todo,
    openedAtMs: row.opened_at.getTime(),
    closedAtMs: row.closed_at?.getTime() ?? null,
  }));
}

/**
 * Keeps the result of an attempt. @param result `sent`, or the time of the next try (epoch ms); null: there is no next
 * try.
 */
export async function keepNoticeResult(
  db: Database,
  { noticeId, state, receiver }: DueNotice,
  { result, nowMs }: { result: 'sent' | number | null; nowMs: number },
): Promise<void> {
  const now = new Date(nowMs);
  await db('notice_sends')
    .where({ notice_id: noticeId, state, receiver })
    .update(
      result === 'sent'
        ? { sent_at: now }
        : result === null
          ? { given_up_at: now }
          : { next_attempt_at: new Date(result) },
    );
}

/** Deletes notices that were closed before a moment, and their sends. */
export async function forgetOldNotices(q: Queryable, { beforeMs }: { beforeMs: number }): Promise<void> {
  const old = q('notices').where('closed_at', '<', new Date(beforeMs));
  // Their ends were sent or given up long ago: nothing is added to them any more.
  await q('notice_sends').whereIn('notice_id', old.clone().select('notice_id')).delete();
  await old.delete();
}
