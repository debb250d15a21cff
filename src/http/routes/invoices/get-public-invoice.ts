import { z } from 'zod';
import { findInvoiceByPublicId, viewInvoices } from '../../../db/invoices/invoices.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { publicId } from '../../requests/schemas.js';
import { publicInvoiceSchema, showPublicInvoice } from '../../views/invoices.js';

/** GET /v1/public/invoices/{publicId} */
export const getPublicInvoiceRoute = readRoute({
  path: '/v1/public/invoices/:publicId',
  summary: 'Read an invoice as its customer',
  description:
    'For checkout pages: any origin may ask, without a key. The rate limits count each IP address, and all together.',
  access: PUBLIC,
  reply: dataOf(publicInvoiceSchema),
  errors: ['deposit_address_altered'],
  params: z.strictObject({ publicId }),
  async read(deps, { params }) {
    const invoice = await findInvoiceByPublicId(deps.db, params.publicId);
    const [view] = await viewInvoices(deps.db, invoice === undefined ? [] : [invoice], deps.chains);
    if (view === undefined) throw new QuittanceError('not_found', 'There is no such invoice.');
    return dataReply(showPublicInvoice(view, deps));
  },
});
