import { findMerchant } from '../../../db/merchants/merchants.js';
import { listWithdrawalLimits, sumWithdrawn } from '../../../db/merchants/withdrawal-limits.js';
import { assert } from '../../../domain/core/errors.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { showWithdrawalTerms, withdrawalTermsSchema } from '../../views/withdrawal-terms.js';

/** GET /web/v1/withdrawal-terms */
export const getWithdrawalTermsRoute = readRoute({
  path: '/web/v1/withdrawal-terms',
  summary: 'Read what you may withdraw',
  description:
    'Your limits by asset, the amounts that are left of them now, and the whitelist of all your keys. An asset that is not listed has no limit.',
  access: merchants('withdrawals:read'),
  reply: dataOf(withdrawalTermsSchema),
  async read(deps, { caller: { merchantId } }) {
    const nowMs = deps.now();
    const merchant = await findMerchant(deps.db, merchantId);
    assert(merchant !== undefined, 'a merchant with a key exists');
    const limits = (await listWithdrawalLimits(deps.db, [merchantId])).get(merchantId) ?? [];
    const taken = await Promise.all(
      limits.map(async (each) => ({
        ...each,
        takenAtomic: await sumWithdrawn(deps.db, { merchantId, asset: each.asset, nowMs }),
      })),
    );
    return dataReply(showWithdrawalTerms(taken, merchant.whitelist, nowMs));
  },
});
