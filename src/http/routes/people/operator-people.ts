import { z } from 'zod';
import { invite, makeResetLink, withdrawInvitation } from '../../../db/merchants/invitation-orders.js';
import { changeMember } from '../../../db/merchants/member-changes.js';
import { resetFactorsOfOperator } from '../../../db/merchants/member-orders.js';
import { findMerchant } from '../../../db/merchants/merchants.js';
import { listMembers } from '../../../db/people/changed-members.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { operatorPeople, operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import {
  createdInvitationSchema,
  invitationSchema,
  memberSchema,
  showInvitation,
  showMember,
  showNewLink,
} from '../../views/people.js';
import { invitedEmail, memberStatus, merchantRole, operatorRole } from './member-fields.js';

const ofMerchant = z.strictObject({ merchantId: idOf('mer') });
const ofOperator = z.strictObject({ operatorId: idOf('opr') });

/** GET /admin/v1/merchants/{merchantId}/members */
export const listMembersOfMerchantRoute = readRoute({
  path: '/admin/v1/merchants/:merchantId/members',
  summary: "List a merchant's members",
  description: 'Newest first.',
  access: operators('keys:approve'),
  reply: pageOf(memberSchema),
  errors: ['not_found'],
  params: ofMerchant,
  query: z.strictObject(pageFields('mbr')),
  async read(deps, { params: { merchantId }, query: { limit, cursor } }) {
    if ((await findMerchant(deps.db, merchantId)) === undefined)
      throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
    const found = await listMembers(deps.db, { merchantId, limit: limit + 1, ...given({ afterId: cursor }) });
    return pageReply(found, { limit, idOf: ({ memberId }) => memberId, show: showMember });
  },
});

