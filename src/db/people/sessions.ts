import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MemberKind } from '../../domain/people/roles.js';
import { secondFactorsOf, type FactorsOfMember } from '../../domain/people/second-factors.js';
import {
  CONFIRMATION_LASTS_MS,
  endsAfterUse,
  endsOfNewSession,
  endsOfWaitingSession,
  type SessionEnds,
} from '../../domain/people/session-ends.js';
import type { Queryable, Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';
import { FACTOR_COLUMNS, readFactors, toFactors, type FactorsRow } from './factors.js';
import { keepMember, MEMBER_COLUMNS, toMember, type Member, type MemberRow } from './members.js';

const TOKEN_BYTES = 32;

/** A session in force. Times in epoch ms. */
export interface Session extends SessionEnds {
  readonly sessionId: string;
  readonly member: Member;
  /** True: an operator has suspended the merchant of the member. */
  readonly isMerchantSuspended: boolean;
  /** True: it was begun by the password alone, and nothing else is answered before the second factor is given. */
  readonly needsSecondFactor: boolean;
  readonly factors: FactorsOfMember;
  readonly createdAtMs: number;
  /** Last noted use. */
  readonly lastUsedAtMs: number;
  /** The session counts as confirmed until then; null: it is not confirmed. */
  readonly confirmedUntilMs: number | null;
}

/** The client that begins a session. */
export interface Beginning {
  readonly ip: string;
  /** Null: the browser does not name itself. */
  readonly userAgent: string | null;
  readonly nowMs: number;
}

/** The fields of a session that its member sees. Times in epoch ms. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly absoluteEndsAtMs: number;
}

/** The most sessions that are shown, the newest first. */
const SHOWN_MAX = 100;

interface SessionRow extends MemberRow, FactorsRow {
  session_id: string;
  token_hash: Buffer;
  created_at: Date;
  last_used_at: Date;
  idle_ends_at: Date;
  absolute_ends_at: Date;
  confirmed_until: Date | null;
  is_merchant_suspended: boolean;
  needs_second_factor: boolean;
}

function toSession(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    member: toMember(row),
    isMerchantSuspended: row.is_merchant_suspended,
    needsSecondFactor: row.needs_second_factor,
    factors: toFactors(row),
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at.getTime(),
    idleEndsAtMs: row.idle_ends_at.getTime(),
    absoluteEndsAtMs: row.absolute_ends_at.getTime(),
    confirmedUntilMs: row.confirmed_until?.getTime() ?? null,
  };
}

/** Returns the stored hash of a token. 256 random bits need no slow hash. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Begins a session of a member who has just entered the password. The session waits for the second factor if the member
 * has one. The member's ended sessions are removed.
 *
 * @returns its token. Only the hash of the token is stored.
 */
export async function beginSession(
  trx: Transaction,
  member: Pick<Member, 'memberId' | 'membership'>,
  begun: Beginning,
): Promise<{ readonly sessionId: string; readonly token: string }> {
  const { memberId } = member;
  // A factor that is added meanwhile ends all sessions. This session is either among them, or already waits for the
  // factor.
  await keepMember(trx, memberId);
  await trx('sessions')
    .where({ member_id: memberId })
    .andWhere('idle_ends_at', '<=', new Date(begun.nowMs))
    .delete();
  const isWaiting = secondFactorsOf(await readFactors(trx, memberId)).length > 0;
  return insertSession(trx, member, { ...begun, isWaiting });
}

/**
 * Ends a session that waits for the second factor, which was given just now, and begins the one that it waited for. Its
 * token is new, so a copy of the old token is worthless.
 *
 * @returns undefined when the session does not wait any more, for example because a new password or factor has ended
 * it.
 */
export async function completeSession(
  trx: Transaction,
  { sessionId, member }: Pick<Session, 'sessionId' | 'member'>,
  begun: Beginning,
): Promise<{ readonly sessionId: string; readonly token: string } | undefined> {
  // As in beginSession: a change under way ends either the waiting session or the one that begins here.
  await keepMember(trx, member.memberId);
  const ended = await trx('sessions')
    .where({ session_id: sessionId, needs_second_factor: true })
    .andWhere('idle_ends_at', '>', new Date(begun.nowMs))
    .delete();
  return ended === 1 ? insertSession(trx, member, { ...begun, isWaiting: false }) : undefined;
}

async function insertSession(
  trx: Transaction,
  { memberId, membership }: Pick<Member, 'memberId' | 'membership'>,
  { ip, userAgent, nowMs, isWaiting }: Beginning & { readonly isWaiting: boolean },
): Promise<{ readonly sessionId: string; readonly token: string }> {
  const now = new Date(nowMs);
  const token = newToken();
  const sessionId = newId('ses');
  const ends = isWaiting ? endsOfWaitingSession(nowMs) : endsOfNewSession(membership.kind, nowMs);
  await trx('sessions').insert({
    session_id: sessionId,
    token_hash: hashToken(token),
    member_id: memberId,
    created_at: now,
    last_used_at: now,
    idle_ends_at: new Date(ends.idleEndsAtMs),
    absolute_ends_at: new Date(ends.absoluteEndsAtMs),
    // The member has given everything just now, so the session counts as confirmed.
    confirmed_until: isWaiting ? null : new Date(nowMs + CONFIRMATION_LASTS_MS),
    ip,
    user_agent: userAgent,
    needs_second_factor: isWaiting,
  });
  return { sessionId, token };
}

