import { randomBytes } from 'node:crypto';
import { QuittanceError } from '../../domain/core/errors.js';
import type { MemberKind } from '../../domain/people/roles.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { updateMember } from './changed-members.js';
import {
  endSessionsOf,
  findMemberByEmail,
  insertMember,
  lockMember,
  replacePassword,
  type Member,
} from './members.js';
import { deletePasskeysOf } from './passkeys.js';
import { deleteRecoveryCodes } from './recovery-codes.js';
import { endOtherSessions } from './sessions.js';
import { removeTotp } from './totp-secrets.js';

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
    ...{ actor, action: 'member.create', objectKind: 'member', objectId: member.memberId },
    after: { ...membership, email: member.email, name },
  });
  return { member, password };
}

/** Gives a member a new generated password, and ends every session of theirs. @throws QuittanceError `not_found`. */
export async function resetPassword(
  trx: Transaction,
  { kind, email }: { readonly kind: MemberKind; readonly email: string },
  actor: AuditActor,
): Promise<NewMember> {
  const password = generatePassword();
  const member = await replacePassword(trx, { kind, email, password });
  if (member === undefined) throw new QuittanceError('not_found', `No ${kind} signs in as ${email}.`);
  const { memberId } = member;
  await appendAudit(trx, {
    actor,
    action: 'member.reset_password',
    objectKind: 'member',
    objectId: memberId,
  });
  return { member, password };
}

/** Gives a member the password that they have chosen, and ends every other session of theirs. */
export async function changePassword(
  trx: Transaction,
  { memberId, sessionId, password }: Readonly<Record<'memberId' | 'sessionId' | 'password', string>>,
  actor: AuditActor,
): Promise<void> {
  await updateMember(trx, memberId, { password });
  await endOtherSessions(trx, { memberId, sessionId });
  await appendAudit(trx, {
    ...{ actor, action: 'member.change_password', objectKind: 'member', objectId: memberId },
  });
}

/**
 * Removes every second factor of a member who has lost them, and ends every session of theirs.
 *
 * @throws QuittanceError `not_found`.
 */
export async function resetFactors(
  trx: Transaction,
  { kind, email }: { readonly kind: MemberKind; readonly email: string },
  actor: AuditActor,
): Promise<Member> {
  const member = await findMemberByEmail(trx, { kind, email });
  if (member === undefined) throw new QuittanceError('not_found', `No ${kind} signs in as ${email}.`);
  const { memberId } = member;
  await lockMember(trx, memberId);
  await removeTotp(trx, memberId);
  await deletePasskeysOf(trx, memberId);
  await deleteRecoveryCodes(trx, memberId);
  await endSessionsOf(trx, memberId);
  await appendAudit(trx, {
    ...{ actor, action: 'member.reset_factors', objectKind: 'member', objectId: memberId },
  });
  return member;
}
