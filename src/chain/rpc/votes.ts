import type { RpcAnswer } from './types.js';

/**
 * What the RPCs of a chain say, counted: an origin (scheme, host and port) has one vote, however many URLs it has. One
 * provider behind two paths tells one and the same thing falsely.
 */
export interface Votes<T> {
  /** What each origin says, of those that say something and one thing only. */
  readonly said: ReadonlyMap<string, T>;
  /** Origins whose URLs contradict each other: they say nothing, also not what one of them has said before. */
  readonly torn: ReadonlySet<string>;
  /** How many origins there are, with those that say nothing. */
  readonly all: number;
}

/** What several origins say alike. */
export interface Opinion<T> {
  readonly value: T;
  readonly origins: readonly string[];
}

/** What one URL says; undefined: nothing. */
export interface Saying<T> {
  readonly origin: string;
  readonly value: T | undefined;
}

/** How many origins these are of: two URLs of one host count once. */
export function countOrigins(each: readonly { readonly origin: string }[]): number {
  return new Set(each.map(({ origin }) => origin)).size;
}

const itself = (value: unknown): unknown => value;

/** @param keyOf of values that are no primitives: those of one key are the same. */
export function countVotes<T>(
  sayings: readonly Saying<T>[],
  keyOf: (value: T) => unknown = itself,
): Votes<T> {
  const said = new Map<string, T>();
  const torn = new Set<string>();
  for (const { origin, value } of sayings) {
    if (value === undefined) continue;
    const before = said.get(origin);
    if (before !== undefined && keyOf(before) !== keyOf(value)) torn.add(origin);
    else said.set(origin, value);
  }
  for (const origin of torn) said.delete(origin);
  return { said, torn, all: countOrigins(sayings) };
}

/**
 * The votes of RPCs that were all asked the same: one that is put aside, or gave no answer, says nothing.
 *
 * @param says what an answer means; undefined: nothing.
 */
export function votesOf<Answer, T>(
  answers: readonly RpcAnswer<Answer>[],
  says: (answer: Answer) => T | undefined,
  keyOf: (value: T) => unknown = itself,
): Votes<T> {
  const sayings = answers.map((answer) => ({
    origin: answer.origin,
    value: answer.ok && !answer.aside ? says(answer.value) : undefined,
  }));
  return countVotes(sayings, keyOf);
}

/** What is said, and by whom: what most say first. */
export function opinionsOf<T>(
  { said }: Pick<Votes<T>, 'said'>,
  keyOf: (value: T) => unknown = itself,
): readonly Opinion<T>[] {
  const opinions = new Map<unknown, { value: T; origins: string[] }>();
  for (const [origin, value] of said) {
    const opinion = opinions.get(keyOf(value));
    if (opinion === undefined) opinions.set(keyOf(value), { value, origins: [origin] });
    else opinion.origins.push(origin);
  }
  return [...opinions.values()].sort((a, b) => b.origins.length - a.origins.length);
}

/** The value that so many origins say at least, and more than say any other; null when there is none. */
export function agreedValue<T>(votes: Pick<Votes<T>, 'said'>, votesMin: number): T | null {
  const [first, next] = opinionsOf(votes);
  const count = first?.origins.length ?? 0;
  return first !== undefined && count >= votesMin && count > (next?.origins.length ?? 0) ? first.value : null;
}

/** What more than half of all origins say, those that say nothing counted; null when there is none. */
export function majorityOf<T>(votes: Votes<T>): Opinion<T> | null {
  const [first] = opinionsOf(votes);
  return first !== undefined && first.origins.length > votes.all / 2 ? first : null;
}

/**
 * What the highest block is that more than half of those that answer have reached; null when none answers. Of the URLs
 * of one host the lowest counts: that they differ in height is no contradiction.
 *
 * @param numberOf the block that an answer names.
 */
export function reachedByMost<T>(answers: readonly RpcAnswer<T>[], numberOf: (value: T) => number): T | null {
  const lowest = new Map<string, T>();
  for (const each of answers) {
    if (!each.ok || each.aside) continue;
    const before = lowest.get(each.origin);
    if (before === undefined || numberOf(each.value) < numberOf(before)) lowest.set(each.origin, each.value);
  }
  const reached = [...lowest.values()].sort((a, b) => numberOf(b) - numberOf(a));
  return reached[Math.floor(reached.length / 2)] ?? null;
}
