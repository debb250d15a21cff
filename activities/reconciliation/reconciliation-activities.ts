import { DAY_MS } from '../../src/domain/core/days.js';
import { Context } from '@temporalio/activity';
import { listDifferences } from '../../src/db/reconciliation/reconciliation-differences.js';
import {
  findLastFullRunTime,
  findLastWholeLogRun,
  findRunMark,
  forgetOldRuns,
  getRun,
  startRun,
  type RunOrigin,
} from '../../src/db/reconciliation/reconciliation-runs.js';
import { transaction, type Transaction } from '../../src/db/core/database.js';
import { readLedgerMark } from '../../src/db/reconciliation/ledger-checks.js';
import { forgetOldNotices } from '../../src/db/operators/notices.js';
import { recordRun, type RecordedRun } from '../../src/db/reconciliation/record-reconciliation.js';
import {
  differenceKeyText,
  type Difference,
  type DifferenceKey,
} from '../../src/domain/reconciliation/difference.js';
import { freezesWithdrawals } from '../../src/domain/reconciliation/freezes-withdrawals.js';
import type { ReconciliationActivities, ReconciliationReport } from '../contract.js';
import { compareBalances, type ComparedChain } from './compare-balances.js';
import { compareInvoices } from './compare-invoices.js';
import { compareLog } from './compare-log.js';
import { compareLedger } from './compare-ledger.js';
import type { ReconcilingDependencies } from './reconciliation-dependencies.js';

/** How often everything is compared from the beginning, and not only what has changed. */
const FULL_INTERVAL_MS = DAY_MS;
/** How often every row of the hash chains is compared, and not only those that were added. */
const WHOLE_LOG_INTERVAL_MS = 7 * DAY_MS;
/** How long finished runs, solved differences and closed notices are kept. */
const KEPT_MS = 90 * DAY_MS;
const HEARTBEAT_INTERVAL_MS = 5_000;
/** How long workflows may take to catch up with the latest facts: enough on a busy day. */
const CATCH_UP_MS = 15_000;
const MAX_DIFFERENCES_IN_DETAILS = 20;

/** The kinds of differences that only a full run can find gone. */
const LEDGER_KINDS: ReadonlySet<Difference['kind']> = new Set(['account', 'entry', 'custody', 'reserved']);

export interface ReconcileOptions {
  readonly origin: RunOrigin;
  /** True: compares everything from the beginning, and every address, however long that takes. */
  readonly isFull: boolean;
  readonly signal: AbortSignal;
  /** How long invoices may lag before that is a difference, in ms. Default 15 s. */
  readonly catchUpMs?: number;
  /** A run that is recorded already, by the order for it. */
  readonly runId?: number;
  /** Called in the transaction that records the start of the run, before anything is compared. */
  readonly onStart?: (trx: Transaction, runId: number) => Promise<void>;
}

/**
 * Compares balances on the chains with the books, the ledger with itself, and invoices with their transfers. Only at
 * the end does it store the differences, and freeze the withdrawals of assets that may be short.
 */
export async function reconcile(
  deps: ReconcilingDependencies,
  options: ReconcileOptions,
): Promise<ReconciliationReport> {
  const { isFull: isAskedFull, signal, catchUpMs = CATCH_UP_MS } = options;
  const { db } = deps;
  const openDifferences = await listDifferences(db);
  const lastFullMs = await findLastFullRunTime(db);
  const isFull =
    isAskedFull ||
    lastFullMs === null ||
    deps.now() - lastFullMs >= FULL_INTERVAL_MS ||
    openDifferences.some(({ kind }) => LEDGER_KINDS.has(kind));
  const runId = options.runId ?? (await beginRun(deps, options, isFull));
  const before = await findRunMark(db);
  const ledgerMark = await readLedgerMark(db);
  const ledger = await compareLedger(deps, { sincePostingId: isFull ? 0 : before.postingId });
  const lastWholeLogMs = (await findLastWholeLogRun(db))?.startedAtMs ?? null;
  const isWholeLog =
    isAskedFull || lastWholeLogMs === null || deps.now() - lastWholeLogMs >= WHOLE_LOG_INTERVAL_MS;
  const log = await compareLog(deps, {
    isWhole: isWholeLog,
    signal,
    suspects: openDifferences.filter(({ kind }) => kind === 'hash_chain').map(({ subject }) => subject),
  });
  const suspects = openDifferences.filter(isOfInvoice).map(({ subject }) => subject);
  const ofInvoices = await compareInvoices(deps, { mark: before, isFull, suspects, signal, catchUpMs });
  const chains: ComparedChain[] = [];
  for (const chain of deps.chains.values()) {
    chains.push(await compareBalances(deps, { chain, isFull, everyAddress: isAskedFull, signal }));
  }
  signal.throwIfAborted();
  const differences = [
    ...[...ledger, ...log.differences, ...ofInvoices.differences],
    ...chains.flatMap((chain) => chain.differences),
  ];
  const recorded = await recordRun(db, {
    runId,
    differences,
    chains,
    invoices: ofInvoices.invoices,
    mark: { postingId: ledgerMark.postingId, ...ofInvoices.mark },
    isWholeLog,
    lookedAt: (key) =>
      key.kind === 'hash_chain'
        ? isWholeLog || log.chains.has(key.subject)
        : wasLookedAt(key, { isFull, suspects, chains }),
    nowMs: deps.now(),
  });
  await forgetOldRuns(db, { beforeMs: deps.now() - KEPT_MS });
  await transaction(db, (trx) => forgetOldNotices(trx, { beforeMs: deps.now() - KEPT_MS }));
  logRun(deps, { runId, recorded, differences });
  const { outcome, summary } = recorded;
  return { runId, outcome, summary, details: describe({ summary, differences }) };
}

