import { z } from 'zod';
import { listOperatorFacts } from '../../../db/operators/operator-attention.js';
import { mayOperatorSee } from '../../../domain/operators/operator-attention.js';
import { operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { operatorAttentionSchema, showOperatorFact } from '../../views/operator-attention.js';

/** GET /admin/v1/attention */
export const listOperatorAttentionRoute = readRoute({
  path: '/admin/v1/attention',
  summary: 'List what needs an operator',
  description:
    'The most urgent first. Of each kind that your scopes allow you to see, the list has the facts that wait longest. An empty list: nothing needs you.',
  access: operators('reports:read'),
  reply: dataOf(z.array(operatorAttentionSchema)),
  async read({ db, chains, books, now }, { caller }) {
    const facts = await listOperatorFacts(db, { chains: [...chains.values()], nowMs: now(), isAll: false });
    const seen = facts.filter(({ kind }) => mayOperatorSee(kind, caller.credential.scopes));
    return dataReply(seen.map((fact) => showOperatorFact(fact, books)));
  },
});
