import { startApplication, type Beginning } from '../shell/start.js';
import { DASHBOARD } from './routes.js';

export const startDashboard = (beginning: Beginning): void => startApplication(DASHBOARD, beginning);
