import { z } from 'zod';
import { readChainStatuses } from '../../../db/chains/chain-status.js';
import { listOperatorFacts } from '../../../db/reconciliation/operator-attention.js';
import { listAssetStandings } from '../../../db/withdrawals/asset-standings.js';
import { attentionOfChain } from '../../../domain/people/chain-attention.js';
import { byUrgency, mayOperatorSee } from '../../../domain/people/operator-attention.js';
import { operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { operatorAttentionSchema, showOperatorFact } from '../../views/operator-attention.js';

/** GET /admin/v1/attention */
export const listOperatorAttentionRoute = readRoute({
  path: '/admin/v1/attention',
  summary: 'List what needs an operator',
  description:
    'The most urgent first, as far as your scopes show it: of each kind what waits longest. An empty list: nothing needs you.',
  access: operators('reports:read'),
  reply: dataOf(z.array(operatorAttentionSchema)),
  async read({ db, chains, books, now }, { caller }) {
    const nowMs = now();
    const statuses = await readChainStatuses(db);
    const standings = await listAssetStandings(db);
    const ofChains = [...chains.values()].flatMap((chain) => {
      const status = statuses.get(chain.chainCode);
      const due = standings.filter(({ asset }) => asset.chainCode === chain.chainCode);
      const dueAtomic = new Map(due.map((one) => [one.asset.tokenSymbol, one.due.amountAtomic]));
      return status === undefined ? [] : attentionOfChain(chain, { ...status, dueAtomic }, nowMs);
    });
    const facts = byUrgency([...ofChains, ...(await listOperatorFacts(db, { nowMs }))]);
    const seen = facts.filter(({ kind }) => mayOperatorSee(kind, caller.credential.scopes));
    return dataReply(seen.map((fact) => showOperatorFact(fact, books)));
  },
});
