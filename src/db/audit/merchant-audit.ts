import type { Knex } from 'knex';
import type { AuditAction } from '../../domain/core/audit-actions.js';
import type { Queryable } from '../core/database.js';
import { pageOfPages } from '../core/page-of-pages.js';
import {
  IS_ABOUT,
  OF_WITHDRAWAL,
  ofEachAction,
  toAuditedWithdrawal,
  type AuditActorKind,
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

interface MerchantAuditQuery {
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
  /** The last id of the previous page. */
  readonly afterId?: number;
}

/** Who is told to the merchant as an operator. What the program itself did is not told. */
const OPERATORS = ['operator', 'cli'] as const satisfies readonly AuditActorKind[];
/** Written so that PostgreSQL looks it up for each entry, in the order of the list. */
const IS_OF_MERCHANT =
  '(SELECT n.audit_id FROM merchant_audit n WHERE n.merchant_id = ? AND n.audit_id = a.audit_id) IS NOT NULL';
const KINDS_OF = { merchant: ['merchant'], operator: OPERATORS } as const;

/** Selects a page of entries of `audit_log as a` in the order of `id`, by the filters that are not about who did what. */
function pageBy(
  some: Knex.QueryBuilder,
  { filters: { objectId, fromMs, toMs }, afterId, limit }: MerchantAuditQuery,
  id: 'n.audit_id' | 'a.audit_id',
): Knex.QueryBuilder {
  return some
    .modify((builder) => {
      if (objectId !== undefined) void builder.where('a.object_id', objectId);
      if (fromMs !== undefined) void builder.where('a.at', '>=', new Date(fromMs));
      if (toMs !== undefined) void builder.where('a.at', '<', new Date(toMs + 1));
      if (afterId !== undefined) void builder.where(id, '<', afterId);
    })
    .orderBy(id, 'desc')
    .limit(limit)
    .select(id);
}

/** Selects the ids of a page of entries, by an index that has all entries of the merchant, or those of an action. */
function pageOfAll(
  q: Queryable,
  query: MerchantAuditQuery,
  kinds: readonly AuditActorKind[],
): Knex.QueryBuilder {
  const { merchantId, filters } = query;
  const { actorKind, action } = filters;
  const entries = q('merchant_audit as n')
    .where('n.merchant_id', merchantId)
    .modify((builder) => {
      if (action !== undefined) void builder.where('n.action', action);
      if (actorKind !== undefined) void builder.whereIn('n.actor_kind', kinds);
    });
  return pageBy(entries.join('audit_log as a', 'a.audit_id', 'n.audit_id'), query, 'n.audit_id');
}

/**
 * Selects the ids of a page of entries. One by what was done or by whom is put together out of a page of each. Where an object
 * or a time bounds the entries, that finds them.
 */
function pageOf(q: Queryable, query: MerchantAuditQuery): Knex.QueryBuilder {
  const { merchantId, limit } = query;
  const { actorKind, actorId, action, ...bounds } = query.filters;
  const ofKind: readonly AuditActorKind[] =
    actorKind === undefined ? ['merchant', ...OPERATORS] : KINDS_OF[actorKind];
  const isBound = Object.keys(bounds).length > 0;
  const isOfAny = actorKind === undefined && action === undefined;
  if (actorId === undefined && (isBound || isOfAny)) return pageOfAll(q, query, ofKind);
  // Only the merchant's own keys and members are told by name.
  const kinds = actorId === undefined ? ofKind : ofKind.filter((kind) => kind === 'merchant');
  const ofEach = q.raw('? CROSS JOIN unnest(?::text[]) AS k (kind)', [ofEachAction(q, action), [...kinds]]);
  const page =
    actorId === undefined
      ? pageBy(q('merchant_audit as n'), query, 'n.audit_id')
          .where('n.merchant_id', merchantId)
          .whereRaw('n.action = v.action AND n.actor_kind = k.kind')
      : pageBy(q('audit_log as a'), query, 'a.audit_id')
          .where('a.api_key_id', actorId)
          .whereRaw('a.action = v.action AND a.actor_kind = k.kind')
          .whereRaw(IS_OF_MERCHANT, [merchantId]);
  return pageOfPages(q, { page, ofEach, id: 'audit_id', limit });
}

/** Lists the actions of people, keys and operators on a merchant's objects, newest first. */
export async function listMerchantAudit(
  q: Queryable,
  query: MerchantAuditQuery,
): Promise<MerchantAuditRecord[]> {
  const rows = await q
    .from(pageOf(q, query).as('n'))
    .join('audit_log as a', 'a.audit_id', 'n.audit_id')
    .leftJoin('members as b', (on) =>
      on.on('b.member_id', 'a.api_key_id').andOnVal('b.merchant_id', query.merchantId),
    )
    .leftJoin('api_keys as k', (on) =>
      on.on('k.api_key_id', 'a.api_key_id').andOnVal('k.merchant_id', query.merchantId),
    )
    .joinRaw(`LEFT JOIN withdrawals AS w ON ${IS_ABOUT}`)
    .orderBy('n.audit_id', 'desc')
    .select<MerchantAuditRow[]>(
      ...['a.audit_id', 'a.at', 'a.actor_kind', 'a.api_key_id as actor_id', 'a.ip', 'a.action'],
      ...['a.object_kind', 'a.object_id', 'a.reason', 'a.before', 'a.after'],
      ...OF_WITHDRAWAL,
      q.raw('coalesce(b.name, k.name) AS actor_name'),
    );
  return rows.map(toRecord);
}
