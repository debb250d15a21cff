import { z } from 'zod';
import { listBalances } from '../../../db/ledger/balances.js';
import { merchants } from '../../requests/caller.js';
import { assetKeyOf, pageOfWhole, wholePageFields } from '../../requests/pagination.js';
import { pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { balanceSchema, showBalance } from '../../views/balances.js';

/** GET /v1/balances */
export const listBalancesRoute = readRoute({
  path: '/v1/balances',
  summary: 'List balances',
  description: 'One balance for each asset that you ever had.',
  access: merchants('balances:read'),
  rateLimit: 'GET /v1/balances',
  reply: pageOf(balanceSchema),
  query: z.strictObject(wholePageFields()),
  async read(deps, { query, caller: { merchantId } }) {
    const balances = await listBalances(deps.db, merchantId);
    return pageOfWhole(balances, {
      ...query,
      keyOf: assetKeyOf,
      show: (balance) => showBalance(balance, deps.books),
    });
  },
});
