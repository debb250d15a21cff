import type { MemberKind, Membership, MerchantRole, OperatorRole } from '../../domain/people/roles.js';
import { signInEmail } from '../../domain/people/sign-in-email.js';
import type { Queryable, Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';
import { hashPassword, isPasswordOf } from './passwords.js';

export type MemberStatus = 'active' | 'disabled';

/** Somebody who signs in with a password. Times in epoch ms. */
export interface Member {
  readonly memberId: string;
  readonly membership: Membership;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly status: MemberStatus;
  readonly createdAtMs: number;
  /** The time since which this person has the account with this role. */
  readonly heldSinceMs: number;
  /** The reason why the scopes that move money are not in force; null: they are. */
  readonly waiting: WaitingRole | null;
}

/** A role whose money scopes don't count yet, or not at all. */
export interface WaitingRole {
  readonly policyChangeId: string;
  readonly status: 'waiting' | 'stopped';
  readonly holdsFromMs: number;
}

/** The columns of a member in the rows of this folder. */
export interface MemberRow {
  member_id: string;
  merchant_id: string | null;
  operator_id: string | null;
  email: string;
  member_name: string;
  role: string;
  member_status: MemberStatus;
  member_created_at: Date;
  held_since: Date;
  waiting: WaitingRole | null;
}

/** Selects a {@link MemberRow} from `members b`. The hash of the password is not among its columns. */
export const MEMBER_COLUMNS = `b.member_id, b.merchant_id, b.operator_id, b.email, b.name AS member_name, b.role,
  b.status AS member_status, b.created_at AS member_created_at, b.held_since,
  (SELECT json_build_object('policyChangeId', c.policy_change_id, 'status', c.status,
            'holdsFromMs', (extract(epoch FROM c.holds_from) * 1000)::bigint)
     FROM policy_changes c
    WHERE c.policy_change_id = b.policy_change_id
      AND (c.status = 'stopped' OR (c.status = 'waiting' AND c.holds_from > now()))) AS waiting`;

function membershipOf({ member_id, merchant_id, operator_id, role }: MemberRow): Membership {
  // The table allows a member only a role of its own kind.
  if (merchant_id !== null) return { kind: 'merchant', merchantId: merchant_id, role: role as MerchantRole };
  if (operator_id !== null) return { kind: 'operator', operatorId: operator_id, role: role as OperatorRole };
  throw new Error(`Member ${member_id} belongs to nobody`);
}

export function toMember(row: MemberRow): Member {
  return {
    memberId: row.member_id,
    membership: membershipOf(row),
    email: row.email,
    name: row.member_name,
    status: row.member_status,
    createdAtMs: row.member_created_at.getTime(),
    heldSinceMs: row.held_since.getTime(),
    waiting: row.waiting,
  };
}

/**
 * Stores a member with the hash of the password. In the database, an email is unique for each kind of members.
 *
 * @returns undefined when a member of this kind has the email already.
 */
export async function insertMember(
  q: Queryable,
  {
    membership,
    email,
    name,
    password,
    policyChangeId = null,
  }: Pick<Member, 'membership' | 'email' | 'name'> & {
    readonly password: string;
    /** The scopes that move money count when this change is in force; null: at once. */
    readonly policyChangeId?: string | null;
  },
): Promise<Member | undefined> {
  const ofMerchants = membership.kind === 'merchant';
  const { rows } = await q.raw<{ rows: MemberRow[] }>(
    `INSERT INTO members AS b (member_id, merchant_id, operator_id, email, name, password_hash, role, policy_change_id)
     VALUES (?, ?, ?, lower(?), ?, ?, ?, ?)
     ON CONFLICT DO NOTHING
     RETURNING ${MEMBER_COLUMNS}`,
    [
      newId('mbr'),
      ofMerchants ? membership.merchantId : null,
      ofMerchants ? null : membership.operatorId,
      signInEmail(email),
      name,
      await hashPassword(password),
      membership.role,
      policyChangeId,
    ],
  );
  return rows[0] === undefined ? undefined : toMember(rows[0]);
}

/** A member who has entered the right password, and the hash with which it was compared. */
export interface ProvenMember {
  readonly member: Member;
  readonly passwordHash: string;
}

interface SaidPassword {
  readonly kind: MemberKind;
  readonly email: string;
  readonly password: string;
}

/** Finds a member as {@link proveMember} does. */
export async function findMemberByPassword(q: Queryable, said: SaidPassword): Promise<Member | undefined> {
  return (await proveMember(q, said))?.member;
}

/**
 * Finds the active member of a kind who has this email and this password. For an email that nobody has, and for a
 * disabled member, it takes as long as for a wrong password.
 */
export async function proveMember(
  q: Queryable,
  { kind, email, password }: SaidPassword,
): Promise<ProvenMember | undefined> {
  const { rows } = await q.raw<{ rows: (MemberRow & { password_hash: string })[] }>(
    `SELECT ${MEMBER_COLUMNS}, b.password_hash FROM members b
      WHERE b.email = ? AND b.${kind === 'merchant' ? 'merchant_id' : 'operator_id'} IS NOT NULL`,
    [signInEmail(email)],
  );
  const [row] = rows;
  const isTheirs = await isPasswordOf(row?.password_hash, password);
  return row !== undefined && isTheirs && row.member_status === 'active'
    ? { member: toMember(row), passwordHash: row.password_hash }
    : undefined;
}

/**
 * Locks a proven member against changes until the transaction ends. The comparison takes a while, and a password that
 * was changed meanwhile must not begin a session.
 *
 * @returns false when the member has another password by now, or is disabled.
 */
export async function keepProven(
  trx: Transaction,
  { member: { memberId }, passwordHash }: ProvenMember,
): Promise<boolean> {
  const kept = await trx('members')
    .where({ member_id: memberId, password_hash: passwordHash, status: 'active' })
    .forShare()
    .first<{ member_id: string } | undefined>('member_id');
  return kept !== undefined;
}

export async function findMember(q: Queryable, memberId: string): Promise<Member | undefined> {
  const { rows } = await q.raw<{ rows: MemberRow[] }>(
    `SELECT ${MEMBER_COLUMNS} FROM members b WHERE b.member_id = ?`,
    [memberId],
  );
  return rows[0] === undefined ? undefined : toMember(rows[0]);
}

/** Locks a member against changes until the transaction ends. Rows that refer to it can still be added. */
export async function lockMember(trx: Transaction, memberId: string): Promise<void> {
  await trx('members').where({ member_id: memberId }).forNoKeyUpdate().select('member_id');
}

/** Waits for the lock of a member, and shares it: sign-ins do not wait for one another. */
export async function keepMember(trx: Transaction, memberId: string): Promise<void> {
  await trx('members').where({ member_id: memberId }).forShare().select('member_id');
}

/** Finds a member of a kind by the email. */
export async function findMemberByEmail(
  q: Queryable,
  { kind, email }: { readonly kind: MemberKind; readonly email: string },
): Promise<Member | undefined> {
  const { rows } = await q.raw<{ rows: MemberRow[] }>(
    `SELECT ${MEMBER_COLUMNS} FROM members b
      WHERE b.email = ? AND b.${kind === 'merchant' ? 'merchant_id' : 'operator_id'} IS NOT NULL`,
    [signInEmail(email)],
  );
  return rows[0] === undefined ? undefined : toMember(rows[0]);
}

/** Gives a member a new password, and ends every session of theirs. Undefined: no member of the kind has the email. */
export async function replacePassword(
  trx: Transaction,
  { kind, email, password }: { readonly kind: MemberKind; readonly email: string; readonly password: string },
): Promise<Member | undefined> {
  const { rows } = await trx.raw<{ rows: MemberRow[] }>(
    `UPDATE members AS b SET password_hash = ?, held_since = now()
      WHERE b.email = ? AND b.${kind === 'merchant' ? 'merchant_id' : 'operator_id'} IS NOT NULL
      RETURNING ${MEMBER_COLUMNS}`,
    [await hashPassword(password), signInEmail(email)],
  );
  if (rows[0] === undefined) return undefined;
  await endSessionsOf(trx, rows[0].member_id);
  return toMember(rows[0]);
}

/** Ends every session of a member. */
export async function endSessionsOf(trx: Transaction, memberId: string): Promise<void> {
  await trx('sessions').where({ member_id: memberId }).delete();
}

/** Finds the member of an operator, who has one at most. Undefined for a merchant, who may have many. */
export async function findMemberOfOperator(
  q: Queryable,
  membership: Membership,
): Promise<Member | undefined> {
  if (membership.kind !== 'operator') return undefined;
  const { rows } = await q.raw<{ rows: MemberRow[] }>(
    `SELECT ${MEMBER_COLUMNS} FROM members b WHERE b.operator_id = ?`,
    [membership.operatorId],
  );
  return rows[0] === undefined ? undefined : toMember(rows[0]);
}
