import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE_DIR = path.join(ROOT, 'node_modules', '.cache', 'quittance');
/** Everything that a workflow can import: its own code, the pure rules, and the exact libraries. */
const SOURCES = ['workflows', 'src/domain', 'src/temporal/messages.ts', 'package-lock.json'];
const BUILD_TIMEOUT_MS = 120_000;

/**
 * Prepares the workflows as one file that workers load. The file is built once for each state of the sources, by a
 * process of its own, and kept in the cache of node_modules.
 *
 * @throws Error with the bundler's output when the workflows can't be built.
 */
export async function prepareWorkflowBundle(): Promise<{ readonly codePath: string }> {
  const codePath = path.join(CACHE_DIR, `workflows-${hashSources()}.cjs`);
  if (existsSync(codePath)) return { codePath };
  mkdirSync(CACHE_DIR, { recursive: true });
  const program = fileURLToPath(new URL('build-workflow-bundle.ts', import.meta.url));
  // The arguments are given here: in tests, this process itself has other Node arguments than a plain program.
  const args = ['--import', 'tsx', program, codePath];
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    timeout: BUILD_TIMEOUT_MS,
    env: buildEnvironment(),
  });
  return { codePath };
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Lists a file, or all files of a folder in a fixed order, as paths from the repository's root. */
function listFiles(source: string): string[] {
  const full = path.join(ROOT, source);
  if (path.extname(source) !== '') return [source];
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => path.join(source, name));
}

/**
 * The environment of the build: without this process's own flags, since a test's do not suit the bundler; and without
 * its secrets.
 */
function buildEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}
