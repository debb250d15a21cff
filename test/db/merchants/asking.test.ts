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
import { disableOperator } from '../../../src/db/merchants/disable-operator.js';
import { makeResetLink } from '../../../src/db/merchants/invitation-orders.js';
import { followLink } from '../../../src/db/merchants/join-orders.js';
import { lockOwnPeople } from '../../../src/db/merchants/lock-people-for-order.js';
import { changeMember } from '../../../src/db/merchants/member-changes.js';
import { changePassword, resetFactors, resetPassword } from '../../../src/db/merchants/member-orders.js';
import { lockMerchant } from '../../../src/db/merchants/merchants.js';
import { replaceMerchantWhitelist } from '../../../src/db/merchants/merchant-whitelist.js';
import { changeOperatorKey } from '../../../src/db/merchants/operator-orders.js';
import { insertPolicyChange, listPolicyChanges } from '../../../src/db/merchants/policy-changes.js';
import { insertMember, type Member } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { beginSession } from '../../../src/db/people/sessions.js';
import { recordEvent } from '../../../src/db/webhooks/events.js';
import type { WhitelistedAddress } from '../../../src/domain/merchants/address-whitelist.js';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { orRefused, untilWaits } from '../../helpers/facts/orders.js';
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

/** Asks for another address that a key, the second one, may withdraw to. It waits for a day. */
async function ask(trx: Transaction, by: By, { apiKeyId } = asked): Promise<void> {
  const manager = await findApiKey(trx, apiKeyId);
  if (manager === undefined) throw new Error('the key is there');
  await replaceWhitelists(
    trx,
    { ...terms(), ...by(), apiKeyId, manager: credentialOfKey(manager) },
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
      await untilWaits(database.db, shuttingOut);
    });
    await shuttingOut;
    expect(await statuses()).toEqual(['stopped']);
  });

  it('is refused, if it is requested meanwhile or afterwards, and neither of the two waits for the other', async () => {
    await transaction(api, async (trx) => {
      await shutOut(trx);
      const meanwhile = transaction(api, async (other) => {
        await other.raw("SET LOCAL lock_timeout = '2s'");
        await ask(other, by);
        return 'asked';
      });
      expect(await orRefused(meanwhile)).toBeUndefined();
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
    await untilWaits(database.db, changing);
    await lockOwnPeople(trx, ofShop());
  });
  await changing;
  expect(await statuses()).toEqual(['stopped']);
});

it.each(WAYS.slice(4))(
  '%s and a new password do not wait for each other, when each has to stop what was asked for about the same',
  async (_, __, shutOut) => {
    // The password stops a change of the key, and the key a change of the merchant.
    const list = { merchantId, delayMs: DAY_MS };
    await transaction(api, (trx) => replaceMerchantWhitelist(trx, { ...byShell(), ...list, asked: [FIRST] }));
    await transaction(api, (trx) =>
      replaceMerchantWhitelist(trx, { ...terms(), ...byKey(), ...list, asked: [FIRST, SECOND] }),
    );
    await transaction(api, (trx) => ask(trx, byMember, asking));
    expect(await statuses()).toEqual(['waiting', 'waiting']);
    let shuttingOut: Promise<unknown> | undefined;
    await transaction(api, async (trx) => {
      await lockOwnPeople(trx, ofShop());
      shuttingOut = transaction(api, shutOut);
      await untilWaits(database.db, shuttingOut);
      await resetPassword(trx, { kind: 'merchant', email: member.email }, byShell());
    });
    await shuttingOut;
    expect(await statuses()).toEqual(['stopped', 'stopped']);
  },
);

it("an operator's key that is shut out and an order about the people of operators do not wait for each other", async () => {
  const { operatorId } = await insertOperator(database.db, { name: 'Olga' });
  const { apiKey, key } = await transaction(database.db, (trx) =>
    createApiKey(trx, { owner: { operatorId }, name: 'Own', scopes: ['merchants:write'], approved: true }),
  );
  const { apiKeyId } = apiKey;
  const order = {
    ...terms(),
    actor: { kind: 'operator', id: operatorId, apiKeyId, ip: '::1' },
    givenWith: { keyHash: hashApiKey(key).toString('hex') },
  } as const;
  const waits = { change: {}, holdsFromMs: Date.now() + DAY_MS };
  await transaction(api, async (trx) => {
    const ofMerchant = { kind: 'withdrawal_limit', merchantId, objectId: merchantId } as const;
    await insertPolicyChange(trx, order, { ...ofMerchant, ...waits, part: 'local/USDC/perDay' });
    const ofOperator = { kind: 'approver_address', merchantId: null, objectId: operatorId } as const;
    await insertPolicyChange(trx, order, { ...ofOperator, ...waits, part: FIRST.address });
  });
  let shuttingOut: Promise<unknown> | undefined;
  await transaction(api, async (trx) => {
    await lockOwnPeople(trx, { kind: 'operator', operatorId });
    shuttingOut = transaction(api, (other) =>
      changeOperatorKey(other, { ...byShell(), manager: null }, { apiKeyId, change: { status: 'revoked' } }),
    );
    await untilWaits(database.db, shuttingOut);
    await lockMerchant(trx, merchantId); // of which the operator has asked for something
  });
  await shuttingOut;
  expect(await statuses()).toEqual(['stopped']);
});

it('an operator who is disabled as a whole, and their sign-in, which is disabled by another order, do not wait for each other', async () => {
  const { operatorId } = await insertOperator(database.db, { name: 'Olga' });
  const { memberId } = (await insertMember(database.db, {
    membership: { kind: 'operator', operatorId, role: 'viewer' },
    name: 'Olga',
    password: PASSWORD,
    email: `olga${emails}@ops.example`,
  })) as Member;
  const to = { kind: 'operator', operatorId } as const;
  let disabling: Promise<unknown> | undefined;
  await transaction(api, async (trx) => {
    await lockOwnPeople(trx, to);
    disabling = transaction(database.db, (other) => disableOperator(other, byShell(), operatorId));
    await untilWaits(database.db, disabling);
    await changeMember(trx, byShell(), { to, memberId }, { status: 'disabled' });
  });
  expect(await disabling).toMatchObject({ member: { status: 'disabled' } });
});

it.each<[string, (trx: Transaction, order: Parameters<typeof changeApiKeyStatus>[1]) => Promise<unknown>]>([
  ['revokes', (trx, order) => changeApiKeyStatus(trx, order, 'revoked')],
  ['gives a secret to', (trx, order) => regenerateApiKey(trx, order, { overlapMs: 0 })],
])('somebody of another merchant who %s a key by its id holds up none of its orders', async (_, give) => {
  const stranger = await transaction(api, async (trx) => {
    const owner = { merchantId: await insertMerchant(database.db) };
    return createApiKey(trx, { owner, name: 'Till', scopes: MERCHANT_SCOPES, approved: true });
  });
  await transaction(api, async (trx) => {
    const order = { ...byShell(), apiKeyId: asking.apiKeyId, manager: credentialOfKey(stranger.apiKey) };
    await expect(give(trx, order)).rejects.toMatchObject({ code: 'not_found' });
    await transaction(api, (other) => ask(other, byKey));
  });
  expect(await statuses()).toEqual(['waiting']);
});
