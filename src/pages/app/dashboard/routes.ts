import {
  ArrowUpRightIcon,
  CartIcon,
  CoinsIcon,
  GearIcon,
  HomeIcon,
  InvoiceIcon,
  KeyIcon,
  LogIcon,
  PeopleIcon,
  WebhookIcon,
} from '../parts/icons.js';
import { pagesByPrefix, type Application } from '../shell/application.js';

/** The page of each kind of thing, by the prefix of its id. */
const PAGE_OF_PREFIX: Readonly<Record<string, string>> = {
  inv: '/invoices',
  chk: '/checkouts',
  wd: '/withdrawals',
  we: '/webhooks',
  dlv: '/webhooks/deliveries',
};

/** The merchants' application: its pages, and where its navigation leads. */
export const DASHBOARD: Application = {
  kind: 'merchant',
  basePath: '/dashboard',
  pages: [
    { path: '/', load: () => import('./overview-page.js') },
    { path: '/new', scope: 'invoices:write', load: () => import('./new-page.js') },
    { path: '/invoices', load: () => import('./invoices/invoices-page.js') },
    { path: '/invoices/$invoiceId', load: () => import('./invoices/invoice-page.js') },
    { path: '/checkouts', load: () => import('./checkouts/checkouts-page.js') },
    { path: '/checkouts/$checkoutId', load: () => import('./checkouts/checkout-page.js') },
    { path: '/balances', load: () => import('./money/balances-page.js') },
    { path: '/withdrawals', load: () => import('./withdrawals/withdrawals-page.js') },
    {
      path: '/withdrawals/new',
      scope: 'withdrawals:write',
      load: () => import('./withdrawals/new-withdrawal-page.js'),
    },
    { path: '/withdrawals/$withdrawalId', load: () => import('./withdrawals/withdrawal-page.js') },
    { path: '/webhooks', load: () => import('./webhooks/endpoints-page.js') },
    { path: '/webhooks/deliveries', load: () => import('./webhooks/deliveries-page.js') },
    { path: '/webhooks/deliveries/$deliveryId', load: () => import('./webhooks/delivery-page.js') },
    { path: '/webhooks/$endpointId', load: () => import('./webhooks/endpoint-page.js') },
    { path: '/keys', load: () => import('./keys/keys-page.js') },
    { path: '/team', load: () => import('./team/team-page.js') },
    { path: '/audit-log', load: () => import('./audit-page.js') },
    { path: '/join', load: () => import('./join-page.js'), isOpen: true },
    { path: '/settings', load: () => import('./settings-page.js') },
  ],
  navigation: [
    { name: null, places: [{ to: '/', label: 'Overview', icon: HomeIcon, scope: null }] },
    {
      name: 'Payments',
      places: [
        { to: '/invoices', label: 'Invoices', icon: InvoiceIcon, scope: 'invoices:read' },
        { to: '/checkouts', label: 'Checkouts', icon: CartIcon, scope: 'invoices:read' },
      ],
    },
    {
      name: 'Money',
      places: [
        { to: '/balances', label: 'Balances', icon: CoinsIcon, scope: 'balances:read' },
        { to: '/withdrawals', label: 'Withdrawals', icon: ArrowUpRightIcon, scope: 'withdrawals:read' },
      ],
    },
    {
      name: 'Developers',
      places: [
        { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon, scope: 'webhooks:read' },
        { to: '/keys', label: 'API keys', icon: KeyIcon, scope: 'keys:write' },
      ],
    },
    {
      name: 'Shop',
      places: [
        { to: '/team', label: 'Team', icon: PeopleIcon, scope: 'keys:write' },
        { to: '/audit-log', label: 'Audit log', icon: LogIcon, scope: 'keys:write' },
        { to: '/settings', label: 'Settings', icon: GearIcon, scope: null },
      ],
    },
  ],
  searched: { to: '/invoices', words: 'Search invoices for' },
  typed: () => 'Page, id, reference, hash or address',
  findThings: async (...asked) => (await import('./find-things.js')).findThings(...asked),
  pageOfId: pagesByPrefix(PAGE_OF_PREFIX),
};
