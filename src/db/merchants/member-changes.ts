import { QuittanceError } from '../../domain/core/errors.js';
import type { Scope } from '../../domain/merchants/scopes.js';
import { scopesOfMember, movesMoney, type Membership } from '../../domain/people/roles.js';
import { appendAudit } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { updateMember } from '../people/changed-members.js';
import type { InvitedTo } from '../people/invitations.js';
import { endSessionsOf, type Member, type MemberStatus } from '../people/members.js';
import { closeAsking } from './asking.js';
import { memberOf, waitForRole, withdrawLinksOf } from './invitation-orders.js';
import {
  assertHolds,
  lockPeopleForOrder,
  membershipIn,
  type LockedPeople,
  type PeopleOrder,
} from './lock-people-for-order.js';
import { stopAskedWith, stopIfWaiting } from './policy-orders.js';
import { assertSeparate } from './separation-of-duties.js';

/** A change of a member. An omitted field stays unchanged. */
export interface MemberChange {
  readonly role?: Membership['role'];
  readonly status?: MemberStatus;
}

/**
 * Changes the role or the status of a member. It ends the member's sessions, and withdraws the links that are open for
 * them and by them. If it shuts them out, the changes that they have requested and that still wait are stopped. An
 * order that changes nothing has no effect.
 *
 * @param whose.memberId null: the member of the operator.
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`, `unauthenticated`.
 */
export async function changeMember(
  trx: Transaction,
  order: PeopleOrder,
  { to, memberId }: { readonly to: InvitedTo; readonly memberId: string | null },
  change: MemberChange,
): Promise<Member> {
  const entered = await lockPeopleForOrder(trx, to, order);
  const before = memberOf(entered.people, to, memberId);
  const role = change.role ?? before.membership.role;
  const status = change.status ?? before.status;
  if (role === before.membership.role && status === before.status) return before;
  const membership = membershipIn(to, role);
  assertMayChange(entered, before, { membership, status });
  if (to.kind === 'operator' && role !== before.membership.role)
    await assertSeparate(trx, { operatorId: to.operatorId, by: order.actor.kind }, { role });
  await closeAsking(trx, before.memberId);
  const policyChangeId = await followRole(trx, order, before, membership);
  const after = await updateMember(trx, before.memberId, {
    role,
    status,
    heldSinceMs: order.nowMs,
    ...(policyChangeId === undefined ? {} : { policyChangeId }),
  });
  await endSessionsOf(trx, before.memberId);
  await withdrawLinksOf(trx, order, before.memberId);
  if (status === 'disabled' || losesScopes(before.membership, membership))
    await stopAskedWith(trx, order, before.memberId);
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.update',
    objectKind: 'member',
    objectId: before.memberId,
    before: { role: before.membership.role, status: before.status },
    after: { role, status },
  });
  return after;
}

/** Says whether a role lacks any right of another. */
function losesScopes(before: Membership, after: Membership): boolean {
  const kept = new Set<Scope>(scopesOfMember(after));
  return scopesOfMember(before).some((scope) => !kept.has(scope));
}

function assertMayChange(
  { manager, people }: LockedPeople,
  before: Member,
  { membership, status }: { readonly membership: Membership; readonly status: MemberStatus },
): void {
  const isShutOut = status === 'disabled' && membership.role === before.membership.role;
  // An operator who manages people may shut out any other, and any key: that pays nobody.
  if (membership.kind === 'merchant' || !isShutOut) {
    assertHolds(manager, scopesOfMember(before.membership));
    assertHolds(manager, scopesOfMember(membership));
  }
  if (membership.kind === 'operator' && manager?.memberId === before.memberId)
    throw new QuittanceError(
      'invalid_state',
      'Nobody changes their own rights: another operator has to. So somebody is always left.',
    );
  const wasOwner = isFullOwner(before);
  const staysOwner = membership.role === 'owner' && status === 'active';
  if (
    !wasOwner ||
    staysOwner ||
    people.some((each) => each.memberId !== before.memberId && isFullOwner(each))
  )
    return;
  throw new QuittanceError(
    'invalid_state',
    'This is the last active owner. Make another member an owner first.',
  );
}

/** An owner whose role waits does not have all rights of an owner yet. */
function isFullOwner({ membership, status, waiting }: Member): boolean {
  return (
    membership.kind === 'merchant' && membership.role === 'owner' && status === 'active' && waiting === null
  );
}

/**
 * Lets a role that moves money wait, when the role before did not. @returns undefined: an earlier waiting change stays.
 */
async function followRole(
  trx: Transaction,
  order: PeopleOrder,
  before: Member,
  membership: Membership,
): Promise<string | null | undefined> {
  const { waiting, memberId, email } = before;
  const isStill = movesMoney(before.membership) && waiting?.status !== 'stopped';
  if (membership.role === before.membership.role || (isStill && movesMoney(membership))) return undefined;
  await stopIfWaiting(trx, waiting?.policyChangeId ?? null, order);
  return waitForRole(trx, order, { objectId: memberId, email, membership });
}
