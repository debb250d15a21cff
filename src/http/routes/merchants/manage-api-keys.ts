import { z } from 'zod';
import {
  changeApiKeyStatus,
  regenerateApiKey,
  replaceWhitelists,
  requestApiKey,
  type ApiKeyOrder,
} from '../../../db/merchants/api-key-orders.js';
import type { PolicyOrder } from '../../../db/merchants/policy-changes.js';
import { API_KEY_STATUSES, listApiKeys } from '../../../db/merchants/api-keys.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { apiKeyTerms, readExpiry } from './api-key-fields.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { merchants, type MerchantCaller } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { ipRange, isWithinRanges } from '../../requests/ip-ranges.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { policyOrder } from '../../requests/policy-order.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, orderRoute, readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { EXPECTED_WORDS, addressesAsRead, readWhitelist, withdrawalAddresses } from './whitelist-fields.js';
import { apiKeySchema, createdKeySchema, regeneratedKeySchema, showApiKey } from '../../views/api-keys.js';
import { isoOrNull } from '../../views/iso.js';

const access = merchants('keys:write');
/** The id of a key. Default: the calling key. */
const apiKeyId = idOf('key').optional();

const OVERLAP_SECONDS_MAX = 604_800;
const ENTRIES_MAX = 100;

function orderOf(
  deps: AppDeps,
  caller: MerchantCaller,
  named: string | undefined,
): ApiKeyOrder & PolicyOrder {
  return { ...policyOrder(deps, caller), apiKeyId: named ?? ownKeyOf(caller), manager: caller.credential };
}

/** A session has no key of its own, so its caller must name a key. */
function ownKeyOf({ credential: { by, credentialId } }: MerchantCaller): string {
  if (by === 'key') return credentialId;
  throw new QuittanceError(
    'not_found',
    'apiKeyId is required in a session, because a session has no key of its own.',
  );
}

/** GET /web/v1/api-keys */
export const listApiKeysRoute = readRoute({
  path: '/web/v1/api-keys',
  summary: 'List API keys',
  description: 'Newest first.',
  access,
  reply: pageOf(apiKeySchema),
  query: z.strictObject({ ...pageFields('key'), status: z.enum(API_KEY_STATUSES).optional() }),
  async read(deps, { query: { limit, cursor, status }, caller: { merchantId } }) {
    const found = await listApiKeys(deps.db, {
      merchantId,
      limit: limit + 1,
      ...given({ status, afterId: cursor }),
    });
    const nowMs = deps.now();
    return pageReply(found, {
      limit,
      idOf: (apiKey) => apiKey.apiKeyId,
      show: (apiKey) => showApiKey(apiKey, nowMs),
    });
  },
});

/** POST /web/v1/api-keys */
export const createApiKeyRoute = createRoute({
  path: '/web/v1/api-keys',
  summary: 'Create an API key',
  description:
    'It is `pending` until an operator approves it. It can have only scopes of the calling key. It starts with the `withdrawalAddresses` of the calling key. The `key` is shown only in this answer.',
  access,
  needsConfirmation: true,
  reply: dataOf(createdKeySchema),
  body: z.strictObject(apiKeyTerms),
  prepare(deps, { body: { expiresAt, ...terms }, caller }) {
    const expiresAtMs = readExpiry(expiresAt, deps.now());
    return Promise.resolve({ terms: { ...terms, expiresAtMs }, caller });
  },
  async create(deps, trx, { terms, caller }) {
    const order = { ...policyOrder(deps, caller), manager: caller.credential };
    const { apiKey, key } = await requestApiKey(trx, order, terms);
    return dataReply({ ...showApiKey(apiKey, deps.now()), key });
  },
});

