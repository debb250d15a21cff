import { z } from 'zod';
import {
  changeOperatorKey,
  createOperator,
  createOperatorKey,
  type OperatorOrder,
} from '../../../db/merchants/operator-orders.js';
import { listKeysMadeWith } from '../../../db/merchants/api-keys.js';
import { viewOperators } from '../../../db/merchants/operator-views.js';
import { findOperator, listOperators } from '../../../db/people/operators.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { OPERATOR_SCOPES } from '../../../domain/merchants/scopes.js';
import { keyExpiry, readExpiry, scopesOf } from './api-key-fields.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, operators, type OperatorCaller } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { ipRange } from '../../requests/ip-ranges.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf, line } from '../../requests/schemas.js';
import {
  changedOperatorKeySchema,
  createdOwnedKeySchema,
  showChangedOperatorKey,
  showOwnedApiKey,
} from '../../views/api-keys.js';
import { createdOperatorSchema, operatorSchema, showNewOperator, showOperator } from '../../views/parties.js';

const access = operators('keys:approve');

const RANGES_MAX = 100;
const ips = z
  .array(ipRange)
  .max(RANGES_MAX)
  .meta({ description: 'Where it may be used from; empty: from anywhere.' });

const terms = {
  scopes: scopesOf(OPERATOR_SCOPES, ['withdrawals:approve']),
  ips: ips.default([]),
  expiresAt: keyExpiry,
};

function orderOf(deps: AppDeps, caller: OperatorCaller): OperatorOrder {
  return { manager: caller.credential, actor: auditActor(caller), nowMs: deps.now() };
}

/** POST /admin/v1/operators */
export const createOperatorRoute = createRoute({
  path: '/admin/v1/operators',
  summary: 'Create an operator',
  description:
    'The operator gets a first key. Its `key` is shown only in this answer. It can have only scopes of the calling key, ends no later, and works only from addresses of the calling key.',
  access,
  needsConfirmation: true,
  reply: dataOf(createdOperatorSchema),
  body: z.strictObject({ name: line({ max: 200 }).meta({ examples: ['Night shift'] }), ...terms }),
  prepare(deps, { body: { expiresAt, ...asked }, caller }) {
    return Promise.resolve({ caller, terms: { ...asked, expiresAtMs: readExpiry(expiresAt, deps.now()) } });
  },
  async create(deps, trx, { caller, terms: asked }) {
    const created = await createOperator(trx, orderOf(deps, caller), asked);
    return dataReply(showNewOperator(created, deps.now()));
  },
});

/** GET /admin/v1/operators */
export const listOperatorsRoute = readRoute({
  path: '/admin/v1/operators',
  summary: 'List operators',
  description: 'Newest first. Each operator has the keys that are not revoked, with their last use.',
  access,
  reply: pageOf(operatorSchema),
  query: z.strictObject(pageFields('opr')),
  async read(deps, { query: { limit, cursor } }) {
    const found = await listOperators(deps.db, { limit: limit + 1, ...given({ afterId: cursor }) });
    return pageReply(await viewOperators(deps.db, found, deps.now()), {
      limit,
      idOf: ({ operator }) => operator.operatorId,
      show: (view) => showOperator(view, deps.now()),
    });
  },
});

/** GET /admin/v1/operators/{operatorId} */
export const getOperatorRoute = readRoute({
  path: '/admin/v1/operators/:operatorId',
  summary: 'Read an operator',
  description: 'The operator with the keys that are not revoked, approver addresses, and the sign-in.',
  access,
  reply: dataOf(operatorSchema),
  params: z.strictObject({ operatorId: idOf('opr') }),
  async read(deps, { params: { operatorId } }) {
    const operator = await findOperator(deps.db, operatorId);
    const [view] = await viewOperators(deps.db, operator === undefined ? [] : [operator], deps.now());
    if (view === undefined) throw new QuittanceError('not_found', `There is no operator ${operatorId}.`);
    return dataReply(showOperator(view, deps.now()));
  },
});

/** POST /admin/v1/operators/{operatorId}/api-keys */
export const createOperatorKeyRoute = createRoute({
  path: '/admin/v1/operators/:operatorId/api-keys',
  summary: 'Give an operator another API key',
  description:
    'The `key` is shown only in this answer. It can have only scopes of the calling key, ends no later, and works only from addresses of the calling key. An operator is one approver, however many keys they have.',
  access,
  needsConfirmation: true,
  reply: dataOf(createdOwnedKeySchema),
  errors: ['not_found', 'invalid_state'],
  params: z.strictObject({ operatorId: idOf('opr') }),
  body: z.strictObject({ name: line({ max: 100 }).meta({ examples: ['Phone'] }), ...terms }),
  prepare(deps, { params: { operatorId }, body: { expiresAt, ...asked }, caller }) {
    const expiresAtMs = readExpiry(expiresAt, deps.now());
    return Promise.resolve({ caller, terms: { ...asked, operatorId, expiresAtMs } });
  },
  async create(deps, trx, { caller, terms: asked }) {
    const { apiKey, key } = await createOperatorKey(trx, orderOf(deps, caller), asked);
    return dataReply({ ...showOwnedApiKey(apiKey, deps.now()), key });
  },
});

/** PATCH /admin/v1/operators/api-keys/{apiKeyId} */
export const changeOperatorKeyRoute = orderRoute({
  method: 'patch',
  path: '/admin/v1/operators/api-keys/:apiKeyId',
  summary: "Change an operator's API key",
  description:
    "The change is in force from the next request on. A field that is left out stays as it is. `disabled` blocks a key until it is `approved` again. `revoked` blocks it for good. You can block any key except the last one that can manage operators. Blocking a key withdraws the open links that were created with it. The keys that were created with it still work: `keysMade` lists them. For other changes, the key's scopes must be within the scopes of the calling key. The calling key cannot let a key work longer, or from more addresses, than itself.",
  access,
  needsConfirmation: true,
  reply: dataOf(changedOperatorKeySchema),
  errors: ['invalid_state'],
  params: z.strictObject({ apiKeyId: idOf('key') }),
  body: z
    .strictObject({
      status: z.enum(['approved', 'disabled', 'revoked']).optional(),
      ips: ips.optional(),
      expiresAt: keyExpiry,
    })
    .refine((changes) => Object.keys(changes).length > 0, 'say what is to change')
    .meta({
      id: 'OperatorKeyChanges',
      anyOf: ['status', 'ips', 'expiresAt'].map((field) => ({ required: [field] })),
      examples: [{ status: 'revoked' }],
    }),
  async order(deps, trx, { params: { apiKeyId }, body: { expiresAt, ...asked }, caller }) {
    const change = {
      ...given(asked),
      ...(expiresAt === undefined ? {} : { expiresAtMs: readExpiry(expiresAt, deps.now()) }),
    };
    const changed = await changeOperatorKey(trx, orderOf(deps, caller), { apiKeyId, change });
    return dataReply(showChangedOperatorKey(changed, await listKeysMadeWith(trx, apiKeyId), deps.now()));
  },
});
