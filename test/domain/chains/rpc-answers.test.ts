import { describe, expect, it } from '@jest/globals';
import {
  holdingUp,
  loneRpcOf,
  silenceOf,
  type ReportedRpcs,
} from '../../../src/domain/chains/rpc-answers.js';

type Rpc = ReportedRpcs['rpcs'][number];

const AT = Date.UTC(2026, 0, 31, 12);
const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;

const up = (origin: string, behindBlocks = 0): Rpc => ({
  origin,
  status: 'up',
  behindBlocks,
  consecutiveFailures: 0,
  lastSuccessAtMs: AT,
});
/** Its last answer came some seconds before the report. Null: it never gave one. */
const down = (origin: string, seconds: number | null, status = 'down'): Rpc => ({
  origin,
  status,
  behindBlocks: null,
  consecutiveFailures: 3,
  lastSuccessAtMs: seconds === null ? null : AT - seconds * 1_000,
});
const report = (...rpcs: readonly Rpc[]): ReportedRpcs => ({ rpcs, rpcsAtMs: AT });

describe('a chain whose RPCs are all silent', () => {
  it.each([
    ['since the last answer of any of them', report(down(A, 300), down(B, 90)), { sinceMs: AT - 90_000 }],
    ['also when they limit the rate', report(down(A, 60, 'limited')), { sinceMs: AT - 60_000 }],
    [
      'also when one is quarantined, and gives no answer',
      report(down(A, 60), down(B, 30, 'quarantined')),
      { sinceMs: AT - 30_000 },
    ],
    ['since an unknown time, when none has ever answered', report(down(A, null)), { sinceMs: null }],
    ['not after the very first failure', report({ ...down(A, null), consecutiveFailures: 1 }), null],
    ['not while one answers', report(down(A, 300), up(B)), null],
    ['not when the failure of one is only seconds old', report(down(A, 5), down(B, 300)), null],
    ['not before anything was reported', { rpcs: [], rpcsAtMs: null }, null],
  ])('%s', (_case, given, expected) => {
    expect(silenceOf(given)).toEqual(expected);
  });
});

describe('a chain on which the word of one RPC counts', () => {
  it.each([
    ['when no other one answers', report(up(A), down(B, 120)), { origin: A, sinceMs: AT - 120_000 }],
    [
      'when the others are away or quarantined',
      report(up(A), down(B, 120), { ...up(C), status: 'quarantined' }),
      { origin: A, sinceMs: AT - 120_000 },
    ],
    [
      'when only URLs of one host answer',
      report(up(A), up(A), down(B, 120)),
      { origin: A, sinceMs: AT - 120_000 },
    ],
    ['not while two answer', report(up(A), up(B), down(C, 120)), null],
    ['not when the failure of the other is less than a minute old', report(up(A), down(B, 59)), null],
    [
      'not when the others answer and are only quarantined',
      report(up(A), { ...up(B), status: 'quarantined' }),
      null,
    ],
    ['not when it has a single RPC', report(up(A)), null],
    ['not when its only host has another URL that does not answer', report(up(A), down(A, 120)), null],
    ['not when none answers', report(down(A, 120), down(B, 120)), null],
  ])('%s', (_case, given, expected) => {
    expect(loneRpcOf(given)).toEqual(expected);
  });
});

describe('RPCs that hold up a chain', () => {
  const originsOf = (rpcs: readonly Rpc[], caughtUpAtMs: number | null): readonly string[] =>
    holdingUp(rpcs, { caughtUpAtMs, nowMs: AT }).map(({ origin }) => origin);

  it('are those that answer far behind, once the chain was not read to its end for a minute', () => {
    const rpcs = [up(A), up(B, 411), { ...up(C, 50), status: 'quarantined' }];
    expect(originsOf(rpcs, AT - 90_000)).toEqual([B]);
    expect(originsOf(rpcs, null)).toEqual([B]);
    expect(originsOf(rpcs, AT - 5_000)).toEqual([]);
    expect(originsOf([up(A), up(B, 3)], AT - 90_000)).toEqual([]);
  });
});
