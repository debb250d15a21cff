import { z } from 'zod';
import { INVITATION_STATUSES, type Invitation } from '../../db/people/invitations.js';
import type { Member } from '../../db/people/members.js';
import { rolesOf, scopesInForce } from '../../domain/people/roles.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMoment } from './fields.js';
import { iso } from './iso.js';

const shownEmail = z.string().meta({ examples: ['ann@shop.example'] });
const shownRole = z
  .enum([...new Set([...rolesOf('merchant'), ...rolesOf('operator')])])
  .meta({ examples: ['finance'] });

/** The schema of {@link showMember}'s answer. */
export const memberSchema = z
  .strictObject({
    memberId: idOf('mbr'),
    email: shownEmail,
    name: z.string().meta({ examples: ['Ann'] }),
    role: shownRole,
    scopes: z
      .array(z.string())
      .meta({ description: 'The scopes of the role that are in force now.', examples: [['invoices:read']] }),
    status: z.enum(['active', 'disabled']),
    waitingRole: z
      .strictObject({
        policyChangeId: idOf('pol'),
        status: z.enum(['waiting', 'stopped']).meta({ examples: ['waiting'] }),
        holdsFrom: shownMoment,
      })
      .nullable()
      .meta({
        description:
          'Null: the whole role is in force. Otherwise the scopes that move money wait until `holdsFrom`. If the change is `stopped`, they do not come into force.',
      }),
    createdAt: shownMoment,
  })
  .meta({ id: 'Member', description: 'A person who signs in.' });

export function showMember(member: Member): Shown<typeof memberSchema> {
  const { memberId, email, name, membership, status, waiting } = member;
  return {
    memberId,
    email,
    name,
    role: membership.role,
    scopes: [...scopesInForce(member)],
    status,
    waitingRole:
      waiting === null
        ? null
        : {
            policyChangeId: waiting.policyChangeId,
            status: waiting.status,
            holdsFrom: iso(waiting.holdsFromMs),
          },
    createdAt: iso(member.createdAtMs),
  };
}

const invitationFields = {
  invitationId: idOf('ivt'),
  kind: z.enum(['invitation', 'reset']).meta({ description: '`reset`: a member sets a new password.' }),
  email: shownEmail,
  role: shownRole.nullable().meta({ description: 'Null: a new password changes no role.' }),
  status: z.enum(INVITATION_STATUSES),
  memberId: idOf('mbr')
    .nullable()
    .meta({
      description: 'The member whose password it resets, or who has joined with it.',
      examples: [null],
    }),
  madeBy: z.enum(['merchant', 'operator', 'cli']),
  madeById: z
    .string()
    .nullable()
    .meta({
      description:
        'The member or the key that created it. Null: it was created at the command line or by an operator.',
      examples: ['mbr_01jc8z4n6q0v3w9x2y5r7t1k8m'],
    }),
  policyChangeId: idOf('pol')
    .nullable()
    .meta({
      description: 'The scopes that move money wait for this change. Null: they do not wait.',
      examples: [null],
    }),
  createdAt: shownMoment,
  expiresAt: shownMoment,
};

/** The schema of {@link showInvitation}'s answer. */
export const invitationSchema = z
  .strictObject(invitationFields)
  .meta({ id: 'Invitation', description: 'A link by which a person joins, or sets a new password.' });

const url = z.string().meta({
  description: 'Shown only once. Hand it over yourself, because no mail is sent.',
  examples: ['https://pay.example.com/dashboard/join#rA0vEWbXcVBBkKi2pQZ0Zy8yqTqkJ5o3gq1pHk0Yx4s'],
});

/** A link that was just made. */
export const createdInvitationSchema = z
  .strictObject({ ...invitationFields, url })
  .meta({ id: 'CreatedInvitation' });

/** Shows a link to members of its own kind, or to operators. The token is not shown. */
export function showInvitation(invitation: Invitation): Shown<typeof invitationSchema> {
  const { invitationId, kind, email, role, status, memberId, madeBy, policyChangeId } = invitation;
  return {
    invitationId,
    kind,
    email,
    role,
    status,
    memberId,
    policyChangeId,
    madeBy: madeBy.kind,
    madeById: madeBy.kind === invitation.to.kind ? madeBy.credentialId : null,
    createdAt: iso(invitation.madeAtMs),
    expiresAt: iso(invitation.expiresAtMs),
  };
}

/** Shows a new link with its URL. The token is behind `#`. Browsers do not send that part, so it is in no log. */
export function showNewLink(
  { invitation, token }: { readonly invitation: Invitation; readonly token: string },
  { publicBaseUrl, adminBaseUrl }: { readonly publicBaseUrl: string; readonly adminBaseUrl: string },
): Shown<typeof createdInvitationSchema> {
  const application =
    invitation.to.kind === 'merchant' ? `${publicBaseUrl}/dashboard` : `${adminBaseUrl}/admin`;
  return { ...showInvitation(invitation), url: `${application}/join#${token}` };
}

/** The schema of {@link showPresented}'s answer. */
export const presentedLinkSchema = z
  .strictObject({
    kind: invitationFields.kind,
    ownerName: z.string().meta({ description: 'The merchant or operator.', examples: ['Corner shop'] }),
    email: shownEmail,
    role: invitationFields.role,
    expiresAt: shownMoment,
  })
  .meta({ id: 'PresentedLink', description: 'The purpose of a link.' });

/** Shows the purpose of a link to the person who has it. */
export function showPresented({
  invitation,
  ownerName,
}: {
  readonly invitation: Invitation;
  readonly ownerName: string;
}): Shown<typeof presentedLinkSchema> {
  const { kind, email, role, expiresAtMs } = invitation;
  return { kind, ownerName, email, role, expiresAt: iso(expiresAtMs) };
}
