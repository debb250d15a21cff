import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../src/db/core/database.js';
import { ensureWallet, lockWallet } from '../../../src/db/wallets/wallets.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';

const WALLET = { chainCode: 'local', address: addressOf(0xa11) };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureWallet(database.db, WALLET);
});
afterAll(() => database.drop());

const isSomebodyWaiting = async (): Promise<boolean> => {
  const { rows } = await database.db.raw<{ rows: object[] }>(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
};

describe('two signers of one wallet at the same moment', () => {
  it('take nonces in order: the second takes its nonce when the first has stored the one before', async () => {
    let second: { nextNonce: number | null } | undefined;
    let other: Promise<void> | undefined;
    await transaction(database.db, async (trx) => {
      expect(await lockWallet(trx, WALLET)).toMatchObject({ nextNonce: null });
      other = transaction(database.db, async (own) => {
        second = await lockWallet(own, WALLET);
      });
      await until('the second waits, or has its nonce', async () =>
        second === undefined ? isSomebodyWaiting() : true,
      );
      await trx('wallets').where({ chain_code: WALLET.chainCode }).update({ next_nonce: 1 });
    });
    await other;
    expect(second).toMatchObject({ nextNonce: 1 });
  });
});
