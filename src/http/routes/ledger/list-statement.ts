import { z } from 'zod';
import { listStatement } from '../../../db/ledger/statement.js';
import { MERCHANT_ACCOUNT_KINDS } from '../../../domain/ledger/postings.js';
import { merchants } from '../../requests/caller.js';
import { csvRoute } from '../../requests/csv-route.js';
import { given } from '../../requests/given-fields.js';
import { numberedPageFields, pageReply } from '../../requests/pagination.js';
import { readRoute } from '../../requests/route.js';
import { chainCode, moment, tokenSymbol } from '../../requests/schemas.js';
import { showStatementLine, statementLineSchema } from '../../views/statement.js';
import { pageOf } from '../../requests/reply.js';

/** GET /v1/balances/transactions: the merchant's statement. */
export const listStatementRoute = readRoute({
  path: '/v1/balances/transactions',
  summary: 'List the statement',
  description: 'Each posting to your accounts, with its cause and the balance after it, newest first.',
  access: merchants('balances:read'),
  reply: pageOf(statementLineSchema),
  query: z.strictObject({
    ...numberedPageFields(),
    chainCode: chainCode.optional(),
    tokenSymbol: tokenSymbol.optional(),
    account: z.enum(MERCHANT_ACCOUNT_KINDS).optional(),
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
  }),
  async read(deps, { query: { limit, cursor, createdFrom, createdTo, ...filters }, caller: { merchantId } }) {
    const lines = await listStatement(deps.db, {
      merchantId,
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor === undefined ? undefined : Number(cursor) }),
    });
    return pageReply(lines, {
      limit,
      idOf: (line) => String(line.postingId),
      show: (line) => showStatementLine(line, deps.books),
    });
  },
});

/** GET /v1/balances/transactions.csv */
export const exportStatementRoute = csvRoute(listStatementRoute, {
  name: 'statement',
  columns: [
    ...['transactionId', 'createdAt', 'cause', 'account', 'amountCrypto', 'balanceAfterCrypto'],
    ...['tokenSymbol', 'chainCode', 'invoiceId', 'withdrawalId', 'txHash'],
    ...['amountAtomic', 'balanceAfterAtomic'],
  ],
});
