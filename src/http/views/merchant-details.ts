import { z } from 'zod';
import { COUNTED_MAX, type MerchantDetails } from '../../db/merchants/merchant-details.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { showWhitelist, whitelistSchema } from './api-keys.js';
import { shownAtomic, shownChainCode, shownCount, shownCrypto, shownTokenSymbol } from './fields.js';
import { merchantProfileSchema, showMerchantProfile } from './merchant-profile.js';
import { merchantSchema, showMerchant } from './parties.js';

const countOf = (description: string) => shownCount.meta({ description, examples: [1] });
const upTo = `at most ${COUNTED_MAX} are counted`;

/** What {@link showMerchantDetails} shows. */
export const merchantDetailsSchema = z
  .strictObject({
    ...merchantSchema.shape,
    profile: merchantProfileSchema,
    whitelist: whitelistSchema,
    withdrawnToday: z
      .array(
        z.strictObject({
          chainCode: shownChainCode,
          tokenSymbol: shownTokenSymbol,
          amountCrypto: shownCrypto,
          amountAtomic: shownAtomic,
        }),
      )
      .meta({ description: 'What counts towards `perDay`: payouts of the last 24 hours, by asset.' }),
    counts: z.strictObject({
      members: countOf('Those who can sign in.'),
      apiKeys: countOf('Without those that are revoked.'),
      pendingApiKeys: countOf('Those that wait for an operator.'),
      webhookEndpoints: countOf('Without those that are deleted.'),
      unwellEndpoints: countOf('Disabled, or failing since their last success.'),
      openInvoices: countOf(`Those that wait for a payment or its confirmations; ${upTo}.`),
      withdrawalsToApprove: countOf(`Those that wait for approval; ${upTo}.`),
      withdrawalsUnderWay: countOf(`Those that are approved and not paid yet; ${upTo}.`),
    }),
  })
  .meta({ id: 'MerchantDetails', description: 'A merchant with all that its operator looks at.' });

/** Shows a merchant to an operator who looks at it. */
export function showMerchantDetails(
  { profile, withdrawn, counts, ...view }: MerchantDetails,
  nowMs: number,
): Shown<typeof merchantDetailsSchema> {
  return {
    ...showMerchant(view),
    profile: showMerchantProfile(profile),
    whitelist: showWhitelist(view.merchant.whitelist, nowMs),
    withdrawnToday: withdrawn.map(({ asset, decimals, amountAtomic }) => ({
      chainCode: asset.chainCode,
      tokenSymbol: asset.tokenSymbol,
      amountCrypto: formatCrypto(amountAtomic, decimals),
      amountAtomic: amountAtomic.toString(),
    })),
    counts,
  };
}
