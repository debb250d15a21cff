import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemberKind } from '../../../../src/domain/people/roles.js';
import {
  addPasskeyOf,
  addPerson,
  addTotp,
  askedOf,
  codeOf,
  codeOfApp,
  dataOf,
  type Person,
} from '../../../helpers/api/person.js';
import { createSoftwarePasskey } from '../../../helpers/api/software-passkey.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const ORIGIN = 'https://pay.example.com';
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const MOST = 20;

let api: TestApi;
// In the middle of a time step, so that no test is at its edge.
let nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());

/** Somebody who is signed in and has an authenticator app, and a thief who has the password alone. */
async function withThief(at: TestApi = api, kind: MemberKind = 'merchant') {
  const person = await addPerson(at, kind);
  await person.signIn();
  const { secret, recoveryCodes } = await addTotp(person, nowMs);
  nowMs += STEP_MS;
  const thief = person.elsewhere();
  await thief.signIn();
  const right = (): string => codeOfApp(secret, nowMs);
  const wrong = (): string => (right() === '000000' ? '000001' : '000000');
  return { person, thief, right, wrong, recoveryCodes: recoveryCodes ?? [] };
}

const give = (person: Person, code: string): Promise<Answer> =>
  person.session('POST', '/second-factor', { code });
const confirm = (person: Person, code: string): Promise<Answer> =>
  person.session('POST', '/confirm', { code });
async function giveWrong(thief: Person, wrong: string, times: number): Promise<(string | undefined)[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < times; i += 1) answers.push(await give(thief, wrong));
  return [...new Set(answers.map(codeOf))];
}

describe('a refused second factor', () => {
  it.each(['merchant', 'operator'] as const)(
    'is in the audit log, and is told to its %s with the address that it came from',
    async (kind) => {
      const { person, thief, wrong, recoveryCodes } = await withThief(api, kind);
      const told = async (): Promise<unknown> => (await person.security('GET')).body.data;
      expect(await told()).toMatchObject({ refusedFactors: { count: 0, lastAt: null, lastIp: null } });
      await give(thief, wrong());
      await give(thief, 'aaaa-bbbb-cccc-dddd');
      await confirm(person, wrong());
      expect(await told()).toMatchObject({
        refusedFactors: { count: 3, lastAt: expect.any(String), lastIp: '127.0.0.1' },
      });
      const entries = await api
        .db('audit_log')
        .where({ object_id: person.memberId, action: 'member.fail_factor' })
        .orderBy('audit_id');
      expect(entries).toMatchObject([
        { api_key_id: person.memberId, ip: '127.0.0.1', after: { factor: 'totp', at: 'sign_in' } },
        { after: { factor: 'recovery_code', at: 'sign_in' } },
        { after: { factor: 'totp', at: 'confirmation' } },
      ]);
      expect(JSON.stringify(entries)).not.toContain(wrong());
      // What was given right is no refusal.
      expect((await give(thief, recoveryCodes[0] ?? '')).status).toBe(200);
      expect(await told()).toMatchObject({ refusedFactors: { count: 3 } });
    },
  );

  it('is told of a passkey too', async () => {
    const person = await addPerson(api, 'merchant');
    await person.signIn();
    const passkey = createSoftwarePasskey();
    await addPasskeyOf(person, passkey, ORIGIN);
    const thief = person.elsewhere();
    await thief.signIn();
    const answer = createSoftwarePasskey().prove(await askedOf(thief, ORIGIN));
    const given = await thief.session('POST', '/second-factor', { passkey: answer });
    expect(codeOf(given)).toBe('unauthenticated');
    expect((await person.security('GET')).body.data).toMatchObject({ refusedFactors: { count: 1 } });
  });

  it('closes the sign-in by a code after 20 within a day, and neither recovery codes nor confirmations', async () => {
    const { person, thief, right, wrong, recoveryCodes } = await withThief();
    expect(await giveWrong(thief, wrong(), MOST)).toEqual(['unauthenticated']);
    const refused = await give(thief, right());
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(refused.body.error.message).toContain('passkey or a recovery code');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(23 * 3_600);
    expect(wait).toBeLessThanOrEqual(24 * 3_600);
    // Whoever is signed in goes on, and confirms by a code.
    nowMs += 11 * MINUTE_MS;
    expect((await confirm(person, right())).status).toBe(200);
    const elsewhere = person.elsewhere();
    await elsewhere.signIn();
    nowMs += STEP_MS;
    expect(codeOf(await give(elsewhere, right()))).toBe('rate_limited');
    expect((await give(elsewhere, recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

it('ends the session at the 20th refused confirmation, and no other session: a stolen cookie guesses no code', async () => {
  const { person: stolen, right, wrong } = await withThief();
  const member = stolen.elsewhere();
  await member.signIn();
  nowMs += STEP_MS;
  expect((await give(member, right())).status).toBe(200);
  for (let guess = 0; guess < MOST; guess += 1) {
    // Less than the attempts of an hour.
    if (guess === MOST / 2) nowMs += 61 * MINUTE_MS;
    expect(codeOf(await confirm(stolen, wrong()))).toBe('unauthenticated');
  }
  expect((await stolen.security('GET')).status).toBe(401);
  nowMs += STEP_MS;
  expect((await confirm(member, right())).status).toBe(200);
});

describe('attempts at a second factor', () => {
  it('are refused after 20 within an hour, before they are compared, and leave confirmations alone', async () => {
    const limited = await startApi({ rateLimits: { 'sign-in per IP': null }, now: () => nowMs });
    try {
      const { person, thief, right, wrong } = await withThief(limited);
      expect(await giveWrong(thief, wrong(), MOST)).toEqual(['unauthenticated']);
      // The right code comes too late, in another browser too.
      const elsewhere = person.elsewhere();
      expect(dataOf(await elsewhere.signIn()).needsSecondFactor).toBe(true);
      for (const one of [thief, elsewhere]) {
        const refused = await give(one, right());
        expect([codeOf(refused), refused.headers.get('x-ratelimit-limit')]).toEqual(['rate_limited', '20']);
      }
      expect((await confirm(person, right())).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
