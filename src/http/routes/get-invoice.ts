import { z } from 'zod';
import { findInvoice, viewInvoices } from '../../db/invoices.js';
import { QuittanceError } from '../../domain/errors.js';
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
    const invoice = await findInvoice(deps.db, { invoiceId, merchantId });
    const [view] = await viewInvoices(deps.db, invoice === undefined ? [] : [invoice], deps.chains);
    if (view === undefined) throw new QuittanceError('not_found', `There is no invoice ${invoiceId}.`);
    return dataReply(showInvoice(view, deps));
  },
});
