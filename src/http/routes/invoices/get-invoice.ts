import { z } from 'zod';
import { getInvoiceView } from '../../../db/invoices/invoices.js';
import { merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { invoiceSchema, showInvoice } from '../../views/invoices.js';

/** GET /v1/invoices/{invoiceId} */
export const getInvoiceRoute = readRoute({
  path: '/v1/invoices/:invoiceId',
  summary: 'Read an invoice',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: dataOf(invoiceSchema),
  errors: ['deposit_address_altered'],
  params: z.strictObject({ invoiceId: idOf('inv') }),
  async read(deps, { params: { invoiceId }, caller: { merchantId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId, merchantId }, deps.chains);
    return dataReply(showInvoice(view, deps));
  },
});
