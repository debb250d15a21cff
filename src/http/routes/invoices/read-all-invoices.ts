import { z } from 'zod';
import { readInvoiceTimeline } from '../../../db/invoices/invoice-timeline.js';
import { getInvoiceView, viewInvoices } from '../../../db/invoices/invoices.js';
import { listMerchantNames } from '../../../db/merchants/merchant-details.js';
import { operators } from '../../requests/caller.js';
import { pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { isAlteredInvoice } from '../../views/altered-invoices.js';
import { hasLostMerchant } from '../../views/lost-merchants.js';
import { showInvoiceTimeline, timelineFactSchema } from '../../views/invoice-timeline.js';
import { operatorInvoiceSchema, showInvoiceToOperator } from '../../views/operator-invoices.js';
import { invoiceFilterFields, readInvoicePage } from './list-invoices.js';

const access = operators('reports:read');
const params = z.strictObject({ invoiceId: idOf('inv') });

/** GET /admin/v1/invoices: the invoices of all merchants, or of one. */
export const listAllInvoicesRoute = readRoute({
  path: '/admin/v1/invoices',
  summary: 'List invoices of all merchants',
  description:
    'Newest first. An invoice whose deposit address was altered in the database is left out, and the log names it. Read it by its id.',
  access,
  reply: pageOf(operatorInvoiceSchema),
  query: z.strictObject({ ...invoiceFilterFields, merchantId: idOf('mer').optional() }),
  async read(deps, { query }) {
    const invoices = await readInvoicePage(deps, query);
    const names = await listMerchantNames(
      deps.db,
      invoices.map((invoice) => invoice.merchantId),
    );
    return pageReply(await viewInvoices(deps.db, invoices, deps.chains), {
      limit: query.limit,
      idOf: ({ invoice }) => invoice.invoiceId,
      isRefused: ({ invoice }) =>
        hasLostMerchant({ ...invoice, objectId: invoice.invoiceId }, names, deps) ||
        isAlteredInvoice(invoice, deps),
      show: (view) => showInvoiceToOperator(view, { ...deps, names }),
    });
  },
});

/** GET /admin/v1/invoices/{invoiceId} */
export const getAnyInvoiceRoute = readRoute({
  path: '/admin/v1/invoices/:invoiceId',
  summary: 'Read an invoice of any merchant',
  access,
  reply: dataOf(operatorInvoiceSchema),
  errors: ['deposit_address_altered'],
  params,
  async read(deps, { params: { invoiceId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId }, deps.chains);
    const names = await listMerchantNames(deps.db, [view.invoice.merchantId]);
    return dataReply(showInvoiceToOperator(view, { ...deps, names }));
  },
});

/** GET /admin/v1/invoices/{invoiceId}/timeline */
export const getAnyInvoiceTimelineRoute = readRoute({
  path: '/admin/v1/invoices/:invoiceId/timeline',
  summary: 'Read the timeline of an invoice of any merchant',
  description: 'As its merchant sees it.',
  access,
  reply: dataOf(z.array(timelineFactSchema)),
  params,
  async read(deps, { params: { invoiceId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId }, deps.chains);
    const facts = await readInvoiceTimeline(deps.db, invoiceId);
    return dataReply(showInvoiceTimeline(view, facts, deps.books));
  },
});
