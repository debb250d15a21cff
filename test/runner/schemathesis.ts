import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheDir, isExecutable, runLong, type ProgramSearch } from '../../src/local/programs.js';

export const SCHEMATHESIS_VERSION = '4.32.5';

const INSTALL_TIMEOUT_MS = 5 * 60_000;

function folder(env: NodeJS.ProcessEnv): string {
  return path.join(cacheDir(env), `schemathesis-${SCHEMATHESIS_VERSION}`);
}

/** Returns the program when it was installed here before, or null. */
export function findCachedSchemathesis(env: NodeJS.ProcessEnv): string | null {
  const program = path.join(folder(env), 'bin', 'schemathesis');
  return isExecutable(program) ? program : null;
}

/** Whether this machine's Python can make an environment with pip. Debian has a separate package for that. */
export function canMakeEnvironments(): boolean {
  return spawnSync('python3', ['-c', 'import venv, ensurepip'], { stdio: 'ignore' }).status === 0;
}

/** Installs it from PyPI into the cache, in its own environment. Rejects with pip's message. */
export async function installSchemathesis(search: ProgramSearch): Promise<void> {
  const target = folder(search.env ?? process.env);
  mkdirSync(path.dirname(target), { recursive: true });
  search.log(`installing schemathesis ${SCHEMATHESIS_VERSION} from PyPI (once)`);
  const stillAtIt = (elapsedMs: number): string =>
    `still installing schemathesis, ${Math.round(elapsedMs / 1_000)} s`;
  const step = (command: string, args: readonly string[]): Promise<void> =>
    runLong({ command, args, timeoutMs: INSTALL_TIMEOUT_MS, stillAtIt, search });
  try {
    await step('python3', ['-m', 'venv', target]);
    const pip = path.join(target, 'bin', 'pip');
    await step(pip, [
      ...['install', '--quiet', '--disable-pip-version-check'],
      `schemathesis==${SCHEMATHESIS_VERSION}`,
    ]);
  } catch (error) {
    // Without this a half-done installation would be taken for a whole one.
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}
