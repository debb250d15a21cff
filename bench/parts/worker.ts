import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { depositXpubOf } from '../../src/chain/keys/keys.js';
import { readInstanceFile } from '../../src/config/instance-file.js';
import { startChildProgram, type ChildProgram } from '../../src/local/child-program.js';
import { environmentOfWorker } from '../../src/local/environment.js';
import type { TemporalOptions } from '../../src/temporal/connection.js';
import type { BenchContext } from '../harness/bench.js';
import { BENCH_MNEMONIC } from './deposits.js';

/** A little more than the time that a worker allows itself to finish its work. */
export const STOP_TIMEOUT_MS = 22_000;

/** Starts a worker with every role in its own process, as `npm start` does, and waits until it runs. */
export function startWorker(
  context: BenchContext,
  options: {
    /** The name of its files: each worker of a bench has another one. */
    readonly name: string;
    readonly databaseUrl: string;
    readonly temporal: Pick<TemporalOptions, 'address' | 'namespace'>;
    readonly chainsFile: string;
  },
): Promise<ChildProgram> {
  const { name, databaseUrl, temporal, chainsFile } = options;
  const env = environmentOfWorker(context.launch.env, {
    databaseUrl,
    embeddedTemporalAddress: temporal.address,
    embeddedTemporalUiUrl: null,
    chainsFile,
    dataDir: context.folder,
    secretsKey: randomBytes(32).toString('base64'),
    depositXpub: depositXpubOf(BENCH_MNEMONIC),
    mnemonic: BENCH_MNEMONIC,
  });
  return startWorkerProgram(context, { name, env: { ...env, TEMPORAL_NAMESPACE: temporal.namespace } });
}

/** The keys of a product's worker, for a bench that has to know them. */
export interface WorkerKeys {
  readonly mnemonic: string;
  readonly secretsKey: string;
}

/**
 * Starts a worker with only the role `signer`, beside a product whose own worker has the other roles. Waits until it
 * polls for its tasks.
 */
export function startSigner(
  context: BenchContext,
  {
    temporalAddress,
    chainsFile,
    mnemonic,
    secretsKey,
  }: WorkerKeys & { temporalAddress: string; chainsFile: string },
): Promise<ChildProgram> {
  const { folder: dataDir, launch } = context;
  const given = { ...launch.env, WORKER_ROLES: 'signer' };
  const env = environmentOfWorker(given, {
    databaseUrl: databaseUrlOf(context),
    embeddedTemporalAddress: temporalAddress,
    chainsFile,
    dataDir,
    embeddedTemporalUiUrl: null,
    secretsKey,
    mnemonic,
    depositXpub: depositXpubOf(mnemonic),
  });
  return startWorkerProgram(context, { name: 'signer', env });
}

/** Returns the database URL of the product that runs in the bench's folder. */
export function databaseUrlOf({ folder }: BenchContext): string {
  const url = readInstanceFile(folder)?.DATABASE_URL;
  if (url === undefined) throw new Error('No product was started in the folder of this bench.');
  return url;
}

async function startWorkerProgram(
  context: BenchContext,
  { name, env }: { name: string; env: NodeJS.ProcessEnv },
): Promise<ChildProgram> {
  const { folder, signal, say } = context;
  const worker = await startChildProgram({
    name: 'The worker',
    entry: 'src/worker.ts',
    env,
    logFile: path.join(folder, `${name}.log`),
    pidFile: path.join(folder, `${name}.json`),
    log: say,
    signal,
  });
  context.onEnd(() => worker.stop({ timeoutMs: STOP_TIMEOUT_MS }));
  return worker;
}
