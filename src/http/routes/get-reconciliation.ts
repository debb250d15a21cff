import { listDifferences } from '../../db/reconciliation-differences.js';
import { findLastRun } from '../../db/reconciliation-runs.js';
import { operators } from '../caller.js';
import { dataReply } from '../reply.js';
import { readRoute } from '../route.js';
import { showReconciliation } from '../views/reconciliation.js';

/** GET /admin/v1/reconciliation: the last run, and every difference that stands. */
export const getReconciliationRoute = readRoute({
  path: '/admin/v1/reconciliation',
  access: operators('reports:read'),
  async read({ db }) {
    return dataReply(showReconciliation(await findLastRun(db), await listDifferences(db)));
  },
});
