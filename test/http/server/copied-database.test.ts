import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { addPerson, addTotp, dataOf, MEMBER_PASSWORD } from '../../helpers/api/person.js';
import { startApi, type Shown, type TestApi } from '../../helpers/api/start-api.js';

const STEP_MS = 30_000;
// In the middle of a time step of the authenticator app, so that its code is valid however slow this test is.
const nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());

/** Returns everything that is in the database, each row as text: bytes are in hex. */
async function copyDatabase(): Promise<string> {
  const { rows: tables } = await api.db.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await api.db.raw<{ rows: { row: string }[] }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}
const inHex = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('hex');
const inBase64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');

it('a copy of the database contains nothing with which to sign in, to call the API or to sign a webhook', async () => {
  const merchant = await api.addMerchant();
  const operator = await api.addOperator();
  const person = await addPerson(api, 'merchant');
  await person.signIn();
  const { secret: totp, recoveryCodes } = await addTotp(person, nowMs);
  const headers = { 'idempotency-key': 'a copy' };
  const ask = async (path: string, json: object): Promise<Shown> => {
    const answer = await api.ask('POST', path, { key: merchant.key, json, headers });
    expect(answer.status).toBe(201);
    return answer.body.data;
  };
  const endpoint = await ask('/web/v1/webhook-endpoints', {
    url: 'https://1.1.1.1/',
    events: ['invoice.paid'],
  });
  const invited = await person.ask('POST', '/web/v1/invitations', {
    email: 'till@shop.example',
    role: 'viewer',
  });
  const { url } = dataOf(invited) as unknown as { url?: string };

  const secrets: Record<string, string | undefined> = {
    "a merchant's key": merchant.key,
    "an operator's key": operator.key,
    'the secret of an endpoint': endpoint.secret,
    'a password': MEMBER_PASSWORD,
    'the cookie of a session': person.tokens.cookie.split('=')[1],
    'the secret of an authenticator app': totp,
    'the token of an invitation': url?.split('#')[1],
    ...Object.fromEntries((recoveryCodes ?? []).map((code, index) => [`recovery code ${index}`, code])),
  };
  expect(Object.entries(secrets).filter(([, secret]) => (secret ?? '').length < 8)).toEqual([]);
  const copy = (await copyDatabase()).toLowerCase();
  // The search itself works: it finds values that are there.
  expect(copy).toContain(person.email);
  const found = Object.entries(secrets).filter(([, secret = '']) =>
    [secret, secret.replaceAll('-', ''), inHex(secret), inBase64(secret)].some((form) =>
      copy.includes(form.toLowerCase()),
    ),
  );
  expect(found).toEqual([]);
  expect(copy).not.toContain(inHex(Secret.fromBase32(totp).bytes));
});
