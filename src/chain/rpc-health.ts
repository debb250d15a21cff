import { countVoices, majorityOf } from './voices.js';

/** A block by its number, as we read it: what an RPC has to agree with. */
export interface KnownBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * Why an RPC is not asked in its turn.
 * - `wrong_chain`, `contradicts`: its answers are of another chain or another branch, and never used.
 * - `strays`: what may still be replaced was on another branch of it than of most; never used for half a minute.
 * - `lags`, `unserved_head`, `omits`: its answers are true but old, doubtful, or not whole, and used when no other RPC
 *   gives any.
 */
export type AsideKind = 'wrong_chain' | 'contradicts' | 'strays' | 'lags' | 'unserved_head' | 'omits';

export interface Aside {
  readonly kind: AsideKind;
  /** For the operator. */
  readonly reason: string;
}

export interface RpcHealth {
  /** Scheme, host and port of the RPC; its path and query may hold a key and are never shown. */
  readonly origin: string;
  /**
   * - `untried`: the RPCs before it in the list have answered so far.
   * - `limited`: it refuses for now because it was asked too often.
   * - `down`: its last answer was a fault.
   * - `aside`: compared with the others and with what we read, it is not to be relied upon; see `reason`.
   */
  readonly status: 'untried' | 'up' | 'limited' | 'down' | 'aside';
  /** Why it is aside, in words; null when it is not. */
  readonly reason: string | null;
  /** At the last comparison; null when it did not answer then. */
  readonly headNumber: number | null;
  /** How many blocks its head was behind the best of the chain's RPCs then. */
  readonly behindBlocks: number | null;
  readonly consecutiveFailures: number;
  readonly lastError: string | null;
  readonly lastSuccessAtMs: number | null;
  readonly lastLatencyMs: number | null;
}

/** What one RPC answered when all were compared. */
export interface RpcObservation {
  readonly head: { readonly number: number; readonly timestampMs: number };
  /** False: it does not have the block that it calls its head. */
  readonly servesHead: boolean;
  /** Its block at the known block's number; null when it has none there, or was not asked. */
  readonly hashAtKnown: string | null;
  /** For how long, by our clock, earlier comparisons have found it behind by too many blocks. */
  readonly behindForMs: number;
}

export interface Judgement {
  readonly aside: Aside | null;
  readonly behindBlocks: number;
}

/**
 * Nodes of one provider differ by some blocks all the time. Too many of them, and for too long by the chain's clock or
 * by ours, mean that one stands still.
 */
export const MAX_BEHIND_BLOCKS = 3;
const MAX_BEHIND_MS = 30_000;

/**
 * Which RPC alone is so far ahead that the others would be put aside for it: before they are, it has to show that it
 * has what it claims. Null when there is none.
 */
export function findLeader(observations: readonly (RpcObservation | null)[]): number | null {
  const numbers = observations.map((observation) => observation?.head.number ?? -1);
  const [first = -1, second = -1] = numbers.toSorted((a, b) => b - a);
  return second >= 0 && first - second > MAX_BEHIND_BLOCKS ? numbers.indexOf(first) : null;
}

/**
 * Compares what the RPCs of a chain answered at one moment; null stands for one that gave no answer.
 *
 * A block that we read stands unless more than half of all the chain's RPCs say otherwise with one voice: one that
 * contradicts it alone is wrong, also while the others are away. Of the rest the best head is the measure, so that
 * there is always one left that is not behind: a single RPC, however old its head, is never put aside for that.
 *
 * @param compared.origins of the RPCs, in the same order: the URLs of one host have one voice.
 */
export function judgeRpcs(
  observations: readonly (RpcObservation | null)[],
  compared: { readonly origins: readonly string[]; readonly known: KnownBlock | null },
): readonly (Judgement | null)[] {
  const { origins, known } = compared;
  const trusted = known === null ? null : trustedHash(observations, { origins, known });
  const contradicts = (observation: RpcObservation): boolean =>
    trusted !== null && observation.hashAtKnown !== null && observation.hashAtKnown !== trusted;
  const heads = observations.flatMap((observation) =>
    observation !== null && observation.servesHead && !contradicts(observation) ? [observation.head] : [],
  );
  const best = heads.reduce<RpcObservation['head'] | null>(
    (highest, head) => (highest === null || head.number > highest.number ? head : highest),
    null,
  );
  return observations.map((observation) => {
    if (observation === null) return null;
    const { head } = observation;
    const behindBlocks = best === null ? 0 : Math.max(0, best.number - head.number);
    if (contradicts(observation)) {
      const reason = `has another block ${known?.number} than was read, and than the chain's other RPCs have`;
      return { behindBlocks, aside: { kind: 'contradicts', reason } };
    }
    if (!observation.servesHead) {
      const reason = `calls block ${head.number} its head and does not have it`;
      return { behindBlocks, aside: { kind: 'unserved_head', reason } };
    }
    const behindMs = Math.max(
      observation.behindForMs,
      best === null ? 0 : best.timestampMs - head.timestampMs,
    );
    if (behindBlocks <= MAX_BEHIND_BLOCKS || behindMs <= MAX_BEHIND_MS) return { behindBlocks, aside: null };
    const reason = `is ${behindBlocks} blocks (${Math.round(behindMs / 1000)} s) behind the chain's best RPC`;
    return { behindBlocks, aside: { kind: 'lags', reason } };
  });
}

function trustedHash(
  observations: readonly (RpcObservation | null)[],
  { origins, known }: { readonly origins: readonly string[]; readonly known: KnownBlock },
): string {
  const sayings = origins.map((origin, index) => ({
    origin,
    value: observations[index]?.hashAtKnown ?? undefined,
  }));
  return majorityOf(countVoices(sayings))?.value ?? known.hash;
}
