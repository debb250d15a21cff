import { isolate } from '../../design/isolate.js';
import { api } from '../data/session.js';
import { LinkIcon, PersonIcon, StoreIcon } from '../parts/icons.js';
import { AT_MOST, foundInvoice, foundWithdrawal } from '../both/found-things.js';
import type { FoundThing } from '../shell/application.js';

/** The API has no search for operators and chains. There are few, so the page looks through all of them. */
const LOOKED_THROUGH = 100;

/** Finds things by a whole reference, address, hash or id, or by a part of a name. It asks only what the role may read. */
export async function findThingsOfAll(
  words: string,
  scopes: readonly string[],
): Promise<readonly FoundThing[]> {
  const query = { search: words, limit: AT_MOST };
  const isNamed = (...names: readonly string[]): boolean =>
    names.some((name) => name.toLowerCase().includes(words.toLowerCase()));
  const [merchants, withdrawals, invoices, chains, operators] = await Promise.all([
    api.list('/admin/v1/merchants', { query }),
    api.list('/admin/v1/withdrawals', { query }),
    api.list('/admin/v1/invoices', { query }),
    api.get('/admin/v1/chains', {}),
    scopes.includes('keys:approve')
      ? api.list('/admin/v1/operators', { query: { limit: LOOKED_THROUGH } })
      : null,
  ]);
  return [
    ...merchants.data.map(({ merchantId, name }) => ({
      to: `/merchants/${merchantId}`,
      icon: StoreIcon,
      label: `Merchant ${isolate(name)}`,
    })),
    ...withdrawals.data.map((each) => ({
      ...foundWithdrawal(each),
      label: `${foundWithdrawal(each).label}, for ${isolate(each.merchantName)}`,
    })),
    ...invoices.data.map((each) => ({
      ...foundInvoice(each),
      label: `${foundInvoice(each).label} of ${isolate(each.merchantName)}`,
    })),
    ...(operators?.data ?? [])
      .filter(({ name, member }) => isNamed(name, member?.email ?? '', member?.name ?? ''))
      .slice(0, AT_MOST)
      .map(({ operatorId, name }) => ({
        to: `/operators/${operatorId}`,
        icon: PersonIcon,
        label: `Operator ${isolate(name)}`,
      })),
    ...chains
      .filter(({ chainCode, name }) => isNamed(chainCode, name))
      .slice(0, AT_MOST)
      .map(({ chainCode, name }) => ({ to: `/chains/${chainCode}`, icon: LinkIcon, label: `Chain ${name}` })),
  ];
}
