import type { AuditVerb } from '../../domain/core/audit-actions.js';
import {
  assertListsUnchanged,
  isWithinWhitelist,
  replaceWhitelist,
  type AddressWhitelist,
  type ReadLists,
  type WhitelistedAddress,
} from '../../domain/merchants/address-whitelist.js';
import { assert, assertNever, QuittanceError } from '../../domain/core/errors.js';
import {
  assertLimitsUnchanged,
  type KeyLimitsOrder,
  type KeyRateLimits,
} from '../../domain/merchants/rate-limits.js';
import { mayTakeMoneyOut } from '../../domain/merchants/policy-change.js';
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
import type { Credential } from './credentials.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { closeAskingOfKey, requireOwnKey } from './managed-keys.js';
import { findMerchant } from './merchants.js';
import {
  decidePolicyChange,
  insertPolicyChange,
  listWaitingChanges,
  type PolicyObject,
  type PolicyOrder,
} from './policy-changes.js';
import { assertMayConfirm, stopAskedWith } from './policy-orders.js';
import { followWhitelist } from './policy-whitelists.js';

/** An order about an API key. The giver belongs to the same merchant; it may be the same key. */
export interface ApiKeyOrder {
  readonly apiKeyId: string;
  readonly manager: Credential;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** A key and its secret. The secret can't be shown again. */
export interface ShownOnce {
  readonly apiKey: ApiKey;
  readonly key: string;
}

/** The terms of a new key. */
export interface ApiKeyTerms {
  readonly name: string;
  readonly scopes: readonly MerchantScope[];
  /** Epoch ms; null: never. */
  readonly expiresAtMs: number | null;
}

/**
 * Creates another key for a merchant. It waits for an operator's approval. It has no scope that the managing key lacks
 * and starts with that key's whitelist, so a new key can't be used to get around either.
 *
 * @throws QuittanceError `missing_scope`.
 */
export async function requestApiKey(
  trx: Transaction,
  order: Pick<ApiKeyOrder, 'manager' | 'actor' | 'nowMs'> & Pick<PolicyOrder, 'tell' | 'givenWith'>,
  terms: ApiKeyTerms,
): Promise<ShownOnce> {
  const { manager, actor } = order;
  assert(manager.owner.kind === 'merchant', 'only a merchant key creates merchant keys');
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
  await followKeyWhitelist(trx, order, made.apiKey);
  return made;
}

/**
 * Creates a merchant's key for an operator. It is approved from the start, unless it can take money out: then it is
 * pending until its delay is over, or a second operator confirms it.
 *
 * @throws QuittanceError `not_found`.
 */
export async function createMerchantKey(
  trx: Transaction,
  order: PolicyOrder & { readonly merchantId: string },
  terms: ApiKeyTerms & { readonly rateLimits?: KeyRateLimits },
): Promise<ShownOnce> {
  const { merchantId, actor } = order;
  const waits = mustWait(terms, order);
  const made = await addMerchantKey(trx, { merchantId, actor, approved: !waits }, terms);
  if (waits) await insertPolicyChange(trx, order, approvalOf(made.apiKey, order));
  return made;
}

/** Creates a merchant's key that waits for an operator's approval. @throws QuittanceError `not_found`. */
export async function createPendingKey(
  trx: Transaction,
  order: { readonly merchantId: string; readonly actor: AuditActor },
  terms: ApiKeyTerms & { readonly rateLimits?: KeyRateLimits },
): Promise<ShownOnce> {
  return addMerchantKey(trx, { ...order, approved: false }, terms);
}

async function addMerchantKey(
  trx: Transaction,
  { merchantId, actor, approved }: { merchantId: string; actor: AuditActor; approved: boolean },
  terms: ApiKeyTerms & { readonly rateLimits?: KeyRateLimits },
): Promise<ShownOnce> {
  if ((await findMerchant(trx, merchantId)) === undefined) {
    throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
  }
  const made = await createApiKey(trx, { ...terms, owner: { merchantId }, approved });
  const { apiKeyId, status, rateLimits } = made.apiKey;
  await audit(trx, { actor, apiKeyId }, 'create', {
    after: { ...shownTerms(merchantId, terms), status, rateLimits },
  });
  return made;
}

/** Says whether the approval of a key waits. */
function mustWait({ scopes }: Pick<ApiKey, 'scopes'>, { policyDelayMs }: PolicyOrder): boolean {
  return policyDelayMs > 0 && mayTakeMoneyOut(scopes);
}

/** Returns the approval of a key as a change that waits. */
function approvalOf(
  { apiKeyId, owner, name, scopes }: ApiKey,
  { nowMs, policyDelayMs }: PolicyOrder,
): Parameters<typeof insertPolicyChange>[2] {
  return {
    ...objectOf('api_key', { apiKeyId, owner }),
    part: '',
    holdsFromMs: nowMs + policyDelayMs,
    change: { name, scopes: scopes.join(' ') },
  };
}

function objectOf(
  kind: 'api_key' | 'key_whitelist',
  { apiKeyId, owner }: Pick<ApiKey, 'apiKeyId' | 'owner'>,
): PolicyObject {
  return { kind, objectId: apiKeyId, merchantId: owner.kind === 'merchant' ? owner.merchantId : null };
}

async function followKeyWhitelist(
  trx: Transaction,
  order: Omit<PolicyOrder, 'policyDelayMs'>,
  apiKey: ApiKey,
): Promise<void> {
  await followWhitelist(trx, order, { ...objectOf('key_whitelist', apiKey), whitelist: apiKey.whitelist });
}

/**
 * Gives a key a new secret; its id, status, scopes and counters stay. The old secret still works during the overlap.
 * Without an overlap the old secret may have leaked, so the changes that were requested with it and still wait are
 * stopped.
 *
 * @returns also the time (epoch ms) until which the old secret works; null: it does not work any more.
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function regenerateApiKey(
  trx: Transaction,
  order: ApiKeyOrder,
  { overlapMs }: { readonly overlapMs: number },
): Promise<ShownOnce & { readonly oldEndsAtMs: number | null }> {
  const { manager, nowMs } = order;
  if (overlapMs === 0) await closeAskingOfKey(trx, order);
  const before = await lockManaged(trx, order);
  if (before.expiresAtMs !== null && before.expiresAtMs <= nowMs) {
    throw new QuittanceError('invalid_state', 'The API key has expired: create another one.');
  }
  if (
    !isWithinWhitelist(before.whitelist, manager.whitelist, nowMs) &&
    before.apiKeyId !== manager.credentialId
  ) {
    // With the new secret, the caller could withdraw to addresses that its own key may not use.
    throw new QuittanceError(
      'missing_scope',
      `The API key ${before.apiKeyId} may withdraw to addresses that are not on the whitelist of the calling key.`,
    );
  }
  const oldEndsAtMs = overlapMs === 0 ? null : nowMs + overlapMs;
  const made = await replaceApiKeySecret(trx, before, { oldEndsAtMs });
  if (oldEndsAtMs === null) await stopAskedWith(trx, order, before.apiKeyId);
  const oldEndsAt = oldEndsAtMs === null ? null : new Date(oldEndsAtMs).toISOString();
  await audit(trx, order, 'regenerate', {
    before: { last4: before.last4 },
    after: { last4: made.apiKey.last4, oldEndsAt },
  });
  return { ...made, oldEndsAtMs };
}

/** The statuses that a merchant may set. Only an operator gives the first approval. */
export type OrderedStatus = Exclude<ApiKeyStatus, 'pending'>;

/**
 * Enables, disables or revokes a key. When it is disabled or revoked, the changes that were requested with it and still
 * wait are stopped. Setting its present status changes nothing.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function changeApiKeyStatus(
  trx: Transaction,
  order: ApiKeyOrder,
  status: OrderedStatus,
): Promise<ApiKey> {
  const { apiKeyId } = order;
  if (status !== 'approved') await closeAskingOfKey(trx, order);
  const before = await lockManaged(trx, order);
  if (before.status === status) return before;
  assertMayBecome(before, status);
  const after = await setApiKeyStatus(trx, { apiKeyId, status });
  for (const approval of await listWaitingChanges(trx, objectOf('api_key', before)))
    await decidePolicyChange(trx, approval, { ...order, to: 'stopped' }); // nothing approves a revoked key
  if (status !== 'approved') await stopAskedWith(trx, order, apiKeyId);
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
 * Replaces both whitelists of a key. New IP ranges take effect at once. For addresses, a change that tightens the list
 * takes effect at once, and one that loosens it after the delay.
 *
 * @param asked.ips checked CIDR ranges. @param asked.withdrawalAddresses in lower case, each once.
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function replaceWhitelists(
  trx: Transaction,
  order: ApiKeyOrder & Pick<PolicyOrder, 'tell' | 'givenWith'>,
  asked: {
    readonly ips: readonly string[];
    readonly withdrawalAddresses: readonly WhitelistedAddress[];
    /** The lists that the order replaces. Absent: any. */
    readonly expected?: ReadLists;
    readonly delayMs: number;
  },
): Promise<ApiKey> {
  const { nowMs } = order;
  const { expected } = asked;
  const before = await lockManaged(trx, order);
  if (expected !== undefined) assertListsUnchanged(before, { expected, asked }, nowMs);
  const whitelist = replaceWhitelist(before.whitelist, asked.withdrawalAddresses, {
    nowMs,
    delayMs: asked.delayMs,
  });
  const after = await updateApiKey(trx, order.apiKeyId, { ips: asked.ips, whitelist });
  await audit(trx, order, 'set_whitelists', { before: shownLists(before), after: shownLists(after) });
  await followKeyWhitelist(trx, order, after);
  return after;
}

