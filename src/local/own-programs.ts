import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { endLeftover, startChildProgram, type ChildProgramOptions } from './child-program.js';
import { environmentOfApi, environmentOfWorker, type ApiPlace, type LocalSettings } from './environment.js';
import { allSettled, type LaunchContext } from './launch-context.js';
import { choosePort, wantedPorts } from './ports.js';
import type { PartName } from './supervisor.js';

interface OwnProgram {
  readonly partName: PartName;
  /** At the start of a sentence. */
  readonly name: string;
  readonly entry: string;
  /** A little more than what the program allows itself for its drain. */
  readonly stopTimeoutMs: number;
}

const API: OwnProgram = { partName: 'api', name: 'The API', entry: 'src/api.ts', stopTimeoutMs: 12_000 };
const WORKER: OwnProgram = {
  partName: 'worker',
  name: 'The worker',
  entry: 'src/worker.ts',
  stopTimeoutMs: 22_000,
};

/** Somebody else may take a port between our look and the API's bind: then another one is chosen, so often. */
const API_ATTEMPTS_MAX = 3;

/** Ends what a start that was killed has left of our own programs, so that their ports are free. */
export async function endLeftoverPrograms({ dataDir }: LaunchContext): Promise<void> {
  await Promise.all([endLeftover(childFiles(dataDir, API)), endLeftover(childFiles(dataDir, WORKER))]);
}

/** Starts the API and the worker. Returns where the API is. */
export async function launchPrograms(context: LaunchContext, settings: LocalSettings): Promise<ApiPlace> {
  const { env, progress } = context;
  const [place] = await allSettled([
    progress.step(
      'API',
      () => launchApi(context, settings),
      ({ port }) => baseUrlOf(port),
    ),
    progress.step(
      'Worker',
      () => launchProgram(context, WORKER, environmentOfWorker(env, settings)),
      () => 'invoices, chain, signer, webhooks',
    ),
  ]);
  return place;
}

/** Where the API is reached on this machine. */
export function baseUrlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Says at once, and not after all the rest was started, that a port which was set is busy. */
export async function assertSetPortsFree({ config, progress }: LaunchContext): Promise<void> {
  const { api, metrics } = wantedPorts(config.ports);
  for (const { usedBy, wanted } of [
    { usedBy: 'the API', wanted: api },
    { usedBy: 'metrics', wanted: metrics },
  ]) {
    if (wanted.isFixed) await choosePort({ usedBy, wanted, log: progress.say });
  }
}

async function launchApi(context: LaunchContext, settings: LocalSettings): Promise<ApiPlace> {
  const { config, env } = context;
  for (let attempt = 1; ; attempt += 1) {
    const place = await chooseApiPlace(context);
    try {
      await launchProgram(context, API, environmentOfApi(env, { settings, place }));
      return place;
    } catch (error) {
      const wasTaken = (error as Error).message.includes('EADDRINUSE') && config.ports.api === null;
      if (!wasTaken || attempt === API_ATTEMPTS_MAX) throw error;
    }
  }
}

async function chooseApiPlace({ config, progress }: LaunchContext): Promise<ApiPlace> {
  const ports = wantedPorts(config.ports);
  const { say: log } = progress;
  const port = await choosePort({ usedBy: 'the API', wanted: ports.api, log });
  const metricsPort = await choosePort({
    usedBy: 'metrics',
    wanted: ports.metrics,
    taken: new Set([port]),
    log,
  });
  return { port, metricsPort, publicBaseUrl: config.publicBaseUrl ?? baseUrlOf(port) };
}

async function launchProgram(
  { dataDir, progress, supervisor, signal }: LaunchContext,
  program: OwnProgram,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { name, partName, stopTimeoutMs } = program;
  const files = childFiles(dataDir, program);
  const child = await startChildProgram({ name, env, ...files, log: progress.say, signal });
  supervisor.add(partName, {
    pid: () => child.pid(),
    stop: () => child.stop({ timeoutMs: stopTimeoutMs }),
    kill: () => child.kill(),
  });
}

function childFiles(
  dataDir: string,
  { partName, entry }: OwnProgram,
): Pick<ChildProgramOptions, 'entry' | 'logFile' | 'pidFile'> {
  const folder = path.join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    entry,
    logFile: path.join(folder, `${partName}.log`),
    pidFile: path.join(dataDir, `${partName}.json`),
  };
}
