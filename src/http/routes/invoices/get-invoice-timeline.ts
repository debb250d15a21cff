import { z } from 'zod';
import { readInvoiceTimeline } from '../../../db/invoices/invoice-timeline.js';
import { getInvoiceView } from '../../../db/invoices/invoices.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { showInvoiceTimeline, timelineFactSchema } from '../../views/invoice-timeline.js';

/** GET /v1/invoices/{invoiceId}/timeline */
export const getInvoiceTimelineRoute = readRoute({
  path: '/v1/invoices/:invoiceId/timeline',
  summary: "Read an invoice's timeline",
  description:
    'Every fact about it, in order: its quote, each transfer, ledger entries, events, delivery attempts, orders.',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: dataOf(z.array(timelineFactSchema)),
  params: z.strictObject({ invoiceId: idOf('inv') }),
  async read(deps, { params: { invoiceId }, caller: { merchantId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId, merchantId }, deps.chains);
    const facts = await readInvoiceTimeline(deps.db, invoiceId);
    return dataReply(showInvoiceTimeline(view, facts, deps.books));
  },
});
