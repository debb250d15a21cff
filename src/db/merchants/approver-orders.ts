import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import {
  insertApproverAddress,
  listApproverAddresses,
  removeAddress,
  type ApproverAddress,
} from '../people/approver-addresses.js';
import { lockOperator } from '../people/operators.js';
import {
  decidePolicyChange,
  insertPolicyChange,
  listWaitingChanges,
  takeDueChanges,
  type PolicyOrder,
} from './policy-changes.js';

/** The most addresses of one operator. */
const ADDRESSES_MAX = 10;

function changesOf(operatorId: string) {
  return { kind: 'approver_address', merchantId: null, objectId: operatorId } as const;
}

/** Locks an operator and lists their addresses. @throws QuittanceError `not_found`. */
async function enter(trx: Transaction, operatorId: string): Promise<ApproverAddress[]> {
  if ((await lockOperator(trx, operatorId)) === undefined)
    throw new QuittanceError('not_found', `There is no operator ${operatorId}.`);
  await takeDueChanges(trx, changesOf(operatorId));
  return listApproverAddresses(trx, [operatorId]);
}

/**
 * Registers an address that an operator signs approvals with. It counts after its delay, or when a second operator
 * confirms it. The signing worker believes only its own configuration: this record only shows people whose address it
 * is.
 *
 * @param order.address in lower case. The caller has checked the signature over the registration message: against the
 * key, or, when a chain is named, by the contract there.
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function registerApproverAddress(
  trx: Transaction,
  order: PolicyOrder & {
    readonly operatorId: string;
    readonly address: string;
    readonly signature: string;
    readonly validUntil: number;
    readonly chainCode: string | null;
  },
): Promise<ApproverAddress> {
  const { operatorId, address, chainCode, actor, nowMs, policyDelayMs } = order;
  const held = await enter(trx, operatorId);
  if (held.length >= ADDRESSES_MAX)
    throw new QuittanceError('invalid_state', `The operator has ${held.length} addresses: remove one first.`);
  const policyChangeId =
    policyDelayMs === 0 || held.some((one) => one.address === address)
      ? null
      : await insertPolicyChange(trx, order, {
          ...changesOf(operatorId),
          part: address,
          holdsFromMs: nowMs + policyDelayMs,
          change: { address },
        });
  if (!(await insertApproverAddress(trx, { ...order, policyChangeId })))
    throw new QuittanceError('invalid_state', `The address ${address} is registered already.`);
  await appendAudit(trx, {
    actor,
    action: 'operator.register_approver',
    objectKind: 'operator',
    objectId: operatorId,
    after: { address, chainCode, policyChangeId },
  });
  const status = policyChangeId === null ? 'in_force' : 'waiting';
  return { operatorId, address, status, registeredAtMs: nowMs, chainCode, policyChangeId };
}

/**
 * Removes an address of an operator at once, and the waiting change that would make it count.
 *
 * @param order.address in lower case.
 * @throws QuittanceError `not_found`.
 */
export async function removeApproverAddress(
  trx: Transaction,
  order: {
    readonly operatorId: string;
    readonly address: string;
    readonly actor: AuditActor;
    readonly nowMs: number;
  },
): Promise<ApproverAddress> {
  const { operatorId, address, actor } = order;
  const found = (await enter(trx, operatorId)).find((one) => one.address === address);
  if (found === undefined)
    throw new QuittanceError('not_found', `The operator ${operatorId} has no approver address ${address}.`);
  const waiting = await listWaitingChanges(trx, changesOf(operatorId));
  for (const change of waiting.filter(({ part }) => part === address))
    await decidePolicyChange(trx, change, { ...order, to: 'stopped' });
  await removeAddress(trx, order);
  await appendAudit(trx, {
    actor,
    action: 'operator.remove_approver',
    objectKind: 'operator',
    objectId: operatorId,
    before: { address, status: found.status },
    after: { address, status: 'removed' },
  });
  return { ...found, status: 'removed' };
}
