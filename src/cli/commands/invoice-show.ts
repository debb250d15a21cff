import { findInvoice, findInvoiceByPublicId, viewInvoices } from '../../db/invoices/invoices.js';
import { listKnownAssets } from '../../db/chains/known-assets.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { booksOf } from '../../http/views/assets.js';
import { showInvoice } from '../../http/views/invoices.js';
import type { CliContext, Register, Result } from '../command.js';

export const registerInvoiceShow: Register = (parent, run) => {
  parent
    .command('show')
    .description('show an invoice with its payments')
    .argument('<id>', 'its invoiceId or publicId')
    .option('--json', 'print one JSON value')
    .action((id: string, options: { json?: boolean }) => run(options, (context) => show(context, id)));
};

async function show(
  { db, getChains, publicBaseUrl, getDepositDeriver }: CliContext,
  id: string,
): Promise<Result> {
  const chains = getChains();
  const invoice = id.startsWith('pay_')
    ? await findInvoiceByPublicId(db, id)
    : await findInvoice(db, { invoiceId: id });
  const [view] = await viewInvoices(db, invoice === undefined ? [] : [invoice], chains);
  if (view === undefined) throw new QuittanceError('not_found', `There is no invoice ${id}.`);
  const books = booksOf(chains, await listKnownAssets(db));
  return showInvoice(view, { books, publicBaseUrl, depositAddress: await getDepositDeriver() });
}
