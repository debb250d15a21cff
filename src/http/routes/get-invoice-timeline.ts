import { z } from 'zod';
import { readInvoiceTimeline } from '../../db/invoice-timeline.js';
import { getInvoiceView } from '../../db/invoices.js';
import { merchants } from '../caller.js';
import { dataReply } from '../reply.js';
import { readRoute } from '../route.js';
import { idOf } from '../schemas.js';
import { showInvoiceTimeline } from '../views/invoice-timeline.js';

/** GET /v1/invoices/{invoiceId}/timeline */
export const getInvoiceTimelineRoute = readRoute({
  path: '/v1/invoices/:invoiceId/timeline',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  params: z.strictObject({ invoiceId: idOf('inv') }),
  async read(deps, { params: { invoiceId }, caller: { merchantId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId, merchantId }, deps.chains);
    const facts = await readInvoiceTimeline(deps.db, invoiceId);
    return dataReply(showInvoiceTimeline(view, facts, deps.books));
  },
});
