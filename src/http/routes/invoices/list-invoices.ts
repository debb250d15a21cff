import { z } from 'zod';
import { listInvoices, viewInvoices } from '../../../db/invoices/invoices.js';
import { INVOICE_STATUSES } from '../../../domain/invoices/invoice-state.js';
import { merchants } from '../../requests/caller.js';
import { pageFields, pageReply } from '../../requests/page.js';
import { readRoute } from '../../requests/route.js';
import { chainCode, merchantReference, moment, oneOrMore, tokenSymbol } from '../../requests/schemas.js';
import { given } from '../../requests/given.js';
import { isAlteredInvoice } from '../../views/altered-invoices.js';
import { invoiceSchema, showInvoice } from '../../views/invoices.js';
import { pageOf } from '../../requests/reply.js';

/** The page and the filters of a list of invoices. */
export const invoiceFilterFields = {
  ...pageFields('inv'),
  status: oneOrMore(INVOICE_STATUSES).optional(),
  merchantReference: merchantReference.optional(),
  chainCode: chainCode.optional(),
  tokenSymbol: tokenSymbol.optional(),
  createdFrom: moment.optional(),
  createdTo: moment.optional(),
};

/** GET /v1/invoices */
export const listInvoicesRoute = readRoute({
  path: '/v1/invoices',
  summary: 'List invoices',
  description:
    'Newest first. An invoice whose deposit address on record was altered is left out, and the operator is told; ask for it by its id to see why.',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: pageOf(invoiceSchema),
  query: z.strictObject(invoiceFilterFields),
  async read(deps, { query, caller }) {
    const { limit, cursor, createdFrom, createdTo, ...filters } = query;
    const invoices = await listInvoices(deps.db, {
      merchantId: caller.merchantId,
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor }),
    });
    const views = await viewInvoices(deps.db, invoices, deps.chains);
    return pageReply(views, {
      limit,
      idOf: ({ invoice }) => invoice.invoiceId,
      isRefused: ({ invoice }) => isAlteredInvoice(invoice, deps),
      show: (view) => showInvoice(view, deps),
    });
  },
});
