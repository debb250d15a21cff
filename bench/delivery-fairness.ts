import type { Database } from '../src/db/core/database.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { recordEvents } from './parts/many-events.js';
import { residentMemory } from './parts/memory.js';
import { pingDelayMs, samplePings } from './parts/ping.js';
import { startProductOnDatabase, type Product } from './parts/product.js';
import { until } from './parts/wait.js';
import { openDeadEndpoints, openLiveEndpoint, type LiveEndpoint } from './parts/webhook-endpoints.js';

const DEAD_ENDPOINTS = 10;
const DELIVERIES_EACH = 1_000;
/** Deliveries recorded for each endpoint before the bench waits until all of them were looked at. */
const DELIVERIES_AT_ONCE = 100;
const WARM_UP_PINGS = 20;

interface Sample {
  /** Times from the merchant's request to the receiver, in ms. */
  readonly delaysMs: readonly number[];
  /** The worker's memory, in MB. */
  readonly memoryMb: number;
}

async function sample(
  context: BenchContext,
  { product, live, when }: { product: Product; live: LiveEndpoint; when: string },
): Promise<Sample> {
  for (let ping = 0; ping < WARM_UP_PINGS; ping += 1) await pingDelayMs(context, product, live);
  const memory: number[] = [];
  const delaysMs = await samplePings(context, { product, live }, async () => {
    memory.push(await residentMemory(product.pidOf('worker')));
  });
  context.say(`${when}: ${describeSpread(delaysMs, 'ms')}, the worker has ${describeSpread(memory, 'MB')}`);
  return { delaysMs, memoryMb: median(memory) };
}

/** Counts the deliveries that no worker has looked at yet: they were neither attempted nor postponed. */
async function countUntouched(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*) FROM deliveries
      WHERE status = 'pending' AND attempt_count = 0 AND leased_until IS NULL AND queued_at IS NULL`,
  );
  return rows[0]?.count ?? 0;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const { product, db } = await startProductOnDatabase(context);
  const live = await openLiveEndpoint(context, { product, events: ['invoice.completed'] });
  const without = await sample(context, { product, live, when: 'without' });

  const dead = await openDeadEndpoints(context, {
    product,
    events: ['withdrawal.completed'],
    count: DEAD_ENDPOINTS,
  });
  const { merchantId } = product.merchant;
  for (let recorded = 0; recorded < DELIVERIES_EACH; recorded += DELIVERIES_AT_ONCE) {
    await recordEvents(db, { merchantId, type: 'withdrawal.completed', count: DELIVERIES_AT_ONCE });
    await until(
      context,
      'every delivery to a dead endpoint waits',
      async () => (await countUntouched(db)) === 0,
      {
        everyMs: 1_000,
      },
    );
  }
  context.say(`${dead.openSockets()} sockets to the dead ones are open`);
  const waiting = await sample(context, { product, live, when: 'with' });
  const total = DEAD_ENDPOINTS * DELIVERIES_EACH;
  return [
    {
      measure: `delay of a webhook to a live endpoint while ${total} deliveries wait on dead ones`,
      value: median(waiting.delaysMs),
      unit: 'ms',
      reference: 'the same with none waiting',
      referenceValue: median(without.delaysMs),
    },
    {
      measure: `resident memory of the worker while ${total} deliveries wait on dead ones`,
      value: waiting.memoryMb,
      unit: 'MB',
      reference: 'the same with none waiting',
      referenceValue: without.memoryMb,
    },
  ];
}

export const deliveryFairness: Bench = {
  name: 'delivery-fairness',
  summary:
    'delay of a live endpoint, and memory, with 10,000 deliveries waiting on dead ones, against without',
  run,
};
