import { createHash } from 'node:crypto';
import { z } from 'zod';
import { transaction } from '../../../db/core/database.js';
import { followLink, readLink } from '../../../db/merchants/join-orders.js';
import { beginSession, endReplacedSession } from '../../../db/people/sessions.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { isPassword } from '../../../domain/people/password.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { cookieRoute, type ApiRequest, type Route } from '../../requests/route.js';
import { line } from '../../requests/schemas.js';
import { giveToken } from '../../requests/session-cookie.js';
import { presentedLinkSchema, showPresented } from '../../views/people.js';
import { sessionSchema } from '../../views/session.js';
import { showSessionNow } from './session-kinds.js';

const PATHS = { merchant: '/web/v1/join', operator: '/admin/v1/join' } as const;
const WHERE = { merchant: 'a merchant', operator: 'the operators' } as const;

/** The part of a link behind `#`. A text of another form cannot be a token, but is looked up all the same. */
const token = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: 'The part of the link behind `#`.',
    examples: ['rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s'],
  });

const newPassword = z
  .string()
  .refine(isPassword, 'expected 12 to 256 characters')
  .meta({ minLength: 12, maxLength: 256, format: 'password', examples: ['correct horse battery'] });

/**
 * Refuses a request that did not come from our own page. Counts the IP address and the link before anything is looked
 * up.
 */
async function enter(request: ApiRequest, kind: MemberKind, presented: string): Promise<void> {
  if (!request.isFromOurPage)
    throw new QuittanceError('csrf_failed', 'Open the link in a browser, and join on its page.');
  const hash = createHash('sha256').update(presented, 'utf8').digest('base64url');
  await request.countSignIn({ account: `join ${kind} ${hash}` });
}

/** POST …/join/read. It is not a GET, so that the token is in no log. */
const read = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: `${PATHS[kind]}/read`,
    summary: 'Read what a link is for',
    description: `The link is for joining ${WHERE[kind]}, or for a new password. This request changes nothing.`,
    access: PUBLIC,
    errors: ['csrf_failed', 'rate_limited', 'not_found', 'merchant_suspended'],
    reply: dataOf(presentedLinkSchema),
    body: z.strictObject({ token }),
    async answer(deps, { body, request }) {
      await enter(request, kind, body.token);
      const presented = { kind, token: body.token, nowMs: deps.now() };
      return { shown: dataReply(showPresented(await readLink(deps.db, presented))), cookie: null };
    },
  });

/** POST …/join: uses a link, and signs in. */
const use = (kind: MemberKind): Route =>
  cookieRoute({
    method: 'post',
    path: PATHS[kind],
    summary: `Join ${WHERE[kind]} by a link`,
    description:
      'Or set a new password. That ends every session of the account. A link works once. The answer signs in, like `POST …/session`.',
    access: PUBLIC,
    errors: ['csrf_failed', 'rate_limited', 'not_found', 'invalid_state', 'merchant_suspended'],
    reply: dataOf(sessionSchema),
    body: z.strictObject({
      token,
      name: line({ max: 200 })
        .optional()
        .meta({
          description: 'The name of the person who joins. Not needed for a new password.',
          examples: ['Ann'],
        }),
      password: newPassword,
    }),
    async answer(deps, { body, caller: { ip }, request }) {
      await enter(request, kind, body.token);
      const nowMs = deps.now();
      const begun = await transaction(deps.db, async (trx) => {
        const presented = { kind, token: body.token, nowMs };
        const said = { name: body.name ?? null, password: body.password, ip };
        const member = await followLink(trx, presented, said);
        await endReplacedSession(trx, request.presentedToken(kind));
        return beginSession(trx, member, { ip, userAgent: request.userAgent, nowMs });
      });
      return {
        shown: await showSessionNow(deps, { kind, token: begun.token }),
        cookie: giveToken(kind, begun.token),
      };
    },
  });

export const readMerchantLinkRoute = read('merchant');
export const joinMerchantRoute = use('merchant');
export const readOperatorLinkRoute = read('operator');
export const joinOperatorRoute = use('operator');
