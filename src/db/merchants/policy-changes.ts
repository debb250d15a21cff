import { assert } from '../../domain/core/errors.js';
import type {
  PolicyChangeKind,
  PolicyChangeStatus,
  PolicyPerson,
} from '../../domain/merchants/policy-change.js';
import type { PolicyChangeData } from '../../domain/webhooks/events.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';
import { keepAsking, type GivenWith } from './asking.js';

/** The content of a change: for a limit, its field with the amounts in base units; for other kinds, names to show. */
export type PolicyChangeTerms = Readonly<Record<string, string | number | null>>;

/** A change that loosens a policy. Times in epoch ms. */
export interface PolicyChange {
  readonly policyChangeId: string;
  readonly kind: PolicyChangeKind;
  /** Null: it concerns an operator. */
  readonly merchantId: string | null;
  /** The merchant, key or operator that is changed. */
  readonly objectId: string;
  /** Null: it is an operator's own. */
  readonly merchantName: string | null;
  /** The name of the key, member or operator that is changed. Null: the merchant itself, or an invitation. */
  readonly objectName: string | null;
  /** The changed part of it; empty: the whole. */
  readonly part: string;
  readonly change: PolicyChangeTerms;
  /** The present status: a change whose time has come is in force, even if no process has written that. */
  readonly status: PolicyChangeStatus;
  readonly requestedBy: PolicyPerson;
  /** The name of the merchant or operator. Null: at the command line. */
  readonly requestedByName: string | null;
  readonly requestedAtMs: number;
  readonly holdsFromMs: number;
  /** Null: nobody confirmed or stopped it. */
  readonly decidedBy: PolicyPerson | null;
  readonly decidedAtMs: number | null;
}

interface PolicyChangeRow {
  policy_change_id: string;
  kind: PolicyChangeKind;
  merchant_id: string | null;
  object_id: string;
  merchant_name: string | null;
  object_name: string | null;
  part: string;
  change: PolicyChangeTerms;
  status: PolicyChangeStatus;
  requested_by_kind: PolicyPerson['kind'];
  requested_by: string | null;
  requested_by_name: string | null;
  requested_at: Date;
  holds_from: Date;
  decided_by_kind: PolicyPerson['kind'] | null;
  decided_by: string | null;
  decided_at: Date | null;
}

/** A waiting change whose time has come. PostgreSQL's clock decides, so all processes agree. */
const IS_DUE = "status = 'waiting' AND holds_from <= now()";

/** Ids of different things differ, so at most one of these has a name. */
const OBJECT_NAME = `coalesce(
  (SELECT k.name FROM api_keys k WHERE k.api_key_id = policy_changes.object_id),
  (SELECT o.name FROM operators o WHERE o.operator_id = policy_changes.object_id),
  (SELECT m.name FROM members m WHERE m.member_id = policy_changes.object_id))`;
const REQUESTER_NAME = `coalesce(
  (SELECT m.name FROM merchants m WHERE m.merchant_id = policy_changes.requested_by),
  (SELECT o.name FROM operators o WHERE o.operator_id = policy_changes.requested_by))`;

const COLUMNS = `policy_change_id, kind, merchant_id, object_id, part, change, requested_by_kind, requested_by,
  requested_at, holds_from, decided_by_kind, decided_by, decided_at,
  (SELECT m.name FROM merchants m WHERE m.merchant_id = policy_changes.merchant_id) AS merchant_name,
  ${OBJECT_NAME} AS object_name, ${REQUESTER_NAME} AS requested_by_name,
  CASE WHEN ${IS_DUE} THEN 'in_force' ELSE status END AS status`;

function toPolicyChange(row: PolicyChangeRow): PolicyChange {
  return {
    policyChangeId: row.policy_change_id,
    kind: row.kind,
    merchantId: row.merchant_id,
    objectId: row.object_id,
    merchantName: row.merchant_name,
    objectName: row.object_name,
    part: row.part,
    change: row.change,
    status: row.status,
    requestedBy: { kind: row.requested_by_kind, id: row.requested_by },
    requestedByName: row.requested_by_name,
    requestedAtMs: row.requested_at.getTime(),
    holdsFromMs: row.holds_from.getTime(),
    decidedBy: row.decided_by_kind === null ? null : { kind: row.decided_by_kind, id: row.decided_by },
    decidedAtMs: row.decided_at?.getTime() ?? null,
  };
}

