import { CONSOLE } from './admin/routes.js';
import { startApplication } from './shell/start.js';

startApplication(CONSOLE);
