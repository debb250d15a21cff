import { pauseUnless } from '../../src/local/processes.js';
import type { BenchContext } from '../harness/bench.js';
import type { Product } from './product.js';
import { until } from './wait.js';
import type { LiveEndpoint } from './webhook-endpoints.js';

const PINGS = 150;
const PING_INTERVAL_MS = 200;

/** Sends a ping for the merchant. @returns the time from the request until the receiver has it, in ms. */
export async function pingDelayMs(
  context: BenchContext,
  { merchant }: Product,
  live: LiveEndpoint,
): Promise<number> {
  const startedAtMs = performance.now();
  const { endpointId } = live;
  const { eventId } = await merchant.api.post('/web/v1/webhook-endpoints/{endpointId}/test', {
    path: { endpointId },
  });
  await until(context, 'the ping came', () => live.heardAtMs(eventId) !== undefined, { everyMs: 1 });
  return (live.heardAtMs(eventId) ?? 0) - startedAtMs;
}

/**
 * Sends a ping to a live endpoint now and then. Each ping finds the worker in the state that the dead endpoints leave.
 *
 * @param between runs after each ping.
 * @returns the delays in ms.
 */
export async function samplePings(
  context: BenchContext,
  { product, live }: { readonly product: Product; readonly live: LiveEndpoint },
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly number[]> {
  const delaysMs: number[] = [];
  while (delaysMs.length < PINGS) {
    delaysMs.push(await pingDelayMs(context, product, live));
    await between();
    await pauseUnless(context.signal, PING_INTERVAL_MS);
    context.signal.throwIfAborted();
  }
  return delaysMs;
}
