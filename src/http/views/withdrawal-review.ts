import { z } from 'zod';
import type { WithdrawalReview } from '../../db/withdrawals/withdrawal-review.js';
import type { OperatorWithdrawalView } from '../../db/withdrawals/withdrawals.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownCount, shownCrypto, shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';
import { operatorWithdrawalSchema, showWithdrawalToOperator } from './withdrawals.js';

/** What {@link showReviewedWithdrawal} shows. */
export const reviewedWithdrawalSchema = z
  .strictObject({
    ...operatorWithdrawalSchema.shape,
    review: z.strictObject({
      merchant: z.strictObject({
        merchantId: idOf('mer'),
        name: z.string().meta({ examples: ['Corner shop'] }),
        status: z.enum(['active', 'suspended']),
      }),
      asked: z
        .strictObject({
          by: z.enum(['key', 'member', 'other']),
          name: z
            .string()
            .nullable()
            .meta({ examples: ['Till'] }),
          ip: z
            .string()
            .nullable()
            .meta({ examples: ['203.0.113.7'] }),
        })
        .nullable()
        .meta({ description: 'Who asked for it, and from where.' }),
      paidBefore: z
        .strictObject({ times: shownCount, firstAt: shownMoment.nullable() })
        .meta({ description: 'Earlier withdrawals of the merchant to this address.' }),
      available: shownCrypto.meta({
        description: 'What the merchant has left; this one is reserved already.',
      }),
      deficit: shownCrypto,
      withdrawn: shownCrypto.meta({
        description: 'Within the last 24 hours. Refunds do not count.',
      }),
      dailyLimit: shownCrypto.nullable(),
      frozen: z
        .strictObject({ reason: z.string().meta({ examples: ['the token was paused'] }), since: shownMoment })
        .nullable(),
    }),
  })
  .meta({ id: 'ReviewedWithdrawal', description: 'A withdrawal with all that its approver looks at.' });

/** Shows a withdrawal to its approver. */
export function showReviewedWithdrawal(
  view: OperatorWithdrawalView,
  review: WithdrawalReview,
): Shown<typeof reviewedWithdrawalSchema> {
  const { decimals } = view.withdrawal;
  const shown = (atomic: bigint): string => formatCrypto(atomic, decimals);
  const { merchant, freeze, limits } = review;
  return {
    ...showWithdrawalToOperator(view),
    review: {
      merchant: { merchantId: merchant.merchantId, name: merchant.name, status: merchant.status },
      asked: review.asked,
      paidBefore: { times: review.paidBefore.times, firstAt: isoOrNull(review.paidBefore.firstAtMs) },
      available: shown(review.availableAtomic),
      deficit: shown(review.deficitAtomic),
      withdrawn: shown(review.withdrawnAtomic),
      dailyLimit: limits.perDayAtomic === null ? null : shown(limits.perDayAtomic),
      frozen: freeze === null ? null : { reason: freeze.reason, since: iso(freeze.frozenAtMs) },
    },
  };
}
