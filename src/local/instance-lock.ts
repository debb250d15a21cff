import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProcessOf } from './processes.js';

/**
 * Makes sure that only one `npm start` runs from a data folder. Returns the function that releases the folder. Throws
 * when another `npm start` that still runs has it.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lockFile = path.join(dataDir, 'supervisor.pid');
  for (;;) {
    try {
      writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(readFileSync(lockFile, 'utf8'));
    if (holder !== process.pid && (await isProcessOf(holder, ['start.ts']))) {
      throw new Error(
        `Quittance already runs from ${dataDir} (process ${holder}). ` +
          'Stop it there with Ctrl-C, or set DATA_DIR to another folder for a second instance.',
      );
    }
    rmSync(lockFile, { force: true });
  }
}
