import type { AuditRecord } from '../../db/audit-log.js';
import { iso } from './iso.js';

export function showAudit({ auditId, atMs, actor, ...record }: AuditRecord): object {
  return {
    auditId: String(auditId),
    createdAt: iso(atMs),
    actorKind: actor.kind,
    actorId: actor.id,
    apiKeyId: actor.apiKeyId ?? null,
    ip: actor.ip,
    action: record.action,
    objectKind: record.objectKind,
    objectId: record.objectId,
    reason: record.reason,
    before: record.before,
    after: record.after,
  };
}
