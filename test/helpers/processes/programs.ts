import path from 'node:path';
import { getService } from '../services/services.js';

/** Programs that tests start as real processes. */
export type ProgramName = 'cli' | 'api' | 'worker' | 'pay';

/** Returns the file of a program, which `npm test` has built. Throws when the test was not started by `npm test`. */
export function programFile(name: ProgramName): string {
  return path.join(getService('built programs'), `${name}.mjs`);
}
