import { z } from 'zod';
import { transaction, type Transaction } from '../../../db/core/database.js';
import { keepProven, proveMember } from '../../../db/people/members.js';
import {
  beginSession,
  completeSession,
  confirmSession,
  endReplacedSession,
  endSession,
} from '../../../db/people/sessions.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import { signInEmail } from '../../../domain/people/sign-in-email.js';
import { secondFactorsOf } from '../../../domain/people/second-factors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { assertNotSuspended } from '../../requests/authorization.js';
import { PUBLIC, type SignedIn } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { cookieRoute, orderRoute, readRoute, type Route } from '../../requests/route.js';
import { giveToken, takeToken } from '../../requests/session-cookie.js';
import { passkeyRequestSchema } from '../../views/passkey-ceremonies.js';
import { sessionSchema } from '../../views/session.js';
import { codeProof, passkeyProof, withSecondFactor } from './give-proof.js';
import { requestPasskey } from './passkey-ceremonies.js';
import {
  accountOf,
  comparablePassword,
  saidPassword,
  SESSION_ACCESS,
  SESSION_PATHS as PATHS,
  sessionHasEnded,
  showSessionBegun,
  showSessionNow,
  signedInOf,
  WAITING_ACCESS,
} from './session-kinds.js';

const WHO = { merchant: 'a member of a merchant', operator: 'an operator' } as const;

const signedOutSchema = z.strictObject({ signedOut: z.literal(true) }).meta({ id: 'SignedOut' });

/** POST …/session: signs in. */
const begin = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: PATHS[kind],
    summary: `Sign in as ${WHO[kind]}`,
    description:
      'The answer sets the cookie of the session. Attempts are limited by account and by IP address. A sign-in counts as a confirmation. With `needsSecondFactor`, the session waits 10 minutes for `…/session/second-factor`. Until then you can only read and end it.',
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
    async answer(deps, { body: { email, password: said }, caller, request }) {
      if (!request.isFromOurPage)
        throw new QuittanceError(
          'csrf_failed',
          'This request must come from the sign-in page. Programs use an API key instead.',
        );
      await request.countSignIn({ account: `${kind} ${signInEmail(email)}`, isNamedByAnybody: true });
      const password = comparablePassword(said);
      const wrong = new QuittanceError('unauthenticated', 'The email or the password is wrong.');
      const proven = await proveMember(deps.db, { kind, email, password });
      if (proven === undefined) throw wrong;
      const begun = { ip: caller.ip, userAgent: request.userAgent, nowMs: deps.now() };
      const { token } = await transaction(deps.db, async (trx) => {
        if (!(await keepProven(trx, proven))) throw wrong;
        await endReplacedSession(trx, request.presentedToken(kind));
        return beginSession(trx, proven.member, begun);
      });
      return { shown: await showSessionBegun(deps, { kind, token }), cookie: giveToken(kind, token) };
    },
  });

/** GET …/session */
const read = (kind: MemberKind): Route =>
  readRoute({
    path: PATHS[kind],
    summary: 'Read who is signed in',
    access: WAITING_ACCESS[kind],
    reply: dataOf(sessionSchema),
    read: (deps, { caller }) => showSessionNow(deps, { kind, token: signedInOf(caller).token }),
  });

/** POST …/session/second-factor: completes a sign-in. */
const giveSecondFactor = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: `${PATHS[kind]}/second-factor`,
    summary: 'Give the second factor',
    description:
      'Completes a sign-in with `needsSecondFactor`. Attempts are limited like sign-ins. The session gets a new cookie and a new `csrfToken`.',
    access: WAITING_ACCESS[kind],
    errors: ['invalid_state'],
    reply: dataOf(sessionSchema),
    body: z.union([codeProof, passkeyProof]),
    async answer(deps, { body: proof, caller, request }) {
      const { session } = signedInOf(caller);
      if (!session.needsSecondFactor)
        throw new QuittanceError('invalid_state', 'The sign-in is complete and needs no second factor.');
      assertNotSuspended(session);
      await request.countSignIn({ account: `sign-in of ${accountOf(session.member)}` });
      const begun = { ip: caller.ip, userAgent: request.userAgent, nowMs: deps.now() };
      const completed = await withSecondFactor(deps, { caller, proof }, (trx) =>
        completeSession(trx, session, begun),
      );
      if (completed === undefined) throw sessionHasEnded();
      const { token } = completed;
      return { shown: await showSessionNow(deps, { kind, token }), cookie: giveToken(kind, token) };
    },
  });

