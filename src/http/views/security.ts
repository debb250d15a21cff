import { z } from 'zod';
import type { Passkey } from '../../db/people/passkeys.js';
import type { RefusedFactors } from '../../db/people/refused-factors.js';
import type { SessionSummary } from '../../db/people/sessions.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

/** The schema of {@link showPasskey}'s answer. */
export const passkeySchema = z
  .strictObject({
    passkeyId: idOf('psk'),
    name: z.string().meta({ examples: ['Laptop'] }),
    createdAt: shownMoment,
    lastUsedAt: shownMoment.nullable(),
  })
  .meta({ id: 'Passkey' });

/** The schema of {@link showSessionOf}'s answer. */
const memberSessionSchema = z
  .strictObject({
    sessionId: idOf('ses'),
    isCurrent: z.boolean().meta({ description: 'True: this request belongs to this session.' }),
    ip: z
      .string()
      .meta({ description: 'The IP address from which the member signed in.', examples: ['203.0.113.9'] }),
    userAgent: z
      .string()
      .nullable()
      .meta({
        description: 'The header User-Agent of the sign-in.',
        examples: ['Mozilla/5.0 (X11; Linux x86_64)'],
      }),
    createdAt: shownMoment,
    lastUsedAt: shownMoment,
    endsAt: shownMoment.meta({ description: 'The latest end of the session.' }),
  })
  .meta({ id: 'MemberSession', description: 'A session of the member that is in force.' });

export const recoveryCodesSchema = z.array(z.string()).meta({
  description: 'Shown only in this answer. Each code works once, instead of another second factor.',
  examples: [['3f7k-9m2p-x4vw-8c1d']],
});

export const securitySchema = z
  .strictObject({
    totp: z
      .strictObject({ confirmedAt: shownMoment })
      .nullable()
      .meta({ description: 'The authenticator app in force; null: there is none.' }),
    passkeys: z.array(passkeySchema),
    recoveryCodesLeft: z
      .int()
      .min(0)
      .meta({ examples: [10] }),
    needsPasskey: z.boolean().meta({ description: 'True: the operator still has to register a passkey.' }),
    refusedFactors: z
      .strictObject({
        count: z
          .int()
          .min(0)
          .meta({ examples: [0] }),
        lastAt: shownMoment.nullable(),
        lastIp: z.string().nullable(),
      })
      .meta({
        description:
          'Attempts with a wrong second factor within 30 days. The person who made them knew the password or had a session.',
      }),
    sessions: z.array(memberSessionSchema).meta({ description: 'The newest first, at most 100.' }),
  })
  .meta({ id: 'Security', description: 'How a member signs in, and where they are signed in.' });

export function showPasskey({
  passkeyId,
  name,
  createdAtMs,
  lastUsedAtMs,
}: Pick<Passkey, 'passkeyId' | 'name' | 'createdAtMs' | 'lastUsedAtMs'>): Shown<typeof passkeySchema> {
  return { passkeyId, name, createdAt: iso(createdAtMs), lastUsedAt: isoOrNull(lastUsedAtMs) };
}

export function showRefusedFactors({
  count,
  lastAtMs,
  lastIp,
}: RefusedFactors): Shown<typeof securitySchema>['refusedFactors'] {
  return { count, lastAt: isoOrNull(lastAtMs), lastIp };
}

export function showSessionOf(
  session: SessionSummary,
  { currentId }: { readonly currentId: string },
): Shown<typeof memberSessionSchema> {
  const { sessionId, ip, userAgent } = session;
  return {
    sessionId,
    isCurrent: sessionId === currentId,
    ip,
    userAgent,
    createdAt: iso(session.createdAtMs),
    lastUsedAt: iso(session.lastUsedAtMs),
    endsAt: iso(session.absoluteEndsAtMs),
  };
}
