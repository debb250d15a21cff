import { listDifferences } from '../../db/reconciliation-differences.js';
import { getRun } from '../../db/reconciliation-runs.js';
import { showReconciliation } from '../../http/views/reconciliation.js';
import type { Register } from '../command.js';

export const registerReconcile: Register = (parent, run) => {
  parent
    .command('reconcile')
    .description('compare chains, ledger and invoices from the beginning; a shortage freezes the asset')
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db, reconcile }) => {
        const { runId } = await reconcile();
        return showReconciliation(await getRun(db, runId), await listDifferences(db));
      }),
    );
};
