import { assert, QuittanceError } from '../../domain/core/errors.js';
import { scopesBeyond, type OperatorScope } from '../../domain/merchants/scopes.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { findMember } from '../people/members.js';
import { insertOperator, lockOperator, type Operator } from '../people/operators.js';
import type { ShownOnce } from './api-key-orders.js';
import {
  createApiKey,
  findApiKey,
  listKeysOfOperators,
  setApiKeyStatus,
  updateApiKey,
  type ApiKey,
} from './api-keys.js';
import { closeAsking } from './asking.js';
import { withdrawMadeBy } from './invitation-orders.js';
import { stopAskedWith } from './policy-orders.js';
import { assertSeparate } from './separation-of-duties.js';
import { credentialOfKey, credentialOfMember, type Credential } from './credentials.js';

/** An order about operators or their keys. */
export interface OperatorOrder {
  /** The operator's key or session that gives the order; null: the command line, which creates the first keys. */
  readonly manager: Credential | null;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** The terms of an operator's new key. */
export interface OperatorKeyTerms {
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  /** Checked CIDR ranges; empty: it may be used from anywhere. */
  readonly ips: readonly string[];
  /** Epoch ms; null: never. */
  readonly expiresAtMs: number | null;
}

/** A change of an operator's key. An omitted field stays unchanged. */
export interface OperatorKeyChange {
  readonly status?: 'approved' | 'disabled' | 'revoked';
  readonly ips?: readonly string[];
  /** Epoch ms; null: never. */
  readonly expiresAtMs?: number | null;
}

/** The most keys of one operator that are not revoked. */
const OPERATOR_KEYS_MAX = 20;

/** A key with this scope manages the keys of merchants and operators. */
const MANAGING_SCOPE: OperatorScope = 'keys:approve';

/** Creates an operator with a first key. @throws QuittanceError `missing_scope`, `unauthenticated`. */
export async function createOperator(
  trx: Transaction,
  asked: OperatorOrder,
  { name, ...terms }: OperatorKeyTerms,
): Promise<ShownOnce & { readonly operator: Operator }> {
  const order = await enterManaging(trx, asked, null);
  await assertGivesNoMore(trx, order, terms);
  const operator = await insertOperator(trx, { name });
  const { operatorId } = operator;
  const made = await createApiKey(trx, { ...terms, owner: { operatorId }, name: 'default', approved: true });
  await appendAudit(trx, {
    actor: order.actor,
    action: 'operator.create',
    objectKind: 'operator',
    objectId: operatorId,
    after: { name, apiKeyId: made.apiKey.apiKeyId, ...auditedKey(made.apiKey) },
  });
  return { operator, ...made };
}

/**
 * Creates another key for an operator. Approvals count operators, so it adds no approver.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`, `unauthenticated`.
 */
export async function createOperatorKey(
  trx: Transaction,
  asked: OperatorOrder,
  { operatorId, ...terms }: OperatorKeyTerms & { readonly operatorId: string },
): Promise<ShownOnce> {
  const order = await enterManaging(trx, asked, null);
  await assertGivesNoMore(trx, order, terms);
  // With its lock, two concurrent requests count each other's key.
  if ((await lockOperator(trx, operatorId)) === undefined) {
    throw new QuittanceError('not_found', `There is no operator ${operatorId}.`);
  }
  await assertSeparate(trx, { operatorId, by: order.actor.kind }, terms);
  const held = (await listKeysOfOperators(trx, [operatorId])).get(operatorId) ?? [];
  if (held.length >= OPERATOR_KEYS_MAX) {
    throw new QuittanceError(
      'invalid_state',
      `The operator has ${held.length} keys, and no more are allowed: revoke one that is not used.`,
    );
  }
  const made = await createApiKey(trx, { ...terms, owner: { operatorId }, approved: true });
  await appendAudit(trx, {
    actor: order.actor,
    action: 'api_key.create',
    objectKind: 'api_key',
    objectId: made.apiKey.apiKeyId,
    after: { operatorId, name: terms.name, ...auditedKey(made.apiKey) },
  });
  return made;
}

/**
 * Changes the status, the IP ranges or the expiry of an operator's key, from the next request on. A manager of keys can
 * shut out any other key, because that pays nobody. For any other change, the key must have no scope that the managing
 * key lacks, and must get none. When a key is shut out, the open links that were made with it are withdrawn, and the
 * waiting changes that were requested with it are stopped.
 *
 * @throws QuittanceError `not_found`, `missing_scope`, `invalid_state`, `unauthenticated`.
 */
export async function changeOperatorKey(
  trx: Transaction,
  asked: OperatorOrder,
  { apiKeyId, change }: { readonly apiKeyId: string; readonly change: OperatorKeyChange },
): Promise<ApiKey> {
  const { status, ...terms } = change;
  const shutsOut = status === 'disabled' || status === 'revoked';
  if (shutsOut) await closeAsking(trx, apiKeyId);
  const order = await enterManaging(trx, asked, apiKeyId);
  const before = await findApiKey(trx, apiKeyId);
  if (before?.owner.kind !== 'operator') {
    throw new QuittanceError('not_found', `There is no operator's API key ${apiKeyId}.`);
  }
  if (before.status === 'revoked') {
    throw new QuittanceError('invalid_state', 'The API key is revoked for good: create another one.');
  }
  if (!shutsOut || Object.keys(terms).length > 0) {
    await assertGivesNoMore(trx, order, { scopes: before.scopes, ...terms });
  }
  if (status !== undefined) await setApiKeyStatus(trx, { apiKeyId, status });
  const after = await updateApiKey(trx, apiKeyId, terms);
  if (before.scopes.includes(MANAGING_SCOPE)) await assertStillManaged(trx, order, change);
  if (shutsOut) {
    await withdrawMadeBy(trx, order, apiKeyId);
    await stopAskedWith(trx, order, apiKeyId);
  }
  await appendAudit(trx, {
    actor: order.actor,
    action: 'api_key.update',
    objectKind: 'api_key',
    objectId: apiKeyId,
    before: auditedKey(before),
    after: auditedKey(after),
  });
  return after;
}

/**
 * Locks the key that is to be changed, and every key that can manage operators, in the order of their ids. So the
 * second of two concurrent orders sees the effect of the first. A manager who was shut out meanwhile can't give orders
 * any more, so two managers can't shut each other out at the same moment.
 *
 * @returns the order, with the managing key as it is now.
 */
async function enterManaging(
  trx: Transaction,
  order: OperatorOrder,
  apiKeyId: string | null,
): Promise<OperatorOrder> {
  await trx('api_keys')
    .whereNotNull('operator_id')
    .andWhere((where) => {
      void where.whereRaw('? = ANY (scopes)', [MANAGING_SCOPE]).whereNot({ status: 'revoked' });
      if (apiKeyId !== null) void where.orWhere({ api_key_id: apiKeyId });
    })
    .orderBy('api_key_id')
    .forNoKeyUpdate()
    .select('api_key_id');
  if (order.manager === null) return order;
  const manager = await findManager(trx, order.manager, order.nowMs);
  if (manager !== undefined) return { ...order, manager };
  throw new QuittanceError('unauthenticated', 'Your account was disabled while the request ran.');
}

/** Returns the giver of the order as they are now; undefined: they were shut out. */
async function findManager(
  trx: Transaction,
  { by, credentialId }: Credential,
  nowMs: number,
): Promise<Credential | undefined> {
  if (by === 'member') {
    const member = await findMember(trx, credentialId);
    return member?.status === 'active'
      ? credentialOfMember(member, { isMerchantSuspended: false })
      : undefined;
  }
  const manager = await findApiKey(trx, credentialId);
  assert(manager !== undefined, 'a key is never deleted');
  const hasEnded = manager.expiresAtMs !== null && manager.expiresAtMs <= nowMs;
  return manager.status === 'approved' && !hasEnded ? credentialOfKey(manager) : undefined;
}

/**
 * Checks that a key gives no more than it has. Otherwise the thief of a restricted key could create one without
 * restrictions.
 */
async function assertGivesNoMore(
  trx: Transaction,
  { manager }: OperatorOrder,
  given: Pick<ApiKey, 'scopes'> & Omit<OperatorKeyChange, 'status'>,
): Promise<void> {
  if (manager === null) return;
  const beyond = scopesBeyond(manager.scopes, given.scopes);
  if (beyond.length > 0) {
    throw new QuittanceError(
      'missing_scope',
      `A key can manage only keys whose scopes it has itself; the calling key lacks ${beyond.join(', ')}.`,
    );
  }
  const { expiresAtMs, ips } = given;
  const endsMs = manager.expiresAtMs;
  if (endsMs !== null && expiresAtMs !== undefined && (expiresAtMs === null || expiresAtMs > endsMs)) {
    throw new QuittanceError(
      'missing_scope',
      `The calling key ends at ${new Date(endsMs).toISOString()}; it can let no key work longer than that.`,
    );
  }
  if (ips !== undefined && !(await areWithinRanges(trx, ips, manager.ips))) {
    throw new QuittanceError(
      'missing_scope',
      `The calling key works only from ${manager.ips.join(', ')}; it can let no key work from elsewhere.`,
    );
  }
}

/** Says whether each of the ranges is part of one of the outer ranges. An empty list stands for every address. */
async function areWithinRanges(
  q: Queryable,
  ranges: readonly string[],
  outer: readonly string[],
): Promise<boolean> {
  if (outer.length === 0) return true;
  if (ranges.length === 0) return false;
  const { rows } = await q.raw<{ rows: { are_within: boolean }[] }>(
    'SELECT bool_and(range <<= ANY (?::inet[])) AS are_within FROM unnest(?::inet[]) AS range',
    [[...outer], [...ranges]],
  );
  return rows[0]?.are_within === true;
}

/**
 * Checks that no operator locks everybody out. After a change of a managing key, some managing key must still work from
 * the address of the order, even after the expiry that the changed key was given. The command line may leave none: it
 * can create another key.
 */
async function assertStillManaged(
  trx: Transaction,
  { manager, actor, nowMs }: OperatorOrder,
  { expiresAtMs }: OperatorKeyChange,
): Promise<void> {
  if (manager === null) return;
  const atMs = Math.max(nowMs, expiresAtMs ?? 0);
  const left = await trx('api_keys')
    .whereNotNull('operator_id')
    .where({ status: 'approved' })
    .whereRaw('? = ANY (scopes)', [MANAGING_SCOPE])
    .whereRaw('(expires_at IS NULL OR expires_at > ?)', [new Date(atMs)])
    .whereRaw("(ips = '{}' OR nullif(?, '')::inet <<= ANY (ips::inet[]))", [actor.ip ?? ''])
    .first<{ api_key_id: string } | undefined>('api_key_id');
  if (left !== undefined) return;
  throw new QuittanceError(
    'invalid_state',
    `No key with ${MANAGING_SCOPE} would be left that works from ${actor.ip ?? ''}: give such a key to another operator first.`,
  );
}

function auditedKey({ status, scopes, ips, expiresAtMs }: ApiKey): object {
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
  return { status, scopes, ips, expiresAt };
}
