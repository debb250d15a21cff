import { chmodSync, existsSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Linux's file system in memory. Containers often have only 64 MiB of it. */
export const IN_MEMORY = '/dev/shm';
/** More than the servers write in a whole run: hundreds of databases of 11 MB, of which few exist at once, and a log. */
const BYTES_MIN = 4 * 1024 ** 3;

/**
 * Makes the folder for what the shared servers write: in memory where there is enough, else among temporary files.
 * Nothing there outlives the run, and a database for each test is hundreds of files that are made and removed.
 */
export function makeServicesFolder(): string {
  const folder = realpathSync(
    mkdtempSync(path.join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'quittance-test-')),
  );
  // Other accounts may enter the folder but not list it: started by root, PostgreSQL runs under another account.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (process.platform !== 'linux' || !existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= BYTES_MIN;
}
