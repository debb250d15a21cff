import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addPasskeyOf,
  addPerson,
  addTotp,
  askedOf,
  codeOf,
  codeOfApp,
  dataOf,
  MEMBER_PASSWORD,
  type Person,
} from '../../../helpers/api/person.js';
import { addSignedIn } from '../../../helpers/api/signed-in.js';
import { createSoftwarePasskey, type SoftwarePasskey } from '../../../helpers/api/software-passkey.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const ORIGIN = 'https://pay.example.com';
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

let api: TestApi;
// In the middle of a time step, so that no test is at its edge.
let nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());

/** Somebody with an authenticator app whose next code counts. */
async function withTotp(kind: 'merchant' | 'operator' = 'merchant') {
  const person = await addPerson(api, kind);
  await person.signIn();
  const { secret, recoveryCodes } = await addTotp(person, nowMs);
  nowMs += STEP_MS;
  return { person, recoveryCodes: recoveryCodes ?? [], code: () => codeOfApp(secret, nowMs) };
}

async function withPasskey(kind: 'merchant' | 'operator' = 'merchant') {
  const person = await addPerson(api, kind);
  const passkey = createSoftwarePasskey();
  await person.signIn();
  const added = await addPasskeyOf(person, passkey, ORIGIN);
  expect(added.status).toBe(200);
  return { person, passkey, added };
}

const giveCode = (person: Person, code: string): Promise<Answer> =>
  person.session('POST', '/second-factor', { code });
const actionsOf = ({ memberId }: Person): Promise<string[]> =>
  api.db('audit_log').where({ object_id: memberId }).orderBy('audit_id').pluck('action');

describe('the session of a member with a second factor', () => {
  it('waits for it, and gets another token by it, so that a copy of the first is worthless', async () => {
    const { person, code } = await withTotp();
    const session = dataOf(await person.signIn());
    expect(session).toMatchObject({
      needsSecondFactor: true,
      secondFactors: ['totp', 'recovery_code'],
      confirmedUntil: null,
      endsAt: new Date(nowMs + 10 * MINUTE_MS).toISOString(),
    });
    const before = person.tokens;
    const completed = await giveCode(person, code());
    expect(dataOf(completed)).toMatchObject({
      needsSecondFactor: false,
      confirmedUntil: new Date(nowMs + 10 * MINUTE_MS).toISOString(),
    });
    expect(person.tokens.cookie).not.toBe(before.cookie);
    expect(person.tokens.csrfToken).not.toBe(before.csrfToken);
    expect((await person.session('GET')).status).toBe(200);
    const thief = person.elsewhere();
    thief.tokens = before;
    expect(codeOf(await thief.session('GET'))).toBe('unauthenticated');
    // The factor is given once, and the session is complete.
    expect(codeOf(await giveCode(person, code()))).toBe('invalid_state');
  });

  it('waits for it too when it begins by a link for a new password, which cannot replace the factor', async () => {
    const { person, code } = await withTotp();
    const owner = await addSignedIn(api, person.membership);
    const made = await owner.ask('POST', `/web/v1/members/${person.memberId}/reset-link`, {});
    const token = (made.body.data as unknown as { url: string }).url.split('#')[1];
    const password = 'another correct horse battery';
    const joined = dataOf(await person.ask('POST', '/web/v1/join', { token, password }));
    expect(joined).toMatchObject({ needsSecondFactor: true, confirmedUntil: null });
    const refused = await person.ask('GET', '/v1/balances');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'second_factor_needed']);
    expect((await giveCode(person, code())).status).toBe(200);
    expect((await person.ask('GET', '/v1/balances')).status).toBe(200);
  });

  it('ends after 10 minutes if it is not given, whatever is requested in the meantime', async () => {
    const { person, code } = await withTotp();
    await person.signIn();
    nowMs += 9 * MINUTE_MS;
    expect((await person.session('GET')).status).toBe(200);
    nowMs += MINUTE_MS;
    expect(codeOf(await giveCode(person, code()))).toBe('unauthenticated');
    expect(codeOf(await person.session('GET'))).toBe('unauthenticated');
  });

  it('is confirmed by the factor and not by the password alone', async () => {
    const { person, code } = await withTotp();
    await person.signIn();
    await giveCode(person, code());
    nowMs += 11 * MINUTE_MS;
    const make = () => person.ask('POST', '/web/v1/api-keys', { name: 'till', scopes: ['invoices:read'] });
    expect(codeOf(await make())).toBe('confirmation_needed');
    const byPassword = await person.session('POST', '/confirm', { password: MEMBER_PASSWORD });
    expect(codeOf(byPassword)).toBe('second_factor_needed');
    const before = person.tokens.cookie;
    expect((await person.session('POST', '/confirm', { code: code() })).status).toBe(200);
    expect(person.tokens.cookie).not.toBe(before);
    expect((await make()).status).toBe(201);
  });
});

