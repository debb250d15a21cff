import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { assert } from '../domain/errors.js';
import type { Chain } from '../domain/asset.js';
import { RpcEndpoint, type RpcCall } from './rpc-endpoint.js';
import {
  isRangeTooWide,
  reactionTo,
  RpcError,
  RpcMissingError,
  RpcTimeoutError,
  RpcUnavailableError,
  type RpcFailure,
} from './rpc-errors.js';

export {
  isRangeTooWide,
  RpcAnswerError,
  RpcError,
  RpcUnavailableError,
  suggestedBlocks,
  WrongChainError,
} from './rpc-errors.js';
export type { RpcCall } from './rpc-endpoint.js';

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
  /** All results in order, or the first error. At most `MAX_BATCH_CALLS` calls, sent in bounded pieces. */
  requestBatch<T>(calls: readonly RpcCall[], decode: Decode<T>): Promise<readonly T[]>;
}

export type RpcAnswer<T> =
  | { readonly ok: true; readonly origin: string; readonly value: T }
  | { readonly ok: false; readonly origin: string; readonly error: unknown };

export interface RpcHealth {
  /** Scheme, host and port of the RPC; its path and query may hold a key and are never shown. */
  readonly origin: string;
  /** `untried`: the RPCs before it in the list have answered so far. */
  readonly status: 'untried' | 'up' | 'down';
  readonly consecutiveFailures: number;
  readonly lastError: string | null;
  readonly lastSuccessAtMs: number | null;
  readonly lastLatencyMs: number | null;
}

/** The RPCs of one chain as one: the first that is well is asked, the next ones when it fails. */
export interface ChainClient extends RpcSession {
  readonly chainCode: string;
  /**
   * Runs `work` against a single RPC, so that its answers belong together. When one of them fails or contradicts
   * another, the whole of it runs again on the next RPC: it must be free of effects, or safe to repeat.
   */
  onOneRpc<T>(work: (rpc: RpcSession) => Promise<T>): Promise<T>;
  /** Asks every RPC once, side by side, without retries. */
  requestFromEach<T>(
    method: string,
    params: readonly unknown[],
    decode: Decode<T>,
  ): Promise<readonly RpcAnswer<T>[]>;
  health(): readonly RpcHealth[];
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
}

/** Calls of one `requestBatch`, and of one HTTP request: providers refuse more than some dozens at once. */
export const MAX_BATCH_CALLS = 10_000;
const MAX_CALLS_PER_HTTP_REQUEST = 40;
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;
const MAX_CONNECTIONS_PER_RPC = 16;
const BACKOFF_BASE_MS = 200;
const BACKOFF_MAX_MS = 5_000;
/** An RPC that failed is asked after the others, for longer each time. */
const COOL_DOWN_BASE_MS = 1_000;
const COOL_DOWN_MAX_MS = 30_000;

interface RpcState {
  readonly endpoint: RpcEndpoint;
  status: RpcHealth['status'];
  consecutiveFailures: number;
  lastError: string | null;
  lastSuccessAtMs: number | null;
  lastLatencyMs: number | null;
  coolsDownUntilMs: number;
}

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
  const { timeoutMs = 10_000, maxRounds = 3 } = options;
  const states = chain.rpcUrls.map((url): RpcState => ({
    endpoint: new RpcEndpoint({ url, chainId: chain.chainId, timeoutMs, dispatcher }),
    status: 'untried',
    consecutiveFailures: 0,
    lastError: null,
    lastSuccessAtMs: null,
    lastLatencyMs: null,
    coolsDownUntilMs: 0,
  }));
  const pool = new RpcPool({ chainCode: chain.chainCode, states, maxRounds, log: options.log });
  return clientOver(pool, { signal: undefined, close: () => dispatcher.close() });
}

function clientOver(
  pool: RpcPool,
  { signal, close }: { signal: AbortSignal | undefined; close: () => Promise<void> },
): ChainClient {
  const onOneRpc = <T>(work: (rpc: RpcSession) => Promise<T>): Promise<T> =>
    pool.onOneRpc((state) => work(sessionOf(state, signal)), signal);
  return {
    chainCode: pool.chainCode,
    onOneRpc,
    request: <T>(method: string, params: readonly unknown[], decode: Decode<T> = (result) => result as T) =>
      onOneRpc((rpc) => rpc.request(method, params, decode)),
    requestBatch: (calls, decode) => onOneRpc((rpc) => rpc.requestBatch(calls, decode)),
    requestFromEach: (method, params, decode) =>
      pool.onEachRpc((state) => sessionOf(state, signal).request(method, params, decode)),
    health: () => pool.health(),
    withSignal: (newSignal) => clientOver(pool, { signal: newSignal, close }),
    close,
  };
}

