import { randomBytes } from 'node:crypto';
import { assert, QuittanceError } from '../../domain/core/errors.js';
import { scopesOfMember, type MemberKind } from '../../domain/people/roles.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { updateMember } from '../people/changed-members.js';
import type { InvitedTo } from '../people/invitations.js';
import {
  endSessionsOf,
  findMember,
  findMemberByEmail,
  insertMember,
  replacePassword,
  type Member,
} from '../people/members.js';
import { deletePasskeysOf } from '../people/passkeys.js';
import { deleteRecoveryCodes } from '../people/recovery-codes.js';
import { endOtherSessions } from '../people/sessions.js';
import { removeTotp } from '../people/totp-secrets.js';
import { closeAsking } from './asking.js';
import { memberOf, withdrawLinksOf } from './invitation-orders.js';
import { stopAskedWith } from './policy-orders.js';
import { assertHolds, lockOwnPeople, lockPeopleForOrder, type PeopleOrder } from './lock-people-for-order.js';

/** 120 bits: nobody guesses it, and a person can still copy it. */
const GENERATED_BYTES = 15;

/** A member with the password, which can't be shown again. */
export interface NewMember {
  readonly member: Member;
  readonly password: string;
}

/** Returns a password that nobody chose. */
export function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString('base64url');
}

/** Adds a member with a generated password. @throws QuittanceError `invalid_state` when the email is taken. */
export async function createMember(
  trx: Transaction,
  { membership, email, name }: Pick<Member, 'membership' | 'email' | 'name'>,
  actor: AuditActor,
): Promise<NewMember> {
  const password = generatePassword();
  const member = await insertMember(trx, { membership, email, name, password });
  if (member === undefined) {
    throw new QuittanceError(
      'invalid_state',
      `Another member has the email ${email}, or the operator has a member already. Give that one a new password, or take another email.`,
    );
  }
  await appendAudit(trx, {
    actor,
    action: 'member.create',
    objectKind: 'member',
    objectId: member.memberId,
    after: { ...membership, email: member.email, name },
  });
  return { member, password };
}

/**
 * Gives a member a new generated password, ends every session of theirs, and withdraws the links for them and by them.
 *
 * @throws QuittanceError `not_found`.
 */
export async function resetPassword(
  trx: Transaction,
  { kind, email }: { readonly kind: MemberKind; readonly email: string },
  order: PeopleOrder,
): Promise<NewMember> {
  const password = generatePassword();
  const { memberId } = await lockByEmail(trx, { kind, email });
  const member = await replacePassword(trx, { kind, email, password });
  assert(member !== undefined, 'a member is never deleted');
  await undoBegun(trx, order, memberId);
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.reset_password',
    objectKind: 'member',
    objectId: memberId,
  });
  return { member, password };
}

/**
 * Gives a member the chosen password, and ends every other session of theirs. It also withdraws the links for a new
 * password, and the links that were made in the member's name.
 */
export async function changePassword(
  trx: Transaction,
  { memberId, sessionId, password }: Readonly<Record<'memberId' | 'sessionId' | 'password', string>>,
  order: PeopleOrder,
): Promise<void> {
  const member = await findMember(trx, memberId);
  assert(member !== undefined, 'a member is never deleted');
  await lockOwnPeople(trx, member.membership);
  await updateMember(trx, memberId, { password });
  await endOtherSessions(trx, { memberId, sessionId });
  await undoBegun(trx, order, memberId);
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.change_password',
    objectKind: 'member',
    objectId: memberId,
  });
}

/**
 * Removes every second factor of a member who has lost them, ends every session of theirs, and withdraws the links for
 * them and by them.
 *
 * @throws QuittanceError `not_found`.
 */
export async function resetFactors(
  trx: Transaction,
  { kind, email }: { readonly kind: MemberKind; readonly email: string },
  order: PeopleOrder,
): Promise<Member> {
  const member = await lockByEmail(trx, { kind, email });
  await removeFactors(trx, member.memberId, order);
  return member;
}

/**
 * As {@link resetFactors}, by another operator. Afterwards the password alone is enough to sign in. So the giver of the
 * order needs every scope of the role, and the account can't confirm policy changes for a while, like a new one.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`, `unauthenticated`.
 */
export async function resetFactorsOfOperator(
  trx: Transaction,
  order: PeopleOrder,
  to: Extract<InvitedTo, { kind: 'operator' }>,
): Promise<Member> {
  const { manager, people } = await lockPeopleForOrder(trx, to, order);
  const { memberId, membership } = memberOf(people, to, null);
  assertHolds(manager, scopesOfMember(membership));
  if (manager?.memberId === memberId)
    throw new QuittanceError('invalid_state', 'Nobody resets their own factors: another operator has to.');
  await removeFactors(trx, memberId, order);
  return updateMember(trx, memberId, { heldSinceMs: order.nowMs });
}

/** Finds a member, and locks the people that they belong to. @throws QuittanceError `not_found`. */
async function lockByEmail(
  trx: Transaction,
  { kind, email }: { readonly kind: MemberKind; readonly email: string },
): Promise<Member> {
  const member = await findMemberByEmail(trx, { kind, email });
  if (member === undefined) throw new QuittanceError('not_found', `No ${kind} signs in as ${email}.`);
  await lockOwnPeople(trx, member.membership);
  return member;
}

/**
 * Withdraws the links for a member and by them, and stops the waiting changes that they have requested. Somebody else
 * may have done all that in their name.
 */
async function undoBegun(trx: Transaction, order: PeopleOrder, memberId: string): Promise<void> {
  await closeAsking(trx, memberId);
  await withdrawLinksOf(trx, order, memberId);
  await stopAskedWith(trx, order, memberId);
}

async function removeFactors(trx: Transaction, memberId: string, order: PeopleOrder): Promise<void> {
  await removeTotp(trx, memberId);
  await deletePasskeysOf(trx, memberId);
  await deleteRecoveryCodes(trx, memberId);
  await endSessionsOf(trx, memberId);
  await undoBegun(trx, order, memberId);
  await appendAudit(trx, {
    actor: order.actor,
    action: 'member.reset_factors',
    objectKind: 'member',
    objectId: memberId,
  });
}
