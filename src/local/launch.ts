import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toChecksumAddress } from '../chain/address.js';
import { depositXpubOf, generateMnemonic, hotWalletOf } from '../chain/keys.js';
import { parseChainsFile } from '../config/chains-file.js';
import { writeInstanceFile } from '../config/instance-file.js';
import type { StartConfig } from '../config.js';
import { openDatabase } from '../db/database.js';
import { migrateToLatest } from '../db/migrate.js';
import type { Chain } from '../domain/asset.js';
import { registerSearchAttributes } from '../temporal/register-search-attributes.js';
import { LOCAL_CHAIN, localChainsFile, startLocalChain, type LocalChain } from './chain.js';
import { endLeftover, startChildProgram, type ChildProgramOptions } from './child-program.js';
import {
  ensureDemoMerchant,
  ensureDemoOperator,
  type DemoMerchant,
  type DemoOperator,
} from './demo-accounts.js';
import { environmentOfCli, environmentsOf, given, type LocalSettings } from './environment.js';
import { startMiner } from './miner.js';
import { choosePort, wantedPorts } from './ports.js';
import { startPostgres } from './postgres.js';
import { sendSignal, type Say } from './processes.js';
import type { Progress } from './progress.js';
import { ensureSecretsKey, ensureSignerMnemonic } from './secrets.js';
import type { Part, PartName, RunningProcess, Supervisor } from './supervisor.js';
import { findTemporalCli } from './temporal-cli.js';
import { startTemporal } from './temporal.js';
import { watchDaemon, type WatchedDaemon, type Stoppable } from './watched-daemon.js';

/** A little more than what the programs allow themselves for their drain. */
const API_STOP_TIMEOUT_MS = 12_000;
const WORKER_STOP_TIMEOUT_MS = 22_000;

/** Everything runs. */
export interface Instance {
  readonly baseUrl: string;
  /** Null where Temporal was given. */
  readonly temporalUiUrl: string | null;
  readonly metricsUrl: string;
  readonly temporalAddress: string;
  readonly dataDir: string;
  readonly merchant: DemoMerchant;
  readonly operator: DemoOperator;
  readonly chains: readonly Chain[];
  /** Lower-case. */
  readonly hotWalletAddress: string;
  /** Null where chains were given. */
  readonly localChain: LocalChain | null;
  /** What runs now. */
  processes(): readonly RunningProcess[];
}

/** What each step of a launch has at hand. */
export interface LaunchContext {
  readonly config: StartConfig;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  readonly progress: Progress;
  /** Aborted when somebody wishes that we stop. */
  readonly signal: AbortSignal;
}

/**
 * Starts what was not given and then our own programs; all of it is the supervisor's to stop, also when this throws.
 *
 * @throws Error that says what could not be started, and the signal's reason once it is aborted.
 */
export async function launch(context: LaunchContext): Promise<Instance> {
  const { config, dataDir, env, signal, progress } = context;
  await Promise.all([endLeftover(childFiles(dataDir, API)), endLeftover(childFiles(dataDir, WORKER))]);
  const ports = wantedPorts(config.ports);
  const [databaseUrl, temporal, localChain] = await all([
    config.databaseUrl === null
      ? launchPostgres(context, ports.postgres)
      : Promise.resolve(config.databaseUrl),
    config.temporal === null ? launchTemporal(context, ports) : useTemporal(context, config.temporal),
    config.chains === null ? launchChain(context, ports.chain) : Promise.resolve(null),
  ]);
  signal.throwIfAborted();
  const accounts = await prepareDatabase(context, databaseUrl);
  const { chains, chainsFile } = describeChains(context, localChain);
  const mnemonic = config.signerMnemonic ?? ensureSignerMnemonic(dataDir, generateMnemonic);
  const taken = new Set<number>();
  const choose = async (usedBy: string, wanted: typeof ports.api): Promise<number> => {
    const port = await choosePort({ usedBy, wanted, taken, log: progress.say });
    taken.add(port);
    return port;
  };
  const apiPort = await choose('the API', ports.api);
  const baseUrl = `http://127.0.0.1:${apiPort}`;
  const settings: LocalSettings = {
    databaseUrl,
    embeddedTemporalAddress: config.temporal === null ? temporal.address : null,
    chainsFile,
    publicBaseUrl: config.publicBaseUrl ?? baseUrl,
    dataDir,
    secretsKey: given(env, 'SECRETS_KEY') ?? ensureSecretsKey(dataDir),
    depositXpub: given(env, 'DEPOSIT_XPUB') ?? depositXpubOf(mnemonic),
    mnemonic,
    apiPort,
    metricsPort: await choose('metrics', ports.metrics),
  };
  await launchPrograms(context, settings);
  writeInstanceFile({ dataDir, env: environmentOfCli(env, settings) });
  return {
    baseUrl,
    temporalUiUrl: temporal.uiUrl,
    metricsUrl: `http://127.0.0.1:${settings.metricsPort}/metrics`,
    temporalAddress: temporal.address,
    dataDir,
    ...accounts,
    chains,
    hotWalletAddress: hotWalletOf(mnemonic).address,
    localChain,
    processes: () => context.supervisor.processes(),
  };
}

