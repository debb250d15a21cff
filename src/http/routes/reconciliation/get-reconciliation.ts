import { listDifferences } from '../../../db/reconciliation/reconciliation-differences.js';
import { findLastRun, findLastWholeLogRun } from '../../../db/reconciliation/reconciliation-runs.js';
import { operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { reconciliationSchema, showReconciliation } from '../../views/reconciliation.js';

/** GET /admin/v1/reconciliation: the last run, and every open difference. */
export const getReconciliationRoute = readRoute({
  path: '/admin/v1/reconciliation',
  summary: 'Read the last reconciliation',
  description: 'The last run, and every open difference between chain, ledger and invoices.',
  access: operators('reports:read'),
  reply: dataOf(reconciliationSchema),
  async read({ db, books }) {
    const runs = { run: await findLastRun(db), wholeLogRun: await findLastWholeLogRun(db) };
    return dataReply(showReconciliation(runs, await listDifferences(db), books));
  },
});
