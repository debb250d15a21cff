import { assert, assertNever, QuittanceError } from '../../domain/core/errors.js';
import { allowNow, dropWaiting, isOpen } from '../../domain/merchants/address-whitelist.js';
import { refusalToConfirm } from '../../domain/merchants/policy-change.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { removeAddress } from '../people/approver-addresses.js';
import { lockRole } from '../people/invitations.js';
import { findMember } from '../people/members.js';
import { lockOperator } from '../people/operators.js';
import { lockApiKey, setApiKeyStatus, updateApiKey } from './api-keys.js';
import { lockMerchant } from './merchants.js';
import {
  decidePolicyChange,
  findPolicyChange,
  listWaitingAskedWith,
  policyPersonOf,
  type PolicyChange,
  type PolicyOrder,
} from './policy-changes.js';
import { writeLimitOf } from './policy-limits.js';
import { targetOf } from './policy-whitelists.js';
import { whitelistColumns } from './whitelist-columns.js';
import type { AddressWhitelist } from '../../domain/merchants/address-whitelist.js';

/** An order about a change that waits. */
export interface PolicyDecision extends Omit<PolicyOrder, 'tell'> {
  readonly policyChangeId: string;
  readonly reason: string | null;
}

/**
 * Puts a waiting change in force at once, by the order of a second person.
 *
 * @throws QuittanceError `not_found`; `invalid_state` when it does not wait any more, or this person can't confirm it.
 */
export async function confirmPolicyChange(trx: Transaction, order: PolicyDecision): Promise<PolicyChange> {
  const change = await lockWaiting(trx, order.policyChangeId);
  await assertMayConfirm(trx, change, order);
  await decidePolicyChange(trx, change, { ...order, to: 'in_force' });
  await write(trx, change, { isConfirmed: true, nowMs: order.nowMs });
  return reread(trx, change);
}

/**
 * Stops a waiting change for good. One person is enough, even the one who requested it, because stopping only tightens.
 *
 * @throws QuittanceError `not_found`; `invalid_state` when it does not wait any more.
 */
export async function stopPolicyChange(trx: Transaction, order: PolicyDecision): Promise<PolicyChange> {
  const change = await lockWaiting(trx, order.policyChangeId);
  await decidePolicyChange(trx, change, { ...order, to: 'stopped' });
  await write(trx, change, { isConfirmed: false, nowMs: order.nowMs });
  return reread(trx, change);
}

/**
 * Stops the waiting changes that a key or an account has requested: it was shut out, or somebody else may have used it.
 * The caller has called `closeAsking`, so none is added meanwhile.
 */
export async function stopAskedWith(
  trx: Transaction,
  { actor, nowMs }: Pick<PolicyOrder, 'actor' | 'nowMs'>,
  credentialId: string,
): Promise<void> {
  const reason = `${credentialId}, which asked for it, was shut out, or lost a right, its secret or its password`;
  const waiting = await listWaitingAskedWith(trx, credentialId);
  // What is the operators' before merchants, and these before their people and keys: in the order of every other order.
  for (const found of waiting) if (found.merchantId === null) await lockObject(trx, found);
  const merchantIds = new Set(waiting.flatMap(({ merchantId }) => merchantId ?? []));
  for (const merchantId of [...merchantIds].sort()) await lockMerchant(trx, merchantId);
  for (const found of waiting) {
    await lockObject(trx, found);
    const change = await reread(trx, found);
    if (change.status !== 'waiting') continue;
    await decidePolicyChange(trx, change, { to: 'stopped', actor, nowMs, reason });
    await write(trx, change, { isConfirmed: false, nowMs });
  }
}

/** @throws QuittanceError `invalid_state` when the person behind the order can't confirm the change. */
export async function assertMayConfirm(
  trx: Transaction,
  { requestedBy }: PolicyChange,
  { actor, nowMs, policyDelayMs }: Omit<PolicyOrder, 'tell'>,
): Promise<void> {
  const sinceMs = actor.kind === 'cli' ? null : await callerMadeAt(trx, actor, nowMs);
  const refusal = refusalToConfirm(
    requestedBy,
    { ...policyPersonOf(actor), sinceMs },
    { nowMs, delayMs: policyDelayMs },
  );
  if (refusal !== null) throw new QuittanceError('invalid_state', refusal);
}

