import { z } from 'zod';
import { makeResetLink } from '../../../db/merchants/invitation-orders.js';
import { changeMember } from '../../../db/merchants/member-changes.js';
import { listMembers } from '../../../db/people/changed-members.js';
import { merchantPeople, merchants } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { createdInvitationSchema, memberSchema, showMember, showNewLink } from '../../views/people.js';
import { memberStatus, merchantRole } from './member-fields.js';

const params = z.strictObject({ memberId: idOf('mbr') });

/** GET /web/v1/members */
export const listMembersRoute = readRoute({
  path: '/web/v1/members',
  summary: 'List members',
  description: 'The people who sign in for you, newest first.',
  access: merchants('keys:write'),
  reply: pageOf(memberSchema),
  query: z.strictObject(pageFields('mbr')),
  async read(deps, { query: { limit, cursor }, caller: { merchantId } }) {
    const found = await listMembers(deps.db, { merchantId, limit: limit + 1, ...given({ afterId: cursor }) });
    return pageReply(found, { limit, idOf: ({ memberId }) => memberId, show: showMember });
  },
});

/** PATCH /web/v1/members/{memberId} */
export const changeMemberRoute = orderRoute({
  method: 'patch',
  path: '/web/v1/members/:memberId',
  summary: "Change a member's role or status",
  description:
    "The member's sessions end. Only people who have signed in can do it, and only for roles with no more rights than their own. The scopes of a new role that move money wait for `POLICY_DELAY`, or until an operator confirms them. The last active owner of a merchant stays one.",
  access: merchantPeople('keys:write'),
  needsConfirmation: true,
  reply: dataOf(memberSchema),
  errors: ['invalid_state'],
  params,
  body: z
    .strictObject({ role: merchantRole.optional(), status: memberStatus.optional() })
    .refine((changes) => Object.keys(changes).length > 0, 'say what is to change')
    .meta({
      id: 'MemberChanges',
      anyOf: ['role', 'status'].map((field) => ({ required: [field] })),
      examples: [{ role: 'viewer' }],
    }),
  async order(deps, trx, { params: { memberId }, body, caller }) {
    const { merchantId } = caller;
    const whose = { to: { kind: 'merchant', merchantId }, memberId } as const;
    return dataReply(showMember(await changeMember(trx, policyOrder(deps, caller), whose, given(body))));
  },
});

/** POST /web/v1/members/{memberId}/reset-link */
export const resetMemberRoute = createRoute({
  path: '/web/v1/members/:memberId/reset-link',
  summary: 'Make a link for a new password',
  description:
    'Hand the `url` over yourself. No mail is sent, and the URL is shown only in this answer. It works once, for 24 hours. An earlier link is withdrawn. Only people who have signed in can create one, and only for roles with no more rights than their own.',
  access: merchantPeople('keys:write'),
  needsConfirmation: true,
  reply: dataOf(createdInvitationSchema),
  errors: ['not_found', 'invalid_state'],
  params,
  prepare: (_deps, { params: { memberId }, caller }) => Promise.resolve({ memberId, caller }),
  async create(deps, trx, { memberId, caller }) {
    const { merchantId } = caller;
    const to = { kind: 'merchant', merchantId } as const;
    const made = await makeResetLink(trx, policyOrder(deps, caller), { to, memberId });
    return dataReply(showNewLink(made, deps));
  },
});
