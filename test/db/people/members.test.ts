import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqlState, type Database } from '../../../src/db/core/database.js';
import { newId } from '../../../src/db/core/new-id.js';
import { findMemberByPassword, insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { hashPassword, isPasswordOf } from '../../../src/db/people/passwords.js';
import type { Membership } from '../../../src/domain/people/roles.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { signInEmail } from '../../../src/domain/people/sign-in-email.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const PASSWORD = 'four words of mine';

let database: TestDatabase;
let db: Database;
let shop: Membership;
let another: Membership;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.as('quittance_api');
  shop = { kind: 'merchant', merchantId: await insertMerchant(database.db), role: 'owner' };
  another = { kind: 'merchant', merchantId: await insertMerchant(database.db), role: 'viewer' };
});
afterAll(() => database.drop());

const operator = async (): Promise<Membership> => {
  const { operatorId } = await insertOperator(database.db, { name: 'Day shift' });
  return { kind: 'operator', operatorId, role: 'approver' };
};
const add = (membership: Membership, email: string, password = PASSWORD) =>
  insertMember(db, { membership, email, name: 'Ann', password });

describe('a member', () => {
  it('is found by email and password, with the email in any letter case, and only among its kind', async () => {
    const ann = await add(shop, 'Ann@Shop.example');
    expect(ann).toMatchObject({ membership: shop, email: 'ann@shop.example', status: 'active' });
    const find = (kind: 'merchant' | 'operator', email: string, password: string) =>
      findMemberByPassword(db, { kind, email, password });
    expect(await find('merchant', 'ANN@shop.example', PASSWORD)).toEqual(ann);
    expect(await find('merchant', 'ann@shop.example', `${PASSWORD} `)).toBeUndefined();
    expect(await find('merchant', 'nobody@shop.example', PASSWORD)).toBeUndefined();
    expect(await find('operator', 'ann@shop.example', PASSWORD)).toBeUndefined();
  });

  it('is not found by a spelling of its email that counts as a different email', async () => {
    const kim = await add(shop, 'kim@shop.example');
    // In other languages, two capital letters may have the same small letter.
    for (const spelling of ['KIM@shop.example', '\u212aim@shop.example', 'k\u0130m@shop.example']) {
      const found = await findMemberByPassword(db, { kind: 'merchant', email: spelling, password: PASSWORD });
      expect([spelling, found]).toEqual([spelling, signInEmail(spelling) === kim?.email ? kim : undefined]);
    }
    const written = await add(another, '\u0130da@shop.example');
    const said = { kind: 'merchant', email: '\u0130da@shop.example', password: PASSWORD } as const;
    expect(await findMemberByPassword(db, said)).toEqual(written);
  });

  it('has an email that is unique among the members of all merchants, and may use it once more as an operator', async () => {
    expect(await add(shop, 'bob@shop.example')).toBeDefined();
    expect(await add(another, 'BOB@shop.example', 'another password')).toBeUndefined();
    expect(await add(await operator(), 'bob@shop.example')).toBeDefined();
    expect(await add(await operator(), 'bob@shop.example')).toBeUndefined();
  });

  it('is not found by its password after it was disabled', async () => {
    const carl = await add(shop, 'carl@shop.example');
    await database.db('members').where({ member_id: carl?.memberId }).update({ status: 'disabled' });
    const asked = { kind: 'merchant', email: 'carl@shop.example', password: PASSWORD } as const;
    expect(await findMemberByPassword(db, asked)).toBeUndefined();
  });

  it('is unique for its operator, because approvals count people by operators', async () => {
    const membership = await operator();
    expect(await add(membership, 'dora@example.com')).toBeDefined();
    expect(await add(membership, 'eve@example.com')).toBeUndefined();
  });

  it.each([
    ['a role of the other kind', { role: 'manager' }],
    ['a role that does not exist', { role: 'admin' }],
    ['a password in plain text', { password_hash: PASSWORD }],
    ['an email in another case', { email: 'Fay@shop.example' }],
    ['no owner', { merchant_id: null }],
  ])('is refused by the database with %s', async (_, wrong) => {
    const row = {
      member_id: newId('mbr'),
      merchant_id: shop.kind === 'merchant' ? shop.merchantId : null,
      email: 'fay@shop.example',
      name: 'Fay',
      password_hash: await hashPassword(PASSWORD),
      role: 'owner',
      ...wrong,
    };
    expect(await database.db('members').insert(row).then(String, sqlState)).toBe('23514');
  });
});

/** The library's asynchronous work has no name, and nothing else here does such work. */
const WORK_OF_LIBRARY = 'undefined';

/** Counts the hash computations of the library. */
async function comparisonsOf(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({ init: (_id, type) => void (count += type === WORK_OF_LIBRARY ? 1 : 0) });
  hook.enable();
  await run().finally(() => hook.disable());
  return count;
}

describe('a password', () => {
  it('is stored as an Argon2id hash, at the same cost for everybody, and never twice as the same hash', async () => {
    const hashes = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    for (const one of hashes) expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(hashes).size).toBe(2);
    expect(await isPasswordOf(hashes[0], PASSWORD)).toBe(true);
    expect(await isPasswordOf(hashes[0], 'another password')).toBe(false);
  });

  it('matches nobody without a hash', async () => {
    expect(await isPasswordOf(undefined, PASSWORD)).toBe(false);
  });

  it('is compared once, at the same cost, whether the email is known, unknown, or of a disabled member', async () => {
    await add(shop, 'gil@shop.example');
    const hal = await add(shop, 'hal@shop.example');
    await database.db('members').where({ member_id: hal?.memberId }).update({ status: 'disabled' });
    const hash = await hashPassword(PASSWORD);
    expect(await comparisonsOf(() => isPasswordOf(hash, 'another password'))).toBe(1);
    for (const who of ['gil', 'nobody', 'hal']) {
      const said = { kind: 'merchant', email: `${who}@shop.example`, password: 'another password' } as const;
      expect([who, await comparisonsOf(() => findMemberByPassword(db, said))]).toEqual([who, 1]);
    }
    const source = readFileSync('src/db/people/passwords.ts', 'utf8');
    const costs = new Set(`${hash} ${source}`.match(/\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+/g));
    expect(costs.size).toBe(1);
  });

  it('is the same in both Unicode forms of an accented letter', async () => {
    expect(
      await isPasswordOf(await hashPassword('cafe\u0301 au lait, s’il'), 'caf\u00e9 au lait, s’il'),
    ).toBe(true);
  });
});
