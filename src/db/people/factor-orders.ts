import type { AuditAction } from '../../domain/core/audit-actions.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { PASSKEYS_MAX, secondFactorsOf } from '../../domain/people/second-factors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import type { SecretBox } from '../core/secret-box.js';
import { readFactors } from './factors.js';
import { lockMember } from './members.js';
import { deletePasskey, insertPasskey, type Passkey } from './passkeys.js';
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';
import { endOtherSessions } from './sessions.js';
import { confirmTotp, prepareTotp, removeTotp } from './totp-secrets.js';

/** A member's order about their own factors. */
export interface FactorOrder {
  readonly memberId: string;
  /** The session of the order. It continues. All other sessions of the member end when a factor changes. */
  readonly sessionId: string;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

interface Noted {
  readonly action: AuditAction;
  readonly after?: object;
}

async function note(trx: Transaction, { memberId, actor }: FactorOrder, noted: Noted): Promise<void> {
  await appendAudit(trx, { actor, objectKind: 'member', objectId: memberId, ...noted });
}

async function noteChange(trx: Transaction, order: FactorOrder, noted: Noted): Promise<void> {
  await endOtherSessions(trx, order);
  await note(trx, order, noted);
}

/** Returns new recovery codes for a member who has none: they come with the first factor. Null: the member has some. */
async function firstRecoveryCodes(trx: Transaction, memberId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(trx, memberId)) === 0 ? replaceRecoveryCodes(trx, memberId) : null;
}

/** Recovery codes replace a factor, so they are deleted with the last one. */
async function dropCodesOfNobody(trx: Transaction, memberId: string): Promise<void> {
  const factors = await readFactors(trx, memberId);
  if (secondFactorsOf(factors).length === 0) await deleteRecoveryCodes(trx, memberId);
}

/** Makes the secret of an authenticator app, which is not in force yet. @throws QuittanceError `invalid_state`. */
export async function beginTotp(trx: Transaction, order: FactorOrder, secretBox: SecretBox): Promise<string> {
  await lockMember(trx, order.memberId);
  const secret = await prepareTotp(trx, { ...order, secretBox });
  if (secret === undefined)
    throw new QuittanceError(
      'invalid_state',
      'You have an authenticator app already. Remove it first, then add the other one.',
    );
  await note(trx, order, { action: 'member.begin_totp' });
  return secret;
}

/**
 * Puts the authenticator app in force by a code of it.
 *
 * @returns the recovery codes, if it is the first factor.
 * @throws QuittanceError `invalid_state` when no waiting secret gives this code.
 */
export async function putTotpInForce(
  trx: Transaction,
  order: FactorOrder,
  { code, secretBox }: { readonly code: string; readonly secretBox: SecretBox },
): Promise<string[] | null> {
  await lockMember(trx, order.memberId);
  if (!(await confirmTotp(trx, { ...order, code, secretBox })))
    throw new QuittanceError(
      'invalid_state',
      'This is not the code that the app shows now. Compare the time of your phone, and give the next code.',
    );
  const codes = await firstRecoveryCodes(trx, order.memberId);
  await noteChange(trx, order, { action: 'member.add_totp' });
  return codes;
}

/** @throws QuittanceError `not_found`. */
export async function dropTotp(trx: Transaction, order: FactorOrder): Promise<void> {
  await lockMember(trx, order.memberId);
  if (!(await removeTotp(trx, order.memberId)))
    throw new QuittanceError('not_found', 'You have no authenticator app.');
  await dropCodesOfNobody(trx, order.memberId);
  await noteChange(trx, order, { action: 'member.remove_totp' });
}

/** Makes new recovery codes; the earlier ones count no more. @throws QuittanceError `invalid_state` without a factor. */
export async function renewRecoveryCodes(trx: Transaction, order: FactorOrder): Promise<string[]> {
  await lockMember(trx, order.memberId);
  if (secondFactorsOf(await readFactors(trx, order.memberId)).length === 0)
    throw new QuittanceError(
      'invalid_state',
      'Recovery codes stand for a second factor. Add an authenticator app or a passkey first.',
    );
  const codes = await replaceRecoveryCodes(trx, order.memberId);
  await noteChange(trx, order, { action: 'member.renew_recovery_codes' });
  return codes;
}

/** Adds a passkey whose key was proven. @throws QuittanceError `invalid_state`, `limit_exceeded`. */
export async function addPasskey(
  trx: Transaction,
  order: FactorOrder,
  proven: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: string[] | null }> {
  await lockMember(trx, order.memberId);
  const { passkeys } = await readFactors(trx, order.memberId);
  if (passkeys >= PASSKEYS_MAX)
    throw new QuittanceError(
      'limit_exceeded',
      `A member has at most ${PASSKEYS_MAX} passkeys. Remove one first.`,
    );
  const passkey = await insertPasskey(trx, { ...proven, memberId: order.memberId }, order.nowMs);
  if (passkey === undefined) throw new QuittanceError('invalid_state', 'This passkey is registered already.');
  const { passkeyId, name } = passkey;
  const recoveryCodes = await firstRecoveryCodes(trx, order.memberId);
  await noteChange(trx, order, { action: 'member.add_passkey', after: { passkeyId, name } });
  return { passkey, recoveryCodes };
}

/**
 * Removes a passkey. @throws QuittanceError `not_found`; `invalid_state` when a member who needs a passkey has no
 * other.
 */
export async function dropPasskey(
  trx: Transaction,
  order: FactorOrder,
  { passkeyId, needsOne }: { readonly passkeyId: string; readonly needsOne: boolean },
): Promise<void> {
  await lockMember(trx, order.memberId);
  const removed = await deletePasskey(trx, { ...order, passkeyId });
  if (removed === undefined) throw new QuittanceError('not_found', 'You have no passkey of that id.');
  const { passkeys } = await readFactors(trx, order.memberId);
  if (needsOne && passkeys === 0)
    throw new QuittanceError('invalid_state', 'An operator needs a passkey. Register another one first.');
  await dropCodesOfNobody(trx, order.memberId);
  await noteChange(trx, order, {
    action: 'member.remove_passkey',
    after: { passkeyId, name: removed.name },
  });
}
