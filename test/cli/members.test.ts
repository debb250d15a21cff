import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertMerchant } from '../../src/db/merchants/merchants.js';
import { transaction } from '../../src/db/core/database.js';
import { createSecretBox } from '../../src/db/core/secret-box.js';
import { findOpenInvitation } from '../../src/db/people/invitations.js';
import { findMemberByEmail, findMemberByPassword, type Member } from '../../src/db/people/members.js';
import { insertPasskey } from '../../src/db/people/passkeys.js';
import { replaceRecoveryCodes } from '../../src/db/people/recovery-codes.js';
import { beginSession } from '../../src/db/people/sessions.js';
import { prepareTotp } from '../../src/db/people/totp-secrets.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { runCli, type CliOutcome } from './run-cli.js';

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

/** Gives a member one factor of each kind, and a session that waits for it. */
async function withFactors(email: string): Promise<Member> {
  const found = await findMemberByEmail(database.db, { kind: 'merchant', email });
  if (found === undefined) throw new Error('the member exists');
  const { memberId } = found;
  const nowMs = Date.now();
  await transaction(database.db, async (trx) => {
    await prepareTotp(trx, { memberId, secretBox: createSecretBox(Buffer.alloc(32)), nowMs });
    const key = {
      credentialId: 'AAAA',
      publicKey: new Uint8Array(1),
      counter: 0,
      transports: [],
      name: 'Phone',
    };
    await insertPasskey(trx, { ...key, memberId }, nowMs);
    await replaceRecoveryCodes(trx, memberId);
    await beginSession(trx, found, { ip: '203.0.113.9', userAgent: null, nowMs });
  });
  return found;
}

it('member create shows a working password once, and refuses a second member with the same email and an unknown role', async () => {
  const made = JSON.parse((await create('owner')).stdout) as { email: string; password: string };
  expect(made).toEqual({
    memberId: expect.stringMatching(/^mbr_/),
    kind: 'merchant',
    merchantId,
    role: 'owner',
    email: 'ann@shop.example',
    name: 'Ann',
    password: expect.any(String),
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
  // Somebody who has lost the phone with all factors.
  const { memberId } = await withFactors(made.email);
  const lost = await member(['reset-factors', 'Ann@shop.example', '--json']);
  expect(JSON.parse(lost.stdout)).toMatchObject({ memberId, email: 'ann@shop.example' });
  const left = await Promise.all(
    ['totp_secrets', 'passkeys', 'recovery_codes', 'sessions'].map((table) => database.db(table)),
  );
  expect(left).toEqual([[], [], [], []]);
  for (const order of ['reset-factors', 'reset-password']) {
    const { stderr } = await member([order, 'bob@example.com']);
    expect(stderr).toContain('No merchant signs in as bob@example.com.');
    expect(stderr).toContain('--kind operator. (not_found)');
    const operators = await member([order, 'bob@example.com', '--kind', 'operator']);
    expect(operators.stderr).toBe('No operator signs in as bob@example.com. (not_found)\n');
  }
  expect(await database.db('audit_log').where({ object_kind: 'member' }).pluck('action')).toEqual([
    'member.create',
    'member.reset_password',
    'member.reset_factors',
  ]);
});

it('member invite shows a link that opens the invitation, and gives no access before it is used', async () => {
  const whom = ['--merchant', merchantId, '--email', 'Bea@Shop.example', '--role'];
  const made = await member(['invite', ...whom, 'developer', '--json']);
  const { url, ...shown } = JSON.parse(made.stdout) as { url: string };
  expect(shown).toMatchObject({ email: 'bea@shop.example', role: 'developer' });
  const { pathname, hash } = new URL(url);
  expect(pathname).toBe('/dashboard/join');
  const found = await findOpenInvitation(database.db, {
    kind: 'merchant',
    token: hash.slice(1),
    nowMs: Date.now(),
  });
  expect(found).toMatchObject({ email: 'bea@shop.example', to: { kind: 'merchant', merchantId } });
  expect(
    await findMemberByEmail(database.db, { kind: 'merchant', email: 'bea@shop.example' }),
  ).toBeUndefined();
  const unknown = await member(['invite', ...whom, 'king']);
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('owner, finance, developer')]);
});
