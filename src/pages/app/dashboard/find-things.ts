import { isolate } from '../../design/isolate.js';
import { shorten } from '../data/figures.js';
import { api } from '../data/session.js';
import { CartIcon } from '../parts/icons.js';
import { AT_MOST, foundInvoice, foundWithdrawal } from '../both/found-things.js';
import type { FoundThing } from '../shell/application.js';

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
      to: `/checkouts/${checkoutId}`,
      icon: CartIcon,
      label: `Checkout ${isolate(merchantReference ?? shorten(checkoutId, 10, 6))}`,
    })),
    ...(withdrawals?.data ?? []).map(foundWithdrawal),
  ];
}
