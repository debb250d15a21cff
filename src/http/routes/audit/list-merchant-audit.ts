import { z } from 'zod';
import { listMerchantAudit } from '../../../db/audit/merchant-audit.js';
import { merchants } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { numberedPageFields, pageReply } from '../../requests/pagination.js';
import { pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { line, moment } from '../../requests/schemas.js';
import { merchantAuditSchema, showMerchantAudit } from '../../views/merchant-audit.js';

const filter = line({ max: 128 }).optional();

/** GET /web/v1/audit-log */
export const listMerchantAuditRoute = readRoute({
  path: '/web/v1/audit-log',
  summary: 'List what was done',
  description:
    'The actions of your people, your keys and the operators on your objects, newest first. The entries do not name operators.',
  access: merchants('keys:write'),
  reply: pageOf(merchantAuditSchema),
  query: z.strictObject({
    ...numberedPageFields(),
    actorKind: z.enum(['merchant', 'operator']).optional(),
    actorId: filter,
    action: filter,
    objectId: filter,
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
  }),
  async read(deps, { query: { limit, cursor, createdFrom, createdTo, ...filters }, caller: { merchantId } }) {
    const found = await listMerchantAudit(deps.db, {
      merchantId,
      filters: given({ ...filters, fromMs: createdFrom, toMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor === undefined ? undefined : Number(cursor) }),
    });
    return pageReply(found, { limit, idOf: (record) => String(record.auditId), show: showMerchantAudit });
  },
});
