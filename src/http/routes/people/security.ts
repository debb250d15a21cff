import { z } from 'zod';
import { appendAudit } from '../../../db/audit/audit-log.js';
import { transaction, type Transaction } from '../../../db/core/database.js';
import { changePassword } from '../../../db/merchants/member-orders.js';
import { findMemberByPassword } from '../../../db/people/members.js';
import { listPasskeys } from '../../../db/people/passkeys.js';
import { countRecoveryCodes } from '../../../db/people/recovery-codes.js';
import { readRefusedFactors } from '../../../db/people/refused-factors.js';
import {
  confirmSession,
  endOtherSessions,
  endSessionOf,
  listSessionsOf,
} from '../../../db/people/sessions.js';
import { findTotpConfirmedAtMs } from '../../../db/people/totp-secrets.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { isPassword } from '../../../domain/people/password.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import { needsPasskey } from '../../requests/authorization.js';
import { auditActor } from '../../requests/caller.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { cookieRoute, orderRoute, readRoute, type Route } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { giveToken } from '../../requests/session-cookie.js';
import { validationFailed } from '../../requests/validate.js';
import { iso } from '../../views/iso.js';
import { securitySchema, showPasskey, showRefusedFactors, showSessionOf } from '../../views/security.js';
import { sessionSchema } from '../../views/session.js';
import {
  accountOf,
  comparablePassword,
  saidPassword,
  SECURITY_PATHS as PATHS,
  SESSION_ACCESS,
  sessionHasEnded,
  showSessionNow,
  signedInOf,
  type SessionCaller,
} from './session-kinds.js';

const endedSchema = z
  .strictObject({
    sessionsEnded: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
  })
  .meta({ id: 'SessionsEnded' });

/** GET …/security */
const read = (kind: MemberKind): Route =>
  readRoute({
    path: PATHS[kind],
    summary: 'Read how you sign in, and where you are signed in',
    access: SESSION_ACCESS[kind],
    reply: dataOf(securitySchema),
    async read(deps, { caller }) {
      const { session } = signedInOf(caller);
      const { memberId } = session.member;
      const [confirmedAtMs, passkeys, recoveryCodesLeft, refused, sessions] = await Promise.all([
        findTotpConfirmedAtMs(deps.db, memberId),
        listPasskeys(deps.db, memberId),
        countRecoveryCodes(deps.db, memberId),
        readRefusedFactors(deps.db, memberId),
        listSessionsOf(deps.db, { memberId, nowMs: deps.now() }),
      ]);
      return dataReply({
        totp: confirmedAtMs === null ? null : { confirmedAt: iso(confirmedAtMs) },
        passkeys: passkeys.map(showPasskey),
        recoveryCodesLeft,
        needsPasskey: needsPasskey(session, deps),
        refusedFactors: showRefusedFactors(refused),
        sessions: sessions.map((one) => showSessionOf(one, { currentId: session.sessionId })),
      });
    },
  });

/** POST …/security/password */
const change = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: `${PATHS[kind]}/password`,
    summary: 'Change your password',
    description:
      'Somebody else may have used your account. So this ends all your other sessions, withdraws your links for a new password and the links that you have created, and stops your waiting changes. This session gets a new cookie and a new `csrfToken`.',
    access: SESSION_ACCESS[kind],
    needsConfirmation: true,
    reply: dataOf(sessionSchema),
    body: z.strictObject({ currentPassword: saidPassword, newPassword: saidPassword }),
    async answer(deps, { body: { currentPassword, newPassword }, caller, request }) {
      const { session, token } = signedInOf(caller);
      const { memberId, email } = session.member;
      if (!isPassword(newPassword))
        throw validationFailed([{ path: 'newPassword', message: 'expected 12 to 256 characters' }]);
      await request.countSignIn({ account: accountOf(session.member) });
      const password = comparablePassword(currentPassword);
      if ((await findMemberByPassword(deps.db, { kind, email, password })) === undefined)
        throw new QuittanceError('unauthenticated', 'The current password is wrong.');
      const fresh = await transaction(deps.db, async (trx) => {
        const changed = { memberId, sessionId: session.sessionId, password: newPassword };
        await changePassword(trx, changed, policyOrder(deps, caller));
        const renewed = await confirmSession(trx, { token, nowMs: deps.now() });
        if (renewed === undefined) throw sessionHasEnded();
        return renewed;
      });
      return { shown: await showSessionNow(deps, { kind, token: fresh }), cookie: giveToken(kind, fresh) };
    },
  });

async function noteEnded(trx: Transaction, caller: SessionCaller, after: object): Promise<void> {
  const { memberId } = signedInOf(caller).session.member;
  await appendAudit(trx, {
    actor: auditActor(caller),
    action: 'member.end_sessions',
    objectKind: 'member',
    objectId: memberId,
    after,
  });
}

/** DELETE …/security/sessions/{sessionId} */
const endOne = (kind: MemberKind): Route =>
  orderRoute({
    method: 'delete',
    path: `${PATHS[kind]}/sessions/:sessionId`,
    summary: 'End one of your sessions',
    access: SESSION_ACCESS[kind],
    needsConfirmation: true,
    reply: dataOf(endedSchema),
    errors: ['invalid_state'],
    params: z.strictObject({ sessionId: idOf('ses') }),
    async order(_deps, trx, { caller, params: { sessionId } }) {
      const { session } = signedInOf(caller);
      if (sessionId === session.sessionId)
        throw new QuittanceError(
          'invalid_state',
          'This request belongs to that session. To end it, sign out.',
        );
      if (!(await endSessionOf(trx, { memberId: session.member.memberId, sessionId })))
        throw new QuittanceError('not_found', 'You have no session of that id.');
      await noteEnded(trx, caller, { sessionId });
      return dataReply({ sessionsEnded: 1 });
    },
  });

/** DELETE …/security/sessions */
const endOthers = (kind: MemberKind): Route =>
  orderRoute({
    method: 'delete',
    path: `${PATHS[kind]}/sessions`,
    summary: 'End all your other sessions',
    access: SESSION_ACCESS[kind],
    needsConfirmation: true,
    reply: dataOf(endedSchema),
    async order(_deps, trx, { caller }) {
      const { sessionId, member } = signedInOf(caller).session;
      const sessionsEnded = await endOtherSessions(trx, { memberId: member.memberId, sessionId });
      await noteEnded(trx, caller, { sessionsEnded });
      return dataReply({ sessionsEnded });
    },
  });

export const readMerchantSecurityRoute = read('merchant');
export const changeMerchantPasswordRoute = change('merchant');
export const endMerchantMemberSessionRoute = endOne('merchant');
export const endOtherMerchantSessionsRoute = endOthers('merchant');
export const readOperatorSecurityRoute = read('operator');
export const changeOperatorPasswordRoute = change('operator');
export const endOperatorMemberSessionRoute = endOne('operator');
export const endOtherOperatorSessionsRoute = endOthers('operator');
