import { randomBytes } from 'node:crypto';
import { createApiKey, findApiKeyBySecret } from '../db/merchants/api-keys.js';
import { transaction, type Database } from '../db/core/database.js';
import { findMerchant, insertMerchant } from '../db/merchants/merchants.js';
import { generatePassword } from '../db/merchants/member-orders.js';
import {
  findMemberByPassword,
  findMemberOfOperator,
  insertMember,
  replacePassword,
  type Member,
} from '../db/people/members.js';
import { insertOperator } from '../db/people/operators.js';
import { assert } from '../domain/core/errors.js';
import { MERCHANT_SCOPES, OPERATOR_SCOPES } from '../domain/merchants/scopes.js';
import type { Membership } from '../domain/people/roles.js';
import { findSecret, writeSecret } from './secrets.js';

/** The credentials with which a person of local mode signs in on the pages. */
interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** The demo merchant: its API key, and the sign-in of its owner. */
export interface DemoMerchant extends SignIn {
  readonly merchantId: string;
  readonly apiKey: string;
}

/** The demo operator: the API key, and the sign-in. */
export interface DemoOperator extends SignIn {
  readonly operatorId: string;
  readonly key: string;
}

type MerchantFile = Omit<DemoMerchant, keyof SignIn> & Partial<SignIn>;

const MERCHANT_EMAIL = 'owner@demo.example';
const OPERATOR_EMAIL = 'operator@demo.example';

interface OperatorFile extends Partial<SignIn> {
  readonly operatorId: string;
  readonly apiKey?: string;
  readonly key?: string;
}

/**
 * Returns the demo merchant of this data folder, with a key that has all scopes, and the sign-in of its owner. Missing parts
 * are created.
 */
export async function ensureDemoMerchant(db: Database, dataDir: string): Promise<DemoMerchant> {
  const text = findSecret({ dataDir, name: 'demo-merchant.json' });
  const kept = text === undefined ? undefined : (JSON.parse(text) as MerchantFile);
  const account =
    kept !== undefined && (await isInForce(db, kept.apiKey)) ? kept : await makeMerchant(db, kept);
  const { merchantId } = account;
  const signIn = await ensureSignIn(db, kept, {
    membership: { kind: 'merchant', merchantId, role: 'owner' },
    email: MERCHANT_EMAIL,
    name: 'Demo owner',
  });
  const made = { merchantId, apiKey: account.apiKey, ...signIn };
  writeSecret({ dataDir, name: 'demo-merchant.json', value: JSON.stringify(made) });
  return made;
}

async function makeMerchant(
  db: Database,
  kept: MerchantFile | undefined,
): Promise<Omit<DemoMerchant, keyof SignIn>> {
  return transaction(db, async (trx) => {
    const known = kept === undefined ? undefined : await findMerchant(trx, kept.merchantId);
    const { merchantId } = known ?? (await insertMerchant(trx, { name: 'Demo shop' }));
    const { key } = await createApiKey(trx, {
      owner: { merchantId },
      name: 'Demo key',
      scopes: MERCHANT_SCOPES,
      approved: true,
    });
    return { merchantId, apiKey: key };
  });
}

/**
 * Returns the demo operator of this data folder, with a key that has all scopes, and their sign-in. Missing parts are
 * created.
 */
export async function ensureDemoOperator(db: Database, dataDir: string): Promise<DemoOperator> {
  const text = findSecret({ dataDir, name: 'demo-operator.json' });
  const file = text === undefined ? undefined : (JSON.parse(text) as OperatorFile);
  // Earlier versions called the field `key`.
  const key = file?.apiKey ?? file?.key;
  const account =
    file !== undefined && key !== undefined && (await isInForce(db, key))
      ? { operatorId: file.operatorId, key }
      : await makeOperator(db);
  const { operatorId } = account;
  const signIn = await ensureSignIn(db, file, {
    // One person must not both set policy and approve. The key has all scopes, but the person is only an approver.
    membership: { kind: 'operator', operatorId, role: 'approver' },
    email: OPERATOR_EMAIL,
    name: 'Demo operator',
  });
  // The field has the same name as in the merchant's file, so that one program can read both.
  const kept = { operatorId, apiKey: account.key, ...signIn };
  writeSecret({ dataDir, name: 'demo-operator.json', value: JSON.stringify(kept) });
  return { ...account, ...signIn };
}

async function makeOperator(db: Database): Promise<Omit<DemoOperator, keyof SignIn>> {
  return transaction(db, async (trx) => {
    const { operatorId } = await insertOperator(trx, { name: 'Demo operator' });
    const { key } = await createApiKey(trx, {
      owner: { operatorId },
      name: 'Demo key',
      scopes: OPERATOR_SCOPES,
      approved: true,
    });
    return { operatorId, key };
  });
}

/** Returns a working sign-in: the kept one, or one with a new password. */
async function ensureSignIn(
  db: Database,
  kept: Partial<SignIn> | undefined,
  who: Pick<Member, 'membership' | 'email' | 'name'>,
): Promise<SignIn> {
  const { kind } = who.membership;
  if (kept?.email !== undefined && kept.password !== undefined) {
    const { email, password } = kept;
    const member = await findMemberByPassword(db, { kind, email, password });
    if (member !== undefined && isSame(member.membership, who.membership)) return { email, password };
  }
  const password = generatePassword();
  // Another data folder may have used this database. Each folder gets its own person, with another email.
  const email = who.email.replace('@', `+${randomBytes(3).toString('hex')}@`);
  for (const each of [who.email, email]) {
    const member = await insertMember(db, { ...who, email: each, password });
    if (member !== undefined) return { email: each, password };
  }
  // An operator has only one member. So the file of an existing member was lost, and they get a new password.
  const lost = await transaction(db, async (trx) => {
    const found = await findMemberOfOperator(trx, who.membership);
    return found === undefined ? undefined : replacePassword(trx, { kind, email: found.email, password });
  });
  assert(lost !== undefined, 'an insert is refused only for another member');
  return { email: lost.email, password };
}

function isSame(one: Membership, other: Membership): boolean {
  return one.kind === 'merchant'
    ? other.kind === 'merchant' && one.merchantId === other.merchantId
    : other.kind === 'operator' && one.operatorId === other.operatorId;
}

async function isInForce(db: Database, key: string): Promise<boolean> {
  const found = await findApiKeyBySecret(db, { key, nowMs: Date.now() });
  return found?.status === 'approved';
}
