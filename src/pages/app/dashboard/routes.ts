import { HomeIcon, InvoiceIcon } from '../parts/icons.js';
import type { Application } from '../shell/application.js';

/** The page of each kind of thing, by the prefix of its id. */
const PAGE_OF_PREFIX: Readonly<Record<string, string>> = {
  inv: '/invoices',
};

/** The merchants' application: its pages, and where its navigation leads. */
export const DASHBOARD: Application = {
  kind: 'merchant',
  basePath: '/dashboard',
  name: 'dashboard',
  pages: [
    { path: '/', load: () => import('./overview-page.js') },
    { path: '/invoices', load: () => import('./invoices/invoices-page.js') },
  ],
  navigation: [
    { name: null, places: [{ to: '/', label: 'Overview', icon: HomeIcon, scope: null }] },
    {
      name: 'Payments',
      places: [{ to: '/invoices', label: 'Invoices', icon: InvoiceIcon, scope: 'invoices:read' }],
    },
  ],
  pageOfId: (id) => {
    const [prefix = '', rest] = id.split('_');
    const page = rest === undefined ? undefined : PAGE_OF_PREFIX[prefix];
    return page === undefined ? null : `${page}/${id}`;
  },
};
