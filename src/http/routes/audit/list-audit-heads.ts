import { z } from 'zod';
import { listAuditHeads } from '../../../db/audit/audit-heads.js';
import { operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { numberedPageFields, pageReply } from '../../requests/pagination.js';
import { pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { auditHeadSchema, showAuditHead } from '../../views/audit-heads.js';

/** GET /admin/v1/audit-log/heads */
export const listAuditHeadsRoute = readRoute({
  path: '/admin/v1/audit-log/heads',
  summary: 'List the signed heads of the audit log',
  description:
    'Each day the signing worker signs the last hashes of the hash chains of the audit log, the approvals and the ledger. ' +
    'Somebody who keeps such a head can prove later that nothing before it was changed.',
  access: operators('reports:read'),
  reply: pageOf(auditHeadSchema),
  query: z.strictObject(numberedPageFields()),
  async read(deps, { query: { limit, cursor } }) {
    const found = await listAuditHeads(deps.db, {
      limit: limit + 1,
      ...given({ afterId: cursor === undefined ? undefined : Number(cursor) }),
    });
    return pageReply(found, { limit, idOf: ({ number }) => String(number), show: showAuditHead });
  },
});
