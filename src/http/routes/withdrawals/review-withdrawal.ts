import { z } from 'zod';
import { readOperatorWithdrawalTimeline } from '../../../db/withdrawals/operator-withdrawal-timeline.js';
import { readForReview } from '../../../db/withdrawals/withdrawal-review.js';
import { findWithdrawal } from '../../../db/withdrawals/withdrawals.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import {
  showOperatorWithdrawalTimeline,
  operatorWithdrawalFactSchema,
} from '../../views/operator-withdrawal-timeline.js';
import { reviewedWithdrawalSchema, showReviewedWithdrawal } from '../../views/withdrawal-review.js';

/** GET /admin/v1/withdrawals/{withdrawalId} */
export const reviewWithdrawalRoute = readRoute({
  path: '/admin/v1/withdrawals/:withdrawalId',
  summary: 'Read a withdrawal to decide',
  description:
    'The withdrawal with the facts for an approver: the merchant and its earlier payouts, who requested it and from where, whether the address was paid before and is whitelisted, the remaining balance, limits, the hot wallet, a freeze, and the approvals.',
  access: operators('reports:read', 'withdrawals:approve'),
  reply: dataOf(reviewedWithdrawalSchema),
  errors: ['withdrawal_altered'],
  params: z.strictObject({ withdrawalId: idOf('wd') }),
  async read(deps, { params: { withdrawalId }, caller: { operatorId } }) {
    const asked = { withdrawalId, books: deps.books, nowMs: deps.now(), operatorId };
    const { view, review } = await readForReview(deps.db, asked);
    return dataReply(showReviewedWithdrawal(view, review, deps));
  },
});

/** GET /admin/v1/withdrawals/{withdrawalId}/timeline */
export const getOperatorWithdrawalTimelineRoute = readRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/timeline',
  summary: "Read a withdrawal's timeline",
  description:
    'Every fact about it, in order: its request, orders and who gave them, signatures, its transactions, ledger entries, events, delivery attempts.',
  access: operators('reports:read', 'withdrawals:approve'),
  reply: dataOf(z.array(operatorWithdrawalFactSchema)),
  errors: ['withdrawal_altered'],
  params: z.strictObject({ withdrawalId: idOf('wd') }),
  async read({ db, books }, { params: { withdrawalId } }) {
    const withdrawal = await findWithdrawal(db, { withdrawalId });
    if (withdrawal === undefined)
      throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
    const facts = await readOperatorWithdrawalTimeline(db, withdrawalId);
    return dataReply(showOperatorWithdrawalTimeline(withdrawal, facts, books));
  },
});
