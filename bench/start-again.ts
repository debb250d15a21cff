import path from 'node:path';
import { ANY_PORTS, pressCtrlC, readSummary, typeNpmStart, type Summary } from '../test/e2e/product.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { residentMemory } from './parts/memory.js';

const ROOT = path.resolve(import.meta.dirname, '..');
/** An odd number of later starts, so that the median is one of them. */
const RUNS = 5;

interface Starts {
  /** From the typed command to the printed summary, with the tour, in ms. */
  readonly firstMs: number;
  /** The same for later starts, which find the data of the first, in ms. */
  readonly againMs: readonly number[];
  /** The API's resident memory after the tour, in MB. */
  readonly memory: number;
}

/** Types `npm start` in a checkout, calls `look` when it is ready, and presses Ctrl-C. @returns the time until then. */
async function startOnce(
  context: BenchContext,
  where: { readonly folder: string; readonly dataDir: string },
  look: (summary: Summary) => Promise<void>,
): Promise<number> {
  context.signal.throwIfAborted();
  const startedAtMs = performance.now();
  // The shell's environment has no variables about another instance.
  const shell = context.launch.env;
  const product = typeNpmStart({ args: ['--json'], env: ANY_PORTS, shell, ...where });
  let hasEnded = false;
  void product.ended.then(() => (hasEnded = true));
  const stop = async (): Promise<void> => {
    if (!hasEnded) pressCtrlC(product);
    await product.ended;
  };
  context.onEnd(stop);
  context.signal.addEventListener('abort', () => void stop(), { once: true });
  const summary = await readSummary(product);
  const readyMs = performance.now() - startedAtMs;
  await look(summary);
  await stop();
  return readyMs;
}

async function startOften(context: BenchContext, folder: string, name: string): Promise<Starts> {
  const where = { folder, dataDir: path.join(context.folder, name) };
  let memory = 0;
  const firstMs = await startOnce(context, where, async ({ processes }) => {
    const api = processes.find((process) => process.name === 'api');
    if (api === undefined) throw new Error(`npm start of ${folder} names no process of the API.`);
    memory = await residentMemory(api.pid);
  });
  const againMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1)
    againMs.push(await startOnce(context, where, () => Promise.resolve()));
  context.say(`${name}: first ${Math.round(firstMs)} ms, again ${describeSpread(againMs, 'ms')}`);
  return { firstMs, againMs, memory };
}

export const startAgain: Bench = {
  name: 'start-again',
  summary:
    'the time until npm start is ready with the data of its last run, and the memory of its API after the tour, against the checkout of an earlier version in START_AGAIN_EARLIER',
  async run(context) {
    const now = await startOften(context, ROOT, 'this version');
    const folder = process.env['START_AGAIN_EARLIER'];
    const ready = { measure: 'ready with kept data', value: median(now.againMs), unit: 'ms' };
    if (folder === undefined || folder === '')
      return [{ ...ready, reference: 'its first start, with the tour', referenceValue: now.firstMs }];
    const before = await startOften(context, path.resolve(folder), 'the earlier version');
    const reference = 'the earlier version';
    return [
      { ...ready, reference, referenceValue: median(before.againMs) },
      {
        measure: 'memory of the API after the tour',
        value: now.memory,
        unit: 'MB',
        reference,
        referenceValue: before.memory,
      },
    ] satisfies readonly Measurement[];
  },
};