/** Returns the person behind an order. */
export function policyPersonOf(actor: AuditActor): PolicyPerson {
  assert(actor.kind !== 'system', 'the program itself changes no policy');
  return { kind: actor.kind, id: actor.id };
}

/** The object of changes: all changes of one kind about one merchant, key or operator. */
export interface PolicyObject {
  readonly kind: PolicyChangeKind;
  readonly merchantId: string | null;
  readonly objectId: string;
}

/** Tells a merchant of a change, in the transaction of the order. */
export type TellMerchant = (
  trx: Transaction,
  event: {
    readonly type: 'policy.change_requested';
    readonly merchantId: string;
    readonly data: PolicyChangeData;
    readonly dedupeKey: string;
    readonly occurredAtMs: number;
  },
) => Promise<unknown>;

/** The giver of an order about a policy, and how long a loosening waits. */
export interface PolicyOrder {
  readonly actor: AuditActor;
  readonly nowMs: number;
  /** How long a change waits that loosens a policy, in ms; 0: not at all. */
  readonly policyDelayMs: number;
  readonly tell: TellMerchant;
  /** The key or session of the order. A change is stored only if it is still in force. Null: the command line. */
  readonly givenWith: GivenWith | null;
}

async function selectChanges(
  q: Queryable,
  where: string,
  bindings: readonly unknown[],
): Promise<PolicyChange[]> {
  const { rows } = await q.raw<{ rows: PolicyChangeRow[] }>(
    `SELECT ${COLUMNS} FROM policy_changes WHERE ${where}`,
    bindings as never,
  );
  return rows.map(toPolicyChange);
}

/** Lists changes, newest first. `afterId` is the last id of the previous page. */
export async function listPolicyChanges(
  q: Queryable,
  query: {
    readonly merchantId?: string;
    readonly status?: PolicyChangeStatus;
    readonly limit: number;
    readonly afterId?: string;
  },
): Promise<PolicyChange[]> {
  const { merchantId = null, status = null, afterId = null, limit } = query;
  return selectChanges(
    q,
    `(?::text IS NULL OR merchant_id = ?) AND (?::text IS NULL OR policy_change_id < ?)
      AND (?::text IS NULL OR CASE WHEN ${IS_DUE} THEN 'in_force' ELSE status END = ?)
      ORDER BY policy_change_id DESC LIMIT ?`,
    [merchantId, merchantId, afterId, afterId, status, status, limit],
  );
}

/** Lists the waiting changes of some merchants, oldest first. */
export async function listWaitingOf(q: Queryable, merchantIds: readonly string[]): Promise<PolicyChange[]> {
  return selectChanges(
    q,
    "merchant_id = ANY (?) AND status = 'waiting' AND holds_from > now() ORDER BY policy_change_id",
    [[...merchantIds]],
  );
}

/** Lists the waiting changes that a key or a member has requested, oldest first. */
export async function listWaitingAskedWith(trx: Transaction, credentialId: string): Promise<PolicyChange[]> {
  return selectChanges(
    trx,
    `status = 'waiting' AND holds_from > now() AND policy_change_id IN (
       SELECT object_id FROM audit_log WHERE api_key_id = ? AND action = 'policy_change.request')
      ORDER BY policy_change_id`,
    [credentialId],
  );
}

export async function findPolicyChange(
  q: Queryable,
  policyChangeId: string,
): Promise<PolicyChange | undefined> {
  return (await selectChanges(q, 'policy_change_id = ?', [policyChangeId]))[0];
}

/**
 * Marks the changes of an object whose time has come as in force, and returns them. The caller holds the object's lock
 * and writes them into the policy, before anything else is decided about it.
 */
