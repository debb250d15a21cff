import { randomUUID } from 'node:crypto';
import type { BenchContext } from '../harness/bench.js';
import type { Product } from './product.js';
import { until } from './wait.js';
import type { LiveEndpoint } from './webhook-endpoints.js';

/** Has the merchant send a ping. @returns how long it takes from the request to the receiver, in ms. */
export async function pingDelayMs(
  context: BenchContext,
  { merchant }: Product,
  live: LiveEndpoint,
): Promise<number> {
  const startedAtMs = performance.now();
  const { eventId } = await merchant.api.post<{ eventId: string }>(
    `/web/v1/webhook-endpoints/${live.endpointId}/test`,
    { idempotencyKey: randomUUID(), body: {} },
  );
  await until(context, 'the ping came', () => live.heardAtMs(eventId) !== undefined, { everyMs: 1 });
  return (live.heardAtMs(eventId) ?? 0) - startedAtMs;
}
