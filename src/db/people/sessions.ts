import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MemberKind } from '../../domain/people/roles.js';
import {
  CONFIRMATION_LASTS_MS,
  endsAfterUse,
  endsOfNewSession,
  type SessionEnds,
} from '../../domain/people/session-ends.js';
import type { Queryable, Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';
import { MEMBER_COLUMNS, toMember, type Member, type MemberRow } from './members.js';

const TOKEN_BYTES = 32;

/** A session in force. Times in epoch ms. */
export interface Session extends SessionEnds {
  readonly sessionId: string;
  readonly member: Member;
  /** True: an operator has suspended the merchant of the member. */
  readonly isMerchantSuspended: boolean;
  readonly createdAtMs: number;
  /** Last noted use. */
  readonly lastUsedAtMs: number;
  /** Until then the password counts as said again; null: it was not. */
  readonly confirmedUntilMs: number | null;
}

interface SessionRow extends MemberRow {
  session_id: string;
  token_hash: Buffer;
  created_at: Date;
  last_used_at: Date;
  idle_ends_at: Date;
  absolute_ends_at: Date;
  confirmed_until: Date | null;
  is_merchant_suspended: boolean;
}

function toSession(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    member: toMember(row),
    isMerchantSuspended: row.is_merchant_suspended,
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
 * Begins a session of a member who has just signed in. Those of the member that have ended are removed.
 *
 * @returns its token, which is kept nowhere: only its hash is.
 */
export async function beginSession(
  trx: Transaction,
  { memberId, membership }: Pick<Member, 'memberId' | 'membership'>,
  { ip, nowMs }: { readonly ip: string; readonly nowMs: number },
): Promise<{ readonly sessionId: string; readonly token: string }> {
  const now = new Date(nowMs);
  await trx('sessions').where({ member_id: memberId }).andWhere('idle_ends_at', '<=', now).delete();
  const token = newToken();
  const sessionId = newId('ses');
  const ends = endsOfNewSession(membership.kind, nowMs);
  await trx('sessions').insert({
    session_id: sessionId,
    token_hash: hashToken(token),
    member_id: memberId,
    created_at: now,
    last_used_at: now,
    idle_ends_at: new Date(ends.idleEndsAtMs),
    absolute_ends_at: new Date(ends.absoluteEndsAtMs),
    // The password was said just now.
    confirmed_until: new Date(nowMs + CONFIRMATION_LASTS_MS),
    ip,
  });
  return { sessionId, token };
}

/**
 * Finds the session of a token that is in force: it is of this kind, neither of its ends has come, and its member is
 * not disabled. It is read at each request, so that what ends it ends it at once.
 */
export async function findSession(
  q: Queryable,
  { kind, token, nowMs }: { readonly kind: MemberKind; readonly token: string; readonly nowMs: number },
): Promise<Session | undefined> {
  const tokenHash = hashToken(token);
  const now = new Date(nowMs);
  const { rows } = await q.raw<{ rows: SessionRow[] }>(
    `SELECT s.session_id, s.token_hash, s.created_at, s.last_used_at, s.idle_ends_at, s.absolute_ends_at,
            s.confirmed_until, coalesce(m.status = 'suspended', false) AS is_merchant_suspended, ${MEMBER_COLUMNS}
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
 * Confirms a session whose member has just said the password again. It gets a new token, and the old one ends: whoever
 * has a copy of that is not confirmed with it.
 *
 * @returns the new token; undefined when the old one is not in force any more.
 */
export async function confirmSession(
  q: Queryable,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): Promise<string | undefined> {
  const fresh = newToken();
  const changed = await q('sessions')
    .where({ token_hash: hashToken(token) })
    .andWhere('idle_ends_at', '>', new Date(nowMs))
    .update({ token_hash: hashToken(fresh), confirmed_until: new Date(nowMs + CONFIRMATION_LASTS_MS) });
  return changed === 1 ? fresh : undefined;
}

/** Ends a session. */
export async function endSession(q: Queryable, sessionId: string): Promise<void> {
  await q('sessions').where({ session_id: sessionId }).delete();
}
