import { openApplication } from './shell/open-application.js';

openApplication('merchant', async () => (await import('./dashboard/start-dashboard.js')).startDashboard);
