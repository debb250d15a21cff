import { HomeIcon } from '../parts/icons.js';
import type { Application } from '../shell/application.js';

/** The operators' application: its pages, and where its navigation leads. */
export const CONSOLE: Application = {
  kind: 'operator',
  basePath: '/admin',
  name: 'console',
  pages: [{ path: '/', load: () => import('./queue-page.js') }],
  navigation: [
    {
      name: null,
      places: [{ to: '/', label: 'Queue', icon: HomeIcon, scope: null }],
    },
  ],
  pageOfId: () => null,
};