/** As `Promise.all`, but it rejects only when nothing is under way any more: what was started is known by then. */
async function all<Works extends readonly Promise<unknown>[] | []>(
  works: Works,
): Promise<{ -readonly [Key in keyof Works]: Awaited<Works[Key]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

type Wanted = ReturnType<typeof wantedPorts>;

async function launchPostgres(context: LaunchContext, wanted: Wanted['postgres']): Promise<string> {
  const { dataDir, progress, supervisor } = context;
  const start = (options: {
    port: number;
    portIsFixed: boolean;
    log: Say;
  }): ReturnType<typeof startPostgres> => startPostgres({ dataDir, ...options });
  const server = await progress.step(
    'PostgreSQL',
    (log) => start({ port: wanted.port, portIsFixed: wanted.isFixed, log }),
    ({ port, adopted }) => `127.0.0.1:${port}${adopted ? ', still running' : ''}`,
  );
  const restart = (): ReturnType<typeof startPostgres> =>
    start({ port: server.port, portIsFixed: true, log: progress.say });
  const watched = watchDaemon({ name: 'PostgreSQL', handle: server, restart, log: progress.say });
  supervisor.add('postgres', partOf(watched));
  return server.url;
}

interface TemporalPlace {
  readonly address: string;
  readonly uiUrl: string | null;
}

async function launchTemporal(context: LaunchContext, ports: Wanted): Promise<TemporalPlace> {
  const { dataDir, progress, supervisor, signal, env } = context;
  const start = async (
    options: Pick<
      Parameters<typeof startTemporal>[0],
      'port' | 'portIsFixed' | 'uiPort' | 'uiPortIsFixed' | 'log'
    >,
  ): ReturnType<typeof startTemporal> => {
    const cliPath = await findTemporalCli({ log: options.log, signal, env });
    return startTemporal({ dataDir, cliPath, ...options });
  };
  const server = await progress.step(
    'Temporal',
    (log) =>
      start({
        port: ports.temporal.port,
        portIsFixed: ports.temporal.isFixed,
        uiPort: ports.temporalUi.port,
        uiPortIsFixed: ports.temporalUi.isFixed,
        log,
      }),
    ({ address, uiUrl, adopted }) => `${address}, UI at ${uiUrl}${adopted ? ', still running' : ''}`,
  );
  const { port, uiPort } = server;
  const restart = (): ReturnType<typeof startTemporal> =>
    start({ port, portIsFixed: true, uiPort, uiPortIsFixed: true, log: progress.say });
  const watched = watchDaemon({ name: 'Temporal', handle: server, restart, log: progress.say });
  supervisor.add('temporal', partOf(watched));
  return server;
}

async function useTemporal(
  { progress }: LaunchContext,
  temporal: NonNullable<StartConfig['temporal']>,
): Promise<TemporalPlace> {
  await progress.step(
    'Temporal',
    () => registerSearchAttributes(temporal),
    () => `${temporal.address}, as given`,
  );
  return { address: temporal.address, uiUrl: null };
}

async function launchChain(context: LaunchContext, wanted: Wanted['chain']): Promise<LocalChain> {
  const { dataDir, progress, supervisor } = context;
  const chain = await progress.step(
    'Local chain',
    (log) => startLocalChain({ dataDir, port: wanted.port, portIsFixed: wanted.isFixed, log }),
    ({ rpcUrl, adopted }) => `${rpcUrl}, chain id ${LOCAL_CHAIN.chainId}${adopted ? ', still running' : ''}`,
  );
  const restart = (): Promise<LocalChain> =>
    startLocalChain({ dataDir, port: chain.port, portIsFixed: true, log: progress.say });
  const watched = watchDaemon({ name: 'The local chain', handle: chain, restart, log: progress.say });
  supervisor.add('chain', partOf(watched));
  const miner = startMiner(chain);
  supervisor.add('miner', { pid: () => null, stop: () => miner.stop(), kill: () => void miner.stop() });
  return chain;
}

function partOf(watched: WatchedDaemon<Stoppable>): Part {
  return {
    pid: () => watched.current().pid,
    stop: () => watched.stop(),
    kill: () => sendSignal({ pid: watched.current().pid, signal: 'SIGKILL' }),
  };
}

async function prepareDatabase(
  { dataDir, progress }: LaunchContext,
  databaseUrl: string,
): Promise<Pick<Instance, 'merchant' | 'operator'>> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 2 });
  try {
    await progress.step(
      'Schema',
      () => migrateToLatest(db),
      (done) => (done.length === 0 ? 'up to date' : `${done.length} migrations done`),
    );
    return {
      merchant: await ensureDemoMerchant(db, dataDir),
      operator: await ensureDemoOperator(db, dataDir),
    };
  } finally {
    await db.destroy();
  }
}

