import { z } from 'zod';
import { findWithdrawal, viewWithdrawals } from '../../../db/withdrawals/withdrawals.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { showWithdrawal, withdrawalSchema } from '../../views/withdrawals.js';

/** GET /v1/withdrawals/{withdrawalId} */
export const getWithdrawalRoute = readRoute({
  path: '/v1/withdrawals/:withdrawalId',
  summary: 'Read a withdrawal',
  access: merchants('withdrawals:read'),
  reply: dataOf(withdrawalSchema),
  errors: ['withdrawal_altered'],
  params: z.strictObject({ withdrawalId: idOf('wd') }),
  async read(deps, { params: { withdrawalId }, caller: { merchantId } }) {
    const withdrawal = await findWithdrawal(deps.db, { withdrawalId, merchantId });
    const [view] = await viewWithdrawals(deps.db, withdrawal === undefined ? [] : [withdrawal]);
    if (view === undefined) throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
    return dataReply(showWithdrawal(view, deps.books));
  },
});
