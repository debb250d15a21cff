import {
  ArrowUpRightIcon,
  CoinsIcon,
  HomeIcon,
  InvoiceIcon,
  KeyIcon,
  LinkIcon,
  ListIcon,
  LogIcon,
  PeopleIcon,
  ScaleIcon,
  StoreIcon,
  WalletIcon,
  WebhookIcon,
} from '../parts/icons.js';
import { pagesByPrefix, type Application } from '../shell/application.js';

/** The page of each kind of thing, by the prefix of its id. */
const PAGE_OF_PREFIX: Readonly<Record<string, string>> = {
  wd: '/withdrawals',
  inv: '/invoices',
  mer: '/merchants',
  opr: '/operators',
  we: '/endpoints',
  dlv: '/deliveries',
};

/** The operators' application: its pages, and where its navigation leads. */
export const CONSOLE: Application = {
  kind: 'operator',
  basePath: '/admin',
  pages: [
    { path: '/', load: () => import('./queue-page.js') },
    { path: '/operators', load: () => import('./operators/operators-page.js') },
    { path: '/operators/$operatorId', load: () => import('./operators/operator-page.js') },
    { path: '/wallet', load: () => import('./operators/wallet-page.js') },
    { path: '/audit-log', load: () => import('./audit/audit-log-page.js') },
    { path: '/audit-log/heads', load: () => import('./audit/audit-heads-page.js') },
    { path: '/join', load: () => import('./join-page.js'), isOpen: true },
    { path: '/withdrawals', load: () => import('./withdrawals/withdrawals-page.js') },
    { path: '/withdrawals/$withdrawalId', load: () => import('./withdrawals/withdrawal-page.js') },
    { path: '/invoices', load: () => import('./invoices/all-invoices-page.js') },
    { path: '/invoices/$invoiceId', load: () => import('./invoices/any-invoice-page.js') },
    { path: '/merchants', load: () => import('./merchants/merchants-page.js') },
    { path: '/merchants/$merchantId', load: () => import('./merchants/merchant-page.js') },
    { path: '/policy-changes', load: () => import('./merchants/policy-changes-page.js') },
    { path: '/keys', load: () => import('./keys/all-keys-page.js') },
    { path: '/endpoints', load: () => import('./webhooks/all-endpoints-page.js') },
    { path: '/endpoints/$endpointId', load: () => import('./webhooks/any-endpoint-page.js') },
    { path: '/deliveries', load: () => import('./webhooks/all-deliveries-page.js') },
    { path: '/deliveries/$deliveryId', load: () => import('./webhooks/any-delivery-page.js') },
    { path: '/chains', load: () => import('./chains/chains-page.js') },
    { path: '/chains/$chainCode', load: () => import('./chains/chain-page.js') },
    { path: '/assets', load: () => import('./chains/assets-page.js') },
    { path: '/reconciliation', load: () => import('./reconciliation/reconciliation-page.js') },
    { path: '/reconciliation/$runId', load: () => import('./reconciliation/run-page.js') },
  ],
  navigation: [
    {
      name: null,
      places: [
        { to: '/', label: 'Queue', icon: HomeIcon, scope: null },
        { to: '/withdrawals', label: 'Withdrawals', icon: ArrowUpRightIcon, scope: 'reports:read' },
      ],
    },
    {
      name: 'Merchants',
      places: [
        { to: '/merchants', label: 'Merchants', icon: StoreIcon, scope: 'reports:read' },
        { to: '/invoices', label: 'Invoices', icon: InvoiceIcon, scope: 'reports:read' },
        { to: '/keys', label: 'API keys', icon: KeyIcon, scope: 'keys:approve' },
        { to: '/endpoints', label: 'Webhooks', icon: WebhookIcon, scope: 'reports:read' },
      ],
    },
    {
      name: 'Operations',
      places: [
        { to: '/chains', label: 'Chains', icon: LinkIcon, scope: 'reports:read' },
        { to: '/assets', label: 'Assets', icon: CoinsIcon, scope: 'reports:read' },
        { to: '/reconciliation', label: 'Reconciliation', icon: ScaleIcon, scope: 'reports:read' },
        { to: '/policy-changes', label: 'Policy changes', icon: ListIcon, scope: 'reports:read' },
      ],
    },
    {
      name: 'People',
      places: [
        { to: '/operators', label: 'Operators', icon: PeopleIcon, scope: 'keys:approve' },
        { to: '/wallet', label: 'Your wallet', icon: WalletIcon, scope: 'withdrawals:approve' },
        { to: '/audit-log', label: 'Audit log', icon: LogIcon, scope: 'reports:read' },
      ],
    },
  ],
  searched: { to: '/invoices', words: 'Search invoices for' },
  // Only roles that may read operators can find them by email.
  typed: (scopes) =>
    `Page, name, ${scopes.includes('keys:approve') ? 'email, ' : ''}id, reference, hash or address`,
  findThings: async (...asked) => (await import('./find-things.js')).findThingsOfAll(...asked),
  pageOfId: pagesByPrefix(PAGE_OF_PREFIX),
};
