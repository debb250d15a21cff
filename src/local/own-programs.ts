import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { endLeftover, startChildProgram, type ChildProgramOptions } from './child-program.js';
import {
  environmentOfApi,
  environmentOfWorker,
  type ApiLocation,
  type LocalSettings,
} from './environment.js';
import { allSettled, type LaunchContext } from './launch-context.js';
import { choosePort, wantedPorts } from './ports.js';
import type { PartName } from './supervisor.js';

interface OwnProgram {
  readonly partName: PartName;
  /** A name that can begin a sentence. */
  readonly name: string;
  readonly entry: string;
  /** A little more than the time that the program allows itself to finish its work. */
  readonly stopTimeoutMs: number;
}

const API: OwnProgram = { partName: 'api', name: 'The API', entry: 'src/api.ts', stopTimeoutMs: 12_000 };
const WORKER: OwnProgram = {
  partName: 'worker',
  name: 'The worker',
  entry: 'src/worker.ts',
  stopTimeoutMs: 22_000,
};

/** How often a port is chosen if another program takes it between our check and the API's bind. */
const API_ATTEMPTS_MAX = 3;

/** Ends our own programs that a killed `npm start` has left behind, so that their ports are free. */
export async function endLeftoverPrograms({ dataDir }: LaunchContext): Promise<void> {
  await Promise.all([endLeftover(childFiles(dataDir, API)), endLeftover(childFiles(dataDir, WORKER))]);
}

/** Starts the API and the worker. Returns where the API listens. */
export async function launchPrograms(context: LaunchContext, settings: LocalSettings): Promise<ApiLocation> {
  const { env, progress } = context;
  const [location] = await allSettled([
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
  return location;
}

/** Returns the URL of the API on this machine. */
export function baseUrlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Checks the ports that were set explicitly. A busy one is reported now, and not after all the rest was started. */
export async function assertSetPortsFree({ config, progress }: LaunchContext): Promise<void> {
  const { api, metrics } = wantedPorts(config.ports);
  for (const { usedBy, wanted } of [
    { usedBy: 'the API', wanted: api },
    { usedBy: 'metrics', wanted: metrics },
  ]) {
    if (wanted.isFixed) await choosePort({ usedBy, wanted, log: progress.say });
  }
}

async function launchApi(context: LaunchContext, settings: LocalSettings): Promise<ApiLocation> {
  const { config, env } = context;
  for (let attempt = 1; ; attempt += 1) {
    const location = await chooseApiLocation(context);
    try {
      await launchProgram(context, API, environmentOfApi(env, { settings, location }));
      return location;
    } catch (error) {
      const wasTaken = (error as Error).message.includes('EADDRINUSE') && config.ports.api === null;
      if (!wasTaken || attempt === API_ATTEMPTS_MAX) throw error;
    }
  }
}

async function chooseApiLocation({ config, progress }: LaunchContext): Promise<ApiLocation> {
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
