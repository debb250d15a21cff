import type { RpcObservation } from '../../../src/chain/rpc/types.js';
import { describe, expect, it } from '@jest/globals';
import { judgeRpcs, watchHead } from '../../../src/chain/rpc/judge-rpcs.js';

const at = (number: number, fields: Partial<RpcObservation> = {}): RpcObservation => ({
  head: { number, timestampMs: number * 12_000 },
  servesHead: true,
  hashAtKnown: '0xours',
  behindForMs: 0,
  stillForMs: 0,
  ...fields,
});
const theirs = { hashAtKnown: '0xtheirs' };
/** Gives each RPC its own host. */
const apart = (observations: readonly unknown[]): string[] => observations.map((_, index) => `host${index}`);

const stallsAfterMs = 120_000;

describe('an RPC is behind', () => {
  const quarantineFrom = (
    observations: readonly (RpcObservation | null)[],
    origins: readonly string[] = apart(observations),
  ): (string | undefined)[] =>
    judgeRpcs(observations, { origins, known: null, stallsAfterMs }).map(
      (judgement) => judgement?.quarantine?.kind,
    );
  const quarantineOf = (...observations: (RpcObservation | null)[]): (string | undefined)[] =>
    quarantineFrom(observations);
  const nobody = [undefined, undefined, undefined];
  const stands = { stillForMs: 120_000 };

  it("when most other RPCs have been ahead by many blocks for long, by the chain's clock or by ours", () => {
    expect(quarantineOf(at(100), at(96), at(100))).toEqual([undefined, 'lags', undefined]);
    const sameTime = { head: { number: 96, timestampMs: 1_200_000 } };
    expect(quarantineOf(at(100), at(96, sameTime), at(100))).toEqual(nobody);
    expect(quarantineOf(at(100), at(96, { ...sameTime, behindForMs: 31_000 }), at(100))).toEqual([
      undefined,
      'lags',
      undefined,
    ]);
  });

  it('not when it is within three blocks, however slow the chain', () => {
    expect(quarantineOf(at(100), at(97), at(100))).toEqual(nobody);
  });

  it('not when a single RPC is ahead, because that one may have invented its blocks', () => {
    expect(quarantineOf(at(900), at(100), at(100))).toEqual(nobody);
    expect(quarantineOf(at(900), at(100), null)).toEqual(nobody);
    expect(quarantineOf(at(900), at(100))).toEqual([undefined, undefined]);
    expect(quarantineFrom([at(900), at(900), at(100)], ['a', 'a', 'b'])).toEqual(nobody);
  });

  it('when its own head stands still for long while the other moves, even if only one is ahead', () => {
    expect(quarantineOf(at(100), at(96, stands))).toEqual([undefined, 'stalls']);
    expect(quarantineOf(at(100), at(96, { stillForMs: 119_999 }))).toEqual([undefined, undefined]);
    expect(quarantineOf(at(100), at(97, stands))).toEqual([undefined, undefined]);
    expect(quarantineOf(at(100, stands), at(96, stands))).toEqual([undefined, undefined]);
    expect(quarantineOf(at(100, { servesHead: false }), at(96, stands))).toEqual([
      'unserved_head',
      undefined,
    ]);
  });

  it('until it catches up: a head that goes back and returns does not end it', () => {
    const first = watchHead(null, { number: 9, nowMs: 1 });
    expect(watchHead(watchHead(first, { number: 8, nowMs: 2 }), { number: 9, nowMs: 3 })).toEqual(first);
    expect(watchHead(first, { number: 10, nowMs: 4 })).toEqual({ number: 10, movedAtMs: 4 });
  });
});

describe('a final block that we have read', () => {
  const judgedOf = (
    observations: (RpcObservation | null)[],
    origins: readonly string[],
  ): (string | undefined | null)[] =>
    judgeRpcs(observations, { origins, known: { number: 1, hash: '0xours' }, stallsAfterMs }).map(
      (judgement) => judgement && judgement.quarantine?.kind,
    );
  const judged = (...observations: (RpcObservation | null)[]): (string | undefined | null)[] =>
    judgedOf(observations, apart(observations));

  it('excludes one RPC that contradicts it, or up to half of all RPCs', () => {
    expect(judged(at(9), at(9, theirs))).toEqual([undefined, 'contradicts']);
    expect(judged(null, at(9, theirs))).toEqual([null, 'contradicts']);
    expect(judged(null, null, at(9, theirs))).toEqual([null, null, 'contradicts']);
    expect(judged(at(9, theirs), at(9, { hashAtKnown: '0xthird' }), at(9))).toEqual([
      'contradicts',
      'contradicts',
      undefined,
    ]);
  });

  it('does not exclude more than half of them: the follower must notice that, and halts', () => {
    expect(judged(at(9, theirs))).toEqual([undefined]);
    expect(judged(at(9, theirs), at(9, theirs), at(9))).toEqual([undefined, undefined, 'contradicts']);
  });

  it('excludes two URLs of one host, which have one vote, or none when they contradict each other', () => {
    expect(judgedOf([at(9, theirs), at(9, theirs), at(9)], ['a', 'a', 'b'])).toEqual([
      'contradicts',
      'contradicts',
      undefined,
    ]);
    expect(judgedOf([at(9, theirs), at(9), at(9, theirs)], ['a', 'a', 'b'])).toEqual([
      'contradicts',
      undefined,
      'contradicts',
    ]);
  });

  it('is not contradicted by an RPC that no longer keeps it', () => {
    expect(judged(at(9), at(9, { hashAtKnown: null }))).toEqual([undefined, undefined]);
  });
});
