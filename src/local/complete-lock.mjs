/**
 * Adds optional packages of other platforms to package-lock.json, if the registry in use does not have them.
 *
 * npm writes no entry for an optional package that it could not find. `npm ci` then refuses the lock file wherever the
 * package can't be found either. An entry with version and platform is enough: npm skips the package on other
 * platforms, and asks its registry for it on that platform. `npm run lock` runs this program after npm has written the
 * file.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Parts of the names of platform packages, in the terms of `process.platform` and `process.arch`. */
const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPU = {
  amd64: 'x64',
  ...Object.fromEntries(
    ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'].map((cpu) => [
      cpu,
      cpu,
    ]),
  ),
};
const LIBC = { gnu: 'glibc', glibc: 'glibc', musl: 'musl' };

function platformOf(name) {
  const parts = name.split(/[/-]/);
  const os = parts.find((part) => OS.includes(part));
  const cpu = parts.find((part) => Object.hasOwn(CPU, part));
  const libc = parts.find((part) => Object.hasOwn(LIBC, part));
  if (os === undefined || cpu === undefined) {
    throw new Error(
      `The optional package ${name} has no platform in its name: add its entry to package-lock.json by hand.`,
    );
  }
  return {
    cpu: [CPU[cpu]],
    ...(os === 'linux' && libc !== undefined ? { libc: [LIBC[libc]] } : {}),
    os: [os],
  };
}

const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = [];
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (lock.packages[path] !== undefined) continue;
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
      throw new Error(
        `${name} is wanted as "${version}", not as one version: add its entry to package-lock.json by hand.`,
      );
    }
    const { cpu, libc, os } = platformOf(name);
    lock.packages[path] = {
      version,
      cpu,
      ...(parent.dev ? { dev: true } : {}),
      ...(libc && { libc }),
      optional: true,
      os,
    };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length === 0
    ? 'package-lock.json is complete.'
    : `Added to package-lock.json:\n  ${added.join('\n  ')}`,
);