/**
 * Gives a key an operator's first approval. The approval of a key that can take money out waits for a delay, unless a
 * second operator confirms it.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function approveApiKey(
  trx: Transaction,
  order: PolicyOrder & Pick<ApiKeyOrder, 'apiKeyId'>,
): Promise<ApiKey> {
  const { apiKeyId, actor } = order;
  const before = await lockKnown(trx, apiKeyId);
  if (before.status !== 'pending') {
    throw new QuittanceError(
      'invalid_state',
      `The API key is ${before.status}; only a pending key can be approved.`,
    );
  }
  const [waiting] = await listWaitingChanges(trx, objectOf('api_key', before));
  if (waiting !== undefined) {
    await assertMayConfirm(trx, waiting, order);
    await decidePolicyChange(trx, waiting, { ...order, to: 'in_force' });
  } else if (mustWait(before, order)) {
    await insertPolicyChange(trx, order, approvalOf(before, order));
    return before;
  }
  const after = await setApiKeyStatus(trx, { apiKeyId, status: 'approved' });
  await audit(trx, { apiKeyId, actor }, 'approve', {
    before: { status: before.status },
    after: { status: after.status },
  });
  return after;
}

/**
 * Replaces a key's own rate limits for an operator; groups without a limit use the instance's. An operator may change
 * another operator's key only if it has no scope that their own key lacks.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`.
 */
