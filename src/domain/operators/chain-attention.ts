import { holdingUp, loneRpcOf, sayNoneAnswers, silenceOf, type ReportedRpcs } from '../chains/rpc-answers.js';
import { asSentence } from '../core/as-sentence.js';
import { gasAsset, type Chain } from '../core/asset.js';
import { BARE_FACT, type OperatorFact } from './operator-attention.js';
import { aboveCeiling, type HotHolding } from '../wallets/above-ceiling.js';
import { isLowOnGas } from '../wallets/low-gas.js';

/** The facts that the workers have stored about a chain, and that may need an operator. */
interface SeenChain {
  readonly cursor: {
    readonly haltedReason: string | null;
    readonly haltedAtMs: number | null;
    readonly resumeRequestedAtMs: number | null;
    readonly resumeProblem: string | null;
    readonly caughtUpAtMs: number | null;
  } | null;
  readonly report: {
    readonly mismatch: { readonly reason: string; readonly atMs: number } | null;
    readonly rpcs: readonly (ReportedRpcs['rpcs'][number] & {
      readonly reason: string | null;
      readonly lastError: string | null;
    })[];
    readonly rpcsAtMs: number | null;
    readonly wallets: readonly {
      readonly address: string;
      readonly tokenSymbol: string;
      readonly balanceAtomic: bigint;
    }[];
  } | null;
  readonly disputes: readonly {
    readonly about: string;
    readonly sinceMs: number;
    readonly reason: string;
  }[];
  readonly wallets: readonly { readonly address: string; readonly role: string }[];
  /** The transactions that the hot wallet has signed and that are in no block yet. */
  readonly commitments: HotHolding['commitments'];
  /** The sums of approved withdrawals that are not signed yet, in base units, by token symbol. */
  readonly dueAtomic: ReadonlyMap<string, bigint>;
}

/**
 * A chain that was not read to its end for this time is behind: its payments are seen late. The alert has the same
 * bound.
 */
const BEHIND_AFTER_MS = 300_000;

/** @param caughtUpAtMs when the chain was last read to its end; null: never. */
export const isChainBehind = (caughtUpAtMs: number | null, nowMs: number): caughtUpAtMs is number =>
  caughtUpAtMs !== null && nowMs - caughtUpAtMs > BEHIND_AFTER_MS;

/** The follower compares the RPCs every ten seconds. Each RPC may take ten seconds to answer. */
const REPORT_OLD_AFTER_MS = 120_000;

/** Says that what is known about the RPCs is old, as a sentence. Null: it is not. */
function sayOldReport(rpcsAtMs: number | null, nowMs: number): string | null {
  if (rpcsAtMs === null || nowMs - rpcsAtMs <= REPORT_OLD_AFTER_MS) return null;
  const since = new Date(rpcsAtMs).toISOString();
  return `No worker has compared its RPCs since ${since}: does one with the role chain run?`;
}

/** Adds to the facts about RPCs that they are old, where they are. */
function marked(facts: readonly OperatorFact[], old: string | null): readonly OperatorFact[] {
  if (old === null) return facts;
  return facts.map((fact) => {
    const reason = fact.reason === null ? old : `${asSentence(fact.reason)} ${old}`;
    return { ...fact, reason };
  });
}

/** Returns the problems of one chain that an operator should look at. */
export function attentionOfChain(chain: Chain, seen: SeenChain, nowMs: number): OperatorFact[] {
  const about = { ...BARE_FACT, chainCode: chain.chainCode };
  const disputes = seen.disputes.map((dispute): OperatorFact => {
    const { sinceMs, reason } = dispute;
    return {
      ...about,
      kind: 'rpcs_disagree',
      subjectId: `${chain.chainCode}/${dispute.about}`,
      sinceMs,
      reason,
    };
  });
  const old = sayOldReport(seen.report?.rpcsAtMs ?? null, nowMs);
  return [
    ...ofFollower(chain, seen, { nowMs, old }),
    ...marked(ofAnswers(chain, seen), old),
    ...disputes,
    ...marked(ofRpcs(chain, seen), old),
    ...ofWallets(chain, seen),
  ];
}

const TAKE_OUT =
  'Take it out of CHAINS_FILE until it has caught up, or put another in, and restart API and workers.';

