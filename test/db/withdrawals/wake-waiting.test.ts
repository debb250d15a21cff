import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '../../../src/db/core/database.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import { createWithdrawal } from '../../../src/db/withdrawals/create-withdrawal.js';
import { moveWithdrawal } from '../../../src/db/withdrawals/move-withdrawal.js';
import { wakeWaiting } from '../../../src/db/withdrawals/wake-waiting.js';
import { setWaiting } from '../../../src/db/withdrawals/withdrawals.js';
import type { WaitCode } from '../../../src/domain/withdrawals/withdrawal-waits.js';
import { addressOf, insertMerchant, usdc } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const nowMs = Date.now();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

/** Makes an approved withdrawal that waits for five minutes. */
async function insertWaiting(code: WaitCode): Promise<string> {
  const merchantId = await insertMerchant(database.db);
  return transaction(database.db, async (trx) => {
    const asset = usdc();
    const postings = [
      { account: 'custody_hot', amountAtomic: 100n },
      { account: 'available', amountAtomic: -100n },
    ] as const;
    await postEntry(trx, { cause: `test/${merchantId}`, kind: 'test', asset, merchantId, postings });
    const withdrawal = await createWithdrawal(trx, {
      merchantId,
      asset,
      amountAtomic: 100n,
      address: addressOf(77),
      nowMs,
      merchantReference: null,
      metadata: {},
    });
    const { withdrawalId } = withdrawal;
    const showAddress = (address: string): string => address;
    await moveWithdrawal(trx, withdrawal, { to: 'approved', reason: null, nowMs, showAddress });
    await setWaiting(trx, { withdrawalId, code, reason: 'it waits', untilMs: nowMs + 300_000 });
    await trx('outbox').delete();
    return withdrawalId;
  });
}

it('a withdrawal is checked again when its obstacle may be gone, and no other withdrawal is', async () => {
  const [unfunded, , halted] = [
    await insertWaiting('no_tokens'),
    await insertWaiting('unsigned'),
    await insertWaiting('halted'),
  ];
  const wake = (chainCode: string, codes: readonly WaitCode[]): Promise<void> =>
    transaction(database.db, (trx) => wakeWaiting(trx, { chainCode, codes }));
  const due = async (): Promise<readonly string[]> =>
    (await database.db('withdrawals').whereNull('wait_until').orderBy('withdrawal_id')).map(
      (row: { withdrawal_id: string }) => row.withdrawal_id,
    );
  await wake('elsewhere', ['no_tokens', 'no_gas', 'halted']);
  expect(await due()).toEqual([]);
  await wake('local', ['no_tokens', 'no_gas']);
  expect(await due()).toEqual([unfunded]);
  await wake('local', ['halted']);
  expect(await due()).toEqual([unfunded, halted]);
  const told = await database
    .db('outbox')
    .where({ kind: 'withdrawal' })
    .orderBy('outbox_id')
    .pluck('target_id');
  expect(told).toEqual([unfunded, halted]);
});