export async function setApiKeyRateLimits(
  trx: Transaction,
  order: Omit<ApiKeyOrder, 'nowMs'> & KeyLimitsOrder & { readonly reason: string | null },
): Promise<ApiKey> {
  const { apiKeyId, manager, actor, rateLimits, reason } = order;
  const before = await lockKnown(trx, apiKeyId);
  if (before.owner.kind === 'operator') assertScopesWithin(manager, before);
  assertNotRevoked(before);
  assertLimitsUnchanged(before.rateLimits, order);
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

/** Locks and returns the key of an order, if the managing key may manage it and it is not revoked. */
async function lockManaged(trx: Transaction, order: ApiKeyOrder): Promise<ApiKey> {
  await requireOwnKey(trx, order);
  const found = await lockKnown(trx, order.apiKeyId);
  assertScopesWithin(order.manager, found);
  assertNotRevoked(found);
  return found;
}

function assertScopesWithin(manager: Pick<ApiKey, 'scopes'>, { scopes }: Pick<ApiKey, 'scopes'>): void {
  const beyond = scopesBeyond(manager.scopes, scopes);
  if (beyond.length === 0) return;
  throw new QuittanceError(
    'missing_scope',
    `A key can manage only keys whose scopes it has itself; the calling key lacks ${beyond.join(', ')}.`,
  );
}

function assertNotRevoked({ status }: ApiKey): void {
  if (status !== 'revoked') return;
  throw new QuittanceError('invalid_state', 'The API key is revoked for good: create another one.');
}

function shownTerms(merchantId: string, { name, scopes, expiresAtMs }: ApiKeyTerms): object {
  return {
    merchantId,
    name,
    scopes,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
  };
}

/** Returns the whitelists of a key as the audit log keeps them. */
function shownLists({ ips, whitelist }: ApiKey): { ips: readonly string[]; whitelist: AddressWhitelist } {
  return { ips, whitelist };
}

async function audit(
  trx: Transaction,
  { apiKeyId, actor }: Pick<ApiKeyOrder, 'apiKeyId' | 'actor'>,
  verb: AuditVerb<'api_key'>,
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
