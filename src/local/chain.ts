import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { deployTestToken, TEST_TOKEN_DECIMALS } from '../chain/contracts/test-token.js';
import { repairState } from './chain-state.js';
import { startDaemon } from './daemon.js';
import { callRpc } from './json-rpc.js';
import { LOCAL_CHAIN } from './local-chain.js';
import type { Say } from './processes.js';
import { isExecutable } from './programs.js';

/** The finalized block is two epochs behind the head, which is 8 blocks. */
const SLOTS_IN_AN_EPOCH = 4;
/**
 * The interval is short, because the chain is on this machine, and people who watch a demonstration do not like to
 * wait.
 */
const POLL_INTERVAL_MS = 500;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** An Anvil node on loopback with a test token. Its state is in a file. */
export interface LocalChain {
  readonly rpcUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Whether it was already running. */
  readonly adopted: boolean;
  /** Lower-case address of the test token. */
  readonly tokenAddress: string;
  /** The file that the chain's state is written to each second. */
  readonly stateFile: string;
  /** Stops it. No process is left. */
  stop(): Promise<void>;
}

export interface LocalChainOptions {
  /** `DATA_DIR`; the state is in `chain/` under it. */
  readonly dataDir: string;
  readonly port: number;
  readonly portIsFixed: boolean;
  readonly log: Say;
}

/**
 * Starts the local chain with its earlier blocks, or adopts the one that still runs from this data folder. The chain
 * mines each transaction at once; the miner adds the empty blocks on top. It survives Ctrl-C and the end of this
 * process.
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const folder = path.join(options.dataDir, 'chain');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const home = realpathSync(folder);
  const stateFile = path.join(home, 'state.json');
  const daemon = await startDaemon(
    {
      name: 'The local chain',
      command: findAnvil(),
      args: ({ rpc }) => anvilArgs({ port: rpc, stateFile, home }),
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ANVIL_'))),
      cwd: home,
      commandParts: ['anvil', stateFile],
      pidFile: path.join(home, 'process.json'),
      logFile: path.join(home, 'server.log'),
      ports: { rpc: { port: options.port, isFixed: options.portIsFixed, usedBy: 'the local chain' } },
      beforeStart: () => repairState(stateFile, options.log),
      isReady: async ({ rpc }) => isAnswering(urlOf(rpc)),
      readyTimeoutMs: READY_TIMEOUT_MS,
      // On SIGINT, Anvil writes its state once more.
      stopSignal: 'SIGINT',
      stopTimeoutMs: STOP_TIMEOUT_MS,
    },
    options.log,
  );
  const rpcUrl = urlOf(daemon.ports.rpc);
  return {
    rpcUrl,
    port: daemon.ports.rpc,
    pid: daemon.pid,
    adopted: daemon.adopted,
    tokenAddress: await ensureTestToken({ rpcUrl, recordFile: path.join(home, 'token.json') }),
    stateFile,
    stop: () => daemon.stop(),
  };
}

/** Returns the content of a `CHAINS_FILE` that offers the coin and the test token of the local chain. */
export function localChainsFile({ rpcUrl, tokenAddress }: { rpcUrl: string; tokenAddress: string }): string {
  const { chainCode, chainId, name, confirmations, nativeSymbol, tokenSymbol } = LOCAL_CHAIN;
  const chain = {
    chainCode,
    chainId,
    name,
    rpcUrls: [rpcUrl],
    confirmations,
    pollIntervalMs: POLL_INTERVAL_MS,
    nativeToken: { symbol: nativeSymbol, enabled: true },
    tokens: [{ symbol: tokenSymbol, address: tokenAddress, decimals: TEST_TOKEN_DECIMALS }],
  };
  return `${JSON.stringify({ chains: [chain] }, null, 2)}\n`;
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Returns the path of the binary. The package's JavaScript wrapper is not used, because it would hide the process id. */
function findAnvil(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const packageName = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    const binary = createRequire(wrapper).resolve(`${packageName}/bin/anvil`);
    if (!isExecutable(binary)) chmodSync(binary, 0o755);
    return binary;
  } catch (cause) {
    throw new Error(
      `There is no local chain for this machine (the package ${packageName} is not installed). ` +
        'Run `npm install` where that package is available, or describe your own chains in a CHAINS_FILE.',
      { cause },
    );
  }
}

function anvilArgs({ port, stateFile, home }: { port: number; stateFile: string; home: string }): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(LOCAL_CHAIN.chainId)],
    ...['--state', stateFile, '--state-interval', '1', '--cache-path', path.join(home, 'cache')],
    ...['--slots-in-an-epoch', String(SLOTS_IN_AN_EPOCH), '--quiet'],
  ];
}

async function isAnswering(rpcUrl: string): Promise<boolean> {
  try {
    return Number(await callRpc(rpcUrl, 'eth_chainId', [])) === LOCAL_CHAIN.chainId;
  } catch {
    return false;
  }
}

/** Returns the recorded address of the token if the chain still has its code there; otherwise deploys a new token. */
async function ensureTestToken(options: { rpcUrl: string; recordFile: string }): Promise<string> {
  const { rpcUrl, recordFile } = options;
  if (existsSync(recordFile)) {
    const { address } = JSON.parse(readFileSync(recordFile, 'utf8')) as { address: string };
    if ((await callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])) !== '0x') return address;
  }
  const { address } = await deployTestToken({ rpcUrl });
  writeFileSync(recordFile, `${JSON.stringify({ address })}\n`, { mode: 0o600 });
  return address;
}
