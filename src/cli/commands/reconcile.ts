import type { AuditVerb } from '../../domain/core/audit-actions.js';
import { appendAudit } from '../../db/audit/audit-log.js';
import { listKnownAssets } from '../../db/chains/known-assets.js';
import { transaction, type Transaction } from '../../db/core/database.js';
import { listDifferences } from '../../db/reconciliation/reconciliation-differences.js';
import { findLastWholeLogRun, getRun } from '../../db/reconciliation/reconciliation-runs.js';
import { booksOf } from '../../http/views/assets.js';
import { showReconciliation } from '../../http/views/reconciliation.js';
import type { Register } from '../command.js';

export const registerReconcile: Register = (parent, run) => {
  parent
    .command('reconcile')
    .description('compare all chains, ledger entries and invoices; a shortage freezes the asset')
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db, actor, getChains, reconcile }) => {
        const audit = (
          trx: Transaction,
          verb: AuditVerb<'reconciliation'>,
          runId: number,
          after?: object,
        ): Promise<void> =>
          appendAudit(trx, {
            actor,
            action: `reconciliation.${verb}`,
            after: after ?? null,
            objectKind: 'reconciliation',
            objectId: String(runId),
          });
        // The order is recorded at the start, so that it is on record even if the run is cut off.
        const { runId, outcome, summary } = await reconcile((trx, started) => audit(trx, 'run', started));
        await transaction(db, (trx) => audit(trx, 'finish', runId, { outcome, summary }));
        const books = booksOf(getChains(), await listKnownAssets(db));
        const runs = { run: await getRun(db, runId), wholeLogRun: await findLastWholeLogRun(db) };
        const shown = showReconciliation(runs, await listDifferences(db), books);
        if (options.json === true || shown.wholeLogRun?.runId !== runId) return shown;
        // The last run of the whole log is this run, so it is not printed twice.
        const { wholeLogRun: _, ...once } = shown;
        return once;
      }),
    );
};
