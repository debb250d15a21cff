import { Agent } from 'undici';
import { assert } from '../../domain/core/errors.js';
import type { Chain } from '../../domain/core/asset.js';
import { observe, serves } from './observe-rpc.js';
import { RpcEndpoint, type RpcCall } from './rpc-endpoint.js';
import { RpcTooLargeError } from './rpc-errors.js';
import type { KnownBlock, RpcHealth } from './rpc-health.js';
import { RpcPool } from './rpc-pool.js';
import type { RpcState } from './rpc-state.js';

export {
  isRangeTooWide,
  RpcAnswerError,
  RpcError,
  RpcUnavailableError,
  suggestedBlocks,
  WrongChainError,
} from './rpc-errors.js';
export type { RpcCall } from './rpc-endpoint.js';
export type { KnownBlock, RpcHealth } from './rpc-health.js';

/** Checks one result and gives it its type; throws `RpcAnswerError` or `RpcMissingError`. See decode.ts. */
export type Decode<T> = (result: unknown, index: number) => T;

/** What can be asked of one RPC, or of all of a chain's in turn. */
export interface RpcSession {
  /**
   * @throws RpcError when the call was refused, RpcUnavailableError when no RPC gave a usable answer (through a
   * client), RpcMissingError when `decode` found nothing at any.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  request<T>(method: string, params: readonly unknown[], decode: Decode<T>): Promise<T>;
  /**
   * All results in order, or the first error, sent in bounded pieces.
   *
   * @throws RpcTooLargeError beyond `MAX_BATCH_CALLS`.
   */
  requestBatch<T>(calls: readonly RpcCall[], decode: Decode<T>): Promise<readonly T[]>;
}

/** One RPC, with its name. */
export interface OneRpc extends RpcSession {
  /** Scheme, host and port. */
  readonly origin: string;
}

/** `aside`: the RPC is put aside, so that its answer says nothing about the chain. */
export type RpcAnswer<T> =
  | { readonly ok: true; readonly origin: string; readonly aside: boolean; readonly value: T }
  | { readonly ok: false; readonly origin: string; readonly aside: boolean; readonly error: unknown };

export interface AskEachOptions {
  /**
   * Passes over those that did not answer in time when they were last asked, which would hold up all the others; they
   * count as away until `checkHealth`, or a turn of theirs, has an answer of them.
   */
  readonly withoutHanging?: boolean;
}

/** The RPCs of one chain as one: the first that is well is asked, the next ones when it fails. */
export interface ChainClient extends RpcSession {
  readonly chainCode: string;
  /**
   * Runs `work` against a single RPC, so that its answers belong together. When one of them fails or contradicts
   * another, the whole of it runs again on the next RPC: it must be free of effects, or safe to repeat.
   */
  onOneRpc<T>(work: (rpc: OneRpc) => Promise<T>): Promise<T>;
  /**
   * The same for what can be done without, on an RPC that offers the method. One that refuses it is asked for it again
   * after ten minutes; one that gives no usable answer in any round, after half a minute.
   *
   * @returns null when no RPC gave an answer.
   */
  onOneOffering<T>(method: string, work: (rpc: OneRpc) => Promise<T>): Promise<T | null>;
  /** Runs `work` against every RPC once, side by side, without retries. */
  onEachRpc<T>(
    work: (rpc: RpcSession) => Promise<T>,
    options?: AskEachOptions,
  ): Promise<readonly RpcAnswer<T>[]>;
  /** Asks every RPC once, side by side, without retries. */
  requestFromEach<T>(
    method: string,
    params: readonly unknown[],
    decode: Decode<T>,
    options?: AskEachOptions,
  ): Promise<readonly RpcAnswer<T>[]>;
  health(): readonly RpcHealth[];
  /**
   * Compares all RPCs with each other and with a block that we read and that is final, and puts aside those that lag,
   * lie or serve another chain until they pass such a check. One request each; a call before the next check is due, or
   * while one runs, does nothing. Never rejects.
   */
  checkHealth(known: KnownBlock | null): Promise<void>;
  /**
   * Puts an RPC aside that was found to tell falsely what is in the chain: it is asked when no other answers, for some
   * minutes (`omits`) or for half a minute (`strays`).
   *
   * @returns false when it was already.
   */
  putAside(origin: string, reason: string, kind?: 'omits' | 'strays'): boolean;
  /** The same client, which asks any RPC but those of this origin, except where all are asked. */
  without(origin: string): ChainClient;
  /** The same client, whose requests end with the signal's reason when it is aborted. */
  withSignal(signal: AbortSignal): ChainClient;
  /** Closes the connections once their requests are done. */
  close(): Promise<void>;
}

/** What of a pino logger is used. */
export interface ChainLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ChainClientOptions {
  readonly log?: ChainLog;
  /** For one HTTP request, from its start to its last byte. Default 10 000. */
  readonly timeoutMs?: number;
  /** How often the list of RPCs is gone through before `RpcUnavailableError`. Default 3. */
  readonly maxRounds?: number;
  /** Between two comparisons of all RPCs by `checkHealth`. Default 10 000. */
  readonly healthIntervalMs?: number;
  /** How long a head has to stand still before its RPC is put aside for another's that moves. Default 120 000. */
  readonly restsAfterMs?: number;
}

/** Calls of one `requestBatch`, and of one HTTP request: providers refuse more than some dozens at once. */
export const MAX_BATCH_CALLS = 10_000;
const MAX_CALLS_PER_HTTP_REQUEST = 40;
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;
const MAX_CONNECTIONS_PER_RPC = 16;
/**
 * A client of the chain's `rpcUrls`, in their order of preference. Requests have a time-out; faults of an RPC (no
 * connection, HTTP errors, rate limits, answers that can't be true, a wrong chain id) are retried on the next one and
 * in further rounds with backoff and full jitter; refusals (`RpcError`) are not.
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
    restsAfterMs = 120_000,
    log,
  } = options;
  const endpoints = chain.rpcUrls.map(
    (url) => new RpcEndpoint({ url, chainId: chain.chainId, timeoutMs, dispatcher }),
  );
  const { chainCode } = chain;
  const pool = new RpcPool({ chainCode, endpoints, maxRounds, healthIntervalMs, restsAfterMs, log });
  return clientOver(pool, { signal: undefined, leftOut: null, close: () => dispatcher.close() });
}

interface ClientScope {
  readonly signal: AbortSignal | undefined;
  /** The origin that is not asked. */
  readonly leftOut: string | null;
  readonly close: () => Promise<void>;
}

function clientOver(pool: RpcPool, scope: ClientScope): ChainClient {
  const { signal, leftOut, close } = scope;
  const onOneRpc = <T>(work: (rpc: OneRpc) => Promise<T>): Promise<T> =>
    pool.onOneRpc(
      (state) => work(sessionOf(state, signal)),
      signal,
      ({ endpoint }) => endpoint.origin === leftOut,
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
    putAside: (origin, reason, kind) => pool.putAside(origin, reason, kind),
    without: (origin) => clientOver(pool, { ...scope, leftOut: origin }),
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
        throw new RpcTooLargeError(`${calls.length} calls at once, of ${MAX_BATCH_CALLS} at most`);
      }
      const results: unknown[] = [];
      for (let start = 0; start < calls.length; start += MAX_CALLS_PER_HTTP_REQUEST) {
        results.push(
          ...(await timedCall(state, calls.slice(start, start + MAX_CALLS_PER_HTTP_REQUEST), signal)),
        );
      }
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
