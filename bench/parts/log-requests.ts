import diagnostics from 'node:diagnostics_channel';
import { Agent, request } from 'undici';
import type { BenchContext } from '../harness/bench.js';

/** https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md */
const REQUEST_CHANNEL = 'undici:request:create';
const METHOD = 'eth_getLogs';

interface RequestMessage {
  readonly request: { readonly origin: string; readonly body: string | Uint8Array | null };
}

interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Records the parameters of every `eth_getLogs` that this process sends to the RPC, in order, until it is stopped. */
export function recordLogRequests(rpcUrl: string): { stop(): readonly (readonly unknown[])[] } {
  const { origin } = new URL(rpcUrl);
  const bodies: string[] = [];
  const listen = (message: unknown): void => {
    const { request: sent } = message as RequestMessage;
    if (sent.origin !== origin || sent.body === null) return;
    const body = Buffer.from(sent.body).toString('utf8');
    if (body.includes(METHOD)) bodies.push(body);
  };
  diagnostics.subscribe(REQUEST_CHANNEL, listen);
  return {
    stop() {
      diagnostics.unsubscribe(REQUEST_CHANNEL, listen);
      const calls = bodies.flatMap((body) => JSON.parse(body) as RpcCall | readonly RpcCall[]);
      return calls.filter(({ method }) => method === METHOD).map(({ params }) => params);
    },
  };
}

/** Sends the requests again, one after the other. Only parses and counts the answers. */
export async function repeatLogRequests(
  { signal }: BenchContext,
  { rpcUrl, requests }: { rpcUrl: string; requests: readonly (readonly unknown[])[] },
): Promise<{ readonly tookMs: number; readonly logCount: number }> {
  const dispatcher = new Agent();
  const startedAtMs = performance.now();
  let logCount = 0;
  try {
    for (const [id, params] of requests.entries()) {
      const { body } = await request(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method: METHOD, params }),
        dispatcher,
        signal,
      });
      const { result } = (await body.json()) as { result: readonly unknown[] };
      logCount += result.length;
    }
    return { tookMs: performance.now() - startedAtMs, logCount };
  } finally {
    await dispatcher.close();
  }
}
