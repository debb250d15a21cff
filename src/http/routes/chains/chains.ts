import { z } from 'zod';
import { appendAudit } from '../../../db/audit/audit-log.js';
import { requestResume } from '../../../db/chains/chain-resume.js';
import { readChainStatuses } from '../../../db/chains/chain-status.js';
import { enqueue } from '../../../db/outbox/outbox.js';
import type { Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, operators } from '../../requests/caller.js';
import { pageOfWhole, wholePageFields } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { chainCode, reason } from '../../requests/schemas.js';
import { chainSchema, showChain } from '../../views/chains.js';
import { orderedSweepSchema, showOrderedSweep } from '../../views/ordered-sweeps.js';

/** GET /admin/v1/chains */
export const listChainsRoute = readRoute({
  path: '/admin/v1/chains',
  summary: 'List chains',
  description: "Each chain's follower, the health of its RPCs, and its hot wallet.",
  access: operators('reports:read'),
  reply: pageOf(chainSchema),
  query: z.strictObject(wholePageFields()),
  async read(deps, { query }) {
    const statuses = await readChainStatuses(deps.db);
    return pageOfWhole([...deps.chains.values()], {
      ...query,
      keyOf: ({ chainCode: code }) => code,
      show: (chain) => showChain(chain, statuses.get(chain.chainCode), deps.now()),
    });
  },
});

/** GET /admin/v1/chains/{chainCode} */
export const getChainRoute = readRoute({
  path: '/admin/v1/chains/:chainCode',
  summary: 'Read a chain',
  access: operators('reports:read'),
  reply: dataOf(chainSchema),
  params: z.strictObject({ chainCode }),
  async read(deps, { params }) {
    const chain = getChain(deps, params.chainCode);
    const statuses = await readChainStatuses(deps.db);
    return dataReply(showChain(chain, statuses.get(chain.chainCode), deps.now()));
  },
});

function getChain({ chains }: Pick<AppDeps, 'chains'>, code: string): Chain {
  const chain = chains.get(code);
  if (chain !== undefined) return chain;
  throw new QuittanceError('not_found', `There is no chain ${code} here.`);
}

/** POST /admin/v1/chains/{chainCode}/resume */
export const resumeChainRoute = orderRoute({
  path: '/admin/v1/chains/:chainCode/resume',
  summary: 'Resume a halted chain',
  description: 'Find out first why it is halted. The audit log keeps your reason.',
  access: operators('operations:write'),
  needsConfirmation: true,
  reply: dataOf(chainSchema),
  errors: ['invalid_state'],
  params: z.strictObject({ chainCode }),
  body: z.strictObject({ reason: reason.optional() }).prefault({}),
  async order(deps, trx, { params, body, caller }) {
    const chain = getChain(deps, params.chainCode);
    const actor = auditActor(caller);
    await requestResume(trx, {
      chainCode: chain.chainCode,
      reason: body.reason ?? null,
      actor,
      nowMs: deps.now(),
    });
    return dataReply(showChain(chain, (await readChainStatuses(trx)).get(chain.chainCode), deps.now()));
  },
});

/** POST /admin/v1/chains/{chainCode}/sweep, like the command `sweep`. */
export const sweepChainRoute = orderRoute({
  path: '/admin/v1/chains/:chainCode/sweep',
  summary: 'Sweep a chain now',
  description:
    "Moves the money of deposit addresses to the hot wallet. Moves the part of the hot wallet's balance above its ceiling to the cold address. If a sweep is already under way, no second one starts. An address below the threshold is left out. The schedule also sweeps without this order.",
  access: operators('operations:write'),
  needsConfirmation: true,
  reply: dataOf(orderedSweepSchema),
  params: z.strictObject({ chainCode }),
  async order(deps, trx, { params, caller }) {
    const chain = getChain(deps, params.chainCode);
    const { chainCode: code } = chain;
    await appendAudit(trx, {
      actor: auditActor(caller),
      action: 'chain.sweep',
      objectKind: 'chain',
      objectId: code,
    });
    await enqueue(trx, [{ kind: 'sweep', targetId: code }]);
    return dataReply(await showOrderedSweep(trx, chain));
  },
});
