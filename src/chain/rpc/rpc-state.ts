import { quarantineOf, type TimedQuarantine } from './quarantine-expiry.js';
import type { RpcHealth } from './types.js';
import type { RpcEndpoint } from './rpc-endpoint.js';
import type { WatchedHead } from './judge-rpcs.js';

/** One RPC with the results of its requests so far. */
export interface RpcState {
  readonly endpoint: RpcEndpoint;
  status: Exclude<RpcHealth['status'], 'quarantined'>;
  /** The last quarantine. It may be expired: see `quarantineOf`. */
  quarantine: TimedQuarantine | null;
  headNumber: number | null;
  behindBlocks: number | null;
  /** The time, by our clock, since which its head has been too far behind the head of most RPCs. */
  behindSinceMs: number | null;
  watchedHead: WatchedHead | null;
  consecutiveFailures: number;
  lastError: string | null;
  lastErrorAtMs: number | null;
  /** True when its last answer did not come in time. */
  hangs: boolean;
  lastSuccessAtMs: number | null;
  lastLatencyMs: number | null;
  coolsDownUntilMs: number;
  /** Methods that it did not offer lately, with the time until which it is not asked for them. */
  readonly unofferedUntilMs: Map<string, number>;
}

export function untriedRpc(endpoint: RpcEndpoint): RpcState {
  return {
    endpoint,
    status: 'untried',
    quarantine: null,
    headNumber: null,
    behindBlocks: null,
    behindSinceMs: null,
    watchedHead: null,
    consecutiveFailures: 0,
    lastError: null,
    lastErrorAtMs: null,
    hangs: false,
    lastSuccessAtMs: null,
    lastLatencyMs: null,
    coolsDownUntilMs: 0,
    unofferedUntilMs: new Map(),
  };
}

/** Returns the part of the state that operators see. */
export function healthOf(state: RpcState): RpcHealth {
  const quarantine = quarantineOf(state);
  return {
    origin: state.endpoint.origin,
    status: quarantine === null ? state.status : 'quarantined',
    reason: quarantine?.reason ?? null,
    headNumber: state.headNumber,
    behindBlocks: state.behindBlocks,
    consecutiveFailures: state.consecutiveFailures,
    lastError: state.lastError,
    lastErrorAtMs: state.lastErrorAtMs,
    lastSuccessAtMs: state.lastSuccessAtMs,
    lastLatencyMs: state.lastLatencyMs,
  };
}
