import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sqlState, transaction, type Database } from '../../../src/db/core/database.js';
import { updateMember } from '../../../src/db/people/changed-members.js';
import {
  endSessionsOf,
  insertMember,
  keepProven,
  proveMember,
  type Member,
} from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import {
  beginSession,
  completeSession,
  confirmSession,
  endSession,
  findSession,
  noteSessionUse,
  type Session,
} from '../../../src/db/people/sessions.js';
import type { Membership } from '../../../src/domain/people/roles.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const T0 = Date.UTC(2026, 0, 1);

let database: TestDatabase;
let db: Database;
let people = 0;
let merchantId: string;
let ann: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.as('quittance_api');
});
afterAll(() => database.drop());

async function add(membership: Membership): Promise<Member> {
  people += 1;
  const email = `p${people}@shop.example`;
  const member = await insertMember(db, { membership, email, name: 'Ann', password: 'four words of mine' });
  if (member === undefined) throw new Error('the email is taken');
  return member;
}
beforeEach(async () => {
  merchantId = await insertMerchant(database.db);
  ann = await add({ kind: 'merchant', merchantId, role: 'finance' });
});

const begin = (member = ann, nowMs = T0) =>
  transaction(db, (trx) => beginSession(trx, member, { ip: '203.0.113.9', userAgent: null, nowMs }));
const find = (token: string, nowMs = T0, kind: 'merchant' | 'operator' = 'merchant') =>
  findSession(db, { kind, token, nowMs });
