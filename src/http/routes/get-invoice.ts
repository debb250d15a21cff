import { z } from 'zod';
import { getInvoiceView } from '../../db/invoices.js';
import { merchants } from '../caller.js';
import { dataReply } from '../reply.js';
import { readRoute } from '../route.js';
import { idOf } from '../schemas.js';
import { showInvoice } from '../views/invoices.js';

/** GET /v1/invoices/{invoiceId} */
export const getInvoiceRoute = readRoute({
  path: '/v1/invoices/:invoiceId',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  params: z.strictObject({ invoiceId: idOf('inv') }),
  async read(deps, { params: { invoiceId }, caller: { merchantId } }) {
    const view = await getInvoiceView(deps.db, { invoiceId, merchantId }, deps.chains);
    return dataReply(showInvoice(view, deps));
  },
});
