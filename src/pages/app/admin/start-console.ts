import { startApplication, type Beginning } from '../shell/start.js';
import { CONSOLE } from './routes.js';

export const startConsole = (beginning: Beginning): void => startApplication(CONSOLE, beginning);
