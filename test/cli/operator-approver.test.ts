import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { hashApproval, recoverApprover } from '../../src/chain/keys/approval-signature.js';
import { createKeystore } from '../../src/chain/keys/keystore.js';
import { insertOperator } from '../../src/db/people/operators.js';
import { registrationMessage } from '../../src/domain/withdrawals/approver-registration.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { runCli, type CliOutcome } from './run-cli.js';

const PASSWORD = 'correct horse battery';
const folder = mkdtempSync(path.join(tmpdir(), 'approver-'));
const write = (name: string, text: string, mode = 0o600): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode });
  return file;
};
const passwordFile = write('password', `${PASSWORD}\n`);
const NOBODY = 'opr_00000000000000000000000000';

let database: TestDatabase;
let keystore: string;
let address: string;
let ann: string;
let bob: string;

const approver = (args: readonly string[], POLICY_DELAY = '0s'): Promise<CliOutcome> =>
  runCli(['operator', 'approver', ...args], { DATABASE_URL: database.url, POLICY_DELAY });
const add = (
  operatorId: string,
  { file = keystore, password = passwordFile, delay = '0s' } = {},
): Promise<CliOutcome> =>
  approver(['add', operatorId, '--keystore', file, '--password-file', password, '--json'], delay);
const remove = (operatorId: string, what = address): Promise<CliOutcome> =>
  approver(['remove', operatorId, what, '--json']);
const shownBy = ({ status, stdout, stderr }: CliOutcome): unknown => {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
};
const stored = (): Promise<readonly unknown[]> =>
  database.db('approver_addresses').whereNull('removed_at').pluck('operator_id');

beforeAll(async () => {
  database = await createTestDatabase();
  const made = await createKeystore({ password: PASSWORD });
  keystore = write('ann.json', made.text);
  address = toChecksumAddress(made.address);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db('approver_addresses').whereNull('removed_at').update({ removed_at: new Date() });
  ann = (await insertOperator(database.db, { name: 'Ann' })).operatorId;
  bob = (await insertOperator(database.db, { name: 'Bob' })).operatorId;
});

it('operator approver add registers the address of a keystore, with a signature by its key that names the operator', async () => {
  expect(shownBy(await add(ann))).toEqual({
    operatorId: ann,
    address,
    status: 'in_force',
    policyChangeId: null,
    registeredAt: expect.stringMatching(/Z$/),
    chainCode: null,
  });
  const row = await database
    .db('approver_addresses')
    .where({ operator_id: ann })
    .first<{ signature: string; valid_until: number }>();
  const signed = { operatorId: ann, operatorName: 'Ann', approver: address, validUntil: row.valid_until };
  const signer = await recoverApprover(hashApproval(registrationMessage(signed)), row.signature);
  expect(signer).toBe(address.toLowerCase());
  expect(await database.db('audit_log').where({ object_id: ann }).first('*')).toMatchObject({
    action: 'operator.register_approver',
    actor_kind: 'cli',
    actor_id: userInfo().username,
  });
  // The address belongs to one person, so it can't be added again for the same or another person.
  for (const operatorId of [ann, bob])
    expect(await add(operatorId)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('registered already. (invalid_state)'),
    });
  expect(await stored()).toEqual([ann]);
});

it('operator approver remove takes an address away at once, from its own operator only', async () => {
  await add(ann);
  const others = await remove(bob);
  expect([others.status, others.stderr]).toEqual([1, expect.stringContaining('(not_found)')]);
  expect(await stored()).toEqual([ann]);
  expect(shownBy(await remove(ann))).toMatchObject({ operatorId: ann, address, status: 'removed' });
  expect(await stored()).toEqual([]);
  expect((await remove(ann)).stderr).toContain(`The operator ${ann} has no approver address`);
  expect(
    await database.db('audit_log').where({ object_id: ann }).orderBy('audit_id').pluck('action'),
  ).toEqual(['operator.register_approver', 'operator.remove_approver']);
  expect(shownBy(await add(bob))).toMatchObject({ operatorId: bob, status: 'in_force' });
});

it('operator approver add waits for POLICY_DELAY, and remove stops a waiting address', async () => {
  const waiting = shownBy(await add(ann, { delay: '24h' })) as { policyChangeId: string };
  expect(waiting).toMatchObject({ status: 'waiting', policyChangeId: expect.stringMatching(/^pol_/) });
  expect(shownBy(await remove(ann))).toMatchObject({ status: 'removed' });
  const { policyChangeId: policy_change_id } = waiting;
  expect(await database.db('policy_changes').where({ policy_change_id }).pluck('status')).toEqual([
    'stopped',
  ]);
});

it.each<[string, () => Promise<CliOutcome>, RegExp]>([
  ['an operator that does not exist', () => add(NOBODY), /There is no operator .*\(not_found\)/],
  [
    'a wrong password',
    () => add(ann, { password: write('wrong', 'incorrect horse battery\n') }),
    /password/i,
  ],
  ['a keystore that others can read', () => add(ann, { file: write('seen.json', '{}', 0o644) }), /0644/],
  ['a text that is not an address', () => remove(ann, '0x1234'), /address/],
])('operator approver changes nothing for %s', async (_what, run, words) => {
  const { status, stdout, stderr } = await run();
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(words) });
  expect(await stored()).toEqual([]);
});
