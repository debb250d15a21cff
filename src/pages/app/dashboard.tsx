import { openDoor } from './shell/door.js';

openDoor('merchant', async () => (await import('./dashboard/start-dashboard.js')).startDashboard);
