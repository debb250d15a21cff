import type { Schemas } from '../../../client/client.js';
import { shorten, trimZeros } from '../data/figures.js';
import { api } from '../data/session.js';
import { ArrowUpRightIcon, CartIcon, InvoiceIcon } from '../parts/icons.js';
import type { FoundThing } from '../shell/application.js';

/** At most this many things of each kind are shown. The list itself has the others. */
export const AT_MOST = 4;

export const foundInvoice = ({
  invoiceId,
  merchantReference,
}: Pick<Schemas['Invoice'], 'invoiceId' | 'merchantReference'>): FoundThing => ({
  ...{ to: `/invoices/${invoiceId}`, icon: InvoiceIcon },
  label: `Invoice ${merchantReference ?? shorten(invoiceId, 10, 6)}`,
});

export const foundWithdrawal = ({
  withdrawalId,
  amountCrypto,
  tokenSymbol,
  address,
}: Pick<Schemas['Withdrawal'], 'withdrawalId' | 'amountCrypto' | 'tokenSymbol' | 'address'>): FoundThing => ({
  ...{ to: `/withdrawals/${withdrawalId}`, icon: ArrowUpRightIcon },
  label: `Withdrawal of ${trimZeros(amountCrypto)} ${tokenSymbol} to ${shorten(address)}`,
});

/** Finds things by a whole reference, address, hash or id. It asks only what the role may read. */
export async function findThings(words: string, scopes: readonly string[]): Promise<readonly FoundThing[]> {
  const query = { search: words, limit: AT_MOST };
  const canReadInvoices = scopes.includes('invoices:read');
  const [invoices, checkouts, withdrawals] = await Promise.all([
    canReadInvoices ? api.list('/v1/invoices', { query }) : null,
    canReadInvoices ? api.list('/v1/checkouts', { query }) : null,
    scopes.includes('withdrawals:read') ? api.list('/v1/withdrawals', { query }) : null,
  ]);
  return [
    ...(invoices?.data ?? []).map(foundInvoice),
    ...(checkouts?.data ?? []).map(({ checkoutId, merchantReference }) => ({
      ...{ to: `/checkouts/${checkoutId}`, icon: CartIcon },
      label: `Checkout ${merchantReference ?? shorten(checkoutId, 10, 6)}`,
    })),
    ...(withdrawals?.data ?? []).map(foundWithdrawal),
  ];
}
