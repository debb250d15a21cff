import { openApplication } from './shell/open-application.js';

openApplication('operator', async () => (await import('./admin/start-console.js')).startConsole);