/** POST /web/v1/api-keys/regenerate */
export const regenerateApiKeyRoute = createRoute({
  path: '/web/v1/api-keys/regenerate',
  summary: 'Give an API key another secret',
  description:
    'Id, status, scopes and counters stay the same. During the overlap, the old secret still works, so that a request with a lost answer can be repeated. By default there is no overlap. Without `apiKeyId`, the calling key is changed.',
  access,
  needsConfirmation: true,
  status: 200,
  reply: dataOf(regeneratedKeySchema),
  errors: ['not_found', 'invalid_state'],
  rateLimit: 'POST /web/v1/api-keys/regenerate',
  body: z
    .strictObject({ apiKeyId, overlapSeconds: z.int().min(0).max(OVERLAP_SECONDS_MAX).default(0) })
    .prefault({}),
  prepare: (_deps, input) => Promise.resolve(input),
  async create(deps, trx, { body, caller }) {
    const made = await regenerateApiKey(trx, orderOf(deps, caller, body.apiKeyId), {
      overlapMs: body.overlapSeconds * 1_000,
    });
    const { apiKey, key, oldEndsAtMs } = made;
    return dataReply({
      ...showApiKey(apiKey, deps.now()),
      key,
      previousKeyEndsAt: isoOrNull(oldEndsAtMs),
    });
  },
});

/** PATCH /web/v1/api-keys/status */
export const changeApiKeyStatusRoute = orderRoute({
  method: 'patch',
  path: '/web/v1/api-keys/status',
  summary: 'Enable, disable or revoke an API key',
  description:
    '`approved` is only for a key that an operator has approved before. `revoked` is final. Without `apiKeyId`, the calling key is changed.',
  access,
  needsConfirmation: true,
  reply: dataOf(apiKeySchema),
  errors: ['not_found', 'invalid_state'],
  rateLimit: 'PATCH /web/v1/api-keys/status',
  body: z.strictObject({ apiKeyId, status: z.enum(['approved', 'disabled', 'revoked']) }),
  async order(deps, trx, { body, caller }) {
    const changed = await changeApiKeyStatus(trx, orderOf(deps, caller, body.apiKeyId), body.status);
    return dataReply(showApiKey(changed, deps.now()));
  },
});

/** PUT /web/v1/api-keys/whitelists: replaces both lists. */
export const replaceWhitelistsRoute = orderRoute({
  method: 'put',
  path: '/web/v1/api-keys/whitelists',
  summary: 'Replace the whitelists of an API key',
  description:
    'Replaces both lists. An empty list restricts nothing. A change that loosens the list of withdrawal addresses is in force after 24 hours. A change that tightens it is in force at once. If the new `ips` of the calling key exclude the address of this request, `"force": true` is needed.',
  access,
  needsConfirmation: true,
  reply: dataOf(apiKeySchema),
  errors: ['not_found', 'invalid_state', 'invalid_address', 'unsupported_asset'],
  rateLimit: 'PUT /web/v1/api-keys/whitelists',
  body: z.strictObject({
    apiKeyId,
    ips: z.array(ipRange).max(ENTRIES_MAX),
    withdrawalAddresses,
    expected: z
      .strictObject({ ips: z.array(ipRange).max(ENTRIES_MAX), withdrawalAddresses: addressesAsRead })
      .optional()
      .meta({ description: EXPECTED_WORDS }),
    force: z.boolean().default(false),
  }),
  async prepare(deps, { body, caller }) {
    const isOwn =
      body.apiKeyId === undefined
        ? caller.credential.by === 'key'
        : body.apiKeyId === caller.credential.credentialId;
    const staysIn = body.ips.length === 0 || isWithinRanges(caller.ip, body.ips);
    if (isOwn && !staysIn && !body.force) {
      throw new QuittanceError(
        'invalid_state',
        `The list does not include ${caller.ip}, the address of this request, so the key would lock itself out. Add the address, or send "force":true.`,
      );
    }
    return { ips: [...new Set(body.ips)], withdrawalAddresses: await readWhitelist(deps, body) };
  },
  async order(deps, trx, { body, caller }, lists) {
    const changed = await replaceWhitelists(trx, orderOf(deps, caller, body.apiKeyId), {
      ...lists,
      ...given({ expected: body.expected }),
      delayMs: deps.whitelistDelayMs,
    });
    return dataReply(showApiKey(changed, deps.now()));
  },
});