export async function takeDueChanges(
  trx: Transaction,
  { kind, objectId }: Pick<PolicyObject, 'kind' | 'objectId'>,
): Promise<PolicyChange[]> {
  const { rows } = await trx.raw<{ rows: PolicyChangeRow[] }>(
    `UPDATE policy_changes SET status = 'in_force' WHERE kind = ? AND object_id = ? AND ${IS_DUE} RETURNING ${COLUMNS}`,
    [kind, objectId],
  );
  return rows.map(toPolicyChange);
}

/** Lists the changes of an object that still wait. The caller holds its lock. */
export async function listWaitingChanges(
  trx: Transaction,
  { kind, objectId }: Pick<PolicyObject, 'kind' | 'objectId'>,
): Promise<PolicyChange[]> {
  return selectChanges(
    trx,
    "kind = ? AND object_id = ? AND status = 'waiting' AND holds_from > now() ORDER BY policy_change_id",
    [kind, objectId],
  );
}

/**
 * Stores a change that waits, in the transaction of its order, audits it and tells the merchant. The caller holds the
 * object's lock and has stopped the earlier change of the same part: the database allows only one.
 *
 * @returns its id.
 * @throws QuittanceError `unauthenticated` when the key or account of the request was shut out meanwhile.
 */
export async function insertPolicyChange(
  trx: Transaction,
  { actor, nowMs, tell, givenWith }: Omit<PolicyOrder, 'policyDelayMs'>,
  asked: PolicyObject & {
    readonly part: string;
    readonly change: PolicyChangeTerms;
    readonly holdsFromMs: number;
  },
): Promise<string> {
  await keepAsking(trx, actor, givenWith);
  const policyChangeId = newId('pol', nowMs);
  const { kind, merchantId, objectId, part, change, holdsFromMs } = asked;
  const person = policyPersonOf(actor);
  const times = {
    requestedAt: new Date(nowMs).toISOString(),
    holdsFrom: new Date(holdsFromMs).toISOString(),
  };
  await trx('policy_changes').insert({
    policy_change_id: policyChangeId,
    kind,
    merchant_id: merchantId,
    object_id: objectId,
    part,
    change: JSON.stringify(change),
    requested_by_kind: person.kind,
    requested_by: person.id,
    requested_at: new Date(nowMs),
    holds_from: new Date(holdsFromMs),
  });
  await appendAudit(trx, {
    actor,
    action: 'policy_change.request',
    objectKind: 'policy_change',
    objectId: policyChangeId,
    after: { kind, merchantId, objectId, ...change, holdsFrom: times.holdsFrom },
  });
  if (merchantId === null) return policyChangeId;
  await tell(trx, {
    type: 'policy.change_requested',
    merchantId,
    data: { policyChangeId, kind, objectId, change, requestedBy: person.kind, ...times },
    dedupeKey: `${policyChangeId}/policy.change_requested`,
    occurredAtMs: nowMs,
  });
  return policyChangeId;
}

/** Stores the outcome of a waiting change, and audits it. The caller holds the lock of its object. */
export async function decidePolicyChange(
  trx: Transaction,
  { policyChangeId }: Pick<PolicyChange, 'policyChangeId'>,
  order: {
    readonly to: 'in_force' | 'stopped';
    readonly actor: AuditActor;
    readonly nowMs: number;
    readonly reason?: string | null;
  },
): Promise<void> {
  const { to, actor, nowMs } = order;
  const { kind, id } = policyPersonOf(actor);
  const written = await trx('policy_changes')
    .where({ policy_change_id: policyChangeId, status: 'waiting' })
    .update({ status: to, decided_by_kind: kind, decided_by: id, decided_at: new Date(nowMs) });
  assert(written === 1, 'a change that was read under the lock of its object waits');
  await appendAudit(trx, {
    actor,
    action: to === 'stopped' ? 'policy_change.stop' : 'policy_change.confirm',
    objectKind: 'policy_change',
    objectId: policyChangeId,
    reason: order.reason ?? null,
    before: { status: 'waiting' },
    after: { status: to },
  });
}
