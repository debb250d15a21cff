import type { AuditAction } from '../../domain/core/audit-actions.js';
import type { Queryable } from '../core/database.js';
import {
  IS_ABOUT,
  OF_WITHDRAWAL,
  toAuditedWithdrawal,
  type AuditedWithdrawal,
  type WithWithdrawal,
} from './audit-log.js';

/**
 * An entry of the audit log as its merchant may read it. About an operator it says only that it was one. Times in epoch
 * ms.
 */
export interface MerchantAuditRecord {
  readonly auditId: number;
  readonly atMs: number;
  readonly actorKind: 'merchant' | 'operator';
  /** The merchant's key or member; null: an operator. */
  readonly actorId: string | null;
  /** The name of the key or member. */
  readonly actorName: string | null;
  readonly ip: string | null;
  readonly action: AuditAction;
  readonly objectKind: string;
  readonly objectId: string;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly withdrawal: AuditedWithdrawal | null;
}

interface MerchantAuditRow extends WithWithdrawal {
  audit_id: number;
  at: Date;
  actor_kind: 'merchant' | 'operator' | 'cli';
  actor_id: string | null;
  actor_name: string | null;
  ip: string | null;
  action: AuditAction;
  object_kind: string;
  object_id: string;
  reason: string | null;
  before: object | null;
  after: object | null;
}

/** Reasons that operators give to the merchant: the withdrawal shows them too. */
const TOLD_REASONS: readonly string[] = ['withdrawal.reject', 'withdrawal.stop'];
/** The fields of an operator's change that its merchant may see. The others show how operators work. */
const TOLD_FIELDS: readonly string[] = [
  'status',
  'role',
  'email',
  'name',
  'scopes',
  'expiresAt',
  'holdsFrom',
];

function told(state: object | null): object | null {
  const kept = Object.entries(state ?? {}).filter(([field]) => TOLD_FIELDS.includes(field));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function toRecord(row: MerchantAuditRow): MerchantAuditRecord {
  const isOwn = row.actor_kind === 'merchant';
  return {
    auditId: row.audit_id,
    atMs: row.at.getTime(),
    actorKind: isOwn ? 'merchant' : 'operator',
    actorId: isOwn ? row.actor_id : null,
    actorName: isOwn ? row.actor_name : null,
    ip: isOwn ? row.ip : null,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    reason: isOwn || TOLD_REASONS.includes(row.action) ? row.reason : null,
    before: isOwn ? row.before : told(row.before),
    after: isOwn ? row.after : told(row.after),
    withdrawal: toAuditedWithdrawal(row),
  };
}

/**
 * Lists the actions of people, keys and operators on a merchant's objects, newest first. `afterId` is the last id of
 * the previous page.
 */
export async function listMerchantAudit(
  q: Queryable,
  query: {
    readonly merchantId: string;
    readonly filters: {
      readonly actorKind?: 'merchant' | 'operator';
      /** Id of a key or member of the merchant. */
      readonly actorId?: string;
      readonly action?: string;
      readonly objectId?: string;
      readonly fromMs?: number;
      readonly toMs?: number;
    };
    readonly limit: number;
    readonly afterId?: number;
  },
): Promise<MerchantAuditRecord[]> {
  const { actorKind, actorId, action, objectId, fromMs, toMs } = query.filters;
  const rows = await q('merchant_audit as n')
    .join('audit_log as a', 'a.audit_id', 'n.audit_id')
    .leftJoin('members as b', (on) =>
      on.on('b.member_id', 'a.api_key_id').on('b.merchant_id', 'n.merchant_id'),
    )
    .leftJoin('api_keys as k', (on) =>
      on.on('k.api_key_id', 'a.api_key_id').on('k.merchant_id', 'n.merchant_id'),
    )
    .joinRaw(`LEFT JOIN withdrawals AS w ON ${IS_ABOUT}`)
    .where('n.merchant_id', query.merchantId)
    .modify((builder) => {
      if (actorKind !== undefined)
        void builder.where('a.actor_kind', actorKind === 'merchant' ? '=' : '<>', 'merchant');
      if (actorId !== undefined) void builder.where({ 'a.actor_kind': 'merchant', 'a.api_key_id': actorId });
      if (action !== undefined) void builder.where('n.action', action);
      if (objectId !== undefined) void builder.where('a.object_id', objectId);
      if (fromMs !== undefined) void builder.where('a.at', '>=', new Date(fromMs));
      if (toMs !== undefined) void builder.where('a.at', '<', new Date(toMs + 1));
      if (query.afterId !== undefined) void builder.where('n.audit_id', '<', query.afterId);
    })
    .orderBy('n.audit_id', 'desc')
    .limit(query.limit)
    .select<MerchantAuditRow[]>(
      ...['a.audit_id', 'a.at', 'a.actor_kind', 'a.api_key_id as actor_id', 'a.ip', 'a.action'],
      ...['a.object_kind', 'a.object_id', 'a.reason', 'a.before', 'a.after'],
      ...OF_WITHDRAWAL,
      q.raw('coalesce(b.name, k.name) AS actor_name'),
    );
  return rows.map(toRecord);
}