/** POST /admin/v1/merchants/{merchantId}/invitations */
export const inviteForMerchantRoute = createRoute({
  path: '/admin/v1/merchants/:merchantId/invitations',
  summary: 'Invite a member of a merchant',
  description:
    'For example its first owner. Hand the `url` over yourself. It is shown only in this answer, and works once, for 7 days. The scopes of the role that move money wait for `POLICY_DELAY` from now on, or until a second operator confirms them. The merchant is told.',
  access: operators('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(createdInvitationSchema),
  errors: ['not_found', 'invalid_state'],
  params: ofMerchant,
  body: z
    .strictObject({ email: invitedEmail, role: merchantRole.default('owner') })
    .meta({ id: 'NewMerchantInvitation' }),
  prepare: (_deps, { params: { merchantId }, body, caller }) => Promise.resolve({ merchantId, body, caller }),
  async create(deps, trx, { merchantId, body, caller }) {
    const to = { kind: 'merchant', merchantId } as const;
    const made = await invite(trx, policyOrder(deps, caller), { to, ...body });
    return dataReply(showNewLink(made, deps));
  },
});

/** POST /admin/v1/operators/{operatorId}/invitation */
export const inviteOperatorRoute = createRoute({
  path: '/admin/v1/operators/:operatorId/invitation',
  summary: 'Let an operator sign in',
  description:
    'An operator is one person with one sign-in. Hand the `url` over yourself. It is shown only in this answer, and works once, for 7 days. An earlier link is withdrawn. Only people who have signed in can invite, and only for roles with no more rights than their own. So the sign-ins and keys of approvers are created at the command line. Scopes that move money wait for `POLICY_DELAY`, or until a second operator confirms them.',
  access: operatorPeople('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(createdInvitationSchema),
  errors: ['not_found', 'invalid_state'],
  params: ofOperator,
  body: z.strictObject({ email: invitedEmail, role: operatorRole }).meta({ id: 'NewOperatorInvitation' }),
  prepare: (_deps, { params: { operatorId }, body, caller }) => Promise.resolve({ operatorId, body, caller }),
  async create(deps, trx, { operatorId, body, caller }) {
    const to = { kind: 'operator', operatorId } as const;
    const made = await invite(trx, policyOrder(deps, caller), { to, ...body });
    return dataReply(showNewLink(made, deps));
  },
});

/** DELETE /admin/v1/operators/{operatorId}/invitation/{invitationId} */
export const withdrawOperatorInvitationRoute = orderRoute({
  method: 'delete',
  path: '/admin/v1/operators/:operatorId/invitation/:invitationId',
  summary: "Withdraw an operator's invitation",
  description: 'Its link no longer works. A link for a new password can be withdrawn too.',
  access: operatorPeople('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(invitationSchema),
  errors: ['invalid_state'],
  params: z.strictObject({ operatorId: idOf('opr'), invitationId: idOf('ivt') }),
  async order(deps, trx, { params: { operatorId, invitationId }, caller }) {
    const to = { kind: 'operator', operatorId } as const;
    const withdrawn = await withdrawInvitation(trx, policyOrder(deps, caller), { to, invitationId });
    return dataReply(showInvitation(withdrawn));
  },
});

/** POST /admin/v1/operators/{operatorId}/reset-link */
export const resetOperatorRoute = createRoute({
  path: '/admin/v1/operators/:operatorId/reset-link',
  summary: 'Make a link for a new password of an operator',
  description:
    "The link works once, for 24 hours, and is shown only in this answer. The operator's role must have no more rights than yours. After the new password, the operator cannot confirm policy changes or move money for `POLICY_DELAY`, because the person who creates a link could also use it.",
  access: operatorPeople('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(createdInvitationSchema),
  errors: ['not_found', 'invalid_state'],
  params: ofOperator,
  prepare: (_deps, { params: { operatorId }, caller }) => Promise.resolve({ operatorId, caller }),
  async create(deps, trx, { operatorId, caller }) {
    const to = { kind: 'operator', operatorId } as const;
    const made = await makeResetLink(trx, policyOrder(deps, caller), { to, memberId: null });
    return dataReply(showNewLink(made, deps));
  },
});

/** POST /admin/v1/operators/{operatorId}/reset-factors */
export const resetOperatorFactorsRoute = orderRoute({
  path: '/admin/v1/operators/:operatorId/reset-factors',
  summary: 'Remove the second factors of an operator who has lost them',
  description:
    "Removes the authenticator app, passkeys and recovery codes, and ends the operator's sessions. The operator's role must have no more rights than yours. You cannot do it for yourself. Afterwards the operator cannot confirm policy changes for `POLICY_DELAY`.",
  access: operatorPeople('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(memberSchema),
  errors: ['not_found', 'invalid_state'],
  params: ofOperator,
  async order(deps, trx, { params: { operatorId }, caller }) {
    const to = { kind: 'operator', operatorId } as const;
    return dataReply(showMember(await resetFactorsOfOperator(trx, policyOrder(deps, caller), to)));
  },
});

/** PATCH /admin/v1/operators/{operatorId}/member */
export const changeOperatorMemberRoute = orderRoute({
  method: 'patch',
  path: '/admin/v1/operators/:operatorId/member',
  summary: "Change the role or status of an operator's sign-in",
  description:
    "The operator's sessions end. You can set `disabled` for any operator, also for an approver. For other changes, the operator's role must have no more rights than yours. You cannot change your own sign-in. The operator's keys still work: block them separately.",
  access: operatorPeople('keys:approve'),
  needsConfirmation: true,
  reply: dataOf(memberSchema),
  errors: ['not_found', 'invalid_state'],
  params: ofOperator,
  body: z
    .strictObject({ role: operatorRole.optional(), status: memberStatus.optional() })
    .refine((changes) => Object.keys(changes).length > 0, 'say what is to change')
    .meta({
      id: 'OperatorMemberChanges',
      anyOf: ['role', 'status'].map((field) => ({ required: [field] })),
      examples: [{ status: 'disabled' }],
    }),
  async order(deps, trx, { params: { operatorId }, body, caller }) {
    const whose = { to: { kind: 'operator', operatorId }, memberId: null } as const;
    return dataReply(showMember(await changeMember(trx, policyOrder(deps, caller), whose, given(body))));
  },
});
