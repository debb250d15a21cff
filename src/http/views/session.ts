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

/** What {@link showSession} shows. */
export const sessionSchema = z
  .strictObject({
    kind: z.enum(['merchant', 'operator']),
    member: z.strictObject({
      memberId: idOf('mbr'),
      email: z.string().meta({ examples: ['ann@shop.example'] }),
      name: z.string().meta({ examples: ['Ann'] }),
      role: z.string().meta({ examples: ['owner'] }),
      scopes: z
        .array(z.string())
        .meta({ description: 'What the role may do now.', examples: [['invoices:read']] }),
    }),
    merchant: z.strictObject({ merchantId: idOf('mer'), name: z.string() }).nullable(),
    operator: z.strictObject({ operatorId: idOf('opr'), name: z.string() }).nullable(),
    temporalUi: z
      .strictObject({
        url: z.string().meta({ examples: ['https://temporal.example.com'] }),
        namespace: z.string().meta({ examples: ['default'] }),
      })
      .nullable()
      .meta({ description: "Where an operator looks at workflows: Temporal's UI, if its URL is set." }),
    csrfToken: z.string().meta({
      description: 'Every request of the session but GET has it in `X-CSRF-Token`.',
      examples: ['rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s'],
    }),
    needsSecondFactor: z
      .boolean()
      .meta({ description: 'True: nothing else is answered until the second factor is given.' }),
    secondFactors: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).meta({
      description: 'What the member can give as the second factor, and confirms by. Empty: the password.',
      examples: [['totp', 'recovery_code']],
    }),
    needsPasskey: z.boolean().meta({
      description: 'True: nothing else is answered until the operator has registered a passkey.',
    }),
    confirmedUntil: shownMoment.nullable().meta({
      description: 'Until then the member counts as proven again, for what moves money or gives rights.',
    }),
    idleEndsAt: shownMoment.meta({ description: 'When it ends unless it is used.' }),
    endsAt: shownMoment.meta({ description: 'When it ends in any case.' }),
  })
  .meta({ id: 'Session', description: 'Who is signed in, and until when.' });

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
