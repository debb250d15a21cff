import { startApplication, type Opening } from '../shell/start.js';
import { DASHBOARD } from './routes.js';

export const startDashboard = (opening: Opening): void => startApplication(DASHBOARD, opening);
