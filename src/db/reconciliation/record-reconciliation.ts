import { freezeForDifferences } from './freeze-for-differences.js';
import type { AssetId } from '../../domain/core/asset.js';
import type { Difference, DifferenceKey } from '../../domain/reconciliation/difference.js';
import { saveRound, type AddressRound } from './address-rounds.js';
import { transaction, type Database, type Transaction } from '../core/database.js';
import { planLaterAudits } from '../invoices/native-audits.js';
import { recordDifferences } from './reconciliation-differences.js';
import { finishRun, type ChainCheck, type RunMark, type RunOutcome } from './reconciliation-runs.js';

/** The findings of a run, before they are stored. */
export interface RunFindings {
  readonly runId: number;
  readonly differences: readonly Difference[];
  /** Says whether this run checked the subject of an earlier difference: then that is gone unless found again. */
  readonly lookedAt: (key: DifferenceKey) => boolean;
  readonly chains: readonly (ChainCheck & {
    readonly checkedAddresses: ReadonlySet<string>;
    /** The progress through the deposit addresses; null: unchanged. */
    readonly round: AddressRound | null;
    /**
     * Deposit addresses with more native coin than in the books: they are audited. A wallet's surplus is only reported.
     */
    readonly nativeSurplus: { readonly addresses: readonly string[]; readonly blockTimeMs: number } | null;
  })[];
  readonly invoices: number;
  readonly mark: RunMark;
  readonly nowMs: number;
  /** True: every row of the hash chains was compared. */
  readonly isWholeLog: boolean;
}

export interface RecordedRun {
  readonly outcome: RunOutcome;
  readonly summary: string;
  readonly frozen: readonly { readonly asset: AssetId; readonly reason: string }[];
}

/**
 * Stores the findings of a run, freezes assets where needed, and ends the run, in one transaction. A run that dies
 * before changes nothing, and the next one checks the same again. Of two concurrent runs, the one that started later
 * counts.
 */
export async function recordRun(db: Database, findings: RunFindings): Promise<RecordedRun> {
  return transaction(db, async (trx) => {
    await trx.raw('LOCK TABLE reconciliation_differences IN SHARE ROW EXCLUSIVE MODE');
    const { runId, nowMs, invoices, isWholeLog } = findings;
    const chains = findings.chains.map(
      ({ chainCode, blockNumber, blockHash, addresses, problem }): ChainCheck => {
        return { chainCode, blockNumber, blockHash, addresses, problem };
      },
    );
    if (await isOvertaken(trx, runId)) {
      const summary = 'a run that started later has ended first; this one changed nothing';
      const outcome = 'overtaken';
      await finishRun(trx, runId, { nowMs, outcome, summary, chains, invoices, isWholeLog, mark: null });
      return { outcome: 'overtaken', summary, frozen: [] };
    }
    await recordDifferences(trx, { ...findings, found: findings.differences });
    for (const check of findings.chains) {
      await noteChecked(trx, check);
      const { chainCode, round, nativeSurplus } = check;
      if (round !== null) await saveRound(trx, chainCode, round);
      if (nativeSurplus !== null) await planLaterAudits(trx, { chainCode, ...nativeSurplus });
    }
    const frozen = await freezeForDifferences(trx, { nowMs });
    const outcome = outcomeOf(findings);
    const summary = summarise(findings, frozen);
    const { mark } = findings;
    await finishRun(trx, runId, { nowMs, outcome, summary, chains, invoices, isWholeLog, mark });
    return { outcome, summary, frozen };
  });
}

async function isOvertaken(trx: Transaction, runId: number): Promise<boolean> {
  const later = await trx('reconciliation_runs')
    .where('run_id', '>', runId)
    .whereNotNull('finished_at')
    .first<object | undefined>('run_id');
  return later !== undefined;
}

async function noteChecked(
  trx: Transaction,
  { chainCode, blockNumber, checkedAddresses }: RunFindings['chains'][number],
): Promise<void> {
  if (blockNumber === null || checkedAddresses.size === 0) return;
  await trx('custody_addresses')
    .where({ chain_code: chainCode })
    .whereRaw('address = ANY (?)', [[...checkedAddresses]])
    .update({ checked_block: blockNumber });
}

function outcomeOf({ differences, chains }: RunFindings): RunOutcome {
  if (differences.length > 0) return 'differences';
  return chains.some(({ problem }) => problem !== null) ? 'incomplete' : 'clean';
}

/** Writes the summary for the workflow's result, the log and the operator's page. */
function summarise({ differences, chains, invoices }: RunFindings, frozen: RecordedRun['frozen']): string {
  const found =
    differences.length === 0
      ? 'no difference'
      : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`;
  const seen = chains.map(({ chainCode, addresses, blockNumber }) =>
    blockNumber === null
      ? `nothing on ${chainCode}`
      : `${addresses} addresses on ${chainCode} at block ${blockNumber}`,
  );
  const problems = chains.flatMap(({ chainCode, problem }) =>
    problem === null ? [] : [`could not compare all of ${chainCode}: ${problem}`],
  );
  const freezes = frozen.map(({ asset }) => `froze ${asset.tokenSymbol} on ${asset.chainCode}`);
  return [
    `${found} in the ledger, ${invoices} invoices and ${seen.join(', ') || 'no chain'}`,
    ...problems,
    ...freezes,
  ].join('; ');
}
