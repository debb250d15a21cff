import type { Transaction } from './database.js';

/** Who did it: a merchant's or operator's key, somebody at the command line, or the program itself. */
export interface AuditActor {
  readonly kind: 'merchant' | 'operator' | 'cli' | 'system';
  /** Id of the API key, merchant or operator; null where there is none. */
  readonly id: string | null;
  readonly ip: string | null;
}

export interface AuditEntry {
  readonly actor: AuditActor;
  /** What was done, as `object.verb`. */
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly reason?: string | null;
  /** What changed, as it was and as it is. Never a secret. */
  readonly before?: object | null;
  readonly after?: object | null;
}

/** Writes down who did what, in the transaction that did it. The log can't be changed afterwards. */
export async function appendAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  const json = (value: object | null | undefined): string | null =>
    value == null ? null : JSON.stringify(value);
  await trx('audit_log').insert({
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    ip: entry.actor.ip,
    action: entry.action,
    object_kind: entry.objectKind,
    object_id: entry.objectId,
    reason: entry.reason ?? null,
    before: json(entry.before),
    after: json(entry.after),
  });
}
