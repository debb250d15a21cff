import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listAudit } from '../../../src/db/audit/audit-log.js';
import { listMerchantAudit } from '../../../src/db/audit/merchant-audit.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { measureReads } from '../../helpers/services/measure-reads.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const COUNT = 40_000;
const LIMIT = 26;
/**
 * The most rows that a page may read: its own, those of the other merchant between them, and as many for other entries
 * of the index.
 */
const ROWS_MAX = 3 * LIMIT;

let database: TestDatabase;
let merchantId: string;

// Entries about two merchants alternate. One in 5,000 entries of each merchant is a rare action. Only the other
// merchant's keys changed.
beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
  const other = await insertMerchant(database.db);
  await database.db.raw(
    `ALTER TABLE audit_log DISABLE TRIGGER USER;
     INSERT INTO audit_log (at, actor_kind, actor_id, api_key_id, action, object_kind, object_id, chain_place, row_hash)
     SELECT now() - make_interval(secs => ${COUNT} - n), 'merchant', CASE n % 2 WHEN 0 THEN '${merchantId}' ELSE '${other}' END,
            'key_' || n % 10, CASE WHEN n % 10000 < 2 THEN 'webhook_endpoint.delete' WHEN n % 4 = 1 THEN 'api_key.update' ELSE 'invoice.cancel' END,
            CASE WHEN n % 10000 < 2 THEN 'webhook_endpoint' ELSE 'invoice' END, 'object_' || n, n, '\\x00'
       FROM generate_series(1, ${COUNT}) AS n;
     ALTER TABLE audit_log ENABLE TRIGGER USER;
     INSERT INTO merchant_audit (merchant_id, audit_id, action, actor_kind) SELECT actor_id, audit_id, action, actor_kind FROM audit_log;
     ANALYZE audit_log, merchant_audit`,
  );
});
afterAll(() => database.drop());

const RARE = 'webhook_endpoint.delete';
const FREQUENT = 'invoice.cancel';

describe('a page of an audit log of very many entries', () => {
  it.each([
    ['of all', {}, LIMIT],
    ['by a frequent action', { action: FREQUENT }, LIMIT],
    ['by a rare action', { action: RARE }, 8],
    ['by an action that nobody took', { action: 'asset.freeze' }, 0],
    ['by an object', { objectId: 'object_5000' }, 1],
    ['by nobody known', { actorId: 'nobody' }, 0],
    ['by a key', { actorId: 'key_2' }, LIMIT],
    ['by a key, and by an action that it often took', { actorId: 'key_2', action: FREQUENT }, LIMIT],
    [
      'by a key, and by a frequent action that only others took',
      { actorId: 'key_2', action: 'api_key.update' },
      0,
    ],
  ] as const)(
    '%s is read by an index, and reads no more entries than it shows',
    async (_which, filters, count) => {
      const { found, read } = await measureReads(database.db, (q) => listAudit(q, { filters, limit: LIMIT }));
      expect(found).toHaveLength(count);
      expect(read).toBeLessThanOrEqual(ROWS_MAX);
    },
  );

  it.each([
    ['of all', {}, LIMIT],
    ['by a frequent action', { action: FREQUENT }, LIMIT],
    ['by a rare action', { action: RARE }, 4],
    ['by an action that nobody took', { action: 'member.join' }, 0],
    ['by an action that only others took, and often', { action: 'api_key.update' }, 0],
    ['by an object', { objectId: 'object_5000' }, 1],
    ["by another merchant's object", { objectId: 'object_5001' }, 0],
    ['by nobody known', { actorId: 'nobody' }, 0],
    ['by a key', { actorId: 'key_2' }, LIMIT],
    ['by a frequent action of the merchant', { actorKind: 'merchant', action: FREQUENT }, LIMIT],
    ['by a frequent action that no operator took', { actorKind: 'operator', action: FREQUENT }, 0],
    ['by a key, and by an action that it did not take', { actorId: 'key_2', action: 'member.join' }, 0],
  ] as const)('of one merchant, %s, is read by an index too', async (_which, filters, count) => {
    const { found, read } = await measureReads(database.db, (q) =>
      listMerchantAudit(q, { merchantId, filters, limit: LIMIT }),
    );
    expect(found).toHaveLength(count);
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });
});
