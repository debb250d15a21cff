import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSecretBox, type SecretBox } from '../../src/db/core/secret-box.js';
import { transaction } from '../../src/db/core/database.js';
import { insertMember } from '../../src/db/people/members.js';
import { prepareTotp, totpPlaceOf } from '../../src/db/people/totp-secrets.js';
import { secretPlaceOf } from '../../src/db/webhooks/secret-places.js';
import { insertWebhookEndpoint } from '../../src/db/webhooks/webhook-endpoints.js';
import { rotateWebhookSecret } from '../../src/db/webhooks/webhook-orders.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { runCli, type CliOutcome } from './run-cli.js';

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const actor = { kind: 'system', id: null, ip: null } as const;

let database: TestDatabase;
let merchantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  merchantId = await insertMerchant(database.db);
});
afterAll(() => database.drop());

async function addEndpoint(secretBox: SecretBox, secret: string): Promise<string> {
  const { endpointId } = await transaction(database.db, (trx) =>
    insertWebhookEndpoint(trx, {
      merchantId,
      url: 'https://shop.example/',
      events: ['invoice.paid'],
      description: null,
      secret,
      secretBox,
      nowMs: Date.now(),
    }),
  );
  return endpointId;
}

/** Opens both secrets of the endpoint. @throws when one does not open. */
async function openedBy(secretBox: SecretBox, endpointId: string): Promise<(string | null)[]> {
  const columns = ['secret_encrypted', 'previous_secret_encrypted'] as const;
  const row = await database
    .db('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .first<Record<(typeof columns)[number], Buffer | null>>(...columns);
  return columns.map((column) => {
    const sealed = row[column];
    return sealed === null ? null : secretBox.open(sealed, secretPlaceOf(endpointId, column));
  });
}

async function addMember(name: string): Promise<string> {
  const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
  const member = await insertMember(database.db, {
    membership,
    email: `${name}@shop.example`,
    name,
    password: 'correct horse battery',
  });
  return member?.memberId ?? '';
}
const prepareApp = (secretBox: SecretBox, memberId: string): Promise<string | undefined> =>
  transaction(database.db, (trx) => prepareTotp(trx, { memberId, secretBox, nowMs: Date.now() }));

const rotate = (keys: Record<string, string>): Promise<CliOutcome> =>
  runCli(['secrets', 'rotate', '--json'], { DATABASE_URL: database.url, ...keys });

it('secrets rotate encrypts every secret with the new key, and says which secrets no key opens', async () => {
  const old = createSecretBox(oldKey);
  const rotated = await addEndpoint(old, 'whsec_first');
  await transaction(database.db, (trx) =>
    rotateWebhookSecret(
      trx,
      { merchantId, endpointId: rotated, actor, nowMs: Date.now() },
      { secret: 'whsec_second', secretBox: old, overlapMs: 3_600_000 },
    ),
  );
  const lost = await addEndpoint(createSecretBox(lostKey), 'whsec_lost');
  const [ann, bob] = [await addMember('ann'), await addMember('bob')];
  const secretOfApp = await prepareApp(old, ann);
  await prepareApp(createSecretBox(lostKey), bob);

  const withoutKey = await rotate({});
  expect([withoutKey.status, withoutKey.stdout]).toEqual([1, '']);
  expect(withoutKey.stderr).toContain('set SECRETS_KEY');

  const keys = {
    SECRETS_KEY: newKey.toString('base64'),
    SECRETS_KEY_PREVIOUS: oldKey.toString('base64'),
  };
  expect(JSON.parse((await rotate(keys)).stdout)).toEqual({ sealed: 3, unopened: [lost, bob] });
  expect(await openedBy(createSecretBox(newKey), rotated)).toEqual(['whsec_second', 'whsec_first']);
  const app = await database
    .db('totp_secrets')
    .where({ member_id: ann })
    .first<{ secret_encrypted: Buffer }>();
  expect(createSecretBox(newKey).open(app.secret_encrypted, totpPlaceOf(ann))).toBe(secretOfApp);
  await expect(openedBy(old, rotated)).rejects.toThrow(/SECRETS_KEY/);
  expect(await openedBy(createSecretBox(lostKey), lost)).toEqual(['whsec_lost', null]);
  // What is sealed with the current key stays as it is.
  expect(JSON.parse((await rotate(keys)).stdout)).toEqual({ sealed: 0, unopened: [lost, bob] });
  expect(await database.db('audit_log').where({ action: 'secrets.rotate' }).pluck('object_id')).toEqual([
    'webhook_endpoints',
    'webhook_endpoints',
  ]);
});
