import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Bench, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { createInvoices, startProduct } from './parts/product.js';

const ROOT = path.resolve(import.meta.dirname, '..');
/** An odd number of runs, so that the median is one of them. */
const RUNS = 9;
/** The number of invoices: as many as a list has by default. Listing derives the address of each. */
const LISTED = 25;

/** Runs a program as a person does, and waits for its end. @returns the time in ms. */
function timeOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): number {
  const startedAtMs = performance.now();
  execFileSync(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return performance.now() - startedAtMs;
}

export const commands: Bench = {
  name: 'commands',
  summary: 'the time of one command at the command line, as npm runs it, against Node that does nothing',
  async run(context) {
    const product = await startProduct(context);
    const [invoice] = await createInvoices(product, LISTED);
    if (invoice === undefined) throw new Error('No invoice was made.');
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: product.dataDir };
    const asked = [
      ['invoice', 'list'],
      ['invoice', 'show', invoice.invoiceId],
      ['merchant', 'list'],
    ];
    const typed = (args: readonly string[]): number =>
      timeOf('npm', ['run', '--silent', 'cli', '--', ...args], env);
    // The first run compiles the command line when a source has changed.
    for (const args of asked) typed(args);
    const bare: number[] = [];
    const times = asked.map((): number[] => []);
    // The programs run in turn, so that a machine that slows down meanwhile slows all of them.
    for (let run = 0; run < RUNS; run += 1) {
      // `execFileSync` blocks the event loop, so a signal can be handled only here.
      await setImmediate();
      context.signal.throwIfAborted();
      bare.push(timeOf(process.execPath, ['-e', '0'], env));
      asked.forEach((args, i) => times[i]?.push(typed(args)));
    }
    return asked.map(([noun = '', verb = ''], i): Measurement => {
      const all = times[i] ?? [];
      context.say(`${noun} ${verb}: ${describeSpread(all, 'ms')}`);
      return {
        measure: `cli ${noun} ${verb}`,
        value: median(all),
        unit: 'ms',
        reference: 'node -e 0',
        referenceValue: median(bare),
      };
    });
  },
};
