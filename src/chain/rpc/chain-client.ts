import { Agent } from 'undici';
import { assert } from '../../domain/core/errors.js';
import type { Chain } from '../../domain/core/asset.js';
import { inPortions } from '../../domain/core/in-portions.js';
import { observe, serves } from './observe-rpc.js';
import { RpcEndpoint } from './rpc-endpoint.js';
import { RpcTooLargeError } from './rpc-errors.js';
import { RpcPool } from './rpc-pool.js';
import type { RpcState } from './rpc-state.js';
import type { ChainClient, ChainClientOptions, Decode, OneRpc, RpcCall } from './types.js';

/** The most calls in one `requestBatch`. */
export const MAX_BATCH_CALLS = 10_000;
/** Providers refuse more than some dozens of calls in one request. */
const MAX_CALLS_PER_HTTP_REQUEST = 40;
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;
const MAX_CONNECTIONS_PER_RPC = 16;

/**
 * Creates a client of the chain's `rpcUrls`, in their order of preference. Requests have a time-out. A fault of an RPC
 * (no connection, an HTTP error, a rate limit, an impossible answer, a wrong chain id) is retried on the next RPC, and
 * in further rounds with backoff and full jitter. For refusals (`RpcError`) see `Reaction`.
 */
export function createChainClient(
  chain: Pick<Chain, 'chainCode' | 'chainId' | 'rpcUrls'>,
  options: ChainClientOptions = {},
): ChainClient {
  assert(chain.rpcUrls.length > 0, `chain ${chain.chainCode} has an RPC`);
  const dispatcher = new Agent({ connections: MAX_CONNECTIONS_PER_RPC, maxResponseSize: MAX_RESPONSE_BYTES });
  const {
    timeoutMs = 10_000,
    maxRounds = 3,
    healthIntervalMs = 10_000,
    stallsAfterMs = 120_000,
    log,
  } = options;
  const endpoints = chain.rpcUrls.map(
    (url) => new RpcEndpoint({ url, chainId: chain.chainId, timeoutMs, dispatcher }),
  );
  const { chainCode } = chain;
  const pool = new RpcPool({ chainCode, endpoints, maxRounds, healthIntervalMs, stallsAfterMs, log });
  return clientOver(pool, { signal: undefined, excludedOrigin: null, close: () => dispatcher.close() });
}

interface ClientScope {
  readonly signal: AbortSignal | undefined;
  /** The origin that is not asked; null when none is excluded. */
  readonly excludedOrigin: string | null;
  readonly close: () => Promise<void>;
}

function clientOver(pool: RpcPool, scope: ClientScope): ChainClient {
  const { signal, excludedOrigin, close } = scope;
  const onOneRpc = <T>(work: (rpc: OneRpc) => Promise<T>): Promise<T> =>
    pool.onOneRpc(
      (state) => work(sessionOf(state, signal)),
      signal,
      ({ endpoint }) => endpoint.origin === excludedOrigin,
    );
  return {
    chainCode: pool.chainCode,
    onOneRpc,
    onOneOffering: (method, work) =>
      pool.onOneOffering(method, (state) => work(sessionOf(state, signal)), signal),
    onEachRpc: (work, options) => pool.onEachRpc((state) => work(sessionOf(state, signal)), options),
    request: <T>(method: string, params: readonly unknown[], decode: Decode<T> = (result) => result as T) =>
      onOneRpc((rpc) => rpc.request(method, params, decode)),
    requestBatch: (calls, decode) => onOneRpc((rpc) => rpc.requestBatch(calls, decode)),
    requestFromEach: (method, params, decode, options) =>
      pool.onEachRpc((state) => sessionOf(state, signal).request(method, params, decode), options),
    health: () => pool.health(),
    checkHealth: (known) =>
      pool.checkHealth(
        {
          observe: (state) => observe(sessionOf(state, signal), known),
          serves: (state, number) => serves(sessionOf(state, signal), number),
        },
        known,
      ),
    quarantine: (origin, reason, kind) => pool.quarantine(origin, reason, kind),
    without: (origin) => clientOver(pool, { ...scope, excludedOrigin: origin }),
    withSignal: (newSignal) => clientOver(pool, { ...scope, signal: newSignal }),
    close,
  };
}

function sessionOf(state: RpcState, signal: AbortSignal | undefined): OneRpc {
  return {
    origin: state.endpoint.origin,
    request: async <T>(
      method: string,
      params: readonly unknown[],
      decode: Decode<T> = (result) => result as T,
    ) => {
      const [result] = await timedCall(state, [{ method, params }], signal);
      return decode(result, 0);
    },
    requestBatch: async (calls, decode) => {
      if (calls.length > MAX_BATCH_CALLS) {
        throw new RpcTooLargeError(`${calls.length} calls at once; at most ${MAX_BATCH_CALLS} are allowed`);
      }
      const results: unknown[] = [];
      for (const some of inPortions(calls, MAX_CALLS_PER_HTTP_REQUEST))
        results.push(...(await timedCall(state, some, signal)));
      return results.map(decode);
    },
  };
}

async function timedCall(
  state: RpcState,
  calls: readonly RpcCall[],
  signal: AbortSignal | undefined,
): Promise<readonly unknown[]> {
  const startedAtMs = performance.now();
  const results = await state.endpoint.call(calls, signal);
  state.lastLatencyMs = Math.round(performance.now() - startedAtMs);
  return results;
}
