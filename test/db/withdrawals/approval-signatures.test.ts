import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listApprovalSignatures } from '../../../src/db/withdrawals/approval-signatures.js';
import { insertWithdrawal } from '../../cli/insert-withdrawal.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a signature with an impossible time is left out, and every other signature is read, of its withdrawal and of others', async () => {
  const { db } = database;
  const [first, second] = [await insertWithdrawal(db), await insertWithdrawal(db)];
  const sign = async (withdrawalId: string, fields: object): Promise<unknown> =>
    database
      .as('quittance_api')('approval_signatures')
      .insert({
        withdrawal_id: withdrawalId,
        approver: addressOf(1),
        signature: `0x${'12'.repeat(65)}`,
        valid_until: 1_900_000_000,
        given_at: new Date(),
        ...fields,
      });
  await sign(first, {});
  await sign(second, {});
  // The API's role may add signatures: whoever has its host chooses what stands in them.
  await sign(first, { valid_until: 1_900_000_001, given_at: '200000-01-01' });
  const far = { valid_until: '9007199254740993' };
  await expect(sign(first, far)).rejects.toMatchObject({ constraint: 'approval_signatures_readable' });
  // The owner takes the rule away.
  await db.raw('DROP TRIGGER approval_signatures_readable ON approval_signatures');
  await sign(first, far);
  await sign(first, { valid_until: 5 });
  await tamper(db, 'approval_signatures', () =>
    db('approval_signatures').where({ valid_until: 5 }).update({ given_at: 'infinity' }),
  );
  const read = await listApprovalSignatures(database.as('quittance_signer'), [first, second]);
  expect(read.map(({ withdrawalId, validUntil }) => [withdrawalId, validUntil])).toEqual([
    [first, 1_900_000_000],
    [second, 1_900_000_000],
  ]);
});

it('whoever gives signatures of a contract that it never made displaces none of anybody else', async () => {
  const { db } = database;
  const withdrawalId = await insertWithdrawal(db);
  const [spammer, other] = ['opr_spammer', 'opr_other'];
  for (const operatorId of [spammer, other])
    await db('operators').insert({ operator_id: operatorId, name: operatorId });
  const CONTRACT = addressOf(2);
  const give = (operatorId: string, approver: string, validUntil: number): Promise<unknown> =>
    db('approval_signatures').insert({
      withdrawal_id: withdrawalId,
      approver,
      signature: '0x',
      valid_until: validUntil,
      operator_id: operatorId,
      given_at: new Date(),
    });
  await give(other, CONTRACT, 1);
  await give(spammer, addressOf(3), 2);
  for (let validUntil = 10; validUntil < 110; validUntil += 1) await give(spammer, CONTRACT, validUntil);
  const read = await listApprovalSignatures(db, [withdrawalId]);
  expect(read.map(({ validUntil }) => validUntil)).toEqual([1, 2, 107, 108, 109]);
});
