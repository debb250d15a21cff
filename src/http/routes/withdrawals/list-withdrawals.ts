import { z } from 'zod';
import {
  listWithdrawals,
  viewWithdrawals,
  viewWithdrawalsForOperators,
} from '../../../db/withdrawals/withdrawals.js';
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawals/withdrawal-state.js';
import { merchants, operators } from '../../requests/caller.js';
import { given } from '../../requests/given.js';
import { pageFields, pageReply } from '../../requests/page.js';
import { readRoute } from '../../requests/route.js';
import {
  chainCode,
  idOf,
  merchantReference,
  moment,
  oneOrMore,
  tokenSymbol,
} from '../../requests/schemas.js';
import {
  operatorWithdrawalSchema,
  showWithdrawal,
  showWithdrawalToOperator,
  withdrawalSchema,
} from '../../views/withdrawals.js';
import { shownAddress, shownHash } from '../../views/fields.js';
import { pageOf } from '../../requests/reply.js';

const fields = {
  ...pageFields('wd'),
  status: oneOrMore(WITHDRAWAL_STATUSES).optional(),
  merchantReference: merchantReference.optional(),
  chainCode: chainCode.optional(),
  tokenSymbol: tokenSymbol.optional(),
  address: shownAddress.optional(),
  createdFrom: moment.optional(),
  createdTo: moment.optional(),
};

/** GET /v1/withdrawals */
export const listWithdrawalsRoute = readRoute({
  path: '/v1/withdrawals',
  summary: 'List withdrawals',
  description: 'Newest first.',
  access: merchants('withdrawals:read'),
  reply: pageOf(withdrawalSchema),
  query: z.strictObject(fields),
  async read(deps, { query: { limit, cursor, createdFrom, createdTo, ...filters }, caller: { merchantId } }) {
    const found = await listWithdrawals(deps.db, {
      merchantId,
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor }),
    });
    const views = await viewWithdrawals(deps.db, found);
    return pageReply(views, {
      limit,
      idOf: ({ withdrawal }) => withdrawal.withdrawalId,
      show: showWithdrawal,
    });
  },
});

/** GET /admin/v1/withdrawals: the withdrawals of all merchants, or of one. */
export const listAllWithdrawalsRoute = readRoute({
  path: '/admin/v1/withdrawals',
  summary: 'List withdrawals of all merchants',
  description: 'Newest first.',
  access: operators('withdrawals:approve'),
  reply: pageOf(operatorWithdrawalSchema),
  query: z.strictObject({
    ...fields,
    merchantId: idOf('mer').optional(),
    txHash: shownHash.meta({ description: 'Of a transaction that was signed for it.' }).optional(),
  }),
  async read(deps, { query: { limit, cursor, merchantId, createdFrom, createdTo, ...filters } }) {
    const found = await listWithdrawals(deps.db, {
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ merchantId, afterId: cursor }),
    });
    const views = await viewWithdrawalsForOperators(deps.db, found);
    return pageReply(views, {
      limit,
      idOf: ({ withdrawal }) => withdrawal.withdrawalId,
      show: showWithdrawalToOperator,
    });
  },
});
