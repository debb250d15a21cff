import { z } from 'zod';
import type { Session } from '../../db/people/sessions.js';
import { scopesInForce } from '../../domain/people/roles.js';
import { secondFactorsOf } from '../../domain/people/second-factors.js';
import type { AppDeps } from '../requests/app-deps.js';
import { csrfTokenOf } from '../requests/csrf.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

/** The schema of {@link showSession}'s answer. */
export const sessionSchema = z
  .strictObject({
    kind: z.enum(['merchant', 'operator']),
    member: z.strictObject({
      memberId: idOf('mbr'),
      email: z.string().meta({ examples: ['ann@shop.example'] }),
      name: z.string().meta({ examples: ['Ann'] }),
      role: z.string().meta({ examples: ['owner'] }),
      scopes: z.array(z.string()).meta({
        description: 'The scopes of the role that are in force now.',
        examples: [['invoices:read']],
      }),
    }),
    merchant: z.strictObject({ merchantId: idOf('mer'), name: z.string() }).nullable(),
    operator: z.strictObject({ operatorId: idOf('opr'), name: z.string() }).nullable(),
    temporalUi: z
      .strictObject({
        url: z.string().meta({ examples: ['https://temporal.example.com'] }),
        namespace: z.string().meta({ examples: ['default'] }),
      })
      .nullable()
      .meta({
        description: "The URL of Temporal's UI, where operators look at workflows. Null: it is not set.",
      }),
    csrfToken: z.string().meta({
      description: 'Send it in `X-CSRF-Token` with every request of the session except GET.',
      examples: ['rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s'],
    }),
    needsSecondFactor: z
      .boolean()
      .meta({ description: 'True: every other request is refused until the second factor is given.' }),
    secondFactors: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).meta({
      description:
        "The member's second factors. They complete a sign-in and confirm orders. Empty: the member confirms with the password.",
      examples: [['totp', 'recovery_code']],
    }),
    needsPasskey: z.boolean().meta({
      description: 'True: every other request is refused until the operator has registered a passkey.',
    }),
    confirmedUntil: shownMoment.nullable().meta({
      description:
        'Until this moment, the session may give orders that move money or give rights, without another confirmation.',
    }),
    idleEndsAt: shownMoment.meta({ description: 'When the session ends if it is not used.' }),
    endsAt: shownMoment.meta({ description: 'The latest end of the session.' }),
  })
  .meta({ id: 'Session', description: 'The person who is signed in, and the end of their session.' });

/** Shows a session to its own browser. */
export function showSession(
  { member, ...session }: Session,
  {
    token,
    ownerName,
    isPasskeyNeeded,
    temporalUi,
  }: {
    readonly token: string;
    readonly ownerName: string;
    readonly isPasskeyNeeded: boolean;
    readonly temporalUi: AppDeps['temporalUi'];
  },
): Shown<typeof sessionSchema> {
  const { memberId, email, name, membership } = member;
  return {
    kind: membership.kind,
    member: { memberId, email, name, role: membership.role, scopes: [...scopesInForce(member)] },
    merchant: membership.kind === 'merchant' ? { merchantId: membership.merchantId, name: ownerName } : null,
    operator: membership.kind === 'operator' ? { operatorId: membership.operatorId, name: ownerName } : null,
    temporalUi: membership.kind === 'operator' ? temporalUi : null,
    csrfToken: csrfTokenOf(token),
    needsSecondFactor: session.needsSecondFactor,
    secondFactors: [...secondFactorsOf(session.factors)],
    needsPasskey: isPasskeyNeeded,
    confirmedUntil: isoOrNull(session.confirmedUntilMs),
    idleEndsAt: iso(session.idleEndsAtMs),
    endsAt: iso(session.absoluteEndsAtMs),
  };
}
