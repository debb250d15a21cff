import { REFUSED_FACTORS_TOLD_MS, type RefusedFactor } from '../../domain/people/second-factors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';

const ACTION = 'member.fail_factor';

/** The refused second factors of a member, of the last 30 days. */
export interface RefusedFactors {
  readonly count: number;
  /** The time of the last one (epoch ms), and its origin. Null: there is none. */
  readonly lastAtMs: number | null;
  readonly lastIp: string | null;
}

/**
 * Writes into the audit log that a second factor was refused. The person who gave it knows the password, or has a
 * session.
 */
export async function noteRefusedFactor(
  trx: Transaction,
  { memberId, actor }: { readonly memberId: string; readonly actor: AuditActor },
  refused: RefusedFactor,
): Promise<void> {
  await appendAudit(trx, {
    actor,
    action: ACTION,
    objectKind: 'member',
    objectId: memberId,
    after: refused,
  });
}

/**
 * Returns after how many ms there are fewer than `most` refused codes of the authenticator app within `withinMs`. 0: there
 * are fewer now. It counts by the clock of the database, as the audit log does.
 */
export async function waitOfRefusedCodes(
  q: Queryable,
  {
    memberId,
    most,
    withinMs,
  }: { readonly memberId: string; readonly most: number; readonly withinMs: number },
): Promise<number> {
  const { rows } = await q.raw<{ rows: { wait_ms: number }[] }>(
    `SELECT greatest(0, ceil(:withinMs - extract(epoch FROM clock_timestamp() - at) * 1000))::int AS wait_ms
       FROM audit_log
      WHERE object_kind = 'member' AND object_id = :memberId AND action = :action AND after->>'factor' = 'totp'
        AND at > clock_timestamp() - make_interval(secs => :withinMs / 1000.0)
      ORDER BY audit_id DESC OFFSET :most - 1 LIMIT 1`,
    { memberId, action: ACTION, most, withinMs },
  );
  return rows[0]?.wait_ms ?? 0;
}

/** Counts the second factors that were refused in a session of a member since it was complete. */
export async function countRefusedIn(
  q: Queryable,
  { memberId, sessionId }: { readonly memberId: string; readonly sessionId: string },
): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM audit_log
      WHERE object_kind = 'member' AND object_id = :memberId AND action = :action
        AND after->>'at' = 'confirmation' AND after->>'sessionId' = :sessionId`,
    { memberId, sessionId, action: ACTION },
  );
  return rows[0]?.count ?? 0;
}

/** Reads the second factors of a member that were refused lately. */
export async function readRefusedFactors(q: Queryable, memberId: string): Promise<RefusedFactors> {
  const { rows } = await q.raw<{ rows: { count: number; last_at: Date | null; last_ip: string | null }[] }>(
    `SELECT count(*)::int AS count, max(at) AS last_at, (array_agg(ip ORDER BY audit_id DESC))[1] AS last_ip
       FROM audit_log
      WHERE object_kind = 'member' AND object_id = :memberId AND action = :action
        AND at > clock_timestamp() - make_interval(secs => :toldMs / 1000.0)`,
    { memberId, action: ACTION, toldMs: REFUSED_FACTORS_TOLD_MS },
  );
  const [row] = rows;
  return { count: row?.count ?? 0, lastAtMs: row?.last_at?.getTime() ?? null, lastIp: row?.last_ip ?? null };
}
