import path from 'node:path';
import { getService } from '../services/services.js';

/** What tests start as processes of their own. */
export type ProgramName = 'cli' | 'api' | 'worker' | 'pay';

/** The program in one file, as `npm test` has built it of the sources. Throws when the test was not started by it. */
export function programFile(name: ProgramName): string {
  return path.join(getService('built programs'), `${name}.mjs`);
}
