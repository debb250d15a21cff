import { findChainCursor } from '../db/chains/chain-cursor.js';
import { openDatabase } from '../db/core/database.js';
import { registerSearchAttributes } from '../temporal/register-search-attributes.js';
import type { StartConfig } from '../config.js';
import { startLocalChain, type LocalChain } from './chain.js';
import { variableOf } from './environment.js';
import type { LaunchContext } from './launch-context.js';
import { LOCAL_CHAIN } from './local-chain.js';
import { startMiner } from './miner.js';
import type { wantedPorts } from './ports.js';
import { startPostgres } from './postgres.js';
import { pauseUnless, sendSignal, type Say } from './processes.js';
import type { Part } from './supervisor.js';
import { findTemporalCli } from './temporal-cli.js';
import { startTemporal } from './temporal.js';
import { watchDaemon, type Stoppable, type WatchedDaemon } from './watched-daemon.js';

/** The wait for the worker's first block. It is long, because a worker that fails is started again meanwhile. */
const FIRST_READ_TIMEOUT_MS = 60_000;
const FIRST_READ_POLL_MS = 100;

type Wanted = ReturnType<typeof wantedPorts>;

/** Starts PostgreSQL and restarts it when it ends. Returns its URL. */
export async function launchPostgres(context: LaunchContext, wanted: Wanted['postgres']): Promise<string> {
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

export interface TemporalLocation {
  readonly address: string;
  /** Null: Temporal was given from outside, without the address of its UI. */
  readonly uiUrl: string | null;
}

/** Starts Temporal and restarts it when it ends. */
export async function launchTemporal(context: LaunchContext, ports: Wanted): Promise<TemporalLocation> {
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

/** Prepares a Temporal that was given from outside: registers our search attributes. */
export async function useTemporal(
  { progress, env }: LaunchContext,
  temporal: NonNullable<StartConfig['temporal']>,
): Promise<TemporalLocation> {
  await progress.step(
    'Temporal',
    () => registerSearchAttributes(temporal),
    () => `${temporal.address}, as given`,
  );
  return { address: temporal.address, uiUrl: variableOf(env, 'TEMPORAL_UI_URL') ?? null };
}

/** Starts the local chain, and restarts it when it ends. Its miner starts later ({@link launchMiner}). */
export async function launchChain(context: LaunchContext, wanted: Wanted['chain']): Promise<LocalChain> {
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
  return chain;
}

/**
 * Starts the miner of the local chain once the worker has read its first block. Reading begins at the newest final block.
 * If more blocks were mined before that, reading would begin above the blocks that fund the wallets. These funds would
 * be missing in the books.
 *
 * @param isRead whether the worker reads chains. If not, the miner starts at once.
 */
export async function launchMiner(
  { supervisor, progress, signal }: LaunchContext,
  { chain, databaseUrl, isRead }: { chain: LocalChain; databaseUrl: string; isRead: boolean },
): Promise<void> {
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const deadline = Date.now() + FIRST_READ_TIMEOUT_MS;
    while (isRead && ((await findChainCursor(db, LOCAL_CHAIN.chainCode))?.height ?? null) === null) {
      if (Date.now() > deadline) {
        progress.say('The worker has not read the local chain yet. Its log says why.');
        break;
      }
      if (!(await pauseUnless(signal, FIRST_READ_POLL_MS))) signal.throwIfAborted();
    }
  } finally {
    await db.destroy();
  }
  const miner = startMiner(chain);
  supervisor.add('miner', { pid: () => null, stop: () => miner.stop(), kill: () => void miner.stop() });
}

function partOf(watched: WatchedDaemon<Stoppable>): Part {
  return {
    pid: () => watched.current().pid,
    stop: () => watched.stop(),
    kill: () => sendSignal({ pid: watched.current().pid, signal: 'SIGKILL' }),
  };
}