function beginRun(
  { db, now }: ReconcilingDependencies,
  { origin, onStart }: ReconcileOptions,
  isFull: boolean,
): Promise<number> {
  return transaction(db, async (trx) => {
    const runId = await startRun(trx, { origin, isFull, nowMs: now() });
    await onStart?.(trx, runId);
    return runId;
  });
}

/** The kinds of differences whose subject is an invoice: the next run looks at it again. */
const INVOICE_KINDS: ReadonlySet<Difference['kind']> = new Set([
  ...(['invoice_money', 'invoice_status', 'deposit_address'] as const),
]);
const isOfInvoice = ({ kind }: DifferenceKey): boolean => INVOICE_KINDS.has(kind);

function wasLookedAt(
  key: DifferenceKey,
  {
    isFull,
    suspects,
    chains,
  }: { isFull: boolean; suspects: readonly string[]; chains: readonly ComparedChain[] },
): boolean {
  if (isOfInvoice(key)) return suspects.includes(key.subject);
  if (LEDGER_KINDS.has(key.kind)) return isFull;
  const chain = chains.find(({ chainCode }) => chainCode === key.asset.chainCode);
  return chain?.checkedAddresses.has(key.subject) === true;
}

function logRun(
  { log }: ReconcilingDependencies,
  {
    runId,
    recorded,
    differences,
  }: { runId: number; recorded: RecordedRun; differences: readonly Difference[] },
): void {
  const { outcome, summary, frozen } = recorded;
  if (outcome === 'overtaken') {
    log.info({ runId }, `reconciliation: ${summary}`);
    return;
  }
  for (const difference of differences) {
    const { kind, asset, subject, words } = difference;
    const fields = {
      runId,
      kind,
      subject,
      ...asset,
      difference: differenceKeyText(difference),
      expectedAtomic: difference.expectedAtomic.toString(),
      foundAtomic: difference.foundAtomic.toString(),
    };
    if (kind === 'deposit_address')
      log.error(
        { ...fields, code: 'deposit_address_altered', invoiceId: subject },
        `reconciliation: ${words}`,
      );
    else if (freezesWithdrawals(difference)) log.error(fields, `reconciliation: ${words}`);
    else log.warn(fields, `reconciliation: ${words}`);
  }
  for (const { asset, reason } of frozen)
    log.error({ runId, ...asset }, `withdrawals are frozen until an operator releases them: ${reason}`);
  if (outcome === 'incomplete') log.warn({ runId }, `reconciliation: ${summary}`);
  else log.info({ runId }, `reconciliation: ${summary}`);
}

/** Markdown for operators. */
function describe({ summary, differences }: { summary: string; differences: readonly Difference[] }): string {
  const shown = differences.slice(0, MAX_DIFFERENCES_IN_DETAILS).map(({ words }) => `- ${words}`);
  const more = differences.length - shown.length;
  return [summary, '', ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n').trimEnd();
}

/** The result, if the run has ended and Temporal does not know it. Null: it has not ended. */
async function findReport(
  { db }: ReconcilingDependencies,
  runId: number,
): Promise<ReconciliationReport | null> {
  const { finished } = await getRun(db, runId);
  if (finished === null) return null;
  const { outcome, summary } = finished;
  return { runId, outcome, summary, details: summary };
}

export function createReconciliationActivities(deps: ReconcilingDependencies): ReconciliationActivities {
  return {
    async reconcile(asked): Promise<ReconciliationReport> {
      const ended = asked === undefined ? null : await findReport(deps, asked.runId);
      if (ended !== null) return ended;
      const context = Context.current();
      const signal = context.cancellationSignal;
      const beat = setInterval(() => context.heartbeat(), HEARTBEAT_INTERVAL_MS);
      try {
        return await reconcile(deps, {
          signal,
          ...(asked === undefined
            ? { origin: 'schedule', isFull: false }
            : { origin: 'operator', isFull: true, runId: asked.runId }),
        });
      } catch (error) {
        // Cancelled in the middle: `cancelled` rejects with Temporal's own error, so that it does not count as a
        // failure.
        if (signal.aborted) await context.cancelled;
        throw error;
      } finally {
        clearInterval(beat);
      }
    },
  };
}
