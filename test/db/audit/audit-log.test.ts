import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendAudit, listAudit } from '../../../src/db/audit/audit-log.js';
import { sqlState, transaction } from '../../../src/db/core/database.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const append = (objectId: string): Promise<void> =>
  transaction(database.db, (trx) =>
    appendAudit(trx, {
      actor: { kind: 'system', id: null, ip: null },
      action: 'merchant.update',
      objectKind: 'test',
      objectId,
    }),
  );
const stateOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'allowed',
    (error: unknown) => sqlState(error),
  );

describe('the audit log', () => {
  it.each([
    ['UPDATE', "UPDATE audit_log SET reason = 'nothing to see'"],
    ['UPDATE of no row', "UPDATE audit_log SET reason = '' WHERE false"],
    ['DELETE', 'DELETE FROM audit_log'],
    // The table that merchants read refers to it, so truncating it alone would fail in any case.
    ['TRUNCATE', 'TRUNCATE audit_log CASCADE'],
  ])('refuses %s, even for the role that owns it', async (_, sql) => {
    await append('kept');
    const { rows } = await database.db.raw<{ rows: { owner: string; me: string }[] }>(
      "SELECT tableowner AS owner, current_user AS me FROM pg_tables WHERE tablename = 'audit_log'",
    );
    expect(rows[0]?.me).toBe(rows[0]?.owner);
    const before = await listAudit(database.db, { filters: {}, limit: 100 });
    expect(await stateOf(Promise.resolve(database.db.raw(sql)))).toBe('23001');
    expect(await listAudit(database.db, { filters: {}, limit: 100 })).toEqual(before);
  });

  it('does not record an order that was not carried out', async () => {
    await expect(
      transaction(database.db, async (trx) => {
        await appendAudit(trx, {
          actor: { kind: 'cli', id: 'ann', ip: null },
          action: 'merchant.update',
          objectKind: 'test',
          objectId: 'undone',
        });
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await listAudit(database.db, { filters: { objectId: 'undone' }, limit: 1 })).toEqual([]);
  });
});