/** Returns since when the key exists, or the member has the account with the role, in epoch ms. An unknown one counts as new. */
async function callerMadeAt(
  q: Queryable,
  { apiKeyId = null, memberId = null }: AuditActor,
  nowMs: number,
): Promise<number> {
  if (memberId !== null) return (await findMember(q, memberId))?.heldSinceMs ?? nowMs;
  const row = await q('api_keys')
    .where({ api_key_id: apiKeyId })
    .first<{ created_at: Date } | undefined>('created_at');
  return row?.created_at.getTime() ?? nowMs;
}

async function reread(trx: Transaction, { policyChangeId }: PolicyChange): Promise<PolicyChange> {
  const found = await findPolicyChange(trx, policyChangeId);
  assert(found !== undefined, 'a change is never deleted');
  return found;
}

/** Locks the object of a change, as every order about that object does, and then reads the change as it is now. */
async function lockWaiting(trx: Transaction, policyChangeId: string): Promise<PolicyChange> {
  const found = await findPolicyChange(trx, policyChangeId);
  if (found === undefined)
    throw new QuittanceError('not_found', `There is no policy change ${policyChangeId}.`);
  await lockObject(trx, found);
  const change = await reread(trx, found);
  if (change.status === 'waiting') return change;
  const now = change.status === 'stopped' ? 'stopped' : 'in force';
  throw new QuittanceError(
    'invalid_state',
    `The change is ${now} already; only one that waits can be decided.`,
  );
}

async function lockObject(trx: Transaction, { kind, objectId }: PolicyChange): Promise<void> {
  switch (kind) {
    case 'withdrawal_limit':
    case 'merchant_whitelist':
      await lockMerchant(trx, objectId);
      return;
    case 'api_key':
    case 'key_whitelist':
      await lockApiKey(trx, objectId);
      return;
    case 'approver_address':
      await lockOperator(trx, objectId);
      return;
    case 'member_role':
      await lockRole(trx, objectId);
      return;
    default:
      assertNever(kind);
  }
}

/** Stops a change if it still waits, and removes its waiting effect from the policy. */
export async function stopIfWaiting(
  trx: Transaction,
  policyChangeId: string | null,
  order: Pick<PolicyOrder, 'actor' | 'nowMs'>,
): Promise<void> {
  if (policyChangeId === null) return;
  const found = await findPolicyChange(trx, policyChangeId);
  assert(found !== undefined, 'a change is never deleted');
  await lockObject(trx, found);
  const change = await reread(trx, found);
  if (change.status === 'waiting') await decidePolicyChange(trx, change, { ...order, to: 'stopped' });
}

/** Applies the decision to the policy itself. */
async function write(
  trx: Transaction,
  change: PolicyChange,
  decided: { readonly isConfirmed: boolean; readonly nowMs: number },
): Promise<void> {
  const { kind, objectId } = change;
  switch (kind) {
    case 'withdrawal_limit':
      if (decided.isConfirmed) await writeLimitOf(trx, change);
      return;
    case 'api_key':
      if (decided.isConfirmed) await setApiKeyStatus(trx, { apiKeyId: objectId, status: 'approved' });
      return;
    case 'key_whitelist': {
      const apiKey = await lockApiKey(trx, objectId);
      assert(apiKey !== undefined, 'a key is never deleted');
      await updateApiKey(trx, objectId, { whitelist: decideEntry(apiKey.whitelist, change, decided) });
      return;
    }
    case 'merchant_whitelist': {
      const merchant = await lockMerchant(trx, objectId);
      assert(merchant !== undefined, 'a merchant is never deleted');
      await trx('merchants')
        .where({ merchant_id: objectId })
        .update(whitelistColumns(decideEntry(merchant.whitelist, change, decided)));
      return;
    }
    case 'approver_address':
      if (!decided.isConfirmed)
        await removeAddress(trx, { operatorId: objectId, address: change.part, nowMs: decided.nowMs });
      return; // whether it is in force is read from the change
    case 'member_role':
      return; // so are the scopes of the role that count
    default:
      assertNever(kind);
  }
}

function decideEntry(
  whitelist: AddressWhitelist,
  change: PolicyChange,
  { isConfirmed, nowMs }: { readonly isConfirmed: boolean; readonly nowMs: number },
): AddressWhitelist {
  if (isOpen(whitelist, nowMs)) return whitelist;
  const target = targetOf(change);
  return isConfirmed ? allowNow(whitelist, target, nowMs) : dropWaiting(whitelist, target);
}
