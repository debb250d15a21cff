import { setTimeout as delay } from 'node:timers/promises';
import type { Schemas } from '../../client/client.js';
import type { PatientClient } from '../../client/patient-client.js';
import type { SignedRequest } from './forward.js';

/** How often the record is searched, in ms: 60 requests a minute, and one more for each event. A key may make 300. */
const INTERVAL_MS = 2_000;
const PAGE_MAX = 100;
/** When all deliveries are forwarded, only this many are remembered. No search goes further back then. */
const REMEMBERED_MAX = 10 * PAGE_MAX;

type Listed = Schemas['WebhookDelivery'];

/**
 * Reads every delivery of an endpoint from the service's record, oldest first, and passes it to `hand`, until the
 * signal is aborted. A delivery has its bytes and the headers of its first attempt. That attempt has failed, because
 * the endpoint's URL leads nowhere.
 */
export async function readRecord(
  api: PatientClient,
  input: {
    readonly endpointId: string;
    /** Called before each search. */
    readonly beforeEach: () => Promise<void>;
    readonly hand: (request: SignedRequest) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { endpointId, beforeEach, hand, signal } = input;
  const handed = new Set<string>();
  let open: readonly Listed[] = [];
  while (!signal.aborted) {
    await beforeEach();
    open = await listOpen(api, { endpointId, handed, wanted: open });
    for (const { deliveryId, status, attemptCount } of open) {
      if (status === 'pending' && attemptCount === 0) continue; // Its first attempt is not over yet.
      const request = recordedRequest(
        await api.get('/web/v1/webhook-deliveries/{deliveryId}', { path: { deliveryId } }),
      );
      handed.add(deliveryId);
      // A delivery that was cancelled before its first attempt was never signed.
      if (request !== undefined) await hand(request);
    }
    open = open.filter(({ deliveryId }) => !handed.has(deliveryId));
    // While deliveries are open, a search may go further back.
    if (open.length === 0) for (const oldest of [...handed].slice(0, -REMEMBERED_MAX)) handed.delete(oldest);
    await delay(INTERVAL_MS, undefined, { signal });
  }
}

/**
 * Lists the deliveries that were not passed to `hand` yet, oldest first. It reads pages until a page has no such
 * delivery and all `wanted` ones were found.
 */
async function listOpen(
  api: PatientClient,
  {
    endpointId,
    handed,
    wanted,
  }: { endpointId: string; handed: ReadonlySet<string>; wanted: readonly Listed[] },
): Promise<readonly Listed[]> {
  const open: Listed[] = [];
  const missing = new Set(wanted.map(({ deliveryId }) => deliveryId));
  let query: { endpointId: string; limit: number; cursor?: string } = { endpointId, limit: PAGE_MAX };
  for (;;) {
    const { data, nextCursor } = await api.list('/web/v1/webhook-deliveries', { query });
    const fresh = data.filter(({ deliveryId }) => !handed.has(deliveryId));
    open.push(...fresh);
    for (const { deliveryId } of fresh) missing.delete(deliveryId);
    if (nextCursor === null || (fresh.length === 0 && missing.size === 0)) return open.reverse();
    query = { ...query, cursor: nextCursor };
  }
}

function recordedRequest({ body, attempts }: Schemas['WholeWebhookDelivery']): SignedRequest | undefined {
  const headers = attempts[0]?.requestHeaders;
  if (headers === undefined || headers === null || body === null) return undefined;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { headers: Object.fromEntries(lowerCase) as Record<string, string>, body: Buffer.from(body) };
}
