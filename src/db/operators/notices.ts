import type { Need, NoticeKind, OperatorNotice } from '../../domain/operators/notices.js';
import type { WithdrawalStatus } from '../../domain/withdrawals/withdrawal-state.js';
import type { Database, Queryable, Transaction } from '../core/database.js';

/** Lets one process at a time compare needs and notices. @returns false when another process is doing it. */
export async function enterNoticing(trx: Transaction): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { entered: boolean }[] }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('notices', 0)) AS entered",
  );
  return rows[0]?.entered === true;
}

/** The kind of the row that has the time of the last look for problems. It is always closed, so nobody is told of it. */
const LOOK = 'look';

/** Keeps the time of this look for problems. Alerts tell by it that nobody looks. Called after {@link enterNoticing}. */
export async function noteLook(trx: Transaction, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const kept = await trx('notices').where({ kind: LOOK }).update({ closed_at: now });
  if (kept > 0) return;
  const what = 'Problems were looked for at the time at which this is closed.';
  const row = { kind: LOOK, subject: 'notices', what, todo: '', opened_at: now, tell_from: now };
  await trx('notices').insert({ ...row, closed_at: now });
}

/** Returns the time of the last look for problems, in epoch ms; 0: there was none. */
export async function findLastLook(q: Queryable): Promise<number> {
  const row = await q('notices').where({ kind: LOOK }).first<{ closed_at: Date } | undefined>('closed_at');
  return row?.closed_at.getTime() ?? 0;
}

/** A send whose turn was so long ago is not made any more: its receiver is not in NOTIFY_URLS now. */
const TURN_TAKEN_MS = 300_000;

/**
 * The notices that a receiver did not take at the first attempt, and that are still tried. They have failed more than
 * once, or are being tried again.
 */
export const FAILING_SENDS = `
  SELECT s.receiver, n.tell_from FROM notice_sends s JOIN notices n USING (notice_id)
   WHERE s.sent_at IS NULL AND s.given_up_at IS NULL AND s.attempt_count > 1
     AND s.next_attempt_at > :now::timestamptz - interval '${TURN_TAKEN_MS} milliseconds'
     AND (s.state = 'over' OR n.closed_at IS NULL)`;

/** Counts the sends that fail. Each is of a notice and a receiver: a notice that two receivers do not take counts twice. */
export async function countFailingSends(q: Queryable, nowMs: number): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: string }[] }>(`SELECT count(*) FROM (${FAILING_SENDS}) f`, {
    now: new Date(nowMs),
  });
  return Number(rows[0]?.count ?? 0);
}

/** A test notice is about no problem. It stays open for this time, so that it is sent. */
const TEST_OPEN_MS = 60_000;

/** Opens a notice by which somebody tries the receivers. @returns its id. */
export async function openTestNotice(db: Database, nowMs: number): Promise<string> {
  const kind: NoticeKind = 'test';
  const now = new Date(nowMs);
  const words = { what: 'This is a test: notices arrive.', todo: 'Nothing has to be done.' };
  const [row] = await db('notices')
    .insert({ kind, subject: now.toISOString(), ...words, opened_at: now, tell_from: now })
    .returning<{ notice_id: bigint }[]>('notice_id');
  if (row === undefined) throw new Error('The notice was not written');
  return String(row.notice_id);
}

/** Counts the receivers that a notice is sent to, and those that have acknowledged it. */
export async function countSends(
  db: Database,
  noticeId: string,
): Promise<{ readonly planned: number; readonly sent: number }> {
  const sends = await db('notice_sends')
    .where({ notice_id: noticeId, state: 'open' })
    .pluck<(Date | null)[]>('sent_at');
  return { planned: sends.length, sent: sends.filter((at) => at !== null).length };
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
  const bindings = {
    needs: JSON.stringify(rows),
    now: new Date(nowMs),
    testsFrom: new Date(nowMs - TEST_OPEN_MS),
  };
  await trx.raw(
    `UPDATE notices SET closed_at = :now
      WHERE closed_at IS NULL AND NOT (kind = 'test' AND opened_at > :testsFrom) AND NOT EXISTS (
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
      status: WithdrawalStatus | null;
      failure_reason: string | null;
    }[];
  }>(
    `WITH due AS MATERIALIZED (
       SELECT s.notice_id, s.state, s.receiver FROM notice_sends s JOIN notices n USING (notice_id)
        WHERE s.sent_at IS NULL AND s.given_up_at IS NULL AND s.next_attempt_at <= :now
          AND s.receiver = ANY (:receivers) AND (s.state = 'over' OR n.closed_at IS NULL)
        ORDER BY s.next_attempt_at, s.notice_id LIMIT :batch FOR UPDATE OF s SKIP LOCKED)
     UPDATE notice_sends s SET attempt_count = s.attempt_count + 1, next_attempt_at = :lease
       FROM due JOIN notices n USING (notice_id) LEFT JOIN withdrawals w ON w.withdrawal_id = n.subject
      WHERE s.notice_id = due.notice_id AND s.state = due.state AND s.receiver = due.receiver
      RETURNING s.notice_id, s.state, s.receiver, s.attempt_count,
                n.kind, n.subject, n.what, n.todo, n.opened_at, n.closed_at, w.status, w.failure_reason`,
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
    withdrawal: row.status === null ? null : { status: row.status, failureReason: row.failure_reason },
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
  // A receiver that answers again gets at once what it did not take before. Those that are being sent now are left alone.
  // This attempt is beside the schedule: otherwise a receiver that takes some notices and refuses one would soon have used up
  // the attempts of that one. The count stays above 1, by which FAILING_SENDS knows a send that fails.
  if (result === 'sent')
    await db('notice_sends')
      .where({ receiver, sent_at: null, given_up_at: null })
      .where('next_attempt_at', '>', new Date(nowMs + LEASE_MS))
      .update({ next_attempt_at: now, attempt_count: db.raw('greatest(attempt_count - 1, 2)') });
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
