import { z } from 'zod';
import { getInvoiceView } from '../../db/invoices.js';
import { merchants } from '../caller.js';
import { dataOf, dataReply } from '../reply.js';
import { readRoute } from '../route.js';
import { idOf } from '../schemas.js';
import { invoiceSchema, showInvoice } from '../views/invoices.js';

/** GET /v1/invoices/{invoiceId} */
export const getInvoiceRoute = readRoute({
  path: '/v1/invoices/:invoiceId',
  summary: 'Read an invoice',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: dataOf(invoiceSchema),
  params: z.strictObject({ invoiceId: idOf('inv') }),
  async read(deps, { params: { invoiceId }, caller: { merchantId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId, merchantId }, deps.chains);
    return dataReply(showInvoice(view, deps));
  },
});
