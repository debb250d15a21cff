import type { Membership } from '../../domain/people/roles.js';
import type { Queryable, Transaction } from '../core/database.js';
import { MEMBER_COLUMNS, toMember, type Member, type MemberRow, type MemberStatus } from './members.js';
import { hashPassword } from './passwords.js';

/** The people: those of one merchant, or the operators. */
export type PeopleOf =
  { readonly kind: 'merchant'; readonly merchantId: string } | { readonly kind: 'operator' };

async function selectMembers(q: Queryable, rest: string, bindings: readonly unknown[]): Promise<Member[]> {
  const { rows } = await q.raw<{ rows: MemberRow[] }>(
    `SELECT ${MEMBER_COLUMNS} FROM members b ${rest}`,
    bindings as never,
  );
  return rows.map(toMember);
}

/**
 * Locks all people of a merchant, or all operators, in the order of their ids. When two orders come at once, the second
 * sees what the first has done.
 */
export async function lockPeople(trx: Transaction, of: PeopleOf): Promise<Member[]> {
  return of.kind === 'merchant'
    ? selectMembers(trx, 'WHERE b.merchant_id = ? ORDER BY b.member_id FOR NO KEY UPDATE', [of.merchantId])
    : selectMembers(trx, 'WHERE b.operator_id IS NOT NULL ORDER BY b.member_id FOR NO KEY UPDATE', []);
}

/** Lists the members of a merchant, newest first. `afterId` is the last id of the previous page. */
export async function listMembers(
  q: Queryable,
  {
    merchantId,
    limit,
    afterId = null,
  }: { readonly merchantId: string; readonly limit: number; readonly afterId?: string | null },
): Promise<Member[]> {
  return selectMembers(
    q,
    'WHERE b.merchant_id = ? AND (?::text IS NULL OR b.member_id < ?) ORDER BY b.member_id DESC LIMIT ?',
    [merchantId, afterId, afterId, limit],
  );
}

/** Lists the members of some operators. */
export async function listMembersOfOperators(
  q: Queryable,
  operatorIds: readonly string[],
): Promise<Member[]> {
  return selectMembers(q, 'WHERE b.operator_id = ANY (?)', [[...operatorIds]]);
}

/** Stores changes of a member. An omitted field stays unchanged. The caller holds the member's lock. */
export async function updateMember(
  trx: Transaction,
  memberId: string,
  change: {
    readonly role?: Membership['role'];
    readonly status?: MemberStatus;
    readonly password?: string;
    readonly policyChangeId?: string | null;
    /** Epoch ms. */
    readonly heldSinceMs?: number;
  },
): Promise<Member> {
  const { role, status, password, policyChangeId, heldSinceMs } = change;
  await trx('members')
    .where({ member_id: memberId })
    .update({
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { status }),
      ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
      ...(policyChangeId === undefined ? {} : { policy_change_id: policyChangeId }),
      ...(heldSinceMs === undefined ? {} : { held_since: new Date(heldSinceMs) }),
    });
  const [member] = await selectMembers(trx, 'WHERE b.member_id = ?', [memberId]);
  if (member === undefined) throw new Error(`Member ${memberId} is gone`);
  return member;
}
