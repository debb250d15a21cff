import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { depositXpubOf } from '../../src/chain/keys/keys.js';
import { startChildProgram, type ChildProgram } from '../../src/local/child-program.js';
import { environmentOfApi } from '../../src/local/environment.js';
import { anyFreePort } from '../../src/local/ports.js';
import type { BenchContext } from '../harness/bench.js';
import { writeChainsFile, type ChainsFile } from './chains-file.js';
import { BENCH_MNEMONIC } from './deposits.js';

const STOP_TIMEOUT_MS = 12_000;
/** An address where nothing answers. */
const NOWHERE = '127.0.0.1:1';
/** Limits so high that no request is refused, yet each is counted. */
const COUNTED_BUT_NOT_REFUSED = JSON.stringify({ '*': 1_000_000_000 });

/** A process of the API, as in production. */
export interface ApiProgram {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Returns the CPU time that its process has used since its start, in ms. */
  cpuMs(): Promise<number>;
  /** Returns the resident memory of its process, in KiB. */
  memoryKib(): Promise<number>;
}

/** Configures a chain whose RPC is never asked. */
export function silentChain({ folder }: BenchContext): ChainsFile {
  const text = JSON.stringify({
    chains: [
      {
        chainCode: 'local',
        chainId: 31_337,
        name: 'Local chain',
        rpcUrls: [`http://${NOWHERE}`],
        confirmations: 3,
        nativeToken: { symbol: 'ETH', enabled: true },
        tokens: [{ symbol: 'USDC', address: `0x${'c0'.repeat(20)}`, decimals: 6 }],
      },
    ],
  });
  return writeChainsFile(path.join(folder, 'chains.json'), text);
}

/** Starts the API in a process of its own, as `npm start` does, and waits until it listens. */
export async function startApi(
  context: BenchContext,
  options: {
    /** The name of its files: each API of a bench has another one. */
    readonly name: string;
    readonly databaseUrl: string;
    readonly chainsFile: string;
    /** Null: the process counts limits by itself. */
    readonly redisUrl: string | null;
    /** Left out when the bench asks nothing of Temporal. */
    readonly temporalAddress?: string;
    /** Further variables. */
    readonly env?: NodeJS.ProcessEnv;
  },
): Promise<ApiProgram> {
  const { folder, signal, say, launch } = context;
  const { name, databaseUrl, chainsFile, redisUrl, temporalAddress = NOWHERE } = options;
  const location = { port: await anyFreePort(), adminPort: null, metricsPort: await anyFreePort() };
  const baseUrl = `http://127.0.0.1:${location.port}`;
  const settings = {
    databaseUrl,
    embeddedTemporalAddress: temporalAddress,
    embeddedTemporalUiUrl: null,
    chainsFile,
    dataDir: folder,
    secretsKey: randomBytes(32).toString('base64'),
    depositXpub: depositXpubOf(BENCH_MNEMONIC),
    mnemonic: BENCH_MNEMONIC,
  };
  const env = environmentOfApi(launch.env, { settings, location: { ...location, publicBaseUrl: baseUrl } });
  await startProgram(context, {
    name: `api-${name}`,
    entry: 'src/api.ts',
    env: {
      ...env,
      RATE_LIMITS: COUNTED_BUT_NOT_REFUSED,
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
      ...options.env,
    },
  });
  say(`the API listens on ${baseUrl}`);
  const metric = async (metricName: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${location.metricsPort}/metrics`, { signal });
    const [, figure] = new RegExp(`^${metricName} (\\S+)`, 'm').exec(await answer.text()) ?? [];
    if (figure === undefined) throw new Error(`The metrics have no ${metricName}.`);
    return Number(figure);
  };
  return {
    baseUrl,
    cpuMs: async () => (await metric('process_cpu_seconds_total')) * 1_000,
    memoryKib: async () => (await metric('process_resident_memory_bytes')) / 1_024,
  };
}

/** Starts the bare endpoint on the same database. @returns its base URL, without a trailing slash. */
export async function startBareExpress(
  context: BenchContext,
  { databaseUrl }: { databaseUrl: string },
): Promise<string> {
  const port = await anyFreePort();
  await startProgram(context, {
    name: 'bare-express',
    entry: 'bench/parts/bare-express/program.ts',
    env: { ...context.launch.env, DATABASE_URL: databaseUrl, PORT: String(port) },
  });
  return `http://127.0.0.1:${port}`;
}

async function startProgram(
  context: BenchContext,
  { name, entry, env }: { name: string; entry: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const { folder, signal, say } = context;
  const program: ChildProgram = await startChildProgram({
    name,
    entry,
    env,
    logFile: path.join(folder, `${name}.log`),
    pidFile: path.join(folder, `${name}.json`),
    log: say,
    signal,
  });
  context.onEnd(() => program.stop({ timeoutMs: STOP_TIMEOUT_MS }));
}
