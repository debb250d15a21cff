import { z } from 'zod';
import { listInvoices } from '../../../db/invoices/list-invoices.js';
import { viewInvoices, type Invoice } from '../../../db/invoices/invoices.js';
import { searchInvoices } from '../../../db/invoices/search-invoices.js';
import { INVOICE_STATUSES } from '../../../domain/invoices/invoice-state.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { merchants } from '../../requests/caller.js';
import { csvRoute } from '../../requests/csv-route.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { readRoute } from '../../requests/route.js';
import {
  chainCode,
  yesOrNo,
  merchantReference,
  moment,
  oneOrMore,
  searched,
  tokenSymbol,
} from '../../requests/schemas.js';
import { given } from '../../requests/given-fields.js';
import { isAlteredInvoice, tellingLeftOut } from '../../views/altered-invoices.js';
import { invoiceSchema, showInvoice } from '../../views/invoices.js';
import { pageOf } from '../../requests/reply.js';

/** The query fields of a list of invoices, of one merchant or of all. */
export const invoiceFilterFields = {
  ...pageFields('inv'),
  status: oneOrMore(INVOICE_STATUSES).optional(),
  merchantReference: merchantReference.optional(),
  chainCode: chainCode.optional(),
  tokenSymbol: tokenSymbol.optional(),
  createdFrom: moment.optional(),
  createdTo: moment.optional(),
  held: yesOrNo.meta({ description: 'Whether money of it is held.' }).optional(),
  search: searched.optional(),
};

/** Reads the invoices of a page, and one more if another page follows. */
export async function readInvoicePage(
  { db, log, now }: Pick<AppDeps, 'db' | 'log' | 'now'>,
  query: z.output<z.ZodObject<typeof invoiceFilterFields>> & { readonly merchantId?: string | undefined },
): Promise<Invoice[]> {
  const { limit, cursor, createdFrom, createdTo, search, merchantId, ...filters } = query;
  const found = search === undefined ? undefined : await searchInvoices(db, { merchantId, search });
  return listInvoices(db, {
    filters: given({ ...filters, found, createdFromMs: createdFrom, createdToMs: createdTo }),
    limit: limit + 1,
    onLeftOut: tellingLeftOut({ log, now }),
    ...given({ merchantId, afterId: cursor }),
  });
}

/** GET /v1/invoices */
export const listInvoicesRoute = readRoute({
  path: '/v1/invoices',
  summary: 'List invoices',
  description:
    'Newest first. An invoice whose deposit address was altered in the database is left out, and the operator is told. Read it by its id to see why.',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: pageOf(invoiceSchema),
  query: z.strictObject(invoiceFilterFields),
  async read(deps, { query, caller: { merchantId } }) {
    const invoices = await readInvoicePage(deps, { ...query, merchantId });
    const views = await viewInvoices(deps.db, invoices, deps.chains);
    return pageReply(views, {
      limit: query.limit,
      idOf: ({ invoice }) => invoice.invoiceId,
      isRefused: ({ invoice }) => isAlteredInvoice(invoice, deps),
      show: (view) => showInvoice(view, deps),
    });
  },
});

/** GET /v1/invoices.csv */
export const exportInvoicesRoute = csvRoute(listInvoicesRoute, {
  name: 'invoices',
  columns: [
    ...['invoiceId', 'publicId', 'merchantReference', 'description', 'status', 'overpaid'],
    ...['amountCrypto', 'amountPaidCrypto', 'tokenSymbol', 'chainCode', 'amountFiat', 'fiatCurrency'],
    ...[
      'depositAddress',
      'txHash',
      'createdAt',
      'expiresAt',
      'paidAt',
      'completedAt',
      'checkoutId',
      'metadata',
      'held',
      'amountAtomic',
      'amountPaidAtomic',
    ],
  ],
});
