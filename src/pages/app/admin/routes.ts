import { ArrowUpRightIcon, HomeIcon } from '../parts/icons.js';
import type { Application } from '../shell/application.js';

/** The operators' application: its pages, and where its navigation leads. */
export const CONSOLE: Application = {
  kind: 'operator',
  basePath: '/admin',
  name: 'console',
  pages: [
    { path: '/', load: () => import('./queue-page.js') },
    { path: '/join', load: () => import('./join-page.js'), isOpen: true },
    { path: '/withdrawals', load: () => import('./withdrawals/withdrawals-page.js') },
    { path: '/withdrawals/$withdrawalId', load: () => import('./withdrawals/withdrawal-page.js') },
  ],
  navigation: [
    {
      name: null,
      places: [
        { to: '/', label: 'Queue', icon: HomeIcon, scope: null },
        { to: '/withdrawals', label: 'Withdrawals', icon: ArrowUpRightIcon, scope: 'withdrawals:approve' },
      ],
    },
  ],
  pageOfId: (id) => (id.startsWith('wd_') ? `/withdrawals/${id}` : null),
};
