import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditActor } from '../../../src/db/audit/audit-log.js';
import { transaction, type Database, type Transaction } from '../../../src/db/core/database.js';
import {
  approveApiKey,
  changeApiKeyStatus,
  regenerateApiKey,
  replaceWhitelists,
} from '../../../src/db/merchants/api-key-orders.js';
import { createApiKey, findApiKey, hashApiKey } from '../../../src/db/merchants/api-keys.js';
import { credentialOfKey } from '../../../src/db/merchants/credentials.js';
import { makeResetLink } from '../../../src/db/merchants/invitation-orders.js';
import { followLink } from '../../../src/db/merchants/join-orders.js';
import { lockOwnPeople } from '../../../src/db/merchants/lock-people-for-order.js';
import { changeMember } from '../../../src/db/merchants/member-changes.js';
import { changePassword, resetFactors, resetPassword } from '../../../src/db/merchants/member-orders.js';
import { lockMerchant } from '../../../src/db/merchants/merchants.js';
import { replaceMerchantWhitelist } from '../../../src/db/merchants/merchant-whitelist.js';
import { listPolicyChanges } from '../../../src/db/merchants/policy-changes.js';
import { insertMember, type Member } from '../../../src/db/people/members.js';
import { beginSession } from '../../../src/db/people/sessions.js';
import { recordEvent } from '../../../src/db/webhooks/events.js';
import type { WhitelistedAddress } from '../../../src/domain/merchants/address-whitelist.js';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { orRefused, untilWaiting } from '../../helpers/facts/orders.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'a password of my own choice';
const [FIRST, SECOND] = ['aa', 'bb'].map((byte) => ({
  chainCode: 'local',
  address: `0x${byte.repeat(20)}`,
  label: 'treasury',
})) as [WhitelistedAddress, WhitelistedAddress];
const SHELL: AuditActor = { kind: 'cli', id: 'root', ip: null };

interface Key {
  readonly apiKeyId: string;
  readonly key: string;
}

let database: TestDatabase;
/** As the API, with the rights of its role. */
let api: Database;
let merchantId: string;
let member: Member;
let sessionId: string;
/** A key of the merchant that asks, and another one that it asks for. */
let asking: Key;
let asked: Key;
let emails = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  api = database.as('quittance_api');
});
afterAll(() => database.drop());

const addKey = (): Promise<Key> =>
  transaction(api, async (trx) => {
    const { apiKey, key } = await createApiKey(trx, {
      owner: { merchantId },
      name: 'Till',
      scopes: MERCHANT_SCOPES,
      approved: true,
      whitelist: { addresses: [{ ...FIRST, effectiveAtMs: 0 }], endsAtMs: null },
    });
    return { apiKeyId: apiKey.apiKeyId, key };
  });
const begin = (): Promise<{ readonly sessionId: string }> =>
  transaction(api, (trx) => beginSession(trx, member, { ip: '::1', userAgent: null, nowMs: Date.now() }));

beforeEach(async () => {
  merchantId = await insertMerchant(database.db);
  member = (await insertMember(database.db, {
    membership: { kind: 'merchant', merchantId, role: 'owner' },
    name: 'Ann',
    password: PASSWORD,
    email: `ann${(emails += 1)}@shop.example`,
  })) as Member;
  // The merchant keeps an owner, whoever is disabled.
  await insertMember(database.db, {
    membership: { kind: 'merchant', merchantId, role: 'owner' },
    name: 'Bob',
    password: PASSWORD,
    email: `bob${emails}@shop.example`,
  });
  ({ sessionId } = await begin());
  [asking, asked] = [await addKey(), await addKey()];
});

/** Who asks: the member with the session, or the first key. */
const byMember = () => ({
  actor: { kind: 'merchant', id: merchantId, memberId: member.memberId, ip: '::1' } as const,
  givenWith: { sessionId },
});
const byKey = () => ({
  actor: { kind: 'merchant', id: merchantId, apiKeyId: asking.apiKeyId, ip: '::1' } as const,
  givenWith: { keyHash: hashApiKey(asking.key).toString('hex') },
});
type By = typeof byMember | typeof byKey;

const terms = () => ({ nowMs: Date.now(), policyDelayMs: DAY_MS, tell: recordEvent });
const byShell = () => ({ ...terms(), actor: SHELL, givenWith: null });
const ofShop = () => ({ kind: 'merchant', merchantId }) as const;

/** Asks for another address that the second key may withdraw to. It waits for a day. */
async function ask(trx: Transaction, by: By): Promise<void> {
  const manager = await findApiKey(trx, asked.apiKeyId);
  if (manager === undefined) throw new Error('the key is there');
  await replaceWhitelists(
    trx,
    { ...terms(), ...by(), apiKeyId: asked.apiKeyId, manager: credentialOfKey(manager) },
    { ips: [], withdrawalAddresses: [FIRST, SECOND], delayMs: DAY_MS },
  );
}

const statuses = async (): Promise<readonly string[]> =>
  (await listPolicyChanges(api, { merchantId, limit: 10 })).map(({ status }) => status);

