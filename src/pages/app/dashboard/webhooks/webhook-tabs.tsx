import { Tabs } from '../../parts/layout.js';

export const WebhookTabs = () => (
  <Tabs
    of={[
      ['/webhooks', 'Endpoints'],
      ['/webhooks/deliveries', 'Deliveries'],
    ]}
  />
);
