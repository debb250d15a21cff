import { z } from 'zod';
import { listAudit } from '../../../db/audit/audit-log.js';
import { operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { numberedPageFields, pageReply } from '../../requests/pagination.js';
import { readRoute } from '../../requests/route.js';
import { line, moment } from '../../requests/schemas.js';
import { auditSchema, showAudit } from '../../views/audit-log.js';
import { pageOf } from '../../requests/reply.js';

const filter = line({ max: 128 }).optional();
/** GET /admin/v1/audit-log */
export const listAuditLogRoute = readRoute({
  path: '/admin/v1/audit-log',
  summary: 'List the audit log',
  description: 'Who did what, when, from where.',
  access: operators('reports:read'),
  reply: pageOf(auditSchema),
  query: z.strictObject({
    ...numberedPageFields(),
    actorId: filter,
    action: filter,
    objectKind: filter,
    objectId: filter,
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
  }),
  async read(deps, { query: { limit, cursor, createdFrom, createdTo, ...filters } }) {
    const found = await listAudit(deps.db, {
      filters: given({ ...filters, fromMs: createdFrom, toMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor === undefined ? undefined : Number(cursor) }),
    });
    return pageReply(found, { limit, idOf: (record) => String(record.auditId), show: showAudit });
  },
});
