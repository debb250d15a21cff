import { z } from 'zod';
import { transaction, type Queryable } from '../../../db/core/database.js';
import { findMerchant } from '../../../db/merchants/merchants.js';
import { findMemberByPassword } from '../../../db/people/members.js';
import { findOperator } from '../../../db/people/operators.js';
import { beginSession, confirmSession, endSession, findSession } from '../../../db/people/sessions.js';
import { assert, QuittanceError } from '../../../domain/core/errors.js';
import { isPassword } from '../../../domain/people/password.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import type { AppDeps } from '../../requests/app-deps.js';
import {
  MERCHANT_SESSION,
  OPERATOR_SESSION,
  PUBLIC,
  type Access,
  type MerchantCaller,
  type OperatorCaller,
} from '../../requests/caller.js';
import { dataOf, dataReply, type Shown } from '../../requests/reply.js';
import { cookieRoute, readRoute, type Route } from '../../requests/route.js';
import { giveToken, takeToken } from '../../requests/session-cookie.js';
import { sessionSchema, showSession } from '../../views/session.js';

type KnownCaller = MerchantCaller | OperatorCaller;

const PATHS = { merchant: '/web/v1/session', operator: '/admin/v1/session' } as const;
const ACCESS: Readonly<Record<MemberKind, Access<KnownCaller>>> = {
  merchant: MERCHANT_SESSION,
  operator: OPERATOR_SESSION,
};
const WHO = { merchant: 'a member of a merchant', operator: 'an operator' } as const;

/** Longer texts are no password. Shorter ones are compared: only the answer says that they are wrong. */
const saidPassword = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ format: 'password', examples: ['correct horse battery'] });

const signedOutSchema = z.strictObject({ signedOut: z.literal(true) }).meta({ id: 'SignedOut' });

/** POST …/session: signs in. */
const begin = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: PATHS[kind],
    summary: `Sign in as ${WHO[kind]}`,
    description:
      'The answer sets the cookie of the session. Attempts are limited by account and by address. It counts as a confirmation.',
    access: PUBLIC,
    errors: ['unauthenticated', 'csrf_failed', 'rate_limited', 'merchant_suspended'],
    reply: dataOf(sessionSchema),
    body: z.strictObject({
      email: z
        .string()
        .min(1)
        .max(320)
        .meta({ examples: ['ann@shop.example'] }),
      password: saidPassword,
    }),
    async answer(deps, { body: { email, password }, caller, request }) {
      if (!request.isFromOurPage)
        throw new QuittanceError(
          'csrf_failed',
          'People sign in on our own page, and programs use an API key.',
        );
      await request.countSignIn(`${kind} ${email.toLowerCase()}`);
      const member = await findMemberByPassword(deps.db, { kind, email, password: comparable(password) });
      if (member === undefined)
        throw new QuittanceError('unauthenticated', 'The email or the password is wrong.');
      const nowMs = deps.now();
      const { token } = await transaction(deps.db, (trx) =>
        beginSession(trx, member, { ip: caller.ip, nowMs }),
      );
      return { shown: await showNow(deps, { kind, token }), cookie: giveToken(kind, token) };
    },
  });

/** GET …/session */
const read = (kind: MemberKind): Route =>
  readRoute({
    path: PATHS[kind],
    summary: 'Read who is signed in',
    access: ACCESS[kind],
    reply: dataOf(sessionSchema),
    read: (deps, { caller }) => showNow(deps, { kind, token: tokenOf(caller) }),
  });

/** POST …/session/confirm: says the password again. */
const confirm = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: `${PATHS[kind]}/confirm`,
    summary: 'Say the password again',
    description:
      'What moves money or gives rights asks for it when the last time was more than 10 minutes ago. The session gets a new cookie and a new `csrfToken`.',
    access: ACCESS[kind],
    reply: dataOf(sessionSchema),
    body: z.strictObject({ password: saidPassword }),
    async answer(deps, { body: { password }, caller, request }) {
      const { email } = signedInOf(caller).session.member;
      await request.countSignIn(`${kind} ${email}`);
      const found = await findMemberByPassword(deps.db, { kind, email, password: comparable(password) });
      if (found === undefined) throw new QuittanceError('unauthenticated', 'The password is wrong.');
      const token = await confirmSession(deps.db, { token: tokenOf(caller), nowMs: deps.now() });
      if (token === undefined)
        throw new QuittanceError('unauthenticated', 'The session has ended. Sign in again.');
      return { shown: await showNow(deps, { kind, token }), cookie: giveToken(kind, token) };
    },
  });

/** DELETE …/session: signs out. */
const end = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'delete',
    path: PATHS[kind],
    summary: 'Sign out',
    access: ACCESS[kind],
    reply: dataOf(signedOutSchema),
    async answer(deps, { caller }) {
      await endSession(deps.db, signedInOf(caller).session.sessionId);
      return { shown: dataReply({ signedOut: true as const }), cookie: takeToken(kind) };
    },
  });

/** What can't be a password is compared all the same, as nothing: an answer in no time would say that it is none. */
function comparable(password: string): string {
  return isPassword(password) ? password : '';
}

function signedInOf(caller: KnownCaller) {
  assert(caller.signedIn !== null, 'a route of the session is called by one');
  return caller.signedIn;
}

const tokenOf = (caller: KnownCaller): string => signedInOf(caller).token;

/** Shows the session of a token to its browser. */
export async function showNow(
  deps: AppDeps,
  { kind, token }: { readonly kind: MemberKind; readonly token: string },
): Promise<{ readonly ok: true; readonly data: Shown<typeof sessionSchema> }> {
  const session = await findSession(deps.db, { kind, token, nowMs: deps.now() });
  if (session === undefined)
    throw new QuittanceError('unauthenticated', 'The session has ended. Sign in again.');
  if (session.isMerchantSuspended)
    throw new QuittanceError('merchant_suspended', 'Your merchant is suspended; ask the operator.');
  const ownerName = await nameOwner(deps.db, session.member);
  return dataReply(showSession(session, { token, ownerName, temporalUi: deps.temporalUi }));
}

async function nameOwner(
  q: Queryable,
  { membership }: Parameters<typeof showSession>[0]['member'],
): Promise<string> {
  const owner = await (membership.kind === 'merchant'
    ? findMerchant(q, membership.merchantId)
    : findOperator(q, membership.operatorId));
  assert(owner !== undefined, 'the table lets a member belong only to somebody who exists');
  return owner.name;
}

export const beginMerchantSessionRoute = begin('merchant');
export const readMerchantSessionRoute = read('merchant');
export const confirmMerchantSessionRoute = confirm('merchant');
export const endMerchantSessionRoute = end('merchant');
export const beginOperatorSessionRoute = begin('operator');
export const readOperatorSessionRoute = read('operator');
export const confirmOperatorSessionRoute = confirm('operator');
export const endOperatorSessionRoute = end('operator');
