import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { WithdrawalReview } from '../../db/withdrawals/withdrawal-review.js';
import type { OperatorWithdrawalView } from '../../db/withdrawals/withdrawals.js';
import { followingStatus } from '../../domain/chains/following-status.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { AppDeps } from '../requests/app-deps.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { chainStatusSchema } from './chains.js';
import {
  shownAddress,
  shownAtomic,
  shownChainId,
  shownCount,
  shownCrypto,
  shownDecimals,
  shownMoment,
} from './fields.js';
import { iso, isoOrNull } from './iso.js';
import { operatorWithdrawalSchema, showWithdrawalToOperator } from './withdrawals.js';

/** The schema of {@link showReviewedWithdrawal}'s answer. */
export const reviewedWithdrawalSchema = z
  .strictObject({
    ...operatorWithdrawalSchema.shape,
    decimals: shownDecimals,
    review: z.strictObject({
      merchant: z.strictObject({
        merchantId: idOf('mer'),
        name: z.string().meta({ examples: ['Corner shop'] }),
        status: z.enum(['active', 'suspended']),
        createdAt: shownMoment,
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
        .meta({ description: 'Who requested it, and from where.' }),
      paidBefore: z
        .strictObject({ times: shownCount, firstAt: shownMoment.nullable() })
        .meta({ description: 'Earlier withdrawals of the merchant to this address.' }),
      available: shownCrypto.meta({
        description: "The merchant's available balance. This withdrawal is already subtracted.",
      }),
      availableAtomic: shownAtomic,
      deficit: shownCrypto,
      deficitAtomic: shownAtomic,
      withdrawn: shownCrypto.meta({
        description:
          'Withdrawals that were requested within the last 24 hours, or earlier and are not paid yet. Refunds do not count.',
      }),
      withdrawnAtomic: shownAtomic,
      dailyLimit: shownCrypto.nullable(),
      dailyLimitAtomic: shownAtomic.nullable(),
      perWithdrawalLimit: shownCrypto.nullable(),
      perWithdrawalLimitAtomic: shownAtomic.nullable(),
      twoApprovalsAbove: shownCrypto.nullable(),
      twoApprovalsAboveAtomic: shownAtomic.nullable(),
      approvalsRequired: shownCount.meta({
        description:
          'How many operators have to approve it. While it waits for approval, the current limits decide. They may require more approvals than the limits at its request.',
        examples: [1],
      }),
      history: z
        .strictObject({
          times: shownCount,
          firstAt: shownMoment.nullable(),
          largest: shownCrypto,
          largestAtomic: shownAtomic,
        })
        .meta({
          description: 'Earlier payouts of this asset to the merchant, at most the latest thousand.',
        }),
      whitelist: z
        .strictObject({
          restricted: z.boolean().meta({ description: 'False: it may go to any address.' }),
          listed: z.boolean(),
          since: shownMoment
            .nullable()
            .meta({ description: 'Null: since the beginning, or it is not listed.' }),
        })
        .meta({ description: 'The whitelists of the merchant and of the key that requested it.' }),
      hotWallet: z
        .strictObject({
          balance: shownCrypto,
          balanceAtomic: shownAtomic,
          due: shownCrypto.meta({
            description: 'The sum of other withdrawals that are approved and not signed yet.',
          }),
          dueAtomic: shownAtomic,
          readAt: shownMoment.nullable(),
        })
        .nullable()
        .meta({ description: 'The hot wallet, as last read from the chain.' }),
      chainStatus: chainStatusSchema.nullable().meta({
        description:
          'Nothing is sent on a chain that is not read. Null: the chain is no longer in CHAINS_FILE.',
      }),
      approvers: z
        .array(z.strictObject({ name: z.string().nullable(), approvedAt: shownMoment }))
        .meta({ description: 'Who has approved it. Null: somebody at the command line.' }),
      ownApproverAddresses: z.array(shownAddress).meta({
        description: 'Your approver addresses that are in force.',
      }),
      chainId: shownChainId.nullable().meta({
        description: 'The chain id of EIP-155, which approvers sign. Null: CHAINS_FILE never had the chain.',
      }),
      confirmationsRequired: shownCount.nullable(),
      nextLookAt: shownMoment.nullable().meta({ description: 'When a waiting withdrawal is checked again.' }),
      frozen: z
        .strictObject({ reason: z.string().meta({ examples: ['the token was paused'] }), since: shownMoment })
        .nullable(),
    }),
  })
  .meta({
    id: 'ReviewedWithdrawal',
    description: 'A withdrawal with everything that an approver needs to see.',
  });

/** Shows the sums of a review: whole tokens, and the exact figure in base units beside them. */
function showSums(
  { availableAtomic, deficitAtomic, withdrawnAtomic, limits, history, hotWallet }: WithdrawalReview,
  decimals: number,
) {
  const shown = (atomic: bigint): string => formatCrypto(atomic, decimals);
  const orNull = (atomic: bigint | null): string | null => (atomic === null ? null : shown(atomic));
  const { perDayAtomic, perWithdrawalAtomic, twoApprovalsAboveAtomic } = limits;
  return {
    available: shown(availableAtomic),
    availableAtomic: availableAtomic.toString(),
    deficit: shown(deficitAtomic),
    deficitAtomic: deficitAtomic.toString(),
    withdrawn: shown(withdrawnAtomic),
    withdrawnAtomic: withdrawnAtomic.toString(),
    dailyLimit: orNull(perDayAtomic),
    dailyLimitAtomic: perDayAtomic?.toString() ?? null,
    perWithdrawalLimit: orNull(perWithdrawalAtomic),
    perWithdrawalLimitAtomic: perWithdrawalAtomic?.toString() ?? null,
    twoApprovalsAbove: orNull(twoApprovalsAboveAtomic),
    twoApprovalsAboveAtomic: twoApprovalsAboveAtomic?.toString() ?? null,
    history: {
      times: history.times,
      firstAt: isoOrNull(history.firstAtMs),
      largest: shown(history.largestAtomic),
      largestAtomic: history.largestAtomic.toString(),
    },
    hotWallet:
      hotWallet === null
        ? null
        : {
            balance: shown(hotWallet.balanceAtomic),
            balanceAtomic: hotWallet.balanceAtomic.toString(),
            due: shown(hotWallet.dueAtomic),
            dueAtomic: hotWallet.dueAtomic.toString(),
            readAt: isoOrNull(hotWallet.readAtMs),
          },
  };
}

/**
 * Shows a withdrawal to an approver. Its chain may be listed no longer.
 *
 * @throws QuittanceError `withdrawal_altered`
 */
export function showReviewedWithdrawal(
  view: OperatorWithdrawalView,
  review: WithdrawalReview,
  { chains, books }: Pick<AppDeps, 'chains' | 'books'>,
): Shown<typeof reviewedWithdrawalSchema> {
  const { decimals, asset, waitUntilMs } = view.withdrawal;
  const { merchant, freeze, whitelist, approverNames } = review;
  const chain = chains.get(asset.chainCode);
  return {
    ...showWithdrawalToOperator(view, books),
    decimals,
    review: {
      ...showSums(review, decimals),
      merchant: {
        merchantId: merchant.merchantId,
        name: merchant.name,
        status: merchant.status,
        createdAt: iso(merchant.createdAtMs),
      },
      asked: review.asked,
      paidBefore: { times: review.paidBefore.times, firstAt: isoOrNull(review.paidBefore.firstAtMs) },
      approvalsRequired: review.approvalsRequired,
      whitelist: {
        restricted: whitelist.isRestricted,
        listed: whitelist.isListed,
        since: isoOrNull(whitelist.sinceMs),
      },
      chainStatus: chain === undefined ? null : followingStatus(review.chainStatus),
      approvers: view.approvals.map(({ operatorId, approvedAtMs }) => ({
        name: operatorId === null ? null : (approverNames.get(operatorId) ?? operatorId),
        approvedAt: iso(approvedAtMs),
      })),
      ownApproverAddresses: review.ownAddresses.map(toChecksumAddress),
      chainId: books.get(asset.chainCode)?.chainId ?? null,
      confirmationsRequired: chain?.confirmations ?? null,
      nextLookAt: isoOrNull(waitUntilMs),
      frozen: freeze === null ? null : { reason: freeze.reason, since: iso(freeze.frozenAtMs) },
    },
  };
}
