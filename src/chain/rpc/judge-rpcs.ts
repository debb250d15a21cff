import { MAX_BEHIND_BLOCKS } from '../../domain/chains/rpc-answers.js';
import type { Quarantine, KnownBlock, RpcObservation, RpcHeads } from './types.js';
import { countVotes, majorityOf } from './votes.js';

/** The highest head of an RPC so far, and when, by our clock, it got there. */
export interface WatchedHead {
  readonly number: number;
  readonly movedAtMs: number;
}

/**
 * Updates the watched head. A head that goes back and returns has not moved: several nodes behind one URL answer that
 * way.
 */
export function watchHead(
  before: WatchedHead | null,
  { number, nowMs }: { readonly number: number; readonly nowMs: number },
): WatchedHead {
  return before !== null && number <= before.number ? before : { number, movedAtMs: nowMs };
}

export interface Judgement {
  readonly quarantine: Quarantine | null;
  /** How many blocks it is behind the highest head that any RPC claims. */
  readonly behindBlocks: number;
  /** True when it is too many blocks behind the head that more than half of all RPCs have reached. */
  readonly isBehindMost: boolean;
}

/** A node lags when it is far behind for more than this time, by the chain's clock or by ours. */
const MAX_BEHIND_MS = 30_000;

/**
 * Returns the indexes of the RPCs that are far ahead of the lowest one. Their heads could cause its quarantine, so they
 * must first show that they really have the head that they claim.
 */
export function findLeaders(observations: readonly (RpcObservation | null)[]): readonly number[] {
  const lowest = Math.min(...observations.flatMap((each) => (each === null ? [] : [each.head.number])));
  return observations.flatMap((each, index) =>
    each !== null && each.head.number - lowest > MAX_BEHIND_BLOCKS ? [index] : [],
  );
}

/** The criteria by which the answers of a comparison are judged. */
export interface Criteria {
  /** The origins of the RPCs, in the order of their answers. The URLs of one host have one vote. */
  readonly origins: readonly string[];
  /** A final block that we read; null when there is none yet. */
  readonly known: KnownBlock | null;
  /** How long a head has to stand still before its RPC is quarantined as stalled. */
  readonly stallsAfterMs: number;
}

/**
 * Compares the answers that the RPCs of a chain gave at one moment. Null stands for an RPC that gave no answer.
 *
 * - A block that we read stands unless more than half of all the chain's RPCs vote for one other block. An RPC that
 *   contradicts it alone is wrong, even while the others are unavailable.
 * - One of the remaining RPCs lags when it is behind the head that more than half of all RPCs have reached. A single
 *   RPC is never the measure, however far ahead it is: it may invent blocks that no other RPC can have.
 * - Behind a lone leader, as with two RPCs, an RPC is quarantined only when its head stands still for long.
 *
 * So one RPC that is not behind always remains, and a single RPC is never quarantined for being behind.
 */
export function judgeRpcs(
  observations: readonly (RpcObservation | null)[],
  { origins, known, stallsAfterMs }: Criteria,
): readonly (Judgement | null)[] {
  const trusted = known === null ? null : trustedHash(observations, { origins, known });
  const contradicts = (observation: RpcObservation): boolean =>
    trusted !== null && observation.hashAtKnown !== null && observation.hashAtKnown !== trusted;
  const leaders = observations.map((each) =>
    each !== null && each.servesHead && !contradicts(each) ? each : null,
  );
  const best = Math.max(0, ...leaders.map((leader) => leader?.head.number ?? 0));
  const reached = headReachedByMost(leaders, origins);
  return observations.map((observation) => {
    if (observation === null) return null;
    const { number } = observation.head;
    const lag = {
      behindBlocks: Math.max(0, best - number),
      isBehindMost: reached !== null && isTooFarBehind(reached, observation),
    };
    if (contradicts(observation)) {
      const reason = `has another block ${known?.number} than was read, and than the chain's other RPCs have`;
      return { ...lag, quarantine: { kind: 'contradicts', reason } };
    }
    if (!observation.servesHead) {
      const reason = `calls block ${number} its head and does not have it`;
      return { ...lag, quarantine: { kind: 'unserved_head', reason } };
    }
    const quarantine =
      quarantineForLag(observation, reached) ?? quarantineForStall(observation, { leaders, stallsAfterMs });
    return { ...lag, quarantine };
  });
}

type Head = RpcHeads['head'];

const isTooFarBehind = (ahead: Head, { head }: RpcObservation): boolean =>
  ahead.number - head.number > MAX_BEHIND_BLOCKS;

/** The highest head that more than half of all origins have reached; null when too few answer. */
function headReachedByMost(
  leaders: readonly (RpcObservation | null)[],
  origins: readonly string[],
): Head | null {
  const heads = new Map<string, Head>();
  for (const [index, origin] of origins.entries()) {
    const head = leaders[index]?.head;
    // When several URLs of one host answer, the highest head counts: the other URL alone lacks those blocks.
    if (head !== undefined && head.number > (heads.get(origin)?.number ?? -1)) heads.set(origin, head);
  }
  const sorted = [...heads.values()].sort((a, b) => b.number - a.number);
  return sorted[Math.floor(new Set(origins).size / 2)] ?? null;
}

/** Returns a quarantine when the RPC is too many blocks, and for too long, behind the head of most RPCs. */
function quarantineForLag(observation: RpcObservation, reached: Head | null): Quarantine | null {
  if (reached === null || !isTooFarBehind(reached, observation)) return null;
  const { head, behindForMs } = observation;
  const behindMs = Math.max(behindForMs, reached.timestampMs - head.timestampMs);
  if (behindMs <= MAX_BEHIND_MS) return null;
  const blocks = reached.number - head.number;
  const reason = `is ${blocks} blocks (${Math.round(behindMs / 1000)} s) behind most of the chain's RPCs`;
  return { kind: 'lags', reason };
}

/** Returns a quarantine when the RPC's head has stood still for long, while another RPC's head has moved on. */
function quarantineForStall(
  observation: RpcObservation,
  { leaders, stallsAfterMs }: { leaders: readonly (RpcObservation | null)[]; stallsAfterMs: number },
): Quarantine | null {
  const { head, stillForMs } = observation;
  if (stillForMs < stallsAfterMs) return null;
  const ahead = leaders.find(
    (leader) =>
      leader !== null && leader.stillForMs < stallsAfterMs && isTooFarBehind(leader.head, observation),
  );
  if (ahead == null) return null;
  const seconds = Math.round(stillForMs / 1000);
  const reason = `has stood still at block ${head.number} for ${seconds} s, while another RPC has block ${ahead.head.number}`;
  return { kind: 'stalls', reason };
}

/** The hash of the known block: the one that we read, unless more than half of all RPCs vote for another one. */
function trustedHash(
  observations: readonly (RpcObservation | null)[],
  { origins, known }: { readonly origins: readonly string[]; readonly known: KnownBlock },
): string {
  const ballots = origins.map((origin, index) => ({
    origin,
    value: observations[index]?.hashAtKnown ?? undefined,
  }));
  return majorityOf(countVotes(ballots))?.value ?? known.hash;
}
