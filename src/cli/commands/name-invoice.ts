import { parseAddress } from '../../chain/keys/address.js';
import {
  findInvoiceByAddress,
  findInvoicesPaidBy,
  listInvoicesOfAll,
  SEARCHED_PAYMENTS,
} from '../../db/invoices/find-invoices.js';
import { findInvoice, findInvoiceByPublicId, type Invoice } from '../../db/invoices/invoices.js';
import type { Database } from '../../db/core/database.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { formatCrypto } from '../../domain/core/money.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;

/** How many invoices are named when a name fits several. */
const NAMED_MAX = 10;

/**
 * Finds the one invoice that is meant by its id, public id, deposit address, merchant's reference, or by the hash of a
 * transaction that paid it.
 *
 * @throws QuittanceError `not_found`; Error when several invoices are meant. It says which.
 */
export async function findNamedInvoice(db: Database, name: string): Promise<Invoice> {
  const found = await findAll(db, name);
  const [invoice] = found;
  if (invoice === undefined) {
    const searched = HASH.test(name)
      ? ` It was looked for among the latest ${SEARCHED_PAYMENTS} payments, and among references.`
      : '';
    throw new QuittanceError('not_found', `There is no invoice ${name}.${searched}`);
  }
  if (found.length > 1) throw new Error(severalInWords(name, found));
  return invoice;
}

/** A merchant may choose any text as a reference, so what looks like something else is looked for there last. */
async function findAll(db: Database, name: string): Promise<readonly Invoice[]> {
  const found = await findByForm(db, name);
  if (found.length > 0) return found;
  return listInvoicesOfAll(db, { filters: { merchantReference: name }, limit: NAMED_MAX + 1 });
}

async function findByForm(db: Database, name: string): Promise<readonly Invoice[]> {
  const one = (invoice: Invoice | undefined): Invoice[] => (invoice === undefined ? [] : [invoice]);
  if (name.startsWith('inv_')) return one(await findInvoice(db, { invoiceId: name }));
  if (name.startsWith('pay_')) return one(await findInvoiceByPublicId(db, name));
  if (ADDRESS.test(name)) return one(await findInvoiceByAddress(db, parseAddress(name, 'The address')));
  if (HASH.test(name)) return findInvoicesPaidBy(db, { txHash: name.toLowerCase(), limit: NAMED_MAX + 1 });
  return [];
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
