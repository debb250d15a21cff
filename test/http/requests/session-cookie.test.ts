import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { request as ask } from 'undici';
import { csrfTokenOf, isGuardedAgainstForgery } from '../../../src/http/requests/csrf.js';
import { giveToken, presentedToken, takeToken } from '../../../src/http/requests/session-cookie.js';

const TOKEN = 'A'.repeat(43);
const NAME = '__Host-quittance-merchant';
const publicBaseUrl = 'https://pay.example.com';
const pages = { publicBaseUrl, adminBaseUrl: 'https://ops.example.com:8444' };

let base: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const app = express();
  app.get('/give', (_, response) => {
    response.set('Set-Cookie', giveToken('merchant', TOKEN)).end();
  });
  app.get('/take', (_, response) => {
    response.set('Set-Cookie', takeToken('merchant')).end();
  });
  app.use('/use', (request, response) => {
    const sessionToken = presentedToken(request, 'merchant') ?? null;
    const counts = sessionToken !== null && isGuardedAgainstForgery(request, { sessionToken, pages });
    response.json({ sessionToken, counts });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => server.close(() => resolve()));
});
afterAll(() => close());

type Headers = Readonly<Record<string, string>>;
async function use(headers: Headers, method = 'GET'): Promise<{ sessionToken: unknown; counts: boolean }> {
  const { body } = await ask(`${base}/use`, { method, headers });
  return (await body.json()) as { sessionToken: unknown; counts: boolean };
}
const signedIn = { cookie: `${NAME}=${TOKEN}` };
const counts = async (headers: Headers, method?: string): Promise<boolean> =>
  (await use({ ...signedIn, ...headers }, method)).counts;

describe('the cookie of a session', () => {
  it('is restricted to this host, and hidden from scripts and other sites', async () => {
    const { headers } = await ask(`${base}/give`);
    expect(headers['set-cookie']).toBe(`${NAME}=${TOKEN}; Path=/; HttpOnly; Secure; SameSite=Strict`);
  });

  it('is removed with the attributes that it was set with', async () => {
    const { headers } = await ask(`${base}/take`);
    expect(headers['set-cookie']).toBe(
      `${NAME}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly; Secure; SameSite=Strict`,
    );
  });

  it.each([
    ['alone', `${NAME}=${TOKEN}`, TOKEN],
    ['among others', `a=b; ${NAME}=${TOKEN};c=d`, TOKEN],
    ['of the other kind', `__Host-quittance-operator=${TOKEN}`, null],
    ['of a longer name', `x${NAME}=${TOKEN}`, null],
    ['twice', `${NAME}=${TOKEN}; ${NAME}=${'B'.repeat(43)}`, null],
    ['too short', `${NAME}=${'A'.repeat(42)}`, null],
    ['too long', `${NAME}=${'A'.repeat(44)}`, null],
    ['empty', `${NAME}=`, null],
  ])('%s: its token is read if it is valid and the only one', async (_, cookie, expected) => {
    expect((await use({ cookie })).sessionToken).toBe(expected);
  });
});

describe('the session cookie', () => {
  it.each<[string, Headers, boolean]>([
    ['without an origin, as other programs send it', {}, true],
    ['from our page', { 'sec-fetch-site': 'same-origin' }, true],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['from a neighbouring host', { 'sec-fetch-site': 'same-site' }, false],
    [
      'from another site that names our origin',
      { 'sec-fetch-site': 'cross-site', origin: publicBaseUrl },
      false,
    ],
    ['from our public origin', { origin: publicBaseUrl }, true],
    ['from the origin of the console', { origin: pages.adminBaseUrl }, true],
    ['from another port of the console', { origin: 'https://ops.example.com' }, false],
    ['from the public host without TLS', { origin: 'http://pay.example.com' }, false],
    ['from another port of the public host', { origin: `${publicBaseUrl}:8443` }, false],
    ['from a host that begins alike', { origin: `${publicBaseUrl}.evil.example` }, false],
    ['from another origin', { origin: 'https://evil.example' }, false],
    ['from a hidden origin', { origin: 'null' }, false],
    ['from an invalid origin', { origin: 'evil' }, false],
    ['from an origin without a host', { origin: 'file:///' }, false],
  ])('%s, is accepted: %p', async (_, headers, expected) => {
    expect(await counts(headers)).toBe(expected);
    expect(await counts({ ...headers, 'x-csrf-token': csrfTokenOf(TOKEN) }, 'POST')).toBe(expected);
  });

  it('from the address bar, is accepted for reading only', async () => {
    const typedIn = { 'sec-fetch-site': 'none' };
    expect(await counts(typedIn)).toBe(true);
    expect(await counts({ ...typedIn, 'x-csrf-token': csrfTokenOf(TOKEN) }, 'POST')).toBe(false);
  });

  it('from the host to which the request was sent, is accepted', async () => {
    expect(await counts({ origin: base })).toBe(true);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is accepted for %s only with the token header of its session',
    async (method) => {
      const page = { 'sec-fetch-site': 'same-origin' };
      expect(await counts({ ...page, 'x-csrf-token': csrfTokenOf(TOKEN) }, method)).toBe(true);
      for (const wrong of ['', TOKEN, csrfTokenOf('B'.repeat(43)), `${csrfTokenOf(TOKEN)}A`, 'é'.repeat(21)])
        expect(await counts({ ...page, 'x-csrf-token': wrong }, method)).toBe(false);
      expect(await counts(page, method)).toBe(false);
    },
  );

  it('is accepted for GET without the token header and with its own, but not with that of another session', async () => {
    const page = { 'sec-fetch-site': 'same-origin' };
    expect(await counts(page)).toBe(true);
    expect(await counts({ ...page, 'x-csrf-token': csrfTokenOf(TOKEN) })).toBe(true);
    expect(await counts({ ...page, 'x-csrf-token': csrfTokenOf('B'.repeat(43)) })).toBe(false);
  });
});
