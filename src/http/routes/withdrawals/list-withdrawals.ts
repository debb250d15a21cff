import { z } from 'zod';
import {
  listWithdrawals,
  viewWithdrawals,
  viewWithdrawalsForOperators,
} from '../../../db/withdrawals/withdrawals.js';
import { searchWithdrawals } from '../../../db/withdrawals/search-withdrawals.js';
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawals/withdrawal-state.js';
import { merchants, operators } from '../../requests/caller.js';
import { csvRoute } from '../../requests/csv-route.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { readRoute } from '../../requests/route.js';
import {
  chainCode,
  idOf,
  merchantReference,
  moment,
  oneOrMore,
  searched,
  tokenSymbol,
} from '../../requests/schemas.js';
import {
  operatorWithdrawalSchema,
  showWithdrawal,
  showWithdrawalToOperator,
  withdrawalSchema,
} from '../../views/withdrawals.js';
import { tellingLeftOut } from '../../views/altered-invoices.js';
import { isAlteredWithdrawal } from '../../views/altered-withdrawals.js';
import { shownAddress, shownHash } from '../../views/fields.js';
import { pageOf } from '../../requests/reply.js';

const fields = {
  ...pageFields('wd'),
  status: oneOrMore(WITHDRAWAL_STATUSES).optional(),
  merchantReference: merchantReference.optional(),
  chainCode: chainCode.optional(),
  tokenSymbol: tokenSymbol.optional(),
  address: shownAddress.optional(),
  txHash: shownHash.optional(),
  invoiceId: idOf('inv').meta({ description: 'Its refunds.' }).optional(),
  createdFrom: moment.optional(),
  createdTo: moment.optional(),
};

/** GET /v1/withdrawals */
export const listWithdrawalsRoute = readRoute({
  path: '/v1/withdrawals',
  summary: 'List withdrawals',
  description:
    'Newest first. A withdrawal whose row was altered is left out, and the operator is told. Read it by its id to see why.',
  access: merchants('withdrawals:read'),
  reply: pageOf(withdrawalSchema),
  query: z.strictObject({ ...fields, search: searched.optional() }),
  async read(deps, { query, caller: { merchantId } }) {
    const { limit, cursor, createdFrom, createdTo, search, ...filters } = query;
    const found = search === undefined ? undefined : await searchWithdrawals(deps.db, { merchantId, search });
    const withdrawals = await listWithdrawals(deps.db, {
      merchantId,
      filters: given({ ...filters, found, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      onLeftOut: tellingLeftOut(deps),
      ...given({ afterId: cursor }),
    });
    const views = await viewWithdrawals(deps.db, withdrawals);
    return pageReply(views, {
      limit,
      idOf: ({ withdrawal }) => withdrawal.withdrawalId,
      isRefused: ({ withdrawal }) => isAlteredWithdrawal(withdrawal, deps),
      show: (view) => showWithdrawal(view, deps.books),
    });
  },
});

/** GET /v1/withdrawals.csv */
export const exportWithdrawalsRoute = csvRoute(listWithdrawalsRoute, {
  name: 'withdrawals',
  columns: [
    ...['withdrawalId', 'kind', 'status', 'amountCrypto', 'tokenSymbol', 'chainCode', 'address', 'txHash'],
    ...[
      'merchantReference',
      'invoiceId',
      'createdAt',
      'approvedAt',
      'completedAt',
      'failureReason',
      'metadata',
      'amountAtomic',
    ],
  ],
});

/** GET /admin/v1/withdrawals: the withdrawals of all merchants, or of one. */
export const listAllWithdrawalsRoute = readRoute({
  path: '/admin/v1/withdrawals',
  summary: 'List withdrawals of all merchants',
  description:
    'Newest first. A withdrawal whose row was altered is left out, and the operator is told. Read it by its id to see why.',
  access: operators('reports:read', 'withdrawals:approve'),
  reply: pageOf(operatorWithdrawalSchema),
  query: z.strictObject({
    ...fields,
    search: searched.optional(),
    merchantId: idOf('mer').optional(),
    txHash: shownHash.meta({ description: 'Of a transaction that was signed for it.' }).optional(),
  }),
  async read(deps, { query: { limit, cursor, merchantId, createdFrom, createdTo, search, ...filters } }) {
    const found = search === undefined ? undefined : await searchWithdrawals(deps.db, { merchantId, search });
    const withdrawals = await listWithdrawals(deps.db, {
      filters: given({ ...filters, found, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      onLeftOut: tellingLeftOut(deps),
      ...given({ merchantId, afterId: cursor }),
    });
    const views = await viewWithdrawalsForOperators(deps.db, withdrawals);
    return pageReply(views, {
      limit,
      idOf: ({ withdrawal }) => withdrawal.withdrawalId,
      isRefused: ({ withdrawal, merchantName }) => isAlteredWithdrawal({ ...withdrawal, merchantName }, deps),
      show: (view) => showWithdrawalToOperator(view, deps.books),
    });
  },
});