describe('a code of an authenticator app', () => {
  it('counts once, even when it is given ten times at the same moment', async () => {
    const { person, code } = await withTotp();
    const browsers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = person.elsewhere();
        await browser.signIn();
        return browser;
      }),
    );
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code())));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ]);
    // A code of an earlier step does not count after it, and the next one does.
    const late = person.elsewhere();
    await late.signIn();
    const used = code();
    nowMs += STEP_MS;
    expect(codeOf(await giveCode(late, used))).toBe('unauthenticated');
    expect((await giveCode(late, code())).status).toBe(200);
  });

  it('counts only for the secret of its member, when that is active, and for some seconds', async () => {
    const [ann, bob] = [await withTotp(), await withTotp()];
    await ann.person.signIn();
    expect(codeOf(await giveCode(ann.person, bob.code()))).toBe('unauthenticated');
    const old = ann.code();
    nowMs += 3 * STEP_MS;
    expect(codeOf(await giveCode(ann.person, old))).toBe('unauthenticated');
    const carl = await addPerson(api, 'merchant');
    await carl.signIn();
    const { secret } = dataOf(await carl.security('POST', '/totp'));
    expect(dataOf(await carl.elsewhere().signIn()).needsSecondFactor).toBe(false);
    expect(codeOf(await carl.security('POST', '/totp/confirm', { code: bob.code() }))).toBe('invalid_state');
    const code = codeOfApp(secret, nowMs);
    expect((await carl.security('POST', '/totp/confirm', { code })).status).toBe(200);
    // The confirmation has used the code up.
    const elsewhere = carl.elsewhere();
    await elsewhere.signIn();
    expect(codeOf(await giveCode(elsewhere, code))).toBe('unauthenticated');
    // A second app would be unknown to its member.
    expect(codeOf(await carl.security('POST', '/totp'))).toBe('invalid_state');
  });

  it('is encrypted in the database, where the API itself cannot put another secret in its place', async () => {
    const { person } = await withTotp();
    const { rows } = await api.db.raw<{ rows: { secret_encrypted: Buffer }[] }>(
      'SELECT secret_encrypted FROM totp_secrets WHERE member_id = ?',
      [person.memberId],
    );
    const [row] = rows;
    const other = await withTotp();
    await api
      .db('totp_secrets')
      .where({ member_id: other.person.memberId })
      .update({ ...row });
    await other.person.signIn();
    // It opens for its own row only.
    expect((await giveCode(other.person, other.code())).status).toBe(500);
    const inPlace = api.pool('totp_secrets').update({ secret_encrypted: Buffer.alloc(61) });
    await expect(inPlace).rejects.toThrow(/permission denied/);
  });
});

describe('a recovery code', () => {
  it('counts once in place of another factor, as people write it, and is in the audit log', async () => {
    const { person, recoveryCodes } = await withTotp();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    await person.signIn();
    const as = first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'I');
    expect((await giveCode(person, as)).status).toBe(200);
    const others = [person.elsewhere(), person.elsewhere()];
    for (const other of others) await other.signIn();
    expect(codeOf(await giveCode(others[0] as Person, first))).toBe('unauthenticated');
    const both = await Promise.all(others.map((other) => giveCode(other, second)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await actionsOf(person)).filter((action) => action === 'member.use_recovery_code')).toHaveLength(
      2,
    );
    const kept = await api.db('recovery_codes').where({ member_id: person.memberId });
    expect(kept).toHaveLength(8);
    expect(JSON.stringify(kept)).not.toContain(recoveryCodes[2]);
  });

  it('no longer counts when new ones are created, nor when the last factor is removed', async () => {
    const { person, recoveryCodes, code } = await withTotp();
    await person.signIn();
    await giveCode(person, code());
    const renewed = await person.security('POST', '/recovery-codes');
    const { recoveryCodes: fresh } = dataOf(renewed);
    const other = person.elsewhere();
    await other.signIn();
    expect(codeOf(await giveCode(other, recoveryCodes[0] ?? ''))).toBe('unauthenticated');
    expect((await giveCode(other, fresh?.[0] ?? '')).status).toBe(200);
    expect((await other.security('DELETE', '/totp')).status).toBe(200);
    expect(codeOf(await other.security('POST', '/recovery-codes'))).toBe('invalid_state');
    expect(dataOf(await person.signIn())).toMatchObject({ needsSecondFactor: false, secondFactors: [] });
    expect(await actionsOf(person)).toEqual([
      ...['member.begin_totp', 'member.add_totp', 'member.renew_recovery_codes'],
      ...['member.fail_factor', 'member.use_recovery_code', 'member.remove_totp'],
    ]);
  });
});

