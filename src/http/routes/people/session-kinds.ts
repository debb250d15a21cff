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

/** A caller of the routes of a session. These routes exist for members of merchants and for operators. */
export type SessionCaller = MerchantCaller | OperatorCaller;

export const SESSION_PATHS = { merchant: '/web/v1/session', operator: '/admin/v1/session' } as const;
export const SECURITY_PATHS = { merchant: '/web/v1/security', operator: '/admin/v1/security' } as const;
export const SESSION_ACCESS: Readonly<Record<MemberKind, Access<SessionCaller>>> = {
  merchant: MERCHANT_SESSION,
  operator: OPERATOR_SESSION,
};

/** The access of the few routes that also answer a session without its second factor. */
export const WAITING_ACCESS: typeof SESSION_ACCESS = {
  merchant: { ...MERCHANT_SESSION, answersWaiting: true },
  operator: { ...OPERATOR_SESSION, answersWaiting: true },
};

/**
 * A password in a request. A longer text is refused. Any other text is compared with the password, even if it is too
 * short to be one.
 */
export const saidPassword = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ format: 'password', examples: ['correct horse battery'] });

/**
 * Returns the text that is compared with the password. A text that can't be a password is compared as an empty one:
 * without a comparison, the faster answer would reveal it.
 */
export function comparablePassword(password: string): string {
  return isPassword(password) ? password : '';
}

export function signedInOf(caller: SessionCaller): SignedIn {
  assert(caller.signedIn !== null, 'a route of the session is called in a session');
  return caller.signedIn;
}

/**
 * Returns the key by which attempts in a complete session are counted. Sign-ins are counted by other keys. Otherwise
 * somebody who knows a member's email or password could block the member's confirmations.
 */
export function accountOf({ memberId }: Session['member']): string {
  return `member ${memberId}`;
}

export function sessionHasEnded(): QuittanceError {
  return new QuittanceError('unauthenticated', 'The session has ended. Sign in again.');
}

/** Shows a session that has just begun. @throws QuittanceError `merchant_suspended` */
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