function sessionOf(state: RpcState, signal: AbortSignal | undefined): RpcSession {
  return {
    request: async <T>(
      method: string,
      params: readonly unknown[],
      decode: Decode<T> = (result) => result as T,
    ) => {
      const [result] = await timedCall(state, [{ method, params }], signal);
      return decode(result, 0);
    },
    requestBatch: async (calls, decode) => {
      assert(calls.length <= MAX_BATCH_CALLS, `a batch has at most ${MAX_BATCH_CALLS} calls`);
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

class RpcPool {
  readonly chainCode: string;
  readonly #states: readonly RpcState[];
  readonly #maxRounds: number;
  readonly #log: ChainLog | undefined;

  constructor(parts: {
    chainCode: string;
    states: readonly RpcState[];
    maxRounds: number;
    log: ChainLog | undefined;
  }) {
    this.chainCode = parts.chainCode;
    this.#states = parts.states;
    this.#maxRounds = parts.maxRounds;
    this.#log = parts.log;
  }

  async onOneRpc<T>(work: (state: RpcState) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const lacking = new Set<RpcState>();
    const failures = new Map<RpcState, RpcFailure>();
    let refusal: unknown;
    let maxRounds = this.#maxRounds;
    for (let round = 0; round < maxRounds && lacking.size < this.#states.length; round++) {
      if (round > 0) await backOff(round, signal);
      for (const state of this.#inOrder().filter((each) => !lacking.has(each))) {
        try {
          const value = await work(state);
          this.#succeeded(state);
          return value;
        } catch (error) {
          signal?.throwIfAborted();
          const reaction = reactionTo(error);
          if (reaction === 'fault') {
            const { origin } = state.endpoint;
            const message = this.#failed(state, error);
            failures.set(state, { origin, message, timedOut: error instanceof RpcTimeoutError });
            continue;
          }
          if (error instanceof RpcError || error instanceof RpcMissingError) this.#succeeded(state);
          if (reaction === 'final') throw error;
          if (reaction === 'elsewhere') lacking.add(state);
          // Asking for less is sooner done than waiting for one that is away and may take as much.
          if (reaction === 'elsewhere' && isRangeTooWide(error)) maxRounds = round + 1;
          refusal = error;
        }
      }
    }
    // What an RPC answered says more than that another one is away.
    if (refusal !== undefined) throw refusal as Error;
    throw new RpcUnavailableError({
      chainCode: this.chainCode,
      failures: [...failures.values()],
    });
  }

  onEachRpc<T>(work: (state: RpcState) => Promise<T>): Promise<readonly RpcAnswer<T>[]> {
    return Promise.all(
      this.#states.map(async (state): Promise<RpcAnswer<T>> => {
        const { origin } = state.endpoint;
        try {
          const value = await work(state);
          this.#succeeded(state);
          return { ok: true, origin, value };
        } catch (error) {
          if (reactionTo(error) === 'fault') this.#failed(state, error);
          return { ok: false, origin, error };
        }
      }),
    );
  }

  health(): readonly RpcHealth[] {
    return this.#states.map(({ endpoint, coolsDownUntilMs: _, ...health }) => ({
      origin: endpoint.origin,
      ...health,
    }));
  }

  /** As configured; those that failed lately come last, the one that has rested longest first. */
  #inOrder(): readonly RpcState[] {
    const nowMs = Date.now();
    const rest = (state: RpcState): number => Math.max(0, state.coolsDownUntilMs - nowMs);
    return this.#states.toSorted((a, b) => rest(a) - rest(b));
  }

  #succeeded(state: RpcState): void {
    if (state.status === 'down') {
      this.#log?.info({ chainCode: this.chainCode, rpc: state.endpoint.origin }, 'RPC is back');
    }
    state.status = 'up';
    state.consecutiveFailures = 0;
    state.coolsDownUntilMs = 0;
    state.lastSuccessAtMs = Date.now();
  }

  #failed(state: RpcState, error: unknown): string {
    const message = state.endpoint.redact(error instanceof Error ? error.message : String(error));
    const coolDownMs = Math.min(COOL_DOWN_MAX_MS, COOL_DOWN_BASE_MS * 2 ** state.consecutiveFailures);
    state.coolsDownUntilMs = Date.now() + coolDownMs;
    state.consecutiveFailures += 1;
    state.lastError = message;
    // Once for each outage: a node that is away for a day would fill the log otherwise.
    if (state.status !== 'down') {
      this.#log?.warn(
        { chainCode: this.chainCode, rpc: state.endpoint.origin, reason: message },
        'RPC failed',
      );
    }
    state.status = 'down';
    return message;
  }
}

/** Full jitter: callers that failed together don't come back together. */
async function backOff(round: number, signal: AbortSignal | undefined): Promise<void> {
  const delayMs = Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** round);
  try {
    await pause(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
