import { setTimeout as delay } from 'node:timers/promises';
import type { SignedRequest } from './forward.js';
import { DELIVERIES, type MerchantApi, type ShownDelivery } from './merchant-api.js';

/** Thirty requests a minute, of the 300 that a key has. */
const INTERVAL_MS = 2_000;
const PAGE_MAX = 100;
/** Deliveries that are remembered as forwarded; no page reaches further back. */
const REMEMBERED_MAX = 10 * PAGE_MAX;

/**
 * Hands over every delivery of an endpoint, oldest first, from the service's own record: the bytes, and the headers of the first
 * attempt, which has failed, as all do at a URL that leads nowhere. Until the signal is aborted.
 */
export async function readRecord(
  api: MerchantApi,
  input: {
    readonly endpointId: string;
    /** Done before each look. */
    readonly beforeEach: () => Promise<void>;
    readonly hand: (request: SignedRequest) => Promise<void>;
    readonly say: (line: string) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { endpointId, beforeEach, hand, say, signal } = input;
  const handed = new Set<string>();
  while (!signal.aborted) {
    await beforeEach();
    const page = await api.get<{ deliveryId: string }[]>(
      `${DELIVERIES}?endpointId=${endpointId}&limit=${PAGE_MAX}`,
    );
    const fresh = page.filter(({ deliveryId }) => !handed.has(deliveryId)).reverse();
    if (fresh.length === PAGE_MAX && handed.size > 0) {
      say(`More than ${PAGE_MAX} events within ${INTERVAL_MS / 1_000} s: only the latest are forwarded.`);
    }
    for (const { deliveryId } of fresh) {
      const request = recordedRequest(await api.get<ShownDelivery>(`${DELIVERIES}/${deliveryId}`));
      if (request === undefined) continue; // Its first attempt is not over: the next time.
      handed.add(deliveryId);
      await hand(request);
    }
    for (const oldest of [...handed].slice(0, -REMEMBERED_MAX)) handed.delete(oldest);
    await delay(INTERVAL_MS, undefined, { signal });
  }
}

function recordedRequest({ body, attempts }: ShownDelivery): SignedRequest | undefined {
  const headers = attempts[0]?.requestHeaders;
  if (headers === undefined || headers === null) return undefined;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { headers: Object.fromEntries(lowerCase) as Record<string, string>, body: Buffer.from(body) };
}