describe('a passkey', () => {
  const prove = async (
    person: Person,
    passkey: SoftwarePasskey,
    lies: Parameters<SoftwarePasskey['prove']>[1] & { readonly origin?: string; readonly rpId?: string } = {},
  ): Promise<Answer> => {
    const asked = await askedOf(person, lies.origin ?? ORIGIN);
    const answer = passkey.prove({ ...asked, rpId: lies.rpId ?? asked.rpId }, lies);
    return person.session('POST', '/second-factor', { passkey: answer });
  };

  it('completes a sign-in and a confirmation, and brings recovery codes when it is the first factor', async () => {
    const { person, passkey, added } = await withPasskey();
    expect(dataOf(added).recoveryCodes).toHaveLength(10);
    const session = dataOf(await person.signIn());
    expect(session.secondFactors).toEqual(['passkey', 'recovery_code']);
    expect((await prove(person, passkey)).status).toBe(200);
    nowMs += 11 * MINUTE_MS;
    const answer = passkey.prove(await askedOf(person, ORIGIN));
    expect((await person.session('POST', '/confirm', { passkey: answer })).status).toBe(200);
    const { secret, recoveryCodes } = await addTotp(person, nowMs);
    expect([secret.length, recoveryCodes]).toEqual([32, null]);
  });

  it.each<[string, (other: SoftwarePasskey) => Parameters<typeof prove>[2]]>([
    ['whose counter goes back', () => ({ counter: 0 })],
    ['whose counter stays', () => ({ counter: 1 })],
    ['that verified nobody', () => ({ isVerified: false })],
    ['for a page of another origin', () => ({ origin: 'https://pay.example.com.evil.example' })],
    ['for another host', () => ({ rpId: 'evil.example' })],
    ['with the signature of another', (other) => ({ signsWith: other })],
  ])('is not accepted %s', async (_what, lie) => {
    const { person, passkey } = await withPasskey();
    await person.signIn();
    expect((await prove(person, passkey)).status).toBe(200);
    await person.signIn();
    const before = person.tokens;
    expect(codeOf(await prove(person, passkey, lie(createSoftwarePasskey())))).toBe('unauthenticated');
    expect(person.tokens).toEqual(before);
    expect((await prove(person, passkey, { counter: 10 })).status).toBe(200);
  });

  it('answers a challenge once, in its session, for its purpose and for 5 minutes', async () => {
    const { person, passkey } = await withPasskey();
    const give = (at: Person, answer: object): Promise<Answer> =>
      at.session('POST', '/second-factor', { passkey: answer });
    await person.signIn();
    const answer = passkey.prove(await askedOf(person, ORIGIN));
    const elsewhere = person.elsewhere();
    await elsewhere.signIn();
    expect(codeOf(await give(elsewhere, answer))).toBe('unauthenticated');
    await askedOf(elsewhere, ORIGIN);
    expect(codeOf(await give(elsewhere, answer))).toBe('unauthenticated');
    const twice = await Promise.all([give(person, answer), person.elsewhere().session('GET')]);
    expect(twice[0].status).toBe(200);
    expect(codeOf(await person.session('POST', '/confirm', { passkey: answer }))).toBe('unauthenticated');

    // The challenge for a new passkey does not fit an existing one.
    const offer = dataOf(await person.security('POST', '/passkeys/options'));
    const ofOffer = passkey.prove({ challenge: offer.challenge, origin: ORIGIN, rpId: 'pay.example.com' });
    expect(codeOf(await person.session('POST', '/confirm', { passkey: ofOffer }))).toBe('unauthenticated');

    const asked = await askedOf(elsewhere, ORIGIN);
    nowMs += 5 * MINUTE_MS;
    expect(codeOf(await give(elsewhere, passkey.prove(asked)))).toBe('unauthenticated');
  });

  it('answers a challenge once even when the answer was refused', async () => {
    const { person, passkey } = await withPasskey();
    const give = (answer: object): Promise<Answer> =>
      person.session('POST', '/second-factor', { passkey: answer });
    await person.signIn();
    const asked = await askedOf(person, ORIGIN);
    expect(codeOf(await give(passkey.prove(asked, { isVerified: false })))).toBe('unauthenticated');
    expect(codeOf(await give(passkey.prove(asked, { counter: 10 })))).toBe('unauthenticated');
    expect((await prove(person, passkey, { counter: 11 })).status).toBe(200);

    const offer = dataOf(await person.security('POST', '/passkeys/options'));
    const register = (origin: string): Promise<Answer> => {
      const { challenge, rp } = offer;
      const response = createSoftwarePasskey().register({ challenge, origin, rpId: rp.id });
      return person.security('POST', '/passkeys', { name: 'Phone', response });
    };
    expect(codeOf(await register('https://evil.example'))).toBe('unauthenticated');
    expect(codeOf(await register(ORIGIN))).toBe('unauthenticated');
  });

  it('belongs to one member: another can neither prove nor register it, nor remove it', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()];
    await bob.person.signIn();
    expect(codeOf(await prove(bob.person, ann.passkey))).toBe('unauthenticated');
    expect((await prove(bob.person, bob.passkey)).status).toBe(200);
    expect(codeOf(await addPasskeyOf(bob.person, ann.passkey, ORIGIN))).toBe('invalid_state');
    const { passkeyId } = dataOf(ann.added).passkey;
    expect(codeOf(await bob.person.security('DELETE', `/passkeys/${passkeyId}`))).toBe('not_found');
    expect((await ann.person.security('DELETE', `/passkeys/${passkeyId}`)).status).toBe(200);
    expect(await api.db('recovery_codes').where({ member_id: ann.person.memberId })).toEqual([]);
  });
});

