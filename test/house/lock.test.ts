import { describe, expect, it } from '@jest/globals';
import { readText } from './source-files.js';

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readText('package-lock.json')) as { packages: Readonly<Record<string, LockEntry>> };
const manifest = JSON.parse(readText('package.json')) as LockEntry & {
  allowScripts: Readonly<Record<string, boolean>>;
};
const entries = Object.entries(lock.packages);
const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '');

describe('package-lock.json (write it with `npm run lock`)', () => {
  it('matches package.json', () => {
    const root = lock.packages[''];
    expect(root?.dependencies).toEqual(manifest.dependencies);
    expect(root?.devDependencies).toEqual(manifest.devDependencies);
    expect(root?.optionalDependencies).toEqual(manifest.optionalDependencies);
  });

  it('has an entry for the packages of every platform, so that it can be installed on each', () => {
    const wanted = entries.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
    const known = new Set(entries.map(([place]) => nameOf(place)));
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  it('names no registry', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
  });

  it('contains no install script that package.json does not allow or forbid', () => {
    const withScripts = entries.filter(([, entry]) => entry.hasInstallScript === true);
    expect(
      withScripts.map(([place]) => nameOf(place)).filter((name) => !(name in manifest.allowScripts)),
    ).toEqual([]);
  });
});

describe('package.json', () => {
  it('names exact versions', () => {
    const versions = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
