import { DASHBOARD } from './dashboard/routes.js';
import { startApplication } from './shell/start.js';

startApplication(DASHBOARD);
