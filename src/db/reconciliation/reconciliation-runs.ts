import type { Queryable } from '../core/database.js';

export const RUN_ORIGINS = ['schedule', 'cli', 'operator'] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];
/** `overtaken`: a later run finished before this one, so this one changed nothing. */
export const RUN_OUTCOMES = ['clean', 'differences', 'incomplete', 'overtaken'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** The result of a run on one chain. */
export interface ChainCheck {
  readonly chainCode: string;
  /** The finalized block at whose end all balances were read; null: there was none. */
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly addresses: number;
  /** Why not everything could be compared, in words; null: everything was. */
  readonly problem: string | null;
}

export interface ReconciliationRun {
  readonly runId: number;
  readonly origin: RunOrigin;
  /** True: it checks everything. False: it checks the changes since the previous run and a part of the rest. */
  readonly isFull: boolean;
  readonly startedAtMs: number;
  /** Null while it runs; it stays null when the run was killed. */
  readonly finished: {
    readonly atMs: number;
    readonly outcome: RunOutcome;
    readonly summary: string;
    readonly chains: readonly ChainCheck[];
    readonly invoices: number;
  } | null;
}

/** How far earlier runs have checked the ledger and the invoices. */
export interface RunMark {
  readonly postingId: number;
  readonly entryId: number;
  readonly invoiceId: string;
}

interface RunRow {
  run_id: number;
  origin: RunOrigin;
  is_full: boolean;
  started_at: Date;
  finished_at: Date | null;
  outcome: RunOutcome | null;
  summary: string | null;
  chains: ChainCheck[];
  counts: { invoices?: number };
  posting_id: number | null;
  entry_id: number | null;
  invoice_id: string | null;
}

function toRun(row: RunRow): ReconciliationRun {
  const { finished_at, outcome, summary, chains, counts } = row;
  return {
    runId: row.run_id,
    origin: row.origin,
    isFull: row.is_full,
    startedAtMs: row.started_at.getTime(),
    finished:
      finished_at === null || outcome === null || summary === null
        ? null
        : { atMs: finished_at.getTime(), outcome, summary, chains, invoices: counts.invoices ?? 0 },
  };
}

export async function startRun(
  q: Queryable,
  run: { readonly origin: RunOrigin; readonly isFull: boolean; readonly nowMs: number },
): Promise<number> {
  const [row] = await q('reconciliation_runs')
    .insert({ origin: run.origin, is_full: run.isFull, started_at: new Date(run.nowMs) })
    .returning<{ run_id: number }[]>('run_id');
  if (row === undefined) throw new Error('The run was not written');
  return row.run_id;
}

const completedRuns = (q: Queryable) =>
  q('reconciliation_runs').whereIn('outcome', ['clean', 'differences', 'incomplete']);

/** Finds the last finished run that was not overtaken; undefined before the first. */
export async function findLastRun(q: Queryable): Promise<ReconciliationRun | undefined> {
  const row = await completedRuns(q).orderBy('run_id', 'desc').first<RunRow | undefined>();
  return row === undefined ? undefined : toRun(row);
}

/** Returns the mark of that run; before the first run, the start of everything. */
export async function findRunMark(q: Queryable): Promise<RunMark> {
  const row = await completedRuns(q).orderBy('run_id', 'desc').first<RunRow | undefined>();
  return {
    postingId: row?.posting_id ?? 0,
    entryId: row?.entry_id ?? 0,
    invoiceId: row?.invoice_id ?? '',
  };
}

/** Returns when the last full run started, in epoch ms; null: never. */
export async function findLastFullRunTime(q: Queryable): Promise<number | null> {
  const row = await completedRuns(q)
    .where({ is_full: true })
    .orderBy('run_id', 'desc')
    .first<{ started_at: Date } | undefined>('started_at');
  return row?.started_at.getTime() ?? null;
}

/** Finds the last run that compared every row of the hash chains, and every signed head; undefined before the first. */
export async function findLastWholeLogRun(q: Queryable): Promise<ReconciliationRun | undefined> {
  const row = await completedRuns(q)
    .where({ is_whole_log: true })
    .orderBy('run_id', 'desc')
    .first<RunRow | undefined>();
  return row === undefined ? undefined : toRun(row);
}

export async function findRun(q: Queryable, runId: number): Promise<ReconciliationRun | undefined> {
  const row = await q('reconciliation_runs').where({ run_id: runId }).first<RunRow | undefined>();
  return row === undefined ? undefined : toRun(row);
}

export async function getRun(q: Queryable, runId: number): Promise<ReconciliationRun> {
  const run = await findRun(q, runId);
  if (run === undefined) throw new Error(`Run ${runId} is gone`);
  return run;
}

/** Lists runs, newest first, those under way too. `afterId` is the last id of the previous page. */
export async function listRuns(
  q: Queryable,
  { limit, afterId, outcomes }: { limit: number; afterId?: number; outcomes?: readonly RunOutcome[] },
): Promise<ReconciliationRun[]> {
  const rows = await q('reconciliation_runs')
    .modify((builder) => {
      if (afterId !== undefined) void builder.where('run_id', '<', afterId);
      if (outcomes !== undefined) void builder.whereIn('outcome', [...outcomes]);
    })
    .orderBy('run_id', 'desc')
    .limit(limit)
    .select<RunRow[]>('*');
  return rows.map(toRun);
}

/** Finds a run that an operator asked for and that may still be under way. A killed one counts for some hours. */
export async function findAskedRun(
  q: Queryable,
  { sinceMs }: { sinceMs: number },
): Promise<number | undefined> {
  const row = await q('reconciliation_runs')
    .where({ origin: 'operator', finished_at: null })
    .where('started_at', '>', new Date(sinceMs))
    .orderBy('run_id', 'desc')
    .first<{ run_id: number } | undefined>('run_id');
  return row?.run_id;
}

export async function finishRun(
  q: Queryable,
  runId: number,
  end: {
    readonly nowMs: number;
    readonly outcome: RunOutcome;
    readonly summary: string;
    readonly chains: readonly ChainCheck[];
    readonly invoices: number;
    /** Null: it checked nothing. */
    readonly mark: RunMark | null;
    /** True: it compared every row of the hash chains. */
    readonly isWholeLog: boolean;
  },
): Promise<void> {
  await q('reconciliation_runs')
    .where({ run_id: runId })
    .update({
      finished_at: new Date(end.nowMs),
      outcome: end.outcome,
      summary: end.summary,
      chains: JSON.stringify(end.chains),
      counts: JSON.stringify({ invoices: end.invoices }),
      posting_id: end.mark?.postingId ?? null,
      entry_id: end.mark?.entryId ?? null,
      invoice_id: end.mark?.invoiceId ?? null,
      is_whole_log: end.isWholeLog,
    });
}

/** Deletes runs, and differences that are gone, from before a moment. The newest finished run always stays. */
export async function forgetOldRuns(q: Queryable, { beforeMs }: { beforeMs: number }): Promise<void> {
  const before = new Date(beforeMs);
  await q.raw(
    `DELETE FROM reconciliation_runs WHERE started_at < :before
       AND run_id < (SELECT max(run_id) FROM reconciliation_runs WHERE finished_at IS NOT NULL)`,
    { before },
  );
  await q('reconciliation_differences').where('gone_at', '<', before).delete();
}
