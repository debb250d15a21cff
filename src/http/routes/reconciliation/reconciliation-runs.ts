import { z } from 'zod';
import { orderRun } from '../../../db/reconciliation/order-run.js';
import { listDifferencesAt } from '../../../db/reconciliation/reconciliation-differences.js';
import { findRun, listRuns, RUN_OUTCOMES } from '../../../db/reconciliation/reconciliation-runs.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { auditActor, operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { numberedPageFields, pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { createRoute, readRoute } from '../../requests/route.js';
import { nothing, oneOrMore } from '../../requests/schemas.js';
import {
  runSchema,
  runWithDifferencesSchema,
  showRun,
  showRunWithDifferences,
} from '../../views/reconciliation.js';

/** The most differences that are shown. More differences are usually the same fault again. */
const DIFFERENCES_MAX = 500;

/** GET /admin/v1/reconciliation/runs */
export const listReconciliationRunsRoute = readRoute({
  path: '/admin/v1/reconciliation/runs',
  summary: 'List the runs of reconciliation',
  description:
    'Newest first. Runs are kept for 90 days. `finishedAt` is null while a run is under way, or if it was killed.',
  access: operators('reports:read'),
  reply: pageOf(runSchema),
  query: z.strictObject({ ...numberedPageFields(), outcome: oneOrMore(RUN_OUTCOMES).optional() }),
  async read({ db }, { query: { limit, cursor, outcome } }) {
    const afterId = cursor === undefined ? undefined : Number(cursor);
    const found = await listRuns(db, { limit: limit + 1, ...given({ afterId, outcomes: outcome }) });
    return pageReply(found, { limit, idOf: ({ runId }) => String(runId), show: showRun });
  },
});

/** GET /admin/v1/reconciliation/runs/{runId} */
export const getReconciliationRunRoute = readRoute({
  path: '/admin/v1/reconciliation/runs/:runId',
  summary: 'Read a run of reconciliation',
  description: 'The figures of the run and every difference, with an explanation and the next step.',
  access: operators('reports:read'),
  reply: dataOf(runWithDifferencesSchema),
  params: z.strictObject({
    runId: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number)
      .meta({ examples: ['42'] }),
  }),
  async read({ db, books }, { params: { runId } }) {
    const run = await findRun(db, runId);
    if (run === undefined) throw new QuittanceError('not_found', `There is no run ${runId}.`);
    const differences =
      run.finished === null
        ? []
        : await listDifferencesAt(db, { finishedAtMs: run.finished.atMs, limit: DIFFERENCES_MAX });
    return dataReply(showRunWithDifferences(run, differences, books));
  },
});

/** POST /admin/v1/reconciliation/runs: like the command `reconcile`, but a worker runs it. */
export const startReconciliationRunRoute = createRoute({
  path: '/admin/v1/reconciliation/runs',
  summary: 'Compare everything now',
  description:
    'Compares chains, ledger and invoices from the beginning, not only the changes since the last run. A worker with the role `core` runs it. Read the run to see when it ends. A shortage freezes its asset.',
  access: operators('operations:write'),
  errors: ['invalid_state'],
  reply: dataOf(runSchema),
  body: nothing.optional(),
  prepare: (deps, { caller }) => Promise.resolve({ actor: auditActor(caller), nowMs: deps.now() }),
  create: async (_deps, trx, order) => dataReply(showRun(await orderRun(trx, order))),
});
