import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventType } from '../../src/domain/webhooks/events.js';
import type { BenchContext } from '../harness/bench.js';
import type { Product } from './product.js';

/** A merchant's receiver of webhooks on this machine, which answers at once. */
export interface Receiver {
  /** The time at which the event about this invoice came first, by `performance.now()`; undefined: not yet. */
  heardAtMs(event: string, invoiceId: string): number | undefined;
  /** The number of invoices for which this event came. */
  count(event: string): number;
}

interface Envelope {
  readonly event: string;
  readonly data: { readonly invoiceId?: string };
}

/** Starts the receiver, and registers it for these events. */
export async function openReceiver(
  context: BenchContext,
  { product, events }: { product: Product; events: readonly EventType[] },
): Promise<Receiver> {
  const heard = new Map<string, Map<string, number>>(events.map((event) => [event, new Map()]));
  const server = createServer((request, response) => {
    const atMs = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const { event, data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Envelope;
      const ofEvent = heard.get(event);
      if (data.invoiceId !== undefined && ofEvent?.has(data.invoiceId) === false)
        ofEvent.set(data.invoiceId, atMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.onEnd(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  await product.merchant.api.post('/web/v1/webhook-endpoints', {
    body: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, events: [...events] },
  });
  return {
    heardAtMs: (event, invoiceId) => heard.get(event)?.get(invoiceId),
    count: (event) => heard.get(event)?.size ?? 0,
  };
}
