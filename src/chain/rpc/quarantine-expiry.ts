import type { Quarantine } from './types.js';

/**
 * A quarantine ends when no comparison has renewed it for this long. None does when this process has stopped comparing,
 * because another one follows the chain.
 */
const QUARANTINE_LIFE_MS = 300_000;
/** Short: in an ordinary reorganisation, one RPC is always the first on the new branch and one the last on the old. */
const STRAYS_LIFE_MS = 30_000;

export interface TimedQuarantine extends Quarantine {
  /** The time, by our clock, of the comparison or reading that found the reason. */
  readonly sinceMs: number;
}

/** The last quarantine of an RPC. It may be expired: see `quarantineOf`. */
interface QuarantinedRpc {
  readonly quarantine: TimedQuarantine | null;
}

/** Returns the quarantine that an RPC is in now; null when it is in none, or when it has expired. */
export function quarantineOf({ quarantine }: QuarantinedRpc): Quarantine | null {
  if (quarantine === null || quarantine.kind === 'wrong_chain') return quarantine;
  const lifeMs = quarantine.kind === 'strays' ? STRAYS_LIFE_MS : QUARANTINE_LIFE_MS;
  return performance.now() - quarantine.sinceMs < lifeMs ? quarantine : null;
}

/** True when the RPC is quarantined, except for omitted logs: they do not make its other answers less true. */
export function hasNoVote(state: QuarantinedRpc): boolean {
  const kind = quarantineOf(state)?.kind;
  return kind !== undefined && kind !== 'omits';
}
