import { parseAddress } from '../../chain/keys/address.js';
import { listInvoices } from '../../db/invoices/list-invoices.js';
import type { Invoice } from '../../db/invoices/invoices.js';
import { searchInvoices } from '../../db/invoices/search-invoices.js';
import type { Database } from '../../db/core/database.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { formatCrypto } from '../../domain/core/money.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The most invoices that are listed if a name fits several. */
const NAMED_MAX = 10;

/**
 * Finds the one invoice with this id, public id, deposit address or merchant's reference, or with a payment of this
 * transaction hash.
 *
 * @throws QuittanceError `not_found`; Error with a list of the invoices, if the name fits several.
 */
export async function findNamedInvoice(db: Database, name: string): Promise<Invoice> {
  // A mistyped address is reported as such, not as an unknown invoice.
  if (ADDRESS.test(name)) parseAddress(name, 'The address');
  const named = await searchInvoices(db, { search: name });
  const found = await listInvoices(db, { filters: { found: named }, limit: NAMED_MAX + 1 });
  const [invoice] = found;
  if (invoice === undefined) throw new QuittanceError('not_found', `There is no invoice ${name}.`);
  if (found.length > 1) throw new Error(severalInWords(name, found));
  return invoice;
}

function severalInWords(name: string, found: readonly Invoice[]): string {
  const named = found.slice(0, NAMED_MAX);
  const count = found.length > NAMED_MAX ? `more than ${NAMED_MAX}` : String(found.length);
  const lines = named.map(({ invoiceId, merchantId, status, amountAtomic, decimals, asset }) => {
    const amount = `${formatCrypto(amountAtomic, decimals)} ${asset.tokenSymbol} on ${asset.chainCode}`;
    return `  ${invoiceId}  ${status}  ${amount}  ${merchantId}`;
  });
  return `${name} fits ${count} invoices, newest first. Name one by its id:\n${lines.join('\n')}`;
}
