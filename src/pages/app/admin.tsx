import { openDoor } from './shell/door.js';

openDoor('operator', async () => (await import('./admin/start-console.js')).startConsole);
