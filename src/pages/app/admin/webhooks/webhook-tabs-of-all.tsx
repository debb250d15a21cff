import { Tabs } from '../../parts/layout.js';

export const WebhookTabsOfAll = () => (
  <Tabs
    of={[
      ['/endpoints', 'Endpoints'],
      ['/deliveries', 'Deliveries'],
    ]}
  />
);