function ofFollower(
  { chainCode }: Chain,
  { cursor, report }: SeenChain,
  { nowMs, old }: { readonly nowMs: number; readonly old: string | null },
): OperatorFact[] {
  const about = { ...BARE_FACT, chainCode, subjectId: chainCode };
  const mismatch = report?.mismatch ?? null;
  const differs: readonly OperatorFact[] =
    mismatch === null
      ? []
      : [{ ...about, kind: 'chain_mismatch', sinceMs: mismatch.atMs, reason: mismatch.reason }];
  if (cursor === null) return [...differs];
  const { haltedReason, haltedAtMs, resumeRequestedAtMs, resumeProblem, caughtUpAtMs } = cursor;
  if (haltedReason !== null) {
    const isResuming = resumeRequestedAtMs !== null && resumeProblem === null;
    // An operator has decided, and the follower carries it out.
    if (isResuming) return [...differs];
    const reason = resumeProblem ?? haltedReason;
    return [...differs, { ...about, kind: 'chain_halted', sinceMs: haltedAtMs, reason }];
  }
  // A chain that differs from its configuration is not read, so it is behind too.
  if (mismatch !== null) return [...differs];
  if (!isChainBehind(caughtUpAtMs, nowMs)) return [];
  if (old !== null) return [{ ...about, kind: 'chain_behind', sinceMs: caughtUpAtMs, reason: old }];
  const laggards = holdingUp(report?.rpcs ?? [], { caughtUpAtMs, nowMs });
  const reasons = laggards.map(({ origin, behindBlocks }) => `${origin} is ${behindBlocks} blocks behind`);
  const words = reasons.length === 0 ? {} : { reason: reasons.join(', '), remedy: TAKE_OUT };
  return [{ ...about, ...words, kind: 'chain_behind', sinceMs: caughtUpAtMs }];
}

/** The problems that the RPCs of a chain have together. */
function ofAnswers({ chainCode }: Chain, { report }: SeenChain): OperatorFact[] {
  // RPCs that serve another chain give no usable answers. That is reported as the mismatch, and not again here.
  if (report === null || report.mismatch !== null) return [];
  const about = { ...BARE_FACT, chainCode, subjectId: chainCode };
  const silence = silenceOf(report);
  if (silence !== null) {
    const reason = sayNoneAnswers(chainCode, silence);
    return [{ ...about, ...silence, kind: 'chain_unreachable', reason }];
  }
  const lone = loneRpcOf(report);
  return lone === null ? [] : [{ ...about, kind: 'one_rpc_left', sinceMs: lone.sinceMs, name: lone.origin }];
}

function ofRpcs({ chainCode }: Chain, { report }: SeenChain): OperatorFact[] {
  return (report?.rpcs ?? [])
    .filter(({ status }) => status === 'quarantined' || status === 'down')
    .map(({ origin, reason, lastError, lastSuccessAtMs }) => ({
      ...BARE_FACT,
      kind: 'rpc_quarantined',
      chainCode,
      subjectId: origin,
      sinceMs: lastSuccessAtMs,
      reason: reason ?? lastError,
    }));
}

function ofWallets(chain: Chain, { report, wallets, commitments, dueAtomic }: SeenChain): OperatorFact[] {
  const { chainCode } = chain;
  const gas = gasAsset(chain);
  return (report?.wallets ?? []).flatMap(({ address, tokenSymbol, balanceAtomic }): OperatorFact[] => {
    const role = wallets.find((wallet) => wallet.address === address)?.role;
    // A wallet that another seed has replaced needs nothing.
    if (role === undefined) return [];
    const about = { ...BARE_FACT, chainCode, tokenSymbol, subjectId: address, name: role };
    const asset = chain.assets.find((one) => one.tokenSymbol === tokenSymbol);
    const holding = { balanceAtomic, commitments, dueAtomic: dueAtomic.get(tokenSymbol) ?? 0n };
    const excess = role === 'hot' && asset !== undefined ? aboveCeiling(asset, holding) : 0n;
    return [
      ...(tokenSymbol === gas.tokenSymbol && isLowOnGas(balanceAtomic, chain)
        ? [{ ...about, kind: 'gas_low' as const, amountAtomic: balanceAtomic }]
        : []),
      ...(excess > 0n ? [{ ...about, kind: 'hot_wallet_full' as const, amountAtomic: excess }] : []),
    ];
  });
}
