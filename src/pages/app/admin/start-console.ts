import { startApplication, type Opening } from '../shell/start.js';
import { CONSOLE } from './routes.js';

export const startConsole = (opening: Opening): void => startApplication(CONSOLE, opening);
