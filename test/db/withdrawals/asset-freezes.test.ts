import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditActor } from '../../../src/db/audit/audit-log.js';
import { transaction } from '../../../src/db/core/database.js';
import { shareSigning } from '../../../src/db/wallets/signing-lock.js';
import { findPayoutHold, freezeAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { orRefused, untilWaiting } from '../../helpers/facts/orders.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const CLI: AuditActor = { kind: 'cli', id: 'ann', ip: null };
let database: TestDatabase;
let merchantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
});
afterAll(() => database.drop());

describe('freezing an asset', () => {
  it('waits for a running signature, and holds every later one', async () => {
    const asset = { chainCode: 'local', tokenSymbol: 'FROZEN' };
    const order = { asset, reason: 'the books differ', actor: CLI, nowMs: Date.now() };
    const happened: string[] = [];
    let freezing: Promise<void> | undefined;
    await transaction(database.db, async (trx) => {
      await shareSigning(trx, { chainCode: asset.chainCode, tokenSymbols: [asset.tokenSymbol] });
      expect(await findPayoutHold(trx, { merchantId, asset })).toBeNull();
      freezing = transaction(database.db, (other) => freezeAsset(other, order)).then(() => {
        happened.push('frozen');
      });
      await untilWaiting(database.db);
      happened.push('signed');
    });
    await freezing;
    expect(happened).toEqual(['signed', 'frozen']);
    const hold = await transaction(database.db, (trx) => findPayoutHold(trx, { merchantId, asset }));
    expect(hold).toBe('FROZEN on local is frozen ("the books differ"); waits until an operator releases it');
  });

  it('happens once, however many order it at the same moment', async () => {
    const asset = { chainCode: 'local', tokenSymbol: 'TWICE' };
    const order = { asset, reason: 'why', actor: CLI, nowMs: Date.now() };
    const freezes = await Promise.all(
      Array.from({ length: 4 }, () => orRefused(transaction(database.db, (trx) => freezeAsset(trx, order)))),
    );
    expect(freezes.filter((freeze) => freeze !== undefined)).toHaveLength(1);
  });
});
