import type { Queryable } from '../core/database.js';
import { listApproverAddresses, type ApproverAddress } from '../people/approver-addresses.js';
import type { Operator } from '../people/operators.js';
import { listKeysOfOperators, type ApiKey } from './api-keys.js';

export interface OperatorView {
  readonly operator: Operator;
  /** Those that are not revoked, newest first. */
  readonly apiKeys: readonly ApiKey[];
  /** Those that are not removed. */
  readonly approvers: readonly ApproverAddress[];
}

/** Adds the keys and the approver addresses of each operator. */
export async function viewOperators(q: Queryable, operators: readonly Operator[]): Promise<OperatorView[]> {
  const ids = operators.map(({ operatorId }) => operatorId);
  const keys = await listKeysOfOperators(q, ids);
  const approvers = await listApproverAddresses(q, ids);
  return operators.map((operator) => ({
    operator,
    apiKeys: keys.get(operator.operatorId) ?? [],
    approvers: approvers.filter(({ operatorId }) => operatorId === operator.operatorId),
  }));
}