describe('the security page', () => {
  it('shows the sessions of the member, and ends one, all others, or those before a change', async () => {
    const person = await addPerson(api, 'merchant');
    await person.signIn();
    const [phone, tablet, till] = [person.elsewhere(), person.elsewhere(), person.elsewhere()];
    for (const one of [phone, tablet, till]) await one.signIn();
    const { sessions } = dataOf(await person.security('GET'));
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true]);
    expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', userAgent: 'A browser of a test' });
    const [ofTill, , , own] = sessions.map(({ sessionId }) => sessionId);
    expect((await person.security('DELETE', `/sessions/${String(ofTill)}`)).status).toBe(200);
    expect(codeOf(await till.session('GET'))).toBe('unauthenticated');
    expect(codeOf(await person.security('DELETE', `/sessions/${String(own)}`))).toBe('invalid_state');
    const stranger = await addPerson(api, 'merchant');
    await stranger.signIn();
    expect(codeOf(await stranger.security('DELETE', `/sessions/${String(own)}`))).toBe('not_found');
    expect(dataOf(await person.security('DELETE', '/sessions'))).toEqual({
      sessionsEnded: 2,
    });
    expect(codeOf(await phone.session('GET'))).toBe('unauthenticated');
    await phone.signIn();
    expect(codeOf(await person.security('POST', '/totp/confirm', { code: '000000' }))).toBe('invalid_state');
    expect((await phone.session('GET')).status).toBe(200);
    await addTotp(person, nowMs);
    expect(codeOf(await phone.session('GET'))).toBe('unauthenticated');
    expect((await person.session('GET')).status).toBe(200);
  });

  it('no longer shows the earlier session of a browser in which somebody has signed in anew', async () => {
    const [ann, bob] = [await addPerson(api, 'merchant'), await addPerson(api, 'merchant')];
    await ann.signIn();
    const before = ann.elsewhere();
    before.tokens = bob.tokens = ann.tokens;
    expect((await bob.signIn('wrong horse battery staple')).status).toBe(401);
    expect((await before.session('GET')).status).toBe(200);
    expect((await bob.signIn()).status).toBe(200);
    expect(codeOf(await before.session('GET'))).toBe('unauthenticated');
    expect((await bob.session('GET')).status).toBe(200);
  });

  it('changes the password for a member who knows it, with another token, and ends all other sessions', async () => {
    const person = await addPerson(api, 'merchant');
    await person.signIn();
    const phone = person.elsewhere();
    await phone.signIn();
    const change = (currentPassword: string, newPassword: string): Promise<Answer> =>
      person.security('POST', '/password', { currentPassword, newPassword });
    const newPassword = 'another horse altogether';
    expect(codeOf(await change('wrong horse battery staple', newPassword))).toBe('unauthenticated');
    expect((await change(MEMBER_PASSWORD, 'too short')).body.error.details[0]?.path).toBe('newPassword');
    expect((await phone.session('GET')).status).toBe(200);
    const before = person.tokens.cookie;
    expect((await change(MEMBER_PASSWORD, newPassword)).status).toBe(200);
    expect(person.tokens.cookie).not.toBe(before);
    expect((await person.session('GET')).status).toBe(200);
    expect(codeOf(await phone.session('GET'))).toBe('unauthenticated');
    expect((await phone.signIn()).status).toBe(401);
    expect((await phone.signIn(newPassword)).status).toBe(200);
    expect(await actionsOf(person)).toEqual(['member.change_password']);
  });
});
