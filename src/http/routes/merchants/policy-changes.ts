import { z } from 'zod';
import { listPolicyChanges } from '../../../db/merchants/policy-changes.js';
import { confirmPolicyChange, stopPolicyChange } from '../../../db/merchants/policy-orders.js';
import { POLICY_CHANGE_STATUSES } from '../../../domain/merchants/policy-change.js';
import { operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { idOf, reason } from '../../requests/schemas.js';
import { policyChangeSchema, showPolicyChange } from '../../views/policy-changes.js';

const access = operators('merchants:write');
const params = z.strictObject({ policyChangeId: idOf('pol') });
const body = z.strictObject({ reason: reason.optional() }).prefault({});

/** GET /admin/v1/policy-changes */
export const listPolicyChangesRoute = readRoute({
  path: '/admin/v1/policy-changes',
  summary: 'List changes that loosen a policy',
  description: 'Newest first. Those that are `waiting` can be confirmed and stopped.',
  access: operators('reports:read'),
  reply: pageOf(policyChangeSchema),
  query: z.strictObject({
    ...pageFields('pol'),
    merchantId: idOf('mer').optional(),
    status: z.enum(POLICY_CHANGE_STATUSES).optional(),
  }),
  async read(deps, { query: { limit, cursor, ...filters } }) {
    const found = await listPolicyChanges(deps.db, {
      limit: limit + 1,
      ...given({ ...filters, afterId: cursor }),
    });
    return pageReply(found, { limit, idOf: ({ policyChangeId }) => policyChangeId, show: showPolicyChange });
  },
});

/** POST /admin/v1/policy-changes/{policyChangeId}/confirm */
export const confirmPolicyChangeRoute = orderRoute({
  path: '/admin/v1/policy-changes/:policyChangeId/confirm',
  summary: 'Confirm a change that loosens a policy',
  description:
    'The change is in force at once. The person who requested it can not confirm it. An API key, or the role of a person, must be older than `POLICY_DELAY`.',
  access,
  needsConfirmation: true,
  reply: dataOf(policyChangeSchema),
  errors: ['invalid_state'],
  params,
  body,
  async order(deps, trx, { params: { policyChangeId }, body: { reason: why }, caller }) {
    const order = { ...policyOrder(deps, caller), policyChangeId, reason: why ?? null };
    return dataReply(showPolicyChange(await confirmPolicyChange(trx, order)));
  },
});

/** POST /admin/v1/policy-changes/{policyChangeId}/stop */
export const stopPolicyChangeRoute = orderRoute({
  path: '/admin/v1/policy-changes/:policyChangeId/stop',
  summary: 'Stop a change that loosens a policy',
  description: 'The change is stopped for good. One operator is enough. The change can be requested again.',
  access,
  reply: dataOf(policyChangeSchema),
  errors: ['invalid_state'],
  params,
  body,
  async order(deps, trx, { params: { policyChangeId }, body: { reason: why }, caller }) {
    const order = { ...policyOrder(deps, caller), policyChangeId, reason: why ?? null };
    return dataReply(showPolicyChange(await stopPolicyChange(trx, order)));
  },
});
