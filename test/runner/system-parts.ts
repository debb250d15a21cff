import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findOnPath, runLong, type ProgramSearch } from '../../src/local/programs.js';
import type { SystemPart } from '../helpers/services/services.js';
import { canMakeEnvironments, findCachedSchemathesis, installSchemathesis } from './schemathesis.js';

const APT_TIMEOUT_MS = 10 * 60_000;

interface Packaging {
  /** The names that the program has on different systems. */
  readonly programs: readonly string[];
  readonly aptPackage: string;
  /** A program, and its package, that does for the tests and takes less. It is installed instead where there is such a package. */
  readonly lighter?: string;
  /** Whether the part is too large to be installed unasked. */
  readonly isLarge?: boolean;
  readonly brew: string;
}

const PACKAGING: Readonly<Record<SystemPart, Packaging>> = {
  'redis-server': { programs: ['redis-server'], aptPackage: 'redis-server', brew: 'redis' },
  // The headless shell is the same engine without the windows of a browser: it takes a quarter of the CPU time.
  chromium: {
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    aptPackage: 'chromium',
    lighter: 'chromium-headless-shell',
    brew: '--cask chromium',
  },
  schemathesis: { programs: [], aptPackage: 'python3-venv', brew: 'python' },
  python3: { programs: ['python3'], aptPackage: 'python3', brew: 'python' },
  php: { programs: ['php'], aptPackage: 'php-cli', brew: 'php' },
  go: { programs: ['go'], aptPackage: 'golang-go', brew: 'go', isLarge: true },
};

/** Returns the program's path, a lighter one's if it is installed, or null when this machine does not have it. */
export function findSystemPart(part: SystemPart): string | null {
  const { lighter } = PACKAGING[part];
  const found = lighter === undefined ? null : findOnPath({ name: lighter, env: process.env });
  return found ?? findWholePart(part);
}

/** Returns the path of the program itself, also where there is a lighter one, or null. */
export function findWholePart(part: SystemPart): string | null {
  if (part === 'schemathesis') return findCachedSchemathesis(process.env);
  for (const name of PACKAGING[part].programs) {
    const found = findOnPath({ name, env: process.env });
    if (found !== null) return found;
  }
  return null;
}

/** Returns the command that a person types to install the part. */
export function installCommand(part: SystemPart): string {
  if (part === 'schemathesis' && canMakeEnvironments()) return 'npm test -- test/fuzz, with PyPI in reach';
  return process.platform === 'darwin'
    ? `brew install ${PACKAGING[part].brew}`
    : `sudo apt-get install -y ${findAptPackage(part)}`;
}

function findAptPackage(part: SystemPart): string {
  const { aptPackage, lighter } = PACKAGING[part];
  return lighter !== undefined && spawnSync('apt-cache', ['show', lighter]).status === 0
    ? lighter
    : aptPackage;
}

/**
 * Installs missing parts: by apt-get as root on Debian or Ubuntu, Schemathesis by pip wherever there is Python.
 * A failure is reported, not thrown: the tests that need the part decide how it counts.
 */
export async function installSystemParts(parts: readonly SystemPart[], search: ProgramSearch): Promise<void> {
  const missing = parts.filter((part) => findSystemPart(part) === null && PACKAGING[part].isLarge !== true);
  await installByApt(
    missing.filter((part) => part !== 'schemathesis' || !canMakeEnvironments()),
    search,
  );
  if (!missing.includes('schemathesis') || !canMakeEnvironments()) return;
  try {
    await installSchemathesis(search);
  } catch (error) {
    search.signal?.throwIfAborted();
    search.log((error as Error).message);
  }
}

async function installByApt(missing: readonly SystemPart[], search: ProgramSearch): Promise<void> {
  if (missing.length === 0 || process.geteuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  try {
    // After an interrupted installation (also by Ctrl-C here) nothing else can be installed until this is done.
    await runInstaller('dpkg', ['--configure', '-a'], search);
    await runInstaller('apt-get', ['-q', 'update'], search);
    const packages = missing.map(findAptPackage);
    search.log(`installing ${packages.join(' and ')} by apt-get`);
    await runInstaller('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...packages], search);
  } catch (error) {
    search.signal?.throwIfAborted();
    search.log((error as Error).message);
  }
}

function runInstaller(
  command: 'apt-get' | 'dpkg',
  args: readonly string[],
  search: ProgramSearch,
): Promise<void> {
  return runLong({
    command,
    args,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: APT_TIMEOUT_MS,
    stillAtIt: (elapsedMs) => `still at ${command} ${args.join(' ')}, ${Math.round(elapsedMs / 1_000)} s`,
    search,
  });
}
