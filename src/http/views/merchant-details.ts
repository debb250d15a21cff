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

/** The schema of {@link showMerchantDetails}'s answer. */
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
      .meta({ description: 'The payouts of the last 24 hours, by asset. They count towards `perDay`.' }),
    counts: z.strictObject({
      members: countOf('Members who can sign in.'),
      apiKeys: countOf('API keys that are not revoked.'),
      pendingApiKeys: countOf('API keys that wait for an operator.'),
      webhookEndpoints: countOf('Endpoints that are not deleted.'),
      unwellEndpoints: countOf('Endpoints that are disabled, or have failed since their last success.'),
      openInvoices: countOf(`Invoices that wait for a payment or its confirmations; ${upTo}.`),
      withdrawalsToApprove: countOf(`Withdrawals that wait for approval; ${upTo}.`),
      withdrawalsUnderWay: countOf(`Withdrawals that are approved and not paid yet; ${upTo}.`),
    }),
  })
  .meta({ id: 'MerchantDetails', description: 'A merchant with everything that an operator needs to see.' });

/** Shows a merchant to an operator, with its limits and counts. */
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
