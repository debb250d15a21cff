import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { depositXpubOf, generateMnemonic } from '../../src/chain/keys.js';
import { startChildProgram, type ChildProgram } from '../../src/local/child-program.js';
import { environmentOfWorker } from '../../src/local/environment.js';
import type { TemporalOptions } from '../../src/temporal/connection.js';
import type { BenchContext } from '../harness/bench.js';

const STOP_TIMEOUT_MS = 22_000;

/** Starts a worker with every role as `npm start` does, in a process of its own, and waits until it runs. */
export async function startWorker(
  context: BenchContext,
  options: {
    /** Of its files: each worker of a bench has another. */
    readonly name: string;
    readonly databaseUrl: string;
    readonly temporal: Pick<TemporalOptions, 'address' | 'namespace'>;
    readonly chainsFile: string;
  },
): Promise<ChildProgram> {
  const { folder, signal, say } = context;
  const { name, databaseUrl, temporal, chainsFile } = options;
  const mnemonic = generateMnemonic();
  const env = environmentOfWorker(context.launch.env, {
    databaseUrl,
    embeddedTemporalAddress: temporal.address,
    chainsFile,
    dataDir: folder,
    secretsKey: randomBytes(32).toString('base64'),
    depositXpub: depositXpubOf(mnemonic),
    mnemonic,
  });
  const worker = await startChildProgram({
    name: 'The worker',
    entry: 'src/worker.ts',
    env: { ...env, TEMPORAL_NAMESPACE: temporal.namespace },
    logFile: path.join(folder, `${name}.log`),
    pidFile: path.join(folder, `${name}.json`),
    log: say,
    signal,
  });
  context.onEnd(() => worker.stop({ timeoutMs: STOP_TIMEOUT_MS }));
  return worker;
}
