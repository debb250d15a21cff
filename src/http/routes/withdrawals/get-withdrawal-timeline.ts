import { z } from 'zod';
import { readWithdrawalTimeline } from '../../../db/withdrawals/withdrawal-timeline.js';
import { findWithdrawal } from '../../../db/withdrawals/withdrawals.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { showWithdrawalTimeline, withdrawalFactSchema } from '../../views/withdrawal-timeline.js';

/** GET /v1/withdrawals/{withdrawalId}/timeline */
export const getWithdrawalTimelineRoute = readRoute({
  path: '/v1/withdrawals/:withdrawalId/timeline',
  summary: "Read a withdrawal's timeline",
  description:
    'Every fact about it, in order: the request, orders, ledger entries, its transactions, events, delivery attempts.',
  access: merchants('withdrawals:read'),
  reply: dataOf(z.array(withdrawalFactSchema)),
  errors: ['withdrawal_altered'],
  params: z.strictObject({ withdrawalId: idOf('wd') }),
  async read(deps, { params: { withdrawalId }, caller: { merchantId } }) {
    const withdrawal = await findWithdrawal(deps.db, { withdrawalId, merchantId });
    if (withdrawal === undefined)
      throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
    const facts = await readWithdrawalTimeline(deps.db, withdrawal);
    return dataReply(showWithdrawalTimeline(withdrawal, facts, deps.books));
  },
});
