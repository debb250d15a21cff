import type { Quarantine, RpcHealth } from './types.js';
import type { RpcEndpoint } from './rpc-endpoint.js';
import type { WatchedHead } from './rpc-health.js';

/**
 * What a comparison found is forgotten when none has followed it for so long: another process follows the chain now.
 */
const JUDGEMENT_LIFE_MS = 300_000;
/** In an ordinary reorganisation one RPC is always the first on the new branch, and one the last on the old. */
const STRAYS_LIFE_MS = 30_000;

/** One RPC, and how it has done so far. */
export interface RpcState {
  readonly endpoint: RpcEndpoint;
  status: Exclude<RpcHealth['status'], 'aside'>;
  aside: (Quarantine & { readonly sinceMs: number }) | null;
  headNumber: number | null;
  behindBlocks: number | null;
  /** Since when its head has been too far behind that of most RPCs, by our clock. */
  behindSinceMs: number | null;
  watchedHead: WatchedHead | null;
  consecutiveFailures: number;
  lastError: string | null;
  /** Its last answer did not come in time. */
  hangs: boolean;
  lastSuccessAtMs: number | null;
  lastLatencyMs: number | null;
  coolsDownUntilMs: number;
  /** Methods that it lately did not offer, and until when it is not asked for them. */
  readonly unofferedUntilMs: Map<string, number>;
}

export function untriedRpc(endpoint: RpcEndpoint): RpcState {
  return {
    endpoint,
    status: 'untried',
    aside: null,
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

/** Why an RPC is aside now; null when it is not. */
export function quarantineOf({ aside }: RpcState): Quarantine | null {
  if (aside === null || aside.kind === 'wrong_chain') return aside;
  const lifeMs = aside.kind === 'strays' ? STRAYS_LIFE_MS : JUDGEMENT_LIFE_MS;
  return performance.now() - aside.sinceMs < lifeMs ? aside : null;
}

/** What an RPC leaves out of its logs makes nothing else that it says less true. */
export function isDoubted(state: RpcState): boolean {
  const kind = quarantineOf(state)?.kind;
  return kind !== undefined && kind !== 'omits';
}

/** What of it is shown. */
export function healthOf(state: RpcState): RpcHealth {
  const aside = quarantineOf(state);
  return {
    origin: state.endpoint.origin,
    status: aside === null ? state.status : 'aside',
    reason: aside?.reason ?? null,
    headNumber: state.headNumber,
    behindBlocks: state.behindBlocks,
    consecutiveFailures: state.consecutiveFailures,
    lastError: state.lastError,
    lastSuccessAtMs: state.lastSuccessAtMs,
    lastLatencyMs: state.lastLatencyMs,
  };
}
