import { z } from 'zod';
import type { AuditedWithdrawal, AuditRecord } from '../../db/audit/audit-log.js';
import { AUDIT_ACTIONS } from '../../domain/core/audit-actions.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import {
  shownAtomic,
  shownChainCode,
  shownCrypto,
  shownDecimals,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { iso } from './iso.js';

const shownState = z
  .custom<object>((value) => typeof value === 'object' && value !== null)
  .meta({ override: { type: 'object' }, examples: [{ status: 'approved' }] });

/** The schema of {@link showAuditedWithdrawal}'s answer. */
const shownAuditedWithdrawal = z
  .strictObject({
    amountCrypto: shownCrypto,
    amountAtomic: shownAtomic,
    decimals: shownDecimals,
    tokenSymbol: shownTokenSymbol,
    chainCode: shownChainCode,
  })
  .nullable()
  .meta({ description: 'The payment of the withdrawal that the action was about.' });

export function showAuditedWithdrawal(
  withdrawal: AuditedWithdrawal | null,
): Shown<typeof shownAuditedWithdrawal> {
  if (withdrawal === null) return null;
  const { asset, amountAtomic, decimals } = withdrawal;
  return {
    amountCrypto: formatCrypto(amountAtomic, decimals),
    amountAtomic: amountAtomic.toString(),
    decimals,
    ...asset,
  };
}

/** The fields that operators and merchants both see: the action and its object. */
export const auditedFields = {
  action: z.enum(AUDIT_ACTIONS).meta({ examples: ['withdrawal.approve'] }),
  objectKind: z.string().meta({ examples: ['withdrawal'] }),
  objectId: z.string().meta({ examples: ['wd_01jc8z4n6q0v3w9x2y5r7t1k8m'] }),
  reason: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  before: shownState.nullable().meta({ description: 'What changed, before the action.' }),
  after: shownState.nullable().meta({ description: 'What changed, after the action.' }),
  withdrawal: shownAuditedWithdrawal,
};

/** The schema of {@link showAudit}'s answer. */
export const auditSchema = z
  .strictObject({
    auditId: z.string().meta({ examples: ['4711'] }),
    createdAt: shownMoment,
    actorKind: z.enum(['merchant', 'operator', 'cli', 'system']),
    actorId: z
      .string()
      .nullable()
      .meta({
        description: 'Id of the merchant or operator, or the account at the command line.',
        examples: ['opr_01jc8z4n6q0v3w9x2y5r7t1k8m'],
      }),
    apiKeyId: idOf('key').nullable(),
    memberId: idOf('mbr')
      .nullable()
      .meta({ description: 'Who was signed in.', examples: [null] }),
    ip: z
      .string()
      .nullable()
      .meta({ examples: ['203.0.113.7'] }),
    ...auditedFields,
  })
  .meta({ id: 'AuditRecord' });

export function showAudit({ auditId, atMs, actor, ...record }: AuditRecord): Shown<typeof auditSchema> {
  return {
    auditId: String(auditId),
    createdAt: iso(atMs),
    actorKind: actor.kind,
    actorId: actor.id,
    apiKeyId: actor.apiKeyId ?? null,
    memberId: actor.memberId ?? null,
    ip: actor.ip,
    action: record.action,
    objectKind: record.objectKind,
    objectId: record.objectId,
    reason: record.reason,
    before: record.before,
    after: record.after,
    withdrawal: showAuditedWithdrawal(record.withdrawal),
  };
}