/** POST …/session/passkey-options: requests a passkey's signature, to complete the sign-in or to confirm. */
const requestFromPasskey = (kind: MemberKind): Route =>
  orderRoute({
    path: `${PATHS[kind]}/passkey-options`,
    summary: 'Ask for the answer of a passkey',
    description:
      'Give the answer to `navigator.credentials.get()`. Send its result as `passkey` to `…/session/second-factor` or `…/session/confirm`.',
    access: WAITING_ACCESS[kind],
    errors: ['invalid_state'],
    reply: dataOf(passkeyRequestSchema),
    order: async (deps, trx, { caller }) =>
      dataReply(await requestPasskey(deps, trx, signedInOf(caller).session)),
  });

/** POST …/session/confirm: verifies the member again. */
const confirm = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: `${PATHS[kind]}/confirm`,
    summary: 'Prove again that it is you',
    description:
      'Orders that move money or give rights need a confirmation that is at most 10 minutes old. A member with a second factor gives a `code` or a `passkey`. Any other member gives the `password`. The session gets a new cookie and a new `csrfToken`.',
    access: SESSION_ACCESS[kind],
    reply: dataOf(sessionSchema),
    body: z.union([z.strictObject({ password: saidPassword }), codeProof, passkeyProof]),
    async answer(deps, { body, caller, request }) {
      const signedIn = signedInOf(caller);
      await request.countSignIn({ account: accountOf(signedIn.session.member) });
      const renew = async (trx: Transaction): Promise<string> => {
        const fresh = await confirmSession(trx, { token: signedIn.token, nowMs: deps.now() });
        if (fresh === undefined) throw sessionHasEnded();
        return fresh;
      };
      const token =
        'password' in body
          ? await withPassword(deps, { signedIn, said: body.password }, renew)
          : await withSecondFactor(deps, { caller, proof: body }, renew);
      return { shown: await showSessionNow(deps, { kind, token }), cookie: giveToken(kind, token) };
    },
  });

/**
 * Carries an order out if the password is right and was not changed meanwhile. A member with a second factor is
 * refused, because a thief of the password would need nothing else.
 */
async function withPassword<Done>(
  deps: AppDeps,
  { signedIn, said }: { readonly signedIn: SignedIn; readonly said: string },
  order: (trx: Transaction) => Promise<Done>,
): Promise<Done> {
  const { factors, member } = signedIn.session;
  if (secondFactorsOf(factors).length > 0)
    throw new QuittanceError(
      'second_factor_needed',
      'You have a second factor. Confirm with a code or a passkey instead of the password.',
    );
  const password = comparablePassword(said);
  const { kind } = member.membership;
  const wrong = new QuittanceError('unauthenticated', 'The password is wrong.');
  const proven = await proveMember(deps.db, { kind, email: member.email, password });
  if (proven === undefined) throw wrong;
  return transaction(deps.db, async (trx) => {
    if (!(await keepProven(trx, proven))) throw wrong;
    return order(trx);
  });
}

/** DELETE …/session: signs out. */
const end = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'delete',
    path: PATHS[kind],
    summary: 'Sign out',
    access: WAITING_ACCESS[kind],
    reply: dataOf(signedOutSchema),
    async answer(deps, { caller }) {
      await endSession(deps.db, signedInOf(caller).session.sessionId);
      return { shown: dataReply({ signedOut: true as const }), cookie: takeToken(kind) };
    },
  });

export const beginMerchantSessionRoute = begin('merchant');
export const readMerchantSessionRoute = read('merchant');
export const giveMerchantSecondFactorRoute = giveSecondFactor('merchant');
export const requestMerchantPasskeyRoute = requestFromPasskey('merchant');
export const confirmMerchantSessionRoute = confirm('merchant');
export const endMerchantSessionRoute = end('merchant');
export const beginOperatorSessionRoute = begin('operator');
export const readOperatorSessionRoute = read('operator');
export const giveOperatorSecondFactorRoute = giveSecondFactor('operator');
export const requestOperatorPasskeyRoute = requestFromPasskey('operator');
export const confirmOperatorSessionRoute = confirm('operator');
export const endOperatorSessionRoute = end('operator');
