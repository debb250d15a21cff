import { existsSync } from 'node:fs';
import { findOnPath, runLong, type ProgramSearch } from '../../src/local/programs.js';
import type { SystemPart } from '../helpers/services/services.js';
import { canMakeEnvironments, findCachedSchemathesis, installSchemathesis } from './schemathesis.js';

const APT_TIMEOUT_MS = 10 * 60_000;

interface Packaging {
  /** The names under which systems have the program. */
  readonly programs: readonly string[];
  readonly aptPackage: string;
  /** Too large to be installed without being asked. */
  readonly isLarge?: boolean;
  readonly brew: string;
}

const PACKAGING: Readonly<Record<SystemPart, Packaging>> = {
  'redis-server': { programs: ['redis-server'], aptPackage: 'redis-server', brew: 'redis' },
  chromium: {
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    aptPackage: 'chromium',
    brew: '--cask chromium',
  },
  schemathesis: { programs: [], aptPackage: 'python3-venv', brew: 'python' },
  python3: { programs: ['python3'], aptPackage: 'python3', brew: 'python' },
  php: { programs: ['php'], aptPackage: 'php-cli', brew: 'php' },
  go: { programs: ['go'], aptPackage: 'golang-go', brew: 'go', isLarge: true },
};

/** The program's path, or null when this machine has none. */
export function findSystemPart(part: SystemPart): string | null {
  if (part === 'schemathesis') return findCachedSchemathesis(process.env);
  for (const name of PACKAGING[part].programs) {
    const found = findOnPath({ name, env: process.env });
    if (found !== null) return found;
  }
  return null;
}

/** What a person types to install it. */
export function installCommand(part: SystemPart): string {
  if (part === 'schemathesis' && canMakeEnvironments()) return 'npm test -- test/fuzz, with PyPI in reach';
  return process.platform === 'darwin'
    ? `brew install ${PACKAGING[part].brew}`
    : `sudo apt-get install -y ${PACKAGING[part].aptPackage}`;
}

/**
 * Installs those that are missing: by apt-get as root on Debian or Ubuntu, Schemathesis by pip wherever there is Python.
 * A failure is said, not thrown: the tests that need the part tell how that counts.
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
  const packages = missing.map((part) => PACKAGING[part].aptPackage);
  search.log(`installing ${packages.join(' and ')} by apt-get`);
  try {
    // One that was interrupted, by Ctrl-C here too, lets nothing else be installed until this is done.
    await runInstaller('dpkg', ['--configure', '-a'], search);
    await runInstaller('apt-get', ['-q', 'update'], search);
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
