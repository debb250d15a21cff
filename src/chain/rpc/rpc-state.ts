import type { Quarantine, RpcHealth } from './types.js';
import type { RpcEndpoint } from './rpc-endpoint.js';
import type { WatchedHead } from './rpc-health.js';

/**
 * A quarantine ends when no comparison has renewed it for this long: then another process follows the chain.
 */
const QUARANTINE_LIFE_MS = 300_000;
/** Short: in an ordinary reorganisation, one RPC is always the first on the new branch and one the last on the old. */
const STRAYS_LIFE_MS = 30_000;

/** One RPC with the results of its requests so far. */
export interface RpcState {
  readonly endpoint: RpcEndpoint;
  status: Exclude<RpcHealth['status'], 'aside'>;
  /** The last quarantine. It may be expired: see `quarantineOf`. */
  quarantine: (Quarantine & { readonly sinceMs: number }) | null;
  headNumber: number | null;
  behindBlocks: number | null;
  /** The time, by our clock, since which its head has been too far behind the head of most RPCs. */
  behindSinceMs: number | null;
  watchedHead: WatchedHead | null;
  consecutiveFailures: number;
  lastError: string | null;
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
    hangs: false,
    lastSuccessAtMs: null,
    lastLatencyMs: null,
    coolsDownUntilMs: 0,
    unofferedUntilMs: new Map(),
  };
}

/** Returns the quarantine that an RPC is in now; null when it is in none, or when it has expired. */
export function quarantineOf({ quarantine }: RpcState): Quarantine | null {
  if (quarantine === null || quarantine.kind === 'wrong_chain') return quarantine;
  const lifeMs = quarantine.kind === 'strays' ? STRAYS_LIFE_MS : QUARANTINE_LIFE_MS;
  return performance.now() - quarantine.sinceMs < lifeMs ? quarantine : null;
}

/** True when the RPC is quarantined, except for omitted logs: they do not make its other answers less true. */
export function hasNoVote(state: RpcState): boolean {
  const kind = quarantineOf(state)?.kind;
  return kind !== undefined && kind !== 'omits';
}

/** Returns the part of the state that operators see. */
export function healthOf(state: RpcState): RpcHealth {
  const quarantine = quarantineOf(state);
  return {
    origin: state.endpoint.origin,
    status: quarantine === null ? state.status : 'aside',
    reason: quarantine?.reason ?? null,
    headNumber: state.headNumber,
    behindBlocks: state.behindBlocks,
    consecutiveFailures: state.consecutiveFailures,
    lastError: state.lastError,
    lastSuccessAtMs: state.lastSuccessAtMs,
    lastLatencyMs: state.lastLatencyMs,
  };
}
