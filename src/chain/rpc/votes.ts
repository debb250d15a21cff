import { countOrigins } from '../../domain/chains/count-origins.js';
import type { RpcAnswer } from './types.js';

/**
 * The counted votes of a chain's RPCs. An origin (scheme, host and port) has one vote, however many URLs it has: two
 * paths of one provider give the same wrong answer.
 */
export interface Votes<T> {
  /** The vote of each origin that has a valid one. */
  readonly byOrigin: ReadonlyMap<string, T>;
  /** Origins whose URLs contradict each other. They have no vote, and an earlier vote of theirs no longer counts. */
  readonly inconsistent: ReadonlySet<string>;
  /** The number of all origins, including those without a vote. */
  readonly all: number;
}

/** One value and all origins that voted for it. */
export interface Tally<T> {
  readonly value: T;
  readonly origins: readonly string[];
}

/** The answer of one URL; undefined when it has none that counts. */
export interface Ballot<T> {
  readonly origin: string;
  readonly value: T | undefined;
}

const itself = (value: unknown): unknown => value;

/**
 * Counts the ballots of several URLs: one vote for each origin.
 *
 * @param keyOf returns the same key for equal values. Needed when the values are not primitives.
 */
export function countVotes<T>(
  ballots: readonly Ballot<T>[],
  keyOf: (value: T) => unknown = itself,
): Votes<T> {
  const byOrigin = new Map<string, T>();
  const inconsistent = new Set<string>();
  for (const { origin, value } of ballots) {
    if (value === undefined) continue;
    const before = byOrigin.get(origin);
    if (before !== undefined && keyOf(before) !== keyOf(value)) inconsistent.add(origin);
    else byOrigin.set(origin, value);
  }
  for (const origin of inconsistent) byOrigin.delete(origin);
  return { byOrigin, inconsistent, all: countOrigins(ballots) };
}

/**
 * Counts the votes of RPCs that were all asked the same question. An RPC has no vote when it is quarantined or gave no
 * answer.
 *
 * @param voteOf returns the vote that an answer stands for; undefined when it is none.
 */
export function votesOf<Answer, T>(
  answers: readonly RpcAnswer<Answer>[],
  voteOf: (answer: Answer) => T | undefined,
  keyOf: (value: T) => unknown = itself,
): Votes<T> {
  const ballots = answers.map((answer) => ({
    origin: answer.origin,
    value: answer.ok && !answer.quarantined ? voteOf(answer.value) : undefined,
  }));
  return countVotes(ballots, keyOf);
}

/** Groups the votes by their value: the value with the most origins comes first. */
export function talliesOf<T>(
  { byOrigin }: Pick<Votes<T>, 'byOrigin'>,
  keyOf: (value: T) => unknown = itself,
): readonly Tally<T>[] {
  const tallies = new Map<unknown, { value: T; origins: string[] }>();
  for (const [origin, value] of byOrigin) {
    const tally = tallies.get(keyOf(value));
    if (tally === undefined) tallies.set(keyOf(value), { value, origins: [origin] });
    else tally.origins.push(origin);
  }
  return [...tallies.values()].sort((a, b) => b.origins.length - a.origins.length);
}

/** Returns the value with at least `votesMin` votes and more votes than any other value; null when there is none. */
export function agreedValue<T>(votes: Pick<Votes<T>, 'byOrigin'>, votesMin: number): T | null {
  const [first, next] = talliesOf(votes);
  const count = first?.origins.length ?? 0;
  return first !== undefined && count >= votesMin && count > (next?.origins.length ?? 0) ? first.value : null;
}

/** Returns the value that more than half of all origins voted for, those without a vote counted; null without one. */
export function majorityOf<T>(votes: Votes<T>): Tally<T> | null {
  const [first] = talliesOf(votes);
  return first !== undefined && first.origins.length > votes.all / 2 ? first : null;
}

/**
 * Returns the answer with the highest block that more than half of the answering RPCs have reached; null when none
 * answers. When several URLs of one host answer, the lowest block counts: different heights are no contradiction.
 *
 * @param numberOf returns the number of the block that an answer names.
 */
export function reachedByMost<T>(answers: readonly RpcAnswer<T>[], numberOf: (value: T) => number): T | null {
  const lowest = new Map<string, T>();
  for (const each of answers) {
    if (!each.ok || each.quarantined) continue;
    const before = lowest.get(each.origin);
    if (before === undefined || numberOf(each.value) < numberOf(before)) lowest.set(each.origin, each.value);
  }
  const reached = [...lowest.values()].sort((a, b) => numberOf(b) - numberOf(a));
  return reached[Math.floor(reached.length / 2)] ?? null;
}
