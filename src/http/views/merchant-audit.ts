import { z } from 'zod';
import type { MerchantAuditRecord } from '../../db/audit/merchant-audit.js';
import type { Shown } from '../requests/reply.js';
import { auditedFields, showAuditedWithdrawal } from './audit-log.js';
import { shownMoment } from './fields.js';
import { iso } from './iso.js';

/** The schema of {@link showMerchantAudit}'s answer. */
export const merchantAuditSchema = z
  .strictObject({
    auditId: z.string().meta({ examples: ['4711'] }),
    createdAt: shownMoment,
    actorKind: z.enum(['merchant', 'operator']),
    actorId: z
      .string()
      .nullable()
      .meta({
        description: 'The member who was signed in, or the API key; null: an operator.',
        examples: ['mbr_01jc8z4n6q0v3w9x2y5r7t1k8m'],
      }),
    actorName: z
      .string()
      .nullable()
      .meta({ description: 'The name of the member or key.', examples: ['Ann'] }),
    ip: z
      .string()
      .nullable()
      .meta({ description: 'The IP address. Null: an operator.', examples: ['203.0.113.7'] }),
    ...auditedFields,
  })
  .meta({ id: 'MerchantAuditRecord' });

export function showMerchantAudit({
  auditId,
  atMs,
  withdrawal,
  ...record
}: MerchantAuditRecord): Shown<typeof merchantAuditSchema> {
  return {
    auditId: String(auditId),
    createdAt: iso(atMs),
    ...record,
    withdrawal: showAuditedWithdrawal(withdrawal),
  };
}
