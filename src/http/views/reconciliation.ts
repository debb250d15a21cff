import { toChecksumAddress } from '../../chain/address.js';
import type { StandingDifference } from '../../db/reconciliation-differences.js';
import type { ReconciliationRun } from '../../db/reconciliation-runs.js';
import { freezesWithdrawals } from '../../domain/reconciliation.js';
import { iso, isoOrNull } from './iso.js';

/** The last run and every difference that stands; `run` is null before the first. */
export function showReconciliation(
  run: ReconciliationRun | undefined,
  differences: readonly StandingDifference[],
): object {
  return {
    run: run === undefined ? null : showRun(run),
    differences: differences.map(showDifference),
  };
}

function showRun({ runId, origin, isFull, startedAtMs, finished }: ReconciliationRun): object {
  return {
    runId,
    origin,
    scope: isFull ? 'full' : 'changes',
    startedAt: iso(startedAtMs),
    finishedAt: isoOrNull(finished?.atMs ?? null),
    outcome: finished?.outcome ?? null,
    summary: finished?.summary ?? null,
    invoices: finished?.invoices ?? null,
    chains: (finished?.chains ?? []).map((chain) => ({
      chainCode: chain.chainCode,
      blockNumber: chain.blockNumber,
      blockHash: chain.blockHash,
      addresses: chain.addresses,
      problem: chain.problem,
    })),
  };
}

function showDifference(difference: StandingDifference): object {
  const { kind, subject, asset, expectedAtomic, foundAtomic, words } = difference;
  return {
    kind,
    ...asset,
    subject: kind === 'balance' ? toChecksumAddress(subject) : subject,
    expectedAtomic: expectedAtomic.toString(),
    foundAtomic: foundAtomic.toString(),
    differenceAtomic: (foundAtomic - expectedAtomic).toString(),
    words,
    freezes: freezesWithdrawals(difference),
    firstSeenAt: iso(difference.firstSeenAtMs),
    lastSeenAt: iso(difference.lastSeenAtMs),
  };
}
