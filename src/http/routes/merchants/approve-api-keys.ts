import { z } from 'zod';
import {
  approveApiKey,
  createMerchantKey,
  setApiKeyRateLimits,
} from '../../../db/merchants/api-key-orders.js';
import { API_KEY_STATUSES, listApiKeys } from '../../../db/merchants/api-keys.js';
import { ANY_GROUP, KEY_RATE_LIMIT_GROUPS } from '../../../domain/merchants/rate-limits.js';
import { apiKeyTerms, readExpiry } from './api-key-fields.js';
import { auditActor, operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf, reason } from '../../requests/schemas.js';
import { EXPECTED_WORDS } from './whitelist-fields.js';
import { createdOwnedKeySchema, ownedKeySchema, showOwnedApiKey } from '../../views/api-keys.js';

const access = operators('keys:approve');
const params = z.strictObject({ apiKeyId: idOf('key') });

const LIMIT_MAX = 1_000_000_000;

/** A key's own limits by rate-limit group: the number of requests in the group's window. Null lifts a limit. */
const rateLimits = z
  .partialRecord(z.enum([...KEY_RATE_LIMIT_GROUPS, ANY_GROUP]), z.int().min(1).max(LIMIT_MAX).nullable())
  .meta({ examples: [{ 'POST /v1/invoices': 600 }] });

/** GET /admin/v1/api-keys: the keys of all merchants and operators, or of one of them. */
export const listAllApiKeysRoute = readRoute({
  path: '/admin/v1/api-keys',
  summary: 'List all API keys',
  description: 'The keys of all merchants and operators, newest first.',
  access,
  reply: pageOf(ownedKeySchema),
  query: z.strictObject({
    ...pageFields('key'),
    merchantId: idOf('mer').optional(),
    operatorId: idOf('opr').optional(),
    status: z.enum(API_KEY_STATUSES).optional(),
  }),
  async read(deps, { query: { limit, cursor, ...filters } }) {
    const found = await listApiKeys(deps.db, {
      limit: limit + 1,
      ...given({ ...filters, afterId: cursor }),
    });
    const nowMs = deps.now();
    return pageReply(found, {
      limit,
      idOf: (apiKey) => apiKey.apiKeyId,
      show: (apiKey) => showOwnedApiKey(apiKey, nowMs),
    });
  },
});

/** POST /admin/v1/api-keys: gives a merchant a key that is approved by the operator who creates it. */
export const createMerchantKeyRoute = createRoute({
  path: '/admin/v1/api-keys',
  summary: 'Give a merchant an API key',
  description:
    'It is approved from the start. A key with `withdrawals:write` is approved only after `POLICY_DELAY`, or when a second operator approves it. The `key` is shown only in this answer.',
  access,
  needsConfirmation: true,
  reply: dataOf(createdOwnedKeySchema),
  errors: ['not_found'],
  body: z.strictObject({ merchantId: idOf('mer'), ...apiKeyTerms }),
  prepare(deps, { body: { merchantId, expiresAt, ...terms }, caller }) {
    const expiresAtMs = readExpiry(expiresAt, deps.now());
    return Promise.resolve({ merchantId, terms: { ...terms, expiresAtMs }, caller });
  },
  async create(deps, trx, { terms, merchantId, caller }) {
    const order = { ...policyOrder(deps, caller), merchantId };
    const { apiKey, key } = await createMerchantKey(trx, order, terms);
    return dataReply({ ...showOwnedApiKey(apiKey, deps.now()), key });
  },
});

/** POST /admin/v1/api-keys/{apiKeyId}/approve */
export const approveApiKeyRoute = orderRoute({
  path: '/admin/v1/api-keys/:apiKeyId/approve',
  summary: 'Approve a pending API key',
  description:
    'A key with `withdrawals:write` stays pending until `POLICY_DELAY` is over, or a second operator approves it too.',
  access,
  needsConfirmation: true,
  reply: dataOf(ownedKeySchema),
  errors: ['invalid_state'],
  params,
  async order(deps, trx, { params: { apiKeyId }, caller }) {
    const approved = await approveApiKey(trx, { ...policyOrder(deps, caller), apiKeyId });
    return dataReply(showOwnedApiKey(approved, deps.now()));
  },
});

/** PATCH /admin/v1/api-keys/{apiKeyId}: replaces the key's own limits; `{}` removes them. */
export const limitApiKeyRoute = orderRoute({
  method: 'patch',
  path: '/admin/v1/api-keys/:apiKeyId',
  summary: 'Set the limits of an API key',
  description:
    'Replaces the limits that were set before. Give each group of the table of limits a number of requests in its usual window, or null for no limit. `*` stands for all groups that are not named. `{}` removes all.',
  access,
  needsConfirmation: true,
  reply: dataOf(ownedKeySchema),
  errors: ['invalid_state'],
  params,
  body: z.strictObject({
    rateLimits,
    expected: rateLimits.optional().meta({ description: EXPECTED_WORDS }),
    reason: reason.optional(),
  }),
  async order(deps, trx, { params: { apiKeyId }, body, caller }) {
    const limited = await setApiKeyRateLimits(trx, {
      apiKeyId,
      manager: caller.credential,
      actor: auditActor(caller),
      rateLimits: body.rateLimits,
      ...given({ expected: body.expected }),
      reason: body.reason ?? null,
    });
    return dataReply(showOwnedApiKey(limited, deps.now()));
  },
});
