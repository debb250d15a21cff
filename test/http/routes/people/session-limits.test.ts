import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addPerson, codeOf, MEMBER_PASSWORD } from '../../../helpers/api/person.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
let nowMs = Date.now();

beforeAll(async () => {
  api = await startApi({ now: () => nowMs });
});
afterAll(() => api.close());

it('a session of a suspended merchant answers what is about itself, so that its member can sign out, and nothing else', async () => {
  const ada = await addPerson(api, 'merchant');
  await ada.signIn();
  const merchantId = ada.membership.kind === 'merchant' ? ada.membership.merchantId : '';
  await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
  for (const path of ['/v1/balances', '/web/v1/members', '/web/v1/merchant'])
    expect(codeOf(await ada.ask('GET', path))).toBe('merchant_suspended');
  expect((await ada.session('GET')).status).toBe(200);
  expect(codeOf(await ada.elsewhere().signIn())).toBe('merchant_suspended');
  const changed = { currentPassword: MEMBER_PASSWORD, newPassword: 'another password of mine' };
  expect((await ada.security('POST', '/password', changed)).status).toBe(200);
  expect((await ada.session('DELETE')).status).toBe(200);
  expect(codeOf(await ada.session('GET'))).toBe('unauthenticated');
});

it('an order that only asks for a confirmation uses none of the few requests of its group', async () => {
  const ada = await addPerson(api, 'merchant');
  await ada.signIn();
  const { body } = await ada.ask('POST', '/web/v1/api-keys', { name: 'till', scopes: ['invoices:read'] });
  const { apiKeyId } = body.data;
  const rotate = () => ada.ask('POST', '/web/v1/api-keys/regenerate', { apiKeyId, overlapSeconds: 0 });
  for (let rotation = 1; rotation <= 3; rotation += 1) {
    nowMs += 11 * 60_000;
    expect(codeOf(await rotate())).toBe('confirmation_needed');
    expect((await ada.session('POST', '/confirm', { password: MEMBER_PASSWORD })).status).toBe(200);
    expect((await rotate()).status).toBe(200);
  }
  expect(codeOf(await rotate())).toBe('rate_limited');
});
