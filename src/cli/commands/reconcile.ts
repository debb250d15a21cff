import { appendAudit } from '../../db/audit-log.js';
import { transaction } from '../../db/database.js';
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
      run(options, async ({ db, actor, reconcile }) => {
        const { runId } = await reconcile();
        await transaction(db, (trx) =>
          appendAudit(trx, {
            ...{ actor, action: 'reconciliation.run' },
            ...{ objectKind: 'reconciliation', objectId: String(runId) },
          }),
        );
        return showReconciliation(await getRun(db, runId), await listDifferences(db));
      }),
    );
};
