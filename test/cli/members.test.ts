import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { insertMerchant } from '../../src/db/merchants/merchants.js';
import { findMemberByPassword } from '../../src/db/people/members.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { runCli, type CliOutcome } from './run-cli.js';

// Each command is a process of its own.
jest.setTimeout(120_000);

let database: TestDatabase;
let merchantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ merchantId } = await insertMerchant(database.db, { name: 'Shop' }));
});
afterAll(() => database.drop());

const member = (args: readonly string[]): Promise<CliOutcome> =>
  runCli(['member', ...args], { DATABASE_URL: database.url });
const create = (role: string): Promise<CliOutcome> =>
  member([
    'create',
    '--merchant',
    merchantId,
    '--email',
    'Ann@Shop.example',
    '--name',
    'Ann',
    '--role',
    role,
    '--json',
  ]);

it('member create shows a password that works, once, and refuses a second member with the email and an unknown role', async () => {
  const made = JSON.parse((await create('owner')).stdout) as { email: string; password: string };
  expect(made).toEqual({
    ...{ memberId: expect.stringMatching(/^mbr_/), kind: 'merchant', merchantId, role: 'owner' },
    ...{ email: 'ann@shop.example', name: 'Ann', password: expect.any(String) },
  });
  const signIn = (password: string) =>
    findMemberByPassword(database.db, { kind: 'merchant', email: 'ann@shop.example', password });
  expect(await signIn(made.password)).toMatchObject({ email: 'ann@shop.example' });
  const [again, unknown] = [await create('owner'), await create('king')];
  expect([again.status, unknown.status]).toEqual([1, 1]);
  expect(again.stderr).toContain('Another member has the email');
  expect(unknown.stderr).toContain('owner, finance, developer, viewer');

  const reset = await member(['reset-password', 'ann@shop.example', '--json']);
  const { password } = JSON.parse(reset.stdout) as { password: string };
  expect(await signIn(made.password)).toBeUndefined();
  expect(await signIn(password)).toBeDefined();
  expect(await database.db('audit_log').where({ object_kind: 'member' }).pluck('action')).toEqual([
    'member.create',
    'member.reset_password',
  ]);
});
