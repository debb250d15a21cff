import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  cacheDir,
  findOnPath,
  findOrDownload,
  minutesAndSeconds,
  newCacheFolder,
  runLong,
  type ProgramSearch,
} from './programs.js';

/** The newest release that `go install` can build. Releases 1.6 to 1.9 have replacements in their go.mod, which it refuses. */
const CLI_GO_PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const BUILD_TIMEOUT_MS = 20 * 60_000;

/**
 * Returns the path of Temporal's CLI, which contains the dev server. It looks at `TEMPORAL_CLI_PATH`, on the `PATH` and
 * in the user's cache. Then it tries a download and a build with Go. If all fail, it throws and says what to install.
 */
export async function findTemporalCli(search: ProgramSearch): Promise<string> {
  const env = search.env ?? process.env;
  const cached = path.join(cacheDir(env), 'bin', 'temporal');
  const found = await findOrDownload(
    {
      kind: 'cli',
      name: 'temporal',
      variable: 'TEMPORAL_CLI_PATH',
      cached,
      whatIsDownloaded: 'the Temporal CLI (once, about 60 MB)',
    },
    search,
  );
  if (found !== null) return found;

  const go = findOnPath({ name: 'go', env });
  if (go !== null && (await buildWithGo({ go, target: cached, search }))) return cached;
  throw new Error(
    "Temporal's dev server could not be obtained. Install the Temporal CLI (https://docs.temporal.io/cli, e.g. " +
      '`brew install temporal`) or Go (https://go.dev/dl) and start again, name a copy by TEMPORAL_CLI_PATH, ' +
      'or give the address of a running Temporal by TEMPORAL_ADDRESS.',
  );
}

async function buildWithGo(options: { go: string; target: string; search: ProgramSearch }): Promise<boolean> {
  const { go, target, search } = options;
  const folder = newCacheFolder(search.env ?? process.env);
  search.log('building the Temporal CLI with Go (once, 3 to 5 minutes)');
  try {
    await runLong({
      command: go,
      args: ['install', CLI_GO_PACKAGE],
      env: { GOBIN: folder },
      timeoutMs: BUILD_TIMEOUT_MS,
      stillAtIt: (elapsedMs) => `still building the Temporal CLI: ${minutesAndSeconds(elapsedMs)}`,
      search,
    });
    renameSync(path.join(folder, 'temporal'), target);
    return true;
  } catch (error) {
    search.signal?.throwIfAborted();
    search.log(`the build failed: ${(error as Error).message}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
