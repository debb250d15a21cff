import { QuittanceError } from '../../domain/core/errors.js';
import type { Transaction } from '../core/database.js';
import { listApproverAddresses } from '../people/approver-addresses.js';
import { listMembersOfOperators } from '../people/changed-members.js';
import { listInvitations } from '../people/invitations.js';
import type { Member } from '../people/members.js';
import { lockOperator, type Operator } from '../people/operators.js';
import { listKeysOfOperators } from './api-keys.js';
import { removeApproverAddress } from './approver-orders.js';
import { closeAsking } from './asking.js';
import { withdrawInvitation } from './invitation-orders.js';
import { changeMember } from './member-changes.js';
import { changeOperatorKey } from './operator-orders.js';
import { listWaitingAskedWith, type PolicyOrder } from './policy-changes.js';

/** The result of disabling an operator. */
export interface OperatorShutOut {
  readonly operator: Operator;
  /** Null: they have no sign-in. */
  readonly member: Member | null;
  readonly revokedKeys: readonly string[];
  readonly withdrawnLinks: readonly string[];
  /** In lower case. */
  readonly removedAddresses: readonly string[];
  readonly stoppedPolicyChanges: readonly string[];
}

/** More open links than one operator can have: a new link withdraws the earlier one of its kind. */
const LINKS_MAX = 100;

/**
 * Shuts an operator out everywhere at once: the keys for good, the sign-in with its sessions and links, and the
 * approver addresses. The order is that in which other orders lock them. The changes that the operator has requested
 * and that still wait are stopped. A second call finds nothing to do.
 *
 * @throws QuittanceError `not_found`.
 */
export async function disableOperator(
  trx: Transaction,
  order: PolicyOrder,
  operatorId: string,
): Promise<OperatorShutOut> {
  await closeAskingWithKeys(trx, operatorId);
  const held = await listApproverAddresses(trx, [operatorId]);
  const byKeys = await revokeKeys(trx, order, operatorId);
  const operator = await lockOperator(trx, operatorId);
  if (operator === undefined) throw new QuittanceError('not_found', `There is no operator ${operatorId}.`);
  // While the operator is locked, nobody can give them another key.
  const since = await revokeKeys(trx, order, operatorId);
  const [found] = await listMembersOfOperators(trx, [operatorId]);
  // After the lock of the operator, as every other order about their sign-in.
  if (found !== undefined) await closeAsking(trx, found.memberId);
  const stopped = found === undefined ? [] : await listAskedWith(trx, found.memberId);
  const to = { kind: 'operator', operatorId } as const;
  const member =
    found === undefined
      ? null
      : await changeMember(trx, order, { to, memberId: null }, { status: 'disabled' });
  const open = { operatorIds: [operatorId], status: 'open', nowMs: order.nowMs, limit: LINKS_MAX } as const;
  const links = await listInvitations(trx, open);
  for (const { invitationId } of links) await withdrawInvitation(trx, order, { to, invitationId });
  const left = await listApproverAddresses(trx, [operatorId]);
  for (const { address } of left) await removeApproverAddress(trx, { ...order, operatorId, address });
  return {
    operator,
    member,
    revokedKeys: [...byKeys.revoked, ...since.revoked],
    withdrawnLinks: links.map(({ invitationId }) => invitationId),
    // An address that the operator had requested was removed with the waiting changes.
    removedAddresses: [...new Set([...held, ...left].map(({ address }) => address))],
    stoppedPolicyChanges: [...byKeys.stopped, ...since.stopped, ...stopped],
  };
}

/** Lets nobody request a change with a key of an operator, before the first of them is shut out. */
async function closeAskingWithKeys(trx: Transaction, operatorId: string): Promise<void> {
  const keys = (await listKeysOfOperators(trx, [operatorId])).get(operatorId) ?? [];
  for (const apiKeyId of keys.map((key) => key.apiKeyId).sort()) await closeAsking(trx, apiKeyId);
}

async function revokeKeys(
  trx: Transaction,
  { actor, nowMs }: PolicyOrder,
  operatorId: string,
): Promise<{ readonly revoked: readonly string[]; readonly stopped: readonly string[] }> {
  const held = (await listKeysOfOperators(trx, [operatorId])).get(operatorId) ?? [];
  const revoked = held.map(({ apiKeyId }) => apiKeyId).sort();
  const stopped: string[] = [];
  for (const apiKeyId of revoked) {
    stopped.push(...(await listAskedWith(trx, apiKeyId)));
    const change = { status: 'revoked' } as const;
    await changeOperatorKey(trx, { manager: null, actor, nowMs }, { apiKeyId, change });
  }
  return { revoked, stopped };
}

async function listAskedWith(trx: Transaction, credentialId: string): Promise<readonly string[]> {
  return (await listWaitingAskedWith(trx, credentialId)).map(({ policyChangeId }) => policyChangeId);
}
