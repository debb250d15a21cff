import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { playTour } from '../src/local/tour/tour.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { residentMemory } from './parts/memory.js';
import { createInvoices, startProduct, type Product } from './parts/product.js';
import { openReceiver } from './parts/receiver.js';
import { until } from './parts/wait.js';

const WAITING_INVOICES = 1_000;
const SAMPLES = 20;
const SAMPLE_INTERVAL_MS = 250;
const PROGRAMS = ['worker', 'api'] as const;

type Figures = Readonly<Record<(typeof PROGRAMS)[number], number>>;

/** Returns the median over some time, because freed memory goes back to the system at no fixed moment. */
async function sampleMemory(context: BenchContext, product: Product, when: string): Promise<Figures> {
  const samples: Record<(typeof PROGRAMS)[number], number[]> = { worker: [], api: [] };
  const sample = async (): Promise<boolean> => {
    for (const name of PROGRAMS) samples[name].push(await residentMemory(product.pidOf(name)));
    return samples.api.length >= SAMPLES;
  };
  await until(context, 'there are enough samples', sample, { everyMs: SAMPLE_INTERVAL_MS });
  for (const name of PROGRAMS) context.say(`${when}: ${name} has ${describeSpread(samples[name], 'MB')}`);
  return { worker: median(samples.worker), api: median(samples.api) };
}

/** Returns the memory of an idle Node process that has loaded no modules. */
async function bareMemory({ launch }: BenchContext): Promise<number> {
  const script = 'process.stdout.write("ready"); setInterval(() => undefined, 1000)';
  const child = spawn(process.execPath, ['-e', script], {
    env: launch.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    return await residentMemory(child.pid ?? 0);
  } finally {
    child.kill('SIGKILL');
  }
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const { signal, launch } = context;
  const product = await startProduct(context);
  await playTour({ instance: product, supervisor: launch.supervisor, write: () => undefined, signal });
  const afterTour = await sampleMemory(context, product, 'after the tour');
  const receiver = await openReceiver(context, { product, events: ['invoice.created'] });
  await createInvoices(product, WAITING_INVOICES);
  await until(
    context,
    'every invoice was told of',
    () => receiver.count('invoice.created') === WAITING_INVOICES,
  );
  const waiting = await sampleMemory(context, product, `${WAITING_INVOICES} waiting`);
  const bare = await bareMemory(context);
  return PROGRAMS.flatMap((name) => [
    {
      measure: `resident memory of the ${name}, ${WAITING_INVOICES} invoices waiting`,
      value: waiting[name],
      unit: 'MB',
      reference: 'the same process after the tour',
      referenceValue: afterTour[name],
    },
    {
      measure: `resident memory of the ${name} after the tour`,
      value: afterTour[name],
      unit: 'MB',
      reference: 'a Node process that does nothing',
      referenceValue: bare,
    },
  ]);
}

export const memory: Bench = {
  name: 'memory',
  summary: 'memory of API and worker with a thousand invoices waiting, against after the tour',
  run,
};