async function inForce(token: string, nowMs = T0): Promise<Session> {
  const session = await find(token, nowMs);
  if (session === undefined) throw new Error('the session is not in force');
  return session;
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

describe('a session', () => {
  it('is not begun by a password that was changed after its check, nor for a member who was disabled since', async () => {
    const said = { kind: 'merchant', email: ann.email, password: 'four words of mine' } as const;
    const proven = await proveMember(db, said);
    if (proven === undefined) throw new Error('the password is theirs');
    const keep = (): Promise<boolean> => transaction(db, (trx) => keepProven(trx, proven));
    expect(await keep()).toBe(true);
    let waiting: Promise<boolean> | undefined;
    await transaction(db, async (trx) => {
      await updateMember(trx, ann.memberId, { password: 'another four words' });
      waiting = keep();
      await until('the sign-in waits for the change', async () => (await countWaiting()) > 0);
    });
    expect(await waiting).toBe(false);
    const again = await proveMember(db, { ...said, password: 'another four words' });
    await transaction(db, (trx) => updateMember(trx, ann.memberId, { status: 'disabled' }));
    expect(again && (await transaction(db, (trx) => keepProven(trx, again)))).toBe(false);
  });

  it('is not completed in parallel with a change that ends it: the second sees the result of the first', async () => {
    const begun = { ip: '203.0.113.9', userAgent: null, nowMs: T0 };
    const { token } = await begin();
    await database
      .db('sessions')
      .where({ member_id: ann.memberId })
      .update({ needs_second_factor: true, confirmed_until: null });
    const waiting = await inForce(token);
    let completing: Promise<unknown> | undefined;
    await transaction(db, async (trx) => {
      await updateMember(trx, ann.memberId, { password: 'another four words' });
      completing = transaction(db, (other) => completeSession(other, waiting, begun));
      await until('it waits for the change', async () => (await countWaiting()) > 0);
      await endSessionsOf(trx, ann.memberId);
    });
    expect(await completing).toBeUndefined();
    expect(await database.db('sessions').where({ member_id: ann.memberId })).toEqual([]);
  });

  it('identifies its member, and is of one kind', async () => {
    const { sessionId, token } = await begin();
    expect(await find(token)).toMatchObject({ sessionId, member: ann, confirmedUntilMs: T0 + 600_000 });
    expect(await find(token, T0, 'operator')).toBeUndefined();
    const { operatorId } = await insertOperator(database.db, { name: 'Day shift' });
    const { token: ofOperator } = await begin(await add({ kind: 'operator', operatorId, role: 'viewer' }));
    expect((await find(ofOperator, T0, 'operator'))?.member.membership).toMatchObject({ operatorId });
    expect(await find(ofOperator)).toBeUndefined();
  });

  it('is stored as the SHA-256 of its token, which is new at each sign-in', async () => {
    const [one, two] = [await begin(), await begin()];
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(two.token).not.toBe(one.token);
    const row = await database
      .db('sessions')
      .where({ session_id: one.sessionId })
      .first<{ token_hash: Buffer }>();
    expect(row.token_hash).toEqual(createHash('sha256').update(one.token).digest());
    // The stored value that a thief can read is not a token.
    expect(await find(row.token_hash.toString('base64url'))).toBeUndefined();
  });

  it('ends when it is not used, and each use postpones that end', async () => {
    const { token } = await begin();
    const idleEnd = T0 + 8 * HOUR_MS;
    expect(await find(token, idleEnd)).toBeUndefined();
    await noteSessionUse(db, await inForce(token, idleEnd - 1), idleEnd - 1);
    expect(await find(token, idleEnd)).toBeDefined();
    expect(await find(token, idleEnd - 1 + 8 * HOUR_MS)).toBeUndefined();
  });

  it('ends at its absolute end, however much it is used', async () => {
    const { token } = await begin();
    const end = T0 + 7 * 24 * HOUR_MS;
    for (let at = T0 + HOUR_MS; at < end; at += 7 * HOUR_MS)
      await noteSessionUse(db, await inForce(token, at), at);
    expect(await find(token, end - 1)).toBeDefined();
    expect(await find(token, end)).toBeUndefined();
  });

  it('is not revived by a slow request after it ended, and its ends are not moved back', async () => {
    const { token } = await begin();
    const session = await inForce(token);
    await noteSessionUse(db, session, T0 + 9 * HOUR_MS);
    expect(await find(token, T0 + 9 * HOUR_MS)).toBeUndefined();
    await noteSessionUse(db, session, T0 + 2 * HOUR_MS);
    await noteSessionUse(db, session, T0 + HOUR_MS);
    expect((await inForce(token)).idleEndsAtMs).toBe(T0 + 10 * HOUR_MS);
  });

  it('ends at once by the sign-out, and when its member is disabled', async () => {
    const [one, two] = [await begin(), await begin()];
    await endSession(db, one.sessionId);
    expect(await find(one.token)).toBeUndefined();
    expect(await find(two.token)).toBeDefined();
    await database.db('members').where({ member_id: ann.memberId }).update({ status: 'disabled' });
    expect(await find(two.token)).toBeUndefined();
  });

  it('shows at once that its merchant was suspended, or that its member has another role', async () => {
    const { token } = await begin();
    expect((await inForce(token)).isMerchantSuspended).toBe(false);
    await database.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    await database.db('members').where({ member_id: ann.memberId }).update({ role: 'viewer' });
    expect(await inForce(token)).toMatchObject({
      isMerchantSuspended: true,
      member: { membership: { role: 'viewer' } },
    });
  });

  it("is removed at the next sign-in of its member after it ended, and no other member's session is", async () => {
    const other = await add({ kind: 'merchant', merchantId, role: 'viewer' });
    const [old, others] = [await begin(), await begin(other)];
    const late = T0 + 8 * HOUR_MS;
    const fresh = await begin(ann, late);
    const left = await database
      .db('sessions')
      .whereIn('member_id', [ann.memberId, other.memberId])
      .pluck('session_id');
    expect(left.sort()).toEqual([others.sessionId, fresh.sessionId].sort());
    expect(left).not.toContain(old.sessionId);
  });
});

describe('a confirmation', () => {
  it('lasts ten minutes and gives a new token, and the old token ends', async () => {
    const { token, sessionId } = await begin();
    const fresh = await confirmSession(db, { token, nowMs: T0 });
    expect(fresh).toMatch(/^[\w-]{43}$/);
    expect(await find(token)).toBeUndefined();
    expect(await find(fresh ?? '')).toMatchObject({ sessionId, confirmedUntilMs: T0 + 10 * MINUTE_MS });
  });

  it('postpones no end of the session', async () => {
    const { token } = await begin();
    const before = await inForce(token);
    const later = T0 + HOUR_MS;
    const after = await inForce((await confirmSession(db, { token, nowMs: later })) ?? '', later);
    expect([after.idleEndsAtMs, after.absoluteEndsAtMs]).toEqual([
      before.idleEndsAtMs,
      before.absoluteEndsAtMs,
    ]);
  });

  it('is given once when two requests ask with the same token, and not to a session that has ended', async () => {
    const { token } = await begin();
    const both = await Promise.all([0, 1].map(() => confirmSession(db, { token, nowMs: T0 })));
    expect(both.filter((one) => one !== undefined)).toHaveLength(1);
    const { token: old } = await begin();
    expect(await confirmSession(db, { token: old, nowMs: T0 + 8 * HOUR_MS })).toBeUndefined();
  });
});

describe('a thief with a database role', () => {
  it.each(['quittance_core', 'quittance_signer', 'quittance_webhooks'] as const)(
    '%s reads no session and no member',
    async (role) => {
      for (const table of ['sessions', 'members'])
        expect(await database.as(role)(table).select('*').then(String, sqlState)).toBe('42501');
    },
  );

  it('quittance_api moves a session to no other member, and postpones no absolute end', async () => {
    const { sessionId } = await begin();
    for (const change of [{ member_id: ann.memberId }, { absolute_ends_at: new Date(T0) }])
      expect(
        await db('sessions').where({ session_id: sessionId }).update(change).then(String, sqlState),
      ).toBe('42501');
  });
});
