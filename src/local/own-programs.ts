import { mkdirSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { endLeftover, startChildProgram, type ChildProgramOptions } from './child-program.js';
import {
  environmentOfApi,
  environmentOfWorker,
  type ApiLocation,
  type LocalSettings,
} from './environment.js';
import { allEnded, type LaunchContext } from './launch-context.js';
import { choosePort, wantedPorts, type WantedPort } from './ports.js';
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

/** How many times a port is chosen if another program takes it between our check and the API's bind. */
const API_ATTEMPTS_MAX = 3;

/** Ends our own programs that a killed `npm start` has left behind, so that their ports are free. */
export async function endLeftoverPrograms({ dataDir }: LaunchContext): Promise<void> {
  await Promise.all([endLeftover(childFiles(dataDir, API)), endLeftover(childFiles(dataDir, WORKER))]);
}

/** Starts the API and the worker. Returns where the API listens. */
export async function launchPrograms(context: LaunchContext, settings: LocalSettings): Promise<ApiLocation> {
  const { env, progress } = context;
  const [location] = await allEnded([
    progress.step(
      'API',
      () => launchApi(context, settings),
      ({ port }) => baseUrlOf({ host: context.config.hosts.api, port }),
    ),
    progress.step(
      'Worker',
      () => launchProgram(context, WORKER, environmentOfWorker(env, settings)),
      () => 'invoices, chain, signer, webhooks',
    ),
  ]);
  return location;
}

/** Returns the URL by which this machine reaches a program of ours that listens there. */
export function baseUrlOf({ host, port }: { readonly host: string; readonly port: number }): string {
  const listensOnAll = ipaddr.parse(host).range() === 'unspecified';
  const reached = listensOnAll ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
  return `http://${reached}:${port}`;
}

/** Checks the ports that were set explicitly, so that a busy one is reported before anything is started. */
export async function assertSetPortsFree({ config, progress }: LaunchContext): Promise<void> {
  const { api, metrics } = wantedPorts(config.ports);
  const admin = wantedAdminPort(config);
  for (const { usedBy, wanted } of [
    { usedBy: 'the API', wanted: api },
    { usedBy: 'metrics', wanted: metrics },
    ...(admin === null ? [] : [{ usedBy: 'operators', wanted: admin }]),
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

/** Returns the port for operators. Null: they do not have their own. */
function wantedAdminPort({ ports: { admin } }: LaunchContext['config']): WantedPort | null {
  return admin === null ? null : { port: admin, isFixed: admin !== 0 };
}

async function chooseApiLocation({ config, progress }: LaunchContext): Promise<ApiLocation> {
  const { api, metrics } = wantedPorts(config.ports);
  const admin = wantedAdminPort(config);
  const taken = new Set<number>();
  const choose = async (usedBy: string, wanted: WantedPort): Promise<number> => {
    const port = await choosePort({ usedBy, wanted, taken, log: progress.say });
    taken.add(port);
    return port;
  };
  // The port for operators is chosen first, because it may be fixed while the others may move.
  const adminPort = admin === null ? null : await choose('operators', admin);
  const port = await choose('the API', api);
  const metricsPort = await choose('metrics', metrics);
  const publicBaseUrl = config.publicBaseUrl ?? baseUrlOf({ host: config.hosts.api, port });
  return { port, adminPort, metricsPort, publicBaseUrl };
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
