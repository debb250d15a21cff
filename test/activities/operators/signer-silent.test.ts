import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noteNeeds } from '../../../activities/operators/operator-notices.js';
import { listOperatorFacts } from '../../../src/db/operators/operator-attention.js';
import { insertMerchant, testChain } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const MINUTE_MS = 60_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('operators are told of approved withdrawals that no signing worker has looked at, until one says why they wait', async () => {
  const { db } = database;
  const approvedAtMs = Date.now();
  const withdrawal = {
    merchant_id: await insertMerchant(db),
    chain_code: 'local',
    token_symbol: 'USDC',
    token_decimals: 6,
    amount_atomic: '5000000',
    address: `0x${'77'.repeat(20)}`,
    metadata: '{}',
    approvals_required: 1,
    kind: 'payout',
    status: 'approved',
    created_at: new Date(approvedAtMs),
    approved_at: new Date(approvedAtMs),
  };
  await db('withdrawals').insert(['wd_1', 'wd_2'].map((id) => ({ ...withdrawal, withdrawal_id: id })));
  const factsAt = async (nowMs: number): Promise<unknown[]> =>
    (
      await listOperatorFacts(database.as('quittance_core'), { chains: [testChain], nowMs, isAll: true })
    ).filter(({ kind }) => kind === 'signer_silent');
  expect(await factsAt(approvedAtMs + 5 * MINUTE_MS)).toEqual([]);
  const [seenMs, lateMs] = [approvedAtMs + 5 * MINUTE_MS + 1, approvedAtMs + 11 * MINUTE_MS];
  expect(await factsAt(seenMs)).toMatchObject([{ subjectId: 'local', sinceMs: approvedAtMs, reason: '2' }]);

  const look = (nowMs: number): Promise<void> =>
    noteNeeds({
      db: database.as('quittance_core'),
      chains: new Map([[testChain.chainCode, testChain]]),
      now: () => nowMs,
    });
  await look(seenMs);
  expect(await db('notices').where({ kind: 'signer_silent' }).first<object>()).toMatchObject({
    what: 'No signing worker has looked at approved withdrawals on local for more than five minutes (so far 2).',
    todo: 'Check that a worker with the role signer runs.',
    closed_at: null,
  });
  await db('withdrawals').update({ waiting_reason: 'it lacks gas', waiting_code: 'no_gas' });
  expect(await factsAt(lateMs)).toEqual([]);
  await look(lateMs);
  expect(await db('notices').where({ kind: 'signer_silent', closed_at: null })).toEqual([]);
});
