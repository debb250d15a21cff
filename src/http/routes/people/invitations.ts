import { z } from 'zod';
import { invite, withdrawInvitation } from '../../../db/merchants/invitation-orders.js';
import { INVITATION_STATUSES, listInvitations } from '../../../db/people/invitations.js';
import { merchantPeople, merchants } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import {
  createdInvitationSchema,
  invitationSchema,
  showInvitation,
  showNewLink,
} from '../../views/people.js';
import { invitedEmail, merchantRole } from './member-fields.js';

/** GET /web/v1/invitations */
export const listInvitationsRoute = readRoute({
  path: '/web/v1/invitations',
  summary: 'List invitations',
  description: 'The links with which people join or set a new password, newest first.',
  access: merchants('keys:write'),
  reply: pageOf(invitationSchema),
  query: z.strictObject({ ...pageFields('ivt'), status: z.enum(INVITATION_STATUSES).optional() }),
  async read(deps, { query: { limit, cursor, status }, caller: { merchantId } }) {
    const found = await listInvitations(deps.db, {
      merchantId,
      nowMs: deps.now(),
      limit: limit + 1,
      ...given({ status, afterId: cursor }),
    });
    return pageReply(found, { limit, idOf: ({ invitationId }) => invitationId, show: showInvitation });
  },
});

/** POST /web/v1/invitations */
export const inviteMemberRoute = createRoute({
  path: '/web/v1/invitations',
  summary: 'Invite a member',
  description:
    "Hand the `url` over yourself. No mail is sent, and the URL is shown only in this answer. It works once, for 7 days. An earlier invitation for the same email is withdrawn. Only people who have signed in can invite, and only for roles with no more rights than their own. API keys cannot invite, because a member would not have the key's restrictions. The scopes of the role that move money wait for `POLICY_DELAY` from now on, or until an operator confirms them.",
  access: merchantPeople('keys:write'),
  needsConfirmation: true,
  reply: dataOf(createdInvitationSchema),
  errors: ['invalid_state'],
  body: z.strictObject({ email: invitedEmail, role: merchantRole }).meta({ id: 'NewInvitation' }),
  prepare: (_deps, { body, caller }) => Promise.resolve({ body, caller }),
  async create(deps, trx, { body, caller }) {
    const to = { kind: 'merchant', merchantId: caller.merchantId } as const;
    const made = await invite(trx, policyOrder(deps, caller), { to, ...body });
    return dataReply(showNewLink(made, deps));
  },
});

/** DELETE /web/v1/invitations/{invitationId} */
export const withdrawInvitationRoute = orderRoute({
  method: 'delete',
  path: '/web/v1/invitations/:invitationId',
  summary: 'Withdraw an invitation',
  description: 'Its link no longer works. A link for a new password can be withdrawn too.',
  access: merchantPeople('keys:write'),
  needsConfirmation: true,
  reply: dataOf(invitationSchema),
  errors: ['invalid_state'],
  params: z.strictObject({ invitationId: idOf('ivt') }),
  async order(deps, trx, { params: { invitationId }, caller }) {
    const to = { kind: 'merchant', merchantId: caller.merchantId } as const;
    const withdrawn = await withdrawInvitation(trx, policyOrder(deps, caller), { to, invitationId });
    return dataReply(showInvitation(withdrawn));
  },
});
