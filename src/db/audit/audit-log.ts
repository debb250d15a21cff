import type { Knex } from 'knex';
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/core/audit-actions.js';
import type { AssetId } from '../../domain/core/asset.js';
import type { Queryable, Transaction } from '../core/database.js';
import { pageOfPages } from '../core/page-of-pages.js';

export type AuditActorKind = 'merchant' | 'operator' | 'cli' | 'system';

/** Who acted: a merchant, an operator, somebody at the command line, or the program itself. */
export interface AuditActor {
  readonly kind: AuditActorKind;
  /** Id of the merchant or operator, or the name of the account at the command line; null where there is none. */
  readonly id: string | null;
  /** The API key of the request. */
  readonly apiKeyId?: string | null;
  /** The member whose session the request has. */
  readonly memberId?: string | null;
  readonly ip: string | null;
}

export interface AuditEntry {
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly objectKind: string;
  readonly objectId: string;
  readonly reason?: string | null;
  /** The changed values, before and after. Never a secret. */
  readonly before?: object | null;
  readonly after?: object | null;
}

/** A stored entry. Later entries have a higher `auditId`. */
export interface AuditRecord extends Required<AuditEntry> {
  readonly auditId: number;
  readonly atMs: number;
  readonly withdrawal: AuditedWithdrawal | null;
}

/** The payment of the withdrawal that an entry is about. */
export interface AuditedWithdrawal {
  readonly asset: AssetId;
  readonly amountAtomic: bigint;
  readonly decimals: number;
}

/** A row of the log, with the columns {@link OF_WITHDRAWAL}. */
export interface WithWithdrawal {
  chain_code: string | null;
  token_symbol: string | null;
  token_decimals: number | null;
  amount_atomic: bigint | null;
}

/** Columns of `withdrawals as w`, where it is joined on {@link IS_ABOUT}. */
export const OF_WITHDRAWAL = ['w.chain_code', 'w.token_symbol', 'w.token_decimals', 'w.amount_atomic'];
/** Joins the withdrawal that an entry of `audit_log as a` is about. */
export const IS_ABOUT = "a.object_kind = 'withdrawal' AND w.withdrawal_id = a.object_id";

export function toAuditedWithdrawal(row: WithWithdrawal): AuditedWithdrawal | null {
  const { chain_code, token_symbol, token_decimals, amount_atomic } = row;
  if (chain_code === null || token_symbol === null || token_decimals === null || amount_atomic === null)
    return null;
  return {
    asset: { chainCode: chain_code, tokenSymbol: token_symbol },
    amountAtomic: amount_atomic,
    decimals: token_decimals,
  };
}

interface AuditRow extends WithWithdrawal {
  audit_id: number;
  at: Date;
  actor_kind: AuditActorKind;
  actor_id: string | null;
  api_key_id: string | null;
  ip: string | null;
  action: AuditAction;
  object_kind: string;
  object_id: string;
  reason: string | null;
  before: object | null;
  after: object | null;
}

function toRecord(row: AuditRow): AuditRecord {
  return {
    auditId: row.audit_id,
    atMs: row.at.getTime(),
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      apiKeyId: isMemberId(row.api_key_id) ? null : row.api_key_id,
      memberId: isMemberId(row.api_key_id) ? row.api_key_id : null,
      ip: row.ip,
    },
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    reason: row.reason,
    before: row.before,
    after: row.after,
    withdrawal: toAuditedWithdrawal(row),
  };
}

function isMemberId(id: string | null): boolean {
  return id?.startsWith('mbr_') === true;
}

/** Records who did what, in the transaction of the action. The log can't be changed afterwards. */
export async function appendAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  const json = (value: object | null | undefined): string | null =>
    value == null ? null : JSON.stringify(value);
  await trx('audit_log').insert({
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    // One column holds either the key or the member, so that the hashed fields stay the same.
    api_key_id: entry.actor.apiKeyId ?? entry.actor.memberId ?? null,
    ip: entry.actor.ip,
    action: entry.action,
    object_kind: entry.objectKind,
    object_id: entry.objectId,
    reason: entry.reason ?? null,
    before: json(entry.before),
    after: json(entry.after),
  });
}

interface AuditQuery {
  readonly filters: {
    /** Id of a merchant, an operator, or one of their keys or members. */
    readonly actorId?: string;
    readonly action?: string;
    readonly objectKind?: string;
    readonly objectId?: string;
    readonly fromMs?: number;
    readonly toMs?: number;
  };
  readonly limit: number;
  /** The last id of the previous page. */
  readonly afterId?: number;
}

/** Names the actions one by one, as `v`: an index has the entries of each actor and action in the order of the list. */
export const ofEachAction = (q: Queryable, action: string | undefined): Knex.Raw =>
  q.raw('unnest(?::text[]) AS v (action)', [action === undefined ? [...AUDIT_ACTIONS] : [action]]);

/** Whether this is the id of a key or a member, and not of a merchant or an operator. */
const isCredential = (actorId: string): boolean => actorId.startsWith('key_') || isMemberId(actorId);

/** Selects a page of entries, whoever acted. */
function pageOfAll(q: Queryable, { filters, afterId, limit }: AuditQuery): Knex.QueryBuilder {
  const { action, objectKind, objectId, fromMs, toMs } = filters;
  return q('audit_log as a')
    .modify((builder) => {
      if (action !== undefined) void builder.where('a.action', action);
      if (objectKind !== undefined) void builder.where('a.object_kind', objectKind);
      if (objectId !== undefined) void builder.where('a.object_id', objectId);
      if (fromMs !== undefined) void builder.where('a.at', '>=', new Date(fromMs));
      if (toMs !== undefined) void builder.where('a.at', '<', new Date(toMs + 1));
      if (afterId !== undefined) void builder.where('a.audit_id', '<', afterId);
    })
    .orderBy('a.audit_id', 'desc')
    .limit(limit)
    .select('a.*');
}

/** Lists entries, newest first. */
export async function listAudit(q: Queryable, query: AuditQuery): Promise<AuditRecord[]> {
  const { limit } = query;
  const { actorId, action, ...others } = query.filters;
  const page = (): Knex.QueryBuilder => {
    if (actorId === undefined) return pageOfAll(q, query);
    const ofOne = pageOfAll(q, { ...query, filters: others })
      .where(isCredential(actorId) ? 'a.api_key_id' : 'a.actor_id', actorId)
      .whereRaw('a.action = v.action');
    return pageOfPages(q, { page: ofOne, ofEach: ofEachAction(q, action), id: 'audit_id', limit });
  };
  const rows = await q
    .from(page().as('a'))
    .joinRaw(`LEFT JOIN withdrawals AS w ON ${IS_ABOUT}`)
    .orderBy('a.audit_id', 'desc')
    .select<AuditRow[]>('a.*', ...OF_WITHDRAWAL);
  return rows.map(toRecord);
}
