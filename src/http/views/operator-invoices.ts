import { z } from 'zod';
import type { InvoiceView } from '../../db/invoices/invoices.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMerchantName } from './fields.js';
import { invoiceSchema, showInvoice, type InvoiceContext } from './invoices.js';
import { merchantOf } from './lost-merchants.js';

/** The schema of {@link showInvoiceToOperator}'s answer. */
export const operatorInvoiceSchema = z
  .strictObject({ ...invoiceSchema.shape, merchantId: idOf('mer'), merchantName: shownMerchantName })
  .meta({ id: 'OperatorInvoice' });

/** Shows an invoice to an operator, with its merchant. @throws QuittanceError `deposit_address_altered` */
export function showInvoiceToOperator(
  view: InvoiceView,
  { names, ...context }: InvoiceContext & { readonly names: ReadonlyMap<string, string> },
): Shown<typeof operatorInvoiceSchema> {
  return { ...showInvoice(view, context), ...merchantOf(view.invoice, names) };
}
