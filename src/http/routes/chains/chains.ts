import { z } from 'zod';
import { requestResume } from '../../../db/chains/chain-resume.js';
import { readChainStatuses } from '../../../db/chains/chain-status.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { auditActor, operators } from '../../requests/caller.js';
import { pageOfWhole, wholePageFields } from '../../requests/page.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { chainCode, reason } from '../../requests/schemas.js';
import { chainSchema, showChain } from '../../views/chains.js';

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
      show: (chain) => showChain(chain, statuses.get(chain.chainCode)),
    });
  },
});

/** POST /admin/v1/chains/{chainCode}/resume: an operator has found out why the chain is halted. */
export const resumeChainRoute = orderRoute({
  path: '/admin/v1/chains/:chainCode/resume',
  summary: 'Resume a halted chain',
  description: 'Find out first why it is halted. The audit log keeps your reason.',
  access: operators('operations:write'),
  needsConfirmation: true,
  reply: dataOf(chainSchema),
  errors: ['invalid_state'],
  params: z.strictObject({ chainCode }),
  body: z.strictObject({ reason }),
  async order(deps, trx, { params, body, caller }) {
    const chain = deps.chains.get(params.chainCode);
    if (chain === undefined)
      throw new QuittanceError('not_found', `There is no chain ${params.chainCode} here.`);
    const actor = auditActor(caller);
    await requestResume(trx, {
      chainCode: chain.chainCode,
      reason: body.reason,
      actor,
      nowMs: deps.now(),
    });
    return dataReply(showChain(chain, (await readChainStatuses(trx)).get(chain.chainCode)));
  },
});
