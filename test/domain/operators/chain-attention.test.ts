import { describe, expect, it } from '@jest/globals';
import { attentionOfChain } from '../../../src/domain/operators/chain-attention.js';
import { sayToOperator } from '../../../src/domain/operators/operator-attention.js';
import { testChain } from '../../helpers/facts/facts.js';
import { HEALTHY_RPC } from '../../helpers/facts/healthy-rpc.js';

const MINUTE_MS = 60_000;
const nowMs = Date.UTC(2026, 0, 31, 12);
const WORKING = { ...HEALTHY_RPC, lastSuccessAtMs: nowMs - 10 * MINUTE_MS };
const AWAY = {
  ...HEALTHY_RPC,
  status: 'down',
  consecutiveFailures: 9,
  lastError: 'ECONNREFUSED',
  lastSuccessAtMs: nowMs - 20 * MINUTE_MS,
} as const;

type Rpcs = NonNullable<Parameters<typeof attentionOfChain>[1]['report']>['rpcs'];

/** Returns what operators are told of a chain that was read to its end ten minutes ago. */
function told(rpcs: Rpcs, rpcsAtMs: number): readonly string[] {
  const seen = {
    cursor: {
      haltedReason: null,
      haltedAtMs: null,
      resumeRequestedAtMs: null,
      resumeProblem: null,
      caughtUpAtMs: nowMs - 10 * MINUTE_MS,
    },
    report: { mismatch: null, rpcs, rpcsAtMs, wallets: [] },
    disputes: [],
    wallets: [],
    commitments: [],
    dueAtomic: new Map<string, bigint>(),
  };
  return attentionOfChain(testChain, seen, nowMs).map((fact) => {
    const { what, todo } = sayToOperator(fact, '');
    return `${fact.kind}: ${what} ${todo}`.trim();
  });
}

describe('what the last worker said of the RPCs, after it has ended', () => {
  const [a, b] = [
    { origin: 'https://a.example', ...WORKING },
    { origin: 'https://b.example', ...AWAY },
  ] as const;
  const OLD =
    'No worker has compared its RPCs since 2026-01-31T11:50:00.000Z: does one with the role chain run?';

  it('is marked as old in each problem of the RPCs', () => {
    expect(told([a, b], nowMs - 10 * MINUTE_MS)).toEqual([
      `chain_behind: local was not read to its end lately, so payments are seen late. ${OLD} Look at its RPCs and at the workers.`,
      `one_rpc_left: Only https://a.example answers on local: payments soon count by its word alone. ${OLD} Compare large ones with an explorer, and put another RPC into CHAINS_FILE.`,
      `rpc_quarantined: https://b.example is not asked on local: ECONNREFUSED. ${OLD}`,
    ]);
    const silent = told([b], nowMs - 10 * MINUTE_MS).find((one) => one.startsWith('chain_unreachable'));
    expect(silent).toContain(
      `No RPC of local has answered since 2026-01-31T11:40:00.000Z. ${OLD} Nothing is read`,
    );
  });

  it('blames no RPC that was far behind then', () => {
    const laggard = { ...a, behindBlocks: 411 };
    const [behind] = told([laggard], nowMs - 10 * MINUTE_MS);
    expect(behind).toContain(OLD);
    expect(behind).not.toContain('411');
    const [fresh] = told([{ ...laggard, lastSuccessAtMs: nowMs }], nowMs - MINUTE_MS);
    expect(fresh).toMatch(/https:\/\/a\.example is 411 blocks behind\. Take it out of CHAINS_FILE/);
  });

  it('has no such mark while a worker compares them', () => {
    const rpcs = [{ ...a, lastSuccessAtMs: nowMs }, b];
    expect(told(rpcs, nowMs - 2 * MINUTE_MS).join(' ')).not.toContain('No worker');
  });
});
