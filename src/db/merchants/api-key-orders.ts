import {
  isWithinWhitelist,
  replaceWhitelist,
  type AddressWhitelist,
  type WhitelistedAddress,
} from '../../domain/merchants/address-whitelist.js';
import { assert, assertNever, QuittanceError } from '../../domain/core/errors.js';
import type { KeyRateLimits } from '../../domain/merchants/rate-limits.js';
import { scopesBeyond, type MerchantScope } from '../../domain/merchants/scopes.js';
import {
  createApiKey,
  lockApiKey,
  replaceApiKeySecret,
  setApiKeyStatus,
  updateApiKey,
  type ApiKey,
  type ApiKeyStatus,
} from './api-keys.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { findMerchant } from './merchants.js';

/** Which key an order is about, and the key of the same merchant that gives it; it may be the same one. */
export interface ApiKeyOrder {
  readonly apiKeyId: string;
  readonly manager: ApiKey;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** A key, and its secret: it can't be shown again. */
export interface ShownOnce {
  readonly apiKey: ApiKey;
  readonly key: string;
}

/** What is asked of a new key. */
export interface ApiKeyTerms {
  readonly name: string;
  readonly scopes: readonly MerchantScope[];
  /** Epoch ms; null: never. */
  readonly expiresAtMs: number | null;
}

/**
 * A merchant's order for another key. It waits for an operator, has no scope that its maker lacks, and begins with its
 * maker's whitelist: a new key is no way around that.
 *
 * @throws QuittanceError `missing_scope`.
 */
export async function requestApiKey(
  trx: Transaction,
  order: Pick<ApiKeyOrder, 'manager' | 'actor'>,
  terms: ApiKeyTerms,
): Promise<ShownOnce> {
  const { manager, actor } = order;
  assert(manager.owner.kind === 'merchant', 'merchants make keys of their own');
  assertScopesWithin(manager, terms);
  const { merchantId } = manager.owner;
  const made = await createApiKey(trx, {
    ...terms,
    owner: { merchantId },
    approved: false,
    whitelist: manager.whitelist,
  });
  await audit(trx, { actor, apiKeyId: made.apiKey.apiKeyId }, 'create', {
    after: { ...shownTerms(merchantId, terms), status: made.apiKey.status, ...shownLists(made.apiKey) },
  });
  return made;
}

/**
 * An operator's order for a merchant's key: it is approved from the start.
 *
 * @throws QuittanceError `not_found`.
 */
export async function createMerchantKey(
  trx: Transaction,
  order: { readonly merchantId: string; readonly actor: AuditActor },
  terms: ApiKeyTerms,
): Promise<ShownOnce> {
  const { merchantId, actor } = order;
  if ((await findMerchant(trx, merchantId)) === undefined) {
    throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
  }
  const made = await createApiKey(trx, { ...terms, owner: { merchantId }, approved: true });
  await audit(trx, { actor, apiKeyId: made.apiKey.apiKeyId }, 'create', {
    after: { ...shownTerms(merchantId, terms), status: made.apiKey.status },
  });
  return made;
}

/**
 * Gives a key another secret; its id, status, scopes and counters stay. The one before works on for the overlap.
 *
 * @returns also until when (epoch ms) the secret before works; null: it has ended.
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function regenerateApiKey(
  trx: Transaction,
  order: ApiKeyOrder,
  { overlapMs }: { readonly overlapMs: number },
): Promise<ShownOnce & { readonly oldEndsAtMs: number | null }> {
  const { manager, nowMs } = order;
  const before = await lockManaged(trx, order);
  if (before.expiresAtMs !== null && before.expiresAtMs <= nowMs) {
    throw new QuittanceError('invalid_state', 'The API key has expired: make another one.');
  }
  if (
    !isWithinWhitelist(before.whitelist, manager.whitelist, nowMs) &&
    before.apiKeyId !== manager.apiKeyId
  ) {
    // Whoever gets the secret could withdraw to where the calling key may not.
    throw new QuittanceError(
      'missing_scope',
      `The API key ${before.apiKeyId} may withdraw to addresses that are not on the whitelist of the calling key.`,
    );
  }
  const oldEndsAtMs = overlapMs === 0 ? null : nowMs + overlapMs;
  const made = await replaceApiKeySecret(trx, before, { oldEndsAtMs });
  await audit(trx, order, 'regenerate', {
    before: { last4: before.last4 },
    after: {
      last4: made.apiKey.last4,
      oldEndsAt: oldEndsAtMs === null ? null : new Date(oldEndsAtMs).toISOString(),
    },
  });
  return { ...made, oldEndsAtMs };
}

/** What a merchant may make of a key. The first approval is an operator's. */
export type OrderedStatus = Exclude<ApiKeyStatus, 'pending'>;

/**
 * Enables, disables or ends a key. To make it what it is already changes nothing.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function changeApiKeyStatus(
  trx: Transaction,
  order: ApiKeyOrder,
  status: OrderedStatus,
): Promise<ApiKey> {
  const { apiKeyId } = order;
  const before = await lockManaged(trx, order);
  if (before.status === status) return before;
  assertMayBecome(before, status);
  const after = await setApiKeyStatus(trx, { apiKeyId, status });
  await audit(trx, order, 'set_status', { before: { status: before.status }, after: { status } });
  return after;
}

function assertMayBecome({ status, approvedAtMs }: ApiKey, next: OrderedStatus): void {
  switch (next) {
    case 'approved':
      if (approvedAtMs !== null) return;
      throw new QuittanceError('invalid_state', 'An operator has not approved this API key yet.');
    case 'disabled':
      if (status !== 'pending') return;
      throw new QuittanceError(
        'invalid_state',
        'The API key is pending: it can not be used yet. Revoke it if it is not wanted.',
      );
    case 'revoked':
      return;
    default:
      assertNever(next);
  }
}

/**
 * Replaces both lists of a key. IP ranges hold at once; of addresses what tightens holds at once, what loosens after the
 * delay.
 *
 * @param asked.ips checked CIDR ranges. @param asked.withdrawalAddresses in lower case, each once.
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function replaceWhitelists(
  trx: Transaction,
  order: ApiKeyOrder,
  asked: {
    readonly ips: readonly string[];
    readonly withdrawalAddresses: readonly WhitelistedAddress[];
    readonly delayMs: number;
  },
): Promise<ApiKey> {
  const { apiKeyId, nowMs } = order;
  const before = await lockManaged(trx, order);
  const whitelist = replaceWhitelist(before.whitelist, asked.withdrawalAddresses, {
    nowMs,
    delayMs: asked.delayMs,
  });
  const after = await updateApiKey(trx, apiKeyId, { ips: asked.ips, whitelist });
  await audit(trx, order, 'set_whitelists', { before: shownLists(before), after: shownLists(after) });
  return after;
}

/**
 * An operator's first approval of a key.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function approveApiKey(
  trx: Transaction,
  { apiKeyId, actor }: Pick<ApiKeyOrder, 'apiKeyId' | 'actor'>,
): Promise<ApiKey> {
  const before = await lockKnown(trx, apiKeyId);
  if (before.status !== 'pending') {
    throw new QuittanceError(
      'invalid_state',
      `The API key is ${before.status}; only a pending one is approved.`,
    );
  }
  const after = await setApiKeyStatus(trx, { apiKeyId, status: 'approved' });
  await audit(trx, { apiKeyId, actor }, 'approve', {
    before: { status: before.status },
    after: { status: after.status },
  });
  return after;
}

/**
 * An operator sets a key's own figures of the rate-limit table, in place of those set before; without figures the
 * instance's hold. Of an operator's key only one with no scope beyond their own.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function setApiKeyRateLimits(
  trx: Transaction,
  order: Omit<ApiKeyOrder, 'nowMs'> & {
    readonly rateLimits: KeyRateLimits;
    readonly reason: string | null;
  },
): Promise<ApiKey> {
  const { apiKeyId, manager, actor, rateLimits, reason } = order;
  const before = await lockKnown(trx, apiKeyId);
  if (before.owner.kind === 'operator') assertScopesWithin(manager, before);
  assertNotRevoked(before);
  const after = await updateApiKey(trx, apiKeyId, { rateLimits });
  await audit(trx, { apiKeyId, actor }, 'set_rate_limits', {
    reason,
    before: { rateLimits: before.rateLimits },
    after: { rateLimits: after.rateLimits },
  });
  return after;
}

async function lockKnown(trx: Transaction, apiKeyId: string): Promise<ApiKey> {
  const found = await lockApiKey(trx, apiKeyId);
  if (found === undefined) throw new QuittanceError('not_found', `There is no API key ${apiKeyId}.`);
  return found;
}

/** The key that the order is about, if its giver may manage it and there still is something to manage. */
async function lockManaged(trx: Transaction, { apiKeyId, manager }: ApiKeyOrder): Promise<ApiKey> {
  const found = await lockKnown(trx, apiKeyId);
  assert(manager.owner.kind === 'merchant', 'merchants manage keys of their own');
  if (found.owner.kind !== 'merchant' || found.owner.merchantId !== manager.owner.merchantId) {
    throw new QuittanceError('not_found', `There is no API key ${apiKeyId}.`);
  }
  assertScopesWithin(manager, found);
  assertNotRevoked(found);
  return found;
}

function assertScopesWithin(manager: Pick<ApiKey, 'scopes'>, { scopes }: Pick<ApiKey, 'scopes'>): void {
  const beyond = scopesBeyond(manager.scopes, scopes);
  if (beyond.length === 0) return;
  throw new QuittanceError(
    'missing_scope',
    `A key manages only keys whose scopes are within its own; the calling one lacks ${beyond.join(', ')}.`,
  );
}

function assertNotRevoked({ status }: ApiKey): void {
  if (status !== 'revoked') return;
  throw new QuittanceError('invalid_state', 'The API key is revoked for good: make another one.');
}

function shownTerms(merchantId: string, { name, scopes, expiresAtMs }: ApiKeyTerms): object {
  return {
    merchantId,
    name,
    scopes,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  };
}

/** What the audit log keeps of a key's lists. */
function shownLists({ ips, whitelist }: ApiKey): { ips: readonly string[]; whitelist: AddressWhitelist } {
  return { ips, whitelist };
}

async function audit(
  trx: Transaction,
  { apiKeyId, actor }: Pick<ApiKeyOrder, 'apiKeyId' | 'actor'>,
  verb: string,
  change: { readonly reason?: string | null; readonly before?: object; readonly after?: object },
): Promise<void> {
  await appendAudit(trx, {
    actor,
    action: `api_key.${verb}`,
    objectKind: 'api_key',
    objectId: apiKeyId,
    ...change,
  });
}
