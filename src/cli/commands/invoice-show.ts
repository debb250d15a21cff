import { viewInvoices } from '../../db/invoices/invoices.js';
import { listKnownAssets } from '../../db/chains/known-assets.js';
import { assert } from '../../domain/core/errors.js';
import { booksOf } from '../../http/views/assets.js';
import { showInvoice } from '../../http/views/invoices.js';
import type { CliContext, Register, Result } from '../command.js';
import { nameMerchants } from '../name-merchants.js';
import { findNamedInvoice } from './name-invoice.js';

export const registerInvoiceShow: Register = (parent, run) => {
  parent
    .command('show')
    .description('show an invoice with its payments')
    .argument(
      '<id>',
      'its invoiceId, publicId, merchantReference or depositAddress, or the txHash of a payment',
    )
    .option('--json', 'print one JSON value')
    .action((id: string, options: { json?: boolean }) => run(options, (context) => show(context, id)));
};

async function show(
  { db, getChains, publicBaseUrl, getDepositDeriver }: CliContext,
  id: string,
): Promise<Result> {
  const chains = getChains();
  const [view] = await viewInvoices(db, [await findNamedInvoice(db, id)], chains);
  assert(view !== undefined, 'each invoice has a view');
  const books = booksOf(chains, await listKnownAssets(db));
  const ownerOf = await nameMerchants(db, [view.invoice]);
  const shown = showInvoice(view, { books, publicBaseUrl, depositAddress: await getDepositDeriver() });
  return { ...shown, ...ownerOf(view.invoice) };
}