function describeChains(
  { config, dataDir, env }: LaunchContext,
  localChain: LocalChain | null,
): { readonly chains: readonly Chain[]; readonly chainsFile: string } {
  if (localChain === null) {
    return { chains: config.chains ?? [], chainsFile: path.resolve(given(env, 'CHAINS_FILE') ?? '') };
  }
  const text = localChainsFile({
    rpcUrl: localChain.rpcUrl,
    tokenAddress: toChecksumAddress(localChain.tokenAddress),
  });
  const chainsFile = path.join(dataDir, 'chains.json');
  writeFileSync(chainsFile, text);
  return { chains: parseChainsFile(text), chainsFile };
}

interface OwnProgram {
  readonly partName: PartName;
  /** At the start of a sentence. */
  readonly name: string;
  readonly entry: string;
}

const API: OwnProgram = { partName: 'api', name: 'The API', entry: 'src/api.ts' };
const WORKER: OwnProgram = { partName: 'worker', name: 'The worker', entry: 'src/worker.ts' };

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

async function launchPrograms(context: LaunchContext, settings: LocalSettings): Promise<void> {
  const { env, progress } = context;
  const environments = environmentsOf(env, settings);
  await all([
    progress.step(
      'API',
      () => launchProgram(context, API, { env: environments.api, stopTimeoutMs: API_STOP_TIMEOUT_MS }),
      () => `http://127.0.0.1:${settings.apiPort}`,
    ),
    progress.step(
      'Worker',
      () =>
        launchProgram(context, WORKER, { env: environments.worker, stopTimeoutMs: WORKER_STOP_TIMEOUT_MS }),
      () => 'invoices, chain, signer, webhooks',
    ),
  ]);
}

async function launchProgram(
  { dataDir, progress, supervisor, signal }: LaunchContext,
  program: OwnProgram,
  { env, stopTimeoutMs }: { env: NodeJS.ProcessEnv; stopTimeoutMs: number },
): Promise<void> {
  const { name, partName } = program;
  const files = childFiles(dataDir, program);
  const child = await startChildProgram({ name, env, ...files, log: progress.say, signal });
  supervisor.add(partName, {
    pid: () => child.pid(),
    stop: () => child.stop({ timeoutMs: stopTimeoutMs }),
    kill: () => child.kill(),
  });
}
