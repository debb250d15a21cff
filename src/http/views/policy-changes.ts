import { z } from 'zod';
import type { PolicyChange } from '../../db/merchants/policy-changes.js';
import { POLICY_CHANGE_KINDS, POLICY_CHANGE_STATUSES } from '../../domain/merchants/policy-change.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMerchantName, shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

const person = z.enum(['merchant', 'operator', 'cli']);
const personId = z
  .string()
  .nullable()
  .meta({
    description: 'Id of the merchant or operator, or the account at the command line.',
    examples: ['opr_01jc8z4n6q0v3w9x2y5r7t1k8m'],
  });

/** The schema of {@link showPolicyChange}'s answer. */
export const policyChangeSchema = z
  .strictObject({
    policyChangeId: idOf('pol'),
    kind: z.enum(POLICY_CHANGE_KINDS),
    status: z.enum(POLICY_CHANGE_STATUSES).meta({ examples: ['waiting'] }),
    merchantId: idOf('mer').nullable().meta({ description: "Null: it is an operator's own." }),
    objectId: z.string().meta({
      description: 'The id of the merchant, API key or operator that is changed.',
      examples: ['mer_01jc8z4n6q0v3w9x2y5r7t1k8m'],
    }),
    merchantName: shownMerchantName.nullable(),
    objectName: z
      .string()
      .nullable()
      .meta({
        description:
          'The name of the key, member or operator that is changed. Null: it is the merchant, or an invitation.',
        examples: [null],
      }),
    change: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).meta({
      description: 'The new values. Amounts are in base units, and addresses in lower case.',
      examples: [
        {
          chainCode: 'base',
          tokenSymbol: 'USDC',
          decimals: 6,
          field: 'perDayAtomic',
          from: '1000000000',
          to: '5000000000',
        },
      ],
    }),
    requestedBy: person,
    requestedById: personId,
    requestedByName: z
      .string()
      .nullable()
      .meta({ description: 'Null: somebody at the command line.', examples: ['Night shift'] }),
    requestedAt: shownMoment,
    holdsFrom: shownMoment.meta({
      description: 'The change is in force from this moment on, unless it is stopped before.',
    }),
    decidedBy: person.nullable().meta({ description: 'Who confirmed or stopped it.', examples: [null] }),
    decidedById: personId.meta({ examples: [null] }),
    decidedAt: shownMoment.nullable().meta({ examples: [null] }),
  })
  .meta({ id: 'PolicyChange' });

export function showPolicyChange(change: PolicyChange): Shown<typeof policyChangeSchema> {
  const { policyChangeId, kind, status, merchantId, objectId, requestedBy, decidedBy } = change;
  return {
    policyChangeId,
    kind,
    status,
    merchantId,
    objectId,
    change: change.change,
    merchantName: change.merchantName,
    objectName: change.objectName,
    requestedBy: requestedBy.kind,
    requestedById: requestedBy.id,
    requestedByName: change.requestedByName,
    requestedAt: iso(change.requestedAtMs),
    holdsFrom: iso(change.holdsFromMs),
    decidedBy: decidedBy?.kind ?? null,
    decidedById: decidedBy?.id ?? null,
    decidedAt: isoOrNull(change.decidedAtMs),
  };
}
