import { z } from 'zod';
import { readInvoiceTimeline } from '../../db/invoice-timeline.js';
import { findInvoice, viewInvoices } from '../../db/invoices.js';
import { QuittanceError } from '../../domain/errors.js';
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
    const invoice = await findInvoice(deps.db, { invoiceId, merchantId });
    const [view] = await viewInvoices(deps.db, invoice === undefined ? [] : [invoice], deps.chains);
    if (view === undefined) throw new QuittanceError('not_found', `There is no invoice ${invoiceId}.`);
    const facts = await readInvoiceTimeline(deps.db, invoiceId);
    return dataReply(showInvoiceTimeline(view, facts, deps.chains));
  },
});
