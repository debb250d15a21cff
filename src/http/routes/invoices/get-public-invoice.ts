import { z } from 'zod';
import { readCustomerViews } from '../../../db/invoices/customer-views.js';
import { findInvoiceByPublicId, type Invoice } from '../../../db/invoices/invoices.js';
import { assert, QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply, type Shown } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { publicId } from '../../requests/schemas.js';
import { publicInvoiceSchema, showPublicInvoice } from '../../views/public-invoice.js';
import { isOtherChoicePaid } from '../present-choices.js';

/** GET /v1/public/invoices/{publicId} */
export const getPublicInvoiceRoute = readRoute({
  path: '/v1/public/invoices/:publicId',
  summary: 'Read an invoice as its customer',
  description:
    'For checkout pages. Any origin may ask without a key. The rate limits count each IP address, and all addresses together.',
  access: PUBLIC,
  reply: dataOf(publicInvoiceSchema),
  errors: ['deposit_address_altered'],
  params: z.strictObject({ publicId }),
  async read(deps, { params }) {
    const invoice = await findInvoiceByPublicId(deps.db, params.publicId);
    if (invoice === undefined) throw new QuittanceError('not_found', 'There is no such invoice.');
    return dataReply(await viewPublicInvoice(deps, invoice));
  },
});

/** Reads an invoice as its customer may see it now. @throws QuittanceError `deposit_address_altered` */
async function viewPublicInvoice(
  deps: AppDeps,
  invoice: Invoice,
): Promise<Shown<typeof publicInvoiceSchema>> {
  const { invoiceId, checkoutId } = invoice;
  const [[of], isOtherPaid] = await Promise.all([
    readCustomerViews(deps.db, { invoiceIds: [invoiceId] }, deps.chains),
    checkoutId === null ? false : isOtherChoicePaid(deps, { invoiceId, checkoutId }),
  ]);
  assert(of !== undefined, 'each invoice has a view');
  return showPublicInvoice(of.view, of.merchant, { ...deps, isOtherPaid });
}