/**
 * Finds the session of a token that is in force: it is of this kind, neither of its ends has come, and its member is
 * not disabled. It is read at each request, so that every end takes effect at once.
 */
export async function findSession(
  q: Queryable,
  { kind, token, nowMs }: { readonly kind: MemberKind; readonly token: string; readonly nowMs: number },
): Promise<Session | undefined> {
  const tokenHash = hashToken(token);
  const now = new Date(nowMs);
  const { rows } = await q.raw<{ rows: SessionRow[] }>(
    `SELECT s.session_id, s.token_hash, s.created_at, s.last_used_at, s.idle_ends_at, s.absolute_ends_at,
            s.confirmed_until, s.needs_second_factor, coalesce(m.status = 'suspended', false) AS is_merchant_suspended,
            ${MEMBER_COLUMNS}, ${FACTOR_COLUMNS}
       FROM sessions s JOIN members b USING (member_id) LEFT JOIN merchants m ON m.merchant_id = b.merchant_id
      WHERE s.token_hash = ? AND s.idle_ends_at > ? AND s.absolute_ends_at > ? AND b.status = 'active'
        AND b.${kind === 'merchant' ? 'merchant_id' : 'operator_id'} IS NOT NULL`,
    [tokenHash, now, now],
  );
  const [row] = rows;
  return row === undefined || !timingSafeEqual(row.token_hash, tokenHash) ? undefined : toSession(row);
}

/** Notes the use of a session, which moves its idle end. A session that has ended meanwhile stays ended. */
export async function noteSessionUse(q: Queryable, session: Session, nowMs: number): Promise<void> {
  const { idleEndsAtMs } = endsAfterUse(session.member.membership.kind, session, nowMs);
  const now = new Date(nowMs);
  // A slower request must not move the ends back.
  await q('sessions')
    .where({ session_id: session.sessionId })
    .andWhere('idle_ends_at', '>', now)
    .andWhere('last_used_at', '<', now)
    .update({ last_used_at: now, idle_ends_at: new Date(idleEndsAtMs) });
}

/**
 * Confirms a session whose member has just proven themselves again. It gets a new token, and the old one ends, so a
 * copy of the old token is not confirmed.
 *
 * @returns the new token; undefined when the old one is not in force any more.
 */
export async function confirmSession(
  q: Queryable,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): Promise<string | undefined> {
  const fresh = newToken();
  const changed = await q('sessions')
    .where({ token_hash: hashToken(token), needs_second_factor: false })
    .andWhere('idle_ends_at', '>', new Date(nowMs))
    .update({ token_hash: hashToken(fresh), confirmed_until: new Date(nowMs + CONFIRMATION_LASTS_MS) });
  return changed === 1 ? fresh : undefined;
}

/** Ends the session that a browser had before the one that begins there now. Nobody would see it any more. */
export async function endReplacedSession(q: Queryable, token: string | undefined): Promise<void> {
  if (token !== undefined)
    await q('sessions')
      .where({ token_hash: hashToken(token) })
      .delete();
}

/** Ends a session. */
export async function endSession(q: Queryable, sessionId: string): Promise<void> {
  await q('sessions').where({ session_id: sessionId }).delete();
}

/** Lists the sessions in force of a member, the newest first. */
export async function listSessionsOf(
  q: Queryable,
  { memberId, nowMs }: { readonly memberId: string; readonly nowMs: number },
): Promise<SessionSummary[]> {
  const rows = await q('sessions')
    .where({ member_id: memberId, needs_second_factor: false })
    .andWhere('idle_ends_at', '>', new Date(nowMs))
    .orderBy('session_id', 'desc')
    .limit(SHOWN_MAX)
    .select<(SessionRow & { ip: string; user_agent: string | null })[]>('*');
  return rows.map((row) => ({
    sessionId: row.session_id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at.getTime(),
    absoluteEndsAtMs: row.absolute_ends_at.getTime(),
  }));
}

/** Ends a session of a member. @returns false when the member has none of this id. */
export async function endSessionOf(
  q: Queryable,
  { memberId, sessionId }: Readonly<Record<'memberId' | 'sessionId', string>>,
): Promise<boolean> {
  return (await q('sessions').where({ member_id: memberId, session_id: sessionId }).delete()) === 1;
}

/**
 * Ends every session of a member except this one, including those that wait for a second factor. @returns how many
 * ended.
 */
export async function endOtherSessions(
  q: Queryable,
  { memberId, sessionId }: Readonly<Record<'memberId' | 'sessionId', string>>,
): Promise<number> {
  return q('sessions').where({ member_id: memberId }).whereNot({ session_id: sessionId }).delete();
}
