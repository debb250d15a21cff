import type { Queryable } from '../core/database.js';
import { listApproverAddresses, type ApproverAddress } from '../people/approver-addresses.js';
import { listMembersOfOperators } from '../people/changed-members.js';
import { listInvitations, type Invitation } from '../people/invitations.js';
import type { Member } from '../people/members.js';
import type { Operator } from '../people/operators.js';
import { listKeysOfOperators, type ApiKey } from './api-keys.js';

export interface OperatorView {
  readonly operator: Operator;
  /** The keys that are not revoked, newest first. */
  readonly apiKeys: readonly ApiKey[];
  /** The addresses that are not removed. */
  readonly approvers: readonly ApproverAddress[];
  /** Their sign-in; null: they have none. */
  readonly member: Member | null;
  /** Links that can be used. */
  readonly invitations: readonly Invitation[];
}

/** More than one operator can have: one link of each kind can be open. */
const LINKS_OF_ONE = 2;

/** Adds the keys, the approver addresses and the sign-in of each operator. */
export async function viewOperators(
  q: Queryable,
  operators: readonly Operator[],
  nowMs: number,
): Promise<OperatorView[]> {
  const ids = operators.map(({ operatorId }) => operatorId);
  const keys = await listKeysOfOperators(q, ids);
  const approvers = await listApproverAddresses(q, ids);
  const members = await listMembersOfOperators(q, ids);
  const limit = LINKS_OF_ONE * ids.length;
  const open =
    limit === 0 ? [] : await listInvitations(q, { operatorIds: ids, status: 'open', nowMs, limit });
  const isOf = (operator: Operator, whose: { readonly operatorId?: string }): boolean =>
    whose.operatorId === operator.operatorId;
  return operators.map((operator) => ({
    operator,
    apiKeys: keys.get(operator.operatorId) ?? [],
    approvers: approvers.filter((each) => isOf(operator, each)),
    member: members.find(({ membership }) => isOf(operator, membership as { operatorId?: string })) ?? null,
    invitations: open.filter(({ to }) => isOf(operator, to as { operatorId?: string })),
  }));
}
