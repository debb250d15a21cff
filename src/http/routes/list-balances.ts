import { listBalances } from '../../db/balances.js';
import { merchants } from '../caller.js';
import { listReply } from '../reply.js';
import { readRoute } from '../route.js';
import { showBalance } from '../views/balances.js';

/** GET /v1/balances */
export const listBalancesRoute = readRoute({
  path: '/v1/balances',
  access: merchants('balances:read'),
  rateLimit: 'GET /v1/balances',
  async read(deps, { caller: { merchantId } }) {
    const balances = await listBalances(deps.db, merchantId);
    return listReply(balances.map((balance) => showBalance(balance, deps.books)));
  },
});
