import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { playTour } from '../src/local/tour/tour.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { residentMemory, sampleMemory } from './parts/memory.js';
import { createInvoices, startProduct, type Product } from './parts/product.js';
import { openReceiver } from './parts/receiver.js';
import { until } from './parts/wait.js';

const WAITING_INVOICES = 1_000;
const PROGRAMS = ['worker', 'api'] as const;

type Figures = Readonly<Record<(typeof PROGRAMS)[number], number>>;

async function sampleBoth(context: BenchContext, product: Product, when: string): Promise<Figures> {
  const sample = (name: (typeof PROGRAMS)[number]): Promise<number> =>
    sampleMemory(context, {
      whose: `${name} ${when}`,
      unit: 'MB',
      read: () => residentMemory(product.pidOf(name)),
    });
  const [worker, api] = await Promise.all([sample('worker'), sample('api')]);
  return { worker, api };
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
  const afterTour = await sampleBoth(context, product, 'after the tour');
  const receiver = await openReceiver(context, { product, events: ['invoice.created'] });
  await createInvoices(product, WAITING_INVOICES);
  await until(
    context,
    'every invoice was told of',
    () => receiver.count('invoice.created') === WAITING_INVOICES,
  );
  const waiting = await sampleBoth(context, product, `with ${WAITING_INVOICES} invoices waiting`);
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
