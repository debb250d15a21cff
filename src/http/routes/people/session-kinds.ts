import { z } from 'zod';
import type { Queryable } from '../../../db/core/database.js';
import { findMerchant } from '../../../db/merchants/merchants.js';
import { findOperator } from '../../../db/people/operators.js';
import { findSession, type Session } from '../../../db/people/sessions.js';
import { assert, QuittanceError } from '../../../domain/core/errors.js';
import { isPassword } from '../../../domain/people/password.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import { assertNotSuspended, needsPasskey } from '../../requests/authorization.js';
import type { AppDeps } from '../../requests/app-deps.js';
import {
  MERCHANT_SESSION,
  OPERATOR_SESSION,
  type Access,
  type MerchantCaller,
  type OperatorCaller,
  type SignedIn,
} from '../../requests/caller.js';
import { dataReply, type Shown } from '../../requests/reply.js';
import { showSession, type sessionSchema } from '../../views/session.js';

/** The routes of a session are declared once for members of merchants and once for operators. */
export type SessionCaller = MerchantCaller | OperatorCaller;

export const SESSION_PATHS = { merchant: '/web/v1/session', operator: '/admin/v1/session' } as const;
export const SECURITY_PATHS = { merchant: '/web/v1/security', operator: '/admin/v1/security' } as const;
export const SESSION_ACCESS: Readonly<Record<MemberKind, Access<SessionCaller>>> = {
  merchant: MERCHANT_SESSION,
  operator: OPERATOR_SESSION,
};

/** For the few routes that also answer a session that waits for the second factor. */
export const WAITING_ACCESS: typeof SESSION_ACCESS = {
  merchant: { ...MERCHANT_SESSION, answersWaiting: true },
  operator: { ...OPERATOR_SESSION, answersWaiting: true },
};

/** A longer text cannot be a password. Shorter texts are compared: only the answer says that they are wrong. */
export const saidPassword = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ format: 'password', examples: ['correct horse battery'] });

/**
 * A text that can't be a password is still compared, as an empty one: a faster answer would reveal that it is not a
 * password.
 */
export function comparablePassword(password: string): string {
  return isPassword(password) ? password : '';
}

export function signedInOf(caller: SessionCaller): SignedIn {
  assert(caller.signedIn !== null, 'a route of the session is called by one');
  return caller.signedIn;
}

/**
 * Returns the key by which attempts within a complete session are counted. They are counted apart from those of strangers
 * and of sign-ins, by which others could block an owner's confirmations with the owner's email or password.
 */
export function accountOf({ memberId }: Session['member']): string {
  return `member ${memberId}`;
}

export function sessionHasEnded(): QuittanceError {
  return new QuittanceError('unauthenticated', 'The session has ended. Sign in again.');
}

/** Shows a session that was begun just now. @throws QuittanceError `merchant_suspended` */
export async function showSessionBegun(
  deps: AppDeps,
  token: Parameters<typeof showSessionNow>[1],
): ReturnType<typeof showSessionNow> {
  const session = await findSession(deps.db, { ...token, nowMs: deps.now() });
  if (session !== undefined) assertNotSuspended(session);
  return showSessionNow(deps, token);
}

/** Shows the session of a token in its current state. */
export async function showSessionNow(
  deps: AppDeps,
  { kind, token }: { readonly kind: MemberKind; readonly token: string },
): Promise<{ readonly ok: true; readonly data: Shown<typeof sessionSchema> }> {
  const session = await findSession(deps.db, { kind, token, nowMs: deps.now() });
  if (session === undefined) throw sessionHasEnded();
  const ownerName = await nameOwner(deps.db, session.member);
  const isPasskeyNeeded = needsPasskey(session, deps);
  return dataReply(showSession(session, { token, ownerName, isPasskeyNeeded, temporalUi: deps.temporalUi }));
}

async function nameOwner(q: Queryable, { membership }: Session['member']): Promise<string> {
  const owner = await (membership.kind === 'merchant'
    ? findMerchant(q, membership.merchantId)
    : findOperator(q, membership.operatorId));
  assert(owner !== undefined, 'the table lets a member belong only to somebody who exists');
  return owner.name;
}