const ofAsking = async (trx: Transaction) => {
  const manager = await findApiKey(trx, asking.apiKeyId);
  if (manager === undefined) throw new Error('the key is there');
  return { ...byShell(), apiKeyId: asking.apiKeyId, manager: credentialOfKey(manager) };
};
/** Ways to shut out whoever asks, or to say that somebody else may have asked. */
const WAYS: readonly [string, By, (trx: Transaction) => Promise<unknown>][] = [
  [
    'a password change by the member',
    byMember,
    async (trx) => {
      const order = { memberId: member.memberId, sessionId: 'ses_other', password: 'another one of mine' };
      await changePassword(trx, order, byShell());
    },
  ],
  [
    'a password reset',
    byMember,
    (trx) => resetPassword(trx, { kind: 'merchant', email: member.email }, byShell()),
  ],
  [
    'a reset of the second factors',
    byMember,
    (trx) => resetFactors(trx, { kind: 'merchant', email: member.email }, byShell()),
  ],
  [
    'an account that is disabled',
    byMember,
    (trx) =>
      changeMember(trx, byShell(), { to: ofShop(), memberId: member.memberId }, { status: 'disabled' }),
  ],
  ['a key that is revoked', byKey, async (trx) => changeApiKeyStatus(trx, await ofAsking(trx), 'revoked')],
  ['a new secret', byKey, async (trx) => regenerateApiKey(trx, await ofAsking(trx), { overlapMs: 0 })],
];

describe.each(WAYS)('a loosening that is requested beside %s', (_, by, shutOut) => {
  it('is stopped, if it was requested before that and is stored after it', async () => {
    let shuttingOut: Promise<unknown> | undefined;
    await transaction(api, async (trx) => {
      await ask(trx, by);
      shuttingOut = transaction(api, shutOut);
      await untilWaiting(database.db);
    });
    await shuttingOut;
    expect(await statuses()).toEqual(['stopped']);
  });

  it('is refused, if it is requested meanwhile or afterwards, and neither of the two waits for the other', async () => {
    await transaction(api, async (trx) => {
      await shutOut(trx);
      expect(
        await orRefused(transaction(api, (other) => ask(other, by)).then(() => 'asked')),
      ).toBeUndefined();
    });
    const late = transaction(api, (trx) => ask(trx, by));
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await statuses()).toEqual([]);
  });
});

it('a loosening can be requested with a new session or a new secret of the same people', async () => {
  await transaction(api, async (trx) => regenerateApiKey(trx, await ofAsking(trx), { overlapMs: DAY_MS }));
  await transaction(api, (trx) => ask(trx, byKey));
  expect(await statuses()).toEqual(['waiting']);
  await transaction(api, (trx) => resetPassword(trx, { kind: 'merchant', email: member.email }, byShell()));
  ({ sessionId } = await begin());
  asked = await addKey();
  await transaction(api, (trx) => ask(trx, byMember));
  expect(await statuses()).toEqual(['waiting', 'waiting']);
});

it('a key whose approval has to wait can request a loosening only after that wait', async () => {
  await database
    .db('api_keys')
    .where({ api_key_id: asking.apiKeyId })
    .update({ status: 'pending', approved_at: null });
  await transaction(api, (trx) => approveApiKey(trx, { ...byShell(), apiKeyId: asking.apiKeyId }));
  expect(await statuses()).toEqual(['waiting']);
  await expect(transaction(api, (trx) => ask(trx, byKey))).rejects.toMatchObject({ code: 'unauthenticated' });
  await database.db.raw(`UPDATE policy_changes SET requested_at = requested_at - interval '2 days',
    holds_from = holds_from - interval '2 days' WHERE status = 'waiting'`);
  await transaction(api, (trx) => ask(trx, byKey));
  expect(await statuses()).toHaveLength(2);
});

type Change = (trx: Transaction, link: string) => Promise<unknown>;

it.each<[string, Change]>([
  ...WAYS.slice(0, 3).map(([name, , shutOut]): [string, Change] => [name, shutOut]),
  [
    'a link for a new password',
    (trx, token) =>
      followLink(
        trx,
        { kind: 'merchant', token, nowMs: Date.now() },
        { name: null, password: 'another one of mine', ip: '::1' },
      ),
  ],
])('%s and an order about the people of the merchant never block each other for ever', async (_, change) => {
  const { token } = await transaction(api, (trx) =>
    makeResetLink(trx, byShell(), { to: ofShop(), memberId: member.memberId }),
  );
  // What is stopped is of the merchant, whose row has to be locked.
  const list = { merchantId, delayMs: DAY_MS };
  await transaction(api, (trx) => replaceMerchantWhitelist(trx, { ...byShell(), ...list, asked: [FIRST] }));
  await transaction(api, (trx) =>
    replaceMerchantWhitelist(trx, { ...terms(), ...byMember(), ...list, asked: [FIRST, SECOND] }),
  );
  expect(await statuses()).toEqual(['waiting']);
  let changing: Promise<unknown> | undefined;
  await transaction(api, async (trx) => {
    await lockMerchant(trx, merchantId);
    changing = transaction(api, (other) => change(other, token));
    await untilWaiting(database.db);
    await lockOwnPeople(trx, ofShop());
  });
  await changing;
  expect(await statuses()).toEqual(['stopped']);
});
