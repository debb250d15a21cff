import type { Quarantine, KnownBlock, RpcObservation, RpcHeads } from './types.js';
import { countVotes, majorityOf } from './votes.js';

/** How far an RPC's head has got, and when it last got any further, by our clock. */
export interface WatchedHead {
  readonly number: number;
  readonly movedAtMs: number;
}

/** A head that goes back and comes again, as those of several nodes behind one URL do, has not moved. */
export function watchHead(
  before: WatchedHead | null,
  { number, nowMs }: { readonly number: number; readonly nowMs: number },
): WatchedHead {
  return before !== null && number <= before.number ? before : { number, movedAtMs: nowMs };
}

export interface Judgement {
  readonly aside: Quarantine | null;
  /** Behind the best head that any RPC claims. */
  readonly behindBlocks: number;
  /** Is it too many blocks behind the head that more than half of all RPCs have reached? */
  readonly isBehindMost: boolean;
}

/**
 * Nodes of one provider differ by some blocks all the time. Too many of them, and for too long by the chain's clock or
 * by ours, mean that one stands still.
 */
const MAX_BEHIND_BLOCKS = 3;
const MAX_BEHIND_MS = 30_000;

/**
 * Which RPCs are so far ahead of another that it could be put aside for them: before it is, they have to show that they
 * have what they claim.
 */
export function findLeaders(observations: readonly (RpcObservation | null)[]): readonly number[] {
  const lowest = Math.min(...observations.flatMap((each) => (each === null ? [] : [each.head.number])));
  return observations.flatMap((each, index) =>
    each !== null && each.head.number - lowest > MAX_BEHIND_BLOCKS ? [index] : [],
  );
}

/** What the answers of a comparison are judged by. */
export interface Measures {
  /** Of the RPCs, in the order of their answers: the URLs of one host have one vote. */
  readonly origins: readonly string[];
  /** What was read and is final; null when there is no such block yet. */
  readonly known: KnownBlock | null;
  /** How long a head has to stand still before its RPC rests. */
  readonly restsAfterMs: number;
}

/**
 * Compares what the RPCs of a chain answered at one moment; null stands for one that gave no answer.
 *
 * A block that we read stands unless more than half of all the chain's RPCs say otherwise with one vote: one that
 * contradicts it alone is wrong, also while the others are away. Of the rest one lags when it is behind the head that
 * more than half of all have reached: no RPC alone, however far ahead, is the measure of the others, since it may make
 * up blocks that nobody else can have. Against a lone leader, as with two RPCs, only one whose head stands still for
 * long is put aside. So there is always one left that is not behind, and a single RPC is never put aside for that.
 */
export function judgeRpcs(
  observations: readonly (RpcObservation | null)[],
  { origins, known, restsAfterMs }: Measures,
): readonly (Judgement | null)[] {
  const trusted = known === null ? null : trustedHash(observations, { origins, known });
  const contradicts = (observation: RpcObservation): boolean =>
    trusted !== null && observation.hashAtKnown !== null && observation.hashAtKnown !== trusted;
  const leaders = observations.map((each) =>
    each !== null && each.servesHead && !contradicts(each) ? each : null,
  );
  const best = Math.max(0, ...leaders.map((leader) => leader?.head.number ?? 0));
  const reached = headOfMost(leaders, origins);
  return observations.map((observation) => {
    if (observation === null) return null;
    const { number } = observation.head;
    const places = {
      behindBlocks: Math.max(0, best - number),
      isBehindMost: reached !== null && isTooFar(reached, observation),
    };
    if (contradicts(observation)) {
      const reason = `has another block ${known?.number} than was read, and than the chain's other RPCs have`;
      return { ...places, aside: { kind: 'contradicts', reason } };
    }
    if (!observation.servesHead) {
      const reason = `calls block ${number} its head and does not have it`;
      return { ...places, aside: { kind: 'unserved_head', reason } };
    }
    const aside = lagOf(observation, reached) ?? restOf(observation, { leaders, restsAfterMs });
    return { ...places, aside };
  });
}

type Head = RpcHeads['head'];

const isTooFar = (ahead: Head, { head }: RpcObservation): boolean =>
  ahead.number - head.number > MAX_BEHIND_BLOCKS;

/** The highest head that more than half of all origins have reached; null when too few answer. */
function headOfMost(leaders: readonly (RpcObservation | null)[], origins: readonly string[]): Head | null {
  const heads = new Map<string, Head>();
  for (const [index, origin] of origins.entries()) {
    const head = leaders[index]?.head;
    // Of the URLs of one host the one that is further: what the other lacks, it lacks alone.
    if (head !== undefined && head.number > (heads.get(origin)?.number ?? -1)) heads.set(origin, head);
  }
  const sorted = [...heads.values()].sort((a, b) => b.number - a.number);
  return sorted[Math.floor(new Set(origins).size / 2)] ?? null;
}

function lagOf(observation: RpcObservation, reached: Head | null): Quarantine | null {
  if (reached === null || !isTooFar(reached, observation)) return null;
  const { head, behindForMs } = observation;
  const behindMs = Math.max(behindForMs, reached.timestampMs - head.timestampMs);
  if (behindMs <= MAX_BEHIND_MS) return null;
  const blocks = reached.number - head.number;
  const reason = `is ${blocks} blocks (${Math.round(behindMs / 1000)} s) behind most of the chain's RPCs`;
  return { kind: 'lags', reason };
}

/** Where another RPC's head moves on and this one's has stood still for long. */
function restOf(
  observation: RpcObservation,
  { leaders, restsAfterMs }: { leaders: readonly (RpcObservation | null)[]; restsAfterMs: number },
): Quarantine | null {
  const { head, stillForMs } = observation;
  if (stillForMs < restsAfterMs) return null;
  const ahead = leaders.find(
    (leader) => leader !== null && leader.stillForMs < restsAfterMs && isTooFar(leader.head, observation),
  );
  if (ahead == null) return null;
  const seconds = Math.round(stillForMs / 1000);
  const reason = `has stood still at block ${head.number} for ${seconds} s, while another RPC has block ${ahead.head.number}`;
  return { kind: 'rests', reason };
}

function trustedHash(
  observations: readonly (RpcObservation | null)[],
  { origins, known }: { readonly origins: readonly string[]; readonly known: KnownBlock },
): string {
  const sayings = origins.map((origin, index) => ({
    origin,
    value: observations[index]?.hashAtKnown ?? undefined,
  }));
  return majorityOf(countVotes(sayings))?.value ?? known.hash;
}
