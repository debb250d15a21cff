import { assert, QuittanceError } from '../../domain/core/errors.js';
import type { MemberKind } from '../../domain/people/roles.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { updateMember } from '../people/changed-members.js';
import {
  findOpenInvitation,
  lockInvitation,
  useInvitation,
  type Invitation,
  type InvitedTo,
} from '../people/invitations.js';
import { endSessionsOf, insertMember, type Member } from '../people/members.js';
import { findOperator } from '../people/operators.js';
import { closeAsking } from './asking.js';
import { findMerchant } from './merchants.js';
import { withdrawMadeBy } from './invitation-orders.js';
import { stopAskedWith } from './policy-orders.js';
import { lockOwnPeople, membershipIn } from './lock-people-for-order.js';
import { assertSeparate } from './separation-of-duties.js';

/** A link that somebody presents, and the application. */
export interface PresentedLink {
  readonly kind: MemberKind;
  readonly token: string;
  readonly nowMs: number;
}

/**
 * The same answer for a link that was used, was withdrawn, has expired or never existed, so that nobody learns which.
 */
function hasEnded(): QuittanceError {
  return new QuittanceError(
    'not_found',
    'This link does not work any more: it was used, was withdrawn, or its time is over. Ask whoever gave it to you for a new one.',
  );
}

/**
 * Finds the purpose of a link, with the name of the merchant or operator.
 *
 * @throws QuittanceError `not_found`, `merchant_suspended`.
 */
export async function readLink(
  q: Queryable,
  presented: PresentedLink,
): Promise<{ readonly invitation: Invitation; readonly ownerName: string }> {
  const invitation = await findOpenInvitation(q, presented);
  if (invitation === undefined) throw hasEnded();
  return { invitation, ownerName: await nameOf(q, invitation.to) };
}

async function nameOf(q: Queryable, to: InvitedTo): Promise<string> {
  if (to.kind === 'operator') {
    const operator = await findOperator(q, to.operatorId);
    assert(operator !== undefined, 'the table lets a link lead only to somebody who exists');
    return operator.name;
  }
  const merchant = await findMerchant(q, to.merchantId);
  assert(merchant !== undefined, 'the table lets a link lead only to somebody who exists');
  if (merchant.status === 'suspended')
    throw new QuittanceError('merchant_suspended', 'The merchant is suspended; ask the operator.');
  return merchant.name;
}

/**
 * Uses a link, once: somebody joins, or sets a new password. A new password ends every session of the account, and
 * withdraws the links that the account has made.
 *
 * @param said.name the name of the person who joins; null for a new password.
 * @throws QuittanceError `not_found`, `merchant_suspended`, `invalid_state` when the email signs in elsewhere already.
 */
export async function followLink(
  trx: Transaction,
  presented: PresentedLink,
  said: { readonly name: string | null; readonly password: string; readonly ip: string },
): Promise<Member> {
  const { invitation: found } = await readLink(trx, presented);
  const { to, invitationId } = found;
  const { nowMs } = presented;
  const people = await lockOwnPeople(trx, to);
  if (found.memberId !== null) await closeAsking(trx, found.memberId);
  const invitation = await lockInvitation(trx, invitationId, nowMs);
  if (invitation?.status !== 'open') throw hasEnded();
  const member =
    invitation.kind === 'invitation'
      ? await join(trx, invitation, said)
      : await resetBy(trx, invitation, { ...said, people, nowMs });
  await useInvitation(trx, { invitationId, memberId: member.memberId, nowMs });
  const actor: AuditActor = {
    kind: to.kind,
    id: to.kind === 'merchant' ? to.merchantId : to.operatorId,
    memberId: member.memberId,
    ip: said.ip,
  };
  if (invitation.kind === 'reset') {
    await withdrawMadeBy(trx, { actor, nowMs }, member.memberId);
    await stopAskedWith(trx, { actor, nowMs }, member.memberId);
  }
  const { email, name, membership } = member;
  await appendAudit(trx, {
    actor,
    objectKind: 'member',
    objectId: member.memberId,
    action: invitation.kind === 'invitation' ? 'member.join' : 'member.reset_password',
    after: { invitationId, email, name, role: membership.role },
  });
  return member;
}

async function join(
  trx: Transaction,
  { to, role, email, policyChangeId, madeBy }: Invitation,
  { name, password }: { readonly name: string | null; readonly password: string },
): Promise<Member> {
  assert(role !== null, 'the table gives every invitation a role');
  if (name === null) throw nameNeeded();
  const membership = membershipIn(to, role);
  // Keys may have been created since the link was made.
  if (to.kind === 'operator')
    await assertSeparate(trx, { operatorId: to.operatorId, by: madeBy.kind }, { role });
  const made = await insertMember(trx, { membership, email, name, password, policyChangeId });
  if (made !== undefined) return made;
  throw new QuittanceError(
    'invalid_state',
    `${email} signs in here already. Ask for an invitation to another email.`,
  );
}

function nameNeeded(): QuittanceError {
  const message = 'say who joins';
  return new QuittanceError('validation_failed', `name: ${message}`, {
    details: [{ path: 'name', message }],
  });
}

async function resetBy(
  trx: Transaction,
  { memberId, policyChangeId }: Invitation,
  {
    people,
    password,
    nowMs,
  }: { readonly people: readonly Member[]; readonly password: string; readonly nowMs: number },
): Promise<Member> {
  const member = people.find((each) => each.memberId === memberId);
  if (member?.status !== 'active') throw hasEnded();
  await endSessionsOf(trx, member.memberId);
  return updateMember(trx, member.memberId, {
    password,
    heldSinceMs: nowMs,
    // The scopes that waited before still wait, unless somebody else has the account now.
    ...(policyChangeId === null ? {} : { policyChangeId }),
  });
}
