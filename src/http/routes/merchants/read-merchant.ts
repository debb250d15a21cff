import { z } from 'zod';
import { listBalances } from '../../../db/ledger/balances.js';
import { getMerchantDetails } from '../../../db/merchants/merchant-details.js';
import { findMerchant } from '../../../db/merchants/merchants.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { operators } from '../../requests/caller.js';
import { assetKeyOf, pageOfWhole, wholePageFields } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { balanceSchema, showBalance } from '../../views/balances.js';
import { merchantDetailsSchema, showMerchantDetails } from '../../views/merchant-details.js';

const access = operators('reports:read');
const params = z.strictObject({ merchantId: idOf('mer') });

/** GET /admin/v1/merchants/{merchantId} */
export const getMerchantRoute = readRoute({
  path: '/admin/v1/merchants/:merchantId',
  summary: 'Read a merchant',
  description:
    'The merchant with its limits and the amounts that count towards them, its whitelist, the public profile, and counts of its objects.',
  access,
  reply: dataOf(merchantDetailsSchema),
  params,
  async read(deps, { params: { merchantId } }) {
    const nowMs = deps.now();
    return dataReply(showMerchantDetails(await getMerchantDetails(deps.db, { merchantId, nowMs }), nowMs));
  },
});

/** GET /admin/v1/merchants/{merchantId}/balances */
export const listMerchantBalancesRoute = readRoute({
  path: '/admin/v1/merchants/:merchantId/balances',
  summary: "List a merchant's balances",
  description: 'As the merchant sees them.',
  access,
  reply: pageOf(balanceSchema),
  params,
  query: z.strictObject(wholePageFields()),
  async read(deps, { params: { merchantId }, query }) {
    if ((await findMerchant(deps.db, merchantId)) === undefined)
      throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
    const balances = await listBalances(deps.db, merchantId);
    return pageOfWhole(balances, {
      ...query,
      keyOf: assetKeyOf,
      show: (balance) => showBalance(balance, deps.books),
    });
  },
});
