import { z } from 'zod';
import type { Passkey } from '../../db/people/passkeys.js';
import type { RefusedFactors } from '../../db/people/refused-factors.js';
import type { SessionSummary } from '../../db/people/sessions.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

/** What {@link showPasskey} shows. */
export const passkeySchema = z
  .strictObject({
    passkeyId: idOf('psk'),
    name: z.string().meta({ examples: ['Laptop'] }),
    createdAt: shownMoment,
    lastUsedAt: shownMoment.nullable(),
  })
  .meta({ id: 'Passkey' });

/** What {@link showSessionOf} shows. */
const memberSessionSchema = z
  .strictObject({
    sessionId: idOf('ses'),
    isCurrent: z.boolean().meta({ description: 'True: it is the session that asks.' }),
    ip: z.string().meta({ description: 'Where it was begun.', examples: ['203.0.113.9'] }),
    userAgent: z
      .string()
      .nullable()
      .meta({
        description: 'The browser, as it names itself.',
        examples: ['Mozilla/5.0 (X11; Linux x86_64)'],
      }),
    createdAt: shownMoment,
    lastUsedAt: shownMoment,
    endsAt: shownMoment.meta({ description: 'When it ends in any case.' }),
  })
  .meta({ id: 'MemberSession', description: 'A session in force of the member who asks.' });

export const recoveryCodesSchema = z.array(z.string()).meta({
  description: 'Shown only in this answer. Each counts once, in place of another second factor.',
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
    needsPasskey: z.boolean().meta({ description: 'True: an operator without a passkey, who needs one.' }),
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
          'Second factors of the member that were refused within 30 days. Whoever gave them knew the password, or had a session.',
      }),
    sessions: z.array(memberSessionSchema).meta({ description: 'The newest first, at most 100.' }),
  })
  .meta({ id: 'Security', description: 'What a member signs in by, and where they are signed in.' });

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
