import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { listOperatorFacts } from '../../../src/db/operators/operator-attention.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { testChain } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('operators are told of a freeze also beside a key and a change whose times nobody can read, which somebody has written', async () => {
  const { db } = database;
  const { merchantId } = await insertMerchant(db, { name: 'Shop' });
  await tamper(db, 'api_keys', () =>
    db('api_keys').insert({
      api_key_id: 'key_00000000000000000000000001',
      merchant_id: merchantId,
      name: 'Till',
      status: 'pending',
      scopes: [],
      start: 'qk_0',
      last4: 'abcd',
      created_at: 'infinity',
    }),
  );
  await tamper(db, 'policy_changes', () =>
    db('policy_changes').insert({
      policy_change_id: 'pol_00000000000000000000000001',
      kind: 'withdrawal_limit',
      merchant_id: merchantId,
      object_id: merchantId,
      part: 'local/USDC/perDayAtomic',
      change: JSON.stringify({ field: 'perDayAtomic', to: 'much' }),
      requested_by_kind: 'cli',
      requested_at: new Date(),
      holds_from: 'infinity',
    }),
  );
  await db('asset_freezes').insert({
    chain_code: 'local',
    token_symbol: 'USDC',
    reason: 'too little',
    actor_kind: 'cli',
    frozen_at: new Date(),
  });
  const query = { chains: [testChain], nowMs: Date.now(), isAll: true };
  const facts = await listOperatorFacts(database.as('quittance_core'), query);
  expect(facts.map(({ kind, sinceMs }) => [kind, sinceMs === null]).sort()).toEqual([
    ['asset_frozen', false],
    ['key_waits', true],
    ['policy_waits', false],
  ]);
  expect(facts.find(({ kind }) => kind === 'policy_waits')?.reason).toContain('of Shop (withdrawal limit)');
});
