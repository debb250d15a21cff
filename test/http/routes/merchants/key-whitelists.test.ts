import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureWallet } from '../../../../src/db/wallets/wallets.js';
import { addSignedIn, MEMBERS_PASSWORD, type SignedInMember } from '../../../helpers/api/signed-in.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const [A, B, C] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string];

let nowMs = Date.now();
let api: TestApi;
let merchant: { merchantId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, trustProxy: 1, now: () => nowMs });
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
  await api.credit(merchant.merchantId, 100_000_000n);
});

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const at = (address: string, chainCode = 'local'): object => ({ chainCode, address, label: 'treasury' });
const put = (json: object, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('PUT', '/web/v1/api-keys/whitelists', {
    key: merchant.key,
    json: { ips: [], withdrawalAddresses: [], ...json },
    headers,
  });
const list = (...addresses: readonly string[]): Promise<Answer> =>
  put({ withdrawalAddresses: addresses.map((address) => at(address)) });
/** Whether the key may withdraw to the address. */
async function pays(address: string): Promise<boolean> {
  const answer = await api.ask('POST', '/v1/withdrawals', {
    key: merchant.key,
    json: { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC', address },
  });
  if (answer.status !== 201) expect(codeOf(answer)).toEqual([422, 'address_not_whitelisted']);
  return answer.status === 201;
}
const payable = async (): Promise<readonly boolean[]> => [await pays(A), await pays(B), await pays(C)];

describe('withdrawal addresses', () => {
  it('take effect at once when they are the first, and are shown with their checksum', async () => {
    const answer = await put({ withdrawalAddresses: [at(CHECKSUMMED.toLowerCase()), at(A, 'BSC')] });
    expect(answer.status).toBe(200);
    expect(answer.body.data.withdrawalAddresses[0]).toEqual(at(CHECKSUMMED));
    expect(answer.body.data).toMatchObject({ pendingWithdrawalAddresses: [], whitelistEndsAt: null });
    expect(await pays(CHECKSUMMED)).toBe(true);
    // Listed on the other chain.
    expect(await pays(A)).toBe(false);
  });

  it('that are added wait a day, and removed ones end at once; the audit log says when', async () => {
    await list(A);
    const { body } = await list(B, C);
    const effectiveAt = new Date(nowMs + DAY_MS).toISOString();
    expect(body.data).toMatchObject({ pendingWithdrawalAddresses: [{ effectiveAt }, { effectiveAt }] });
    expect(body.data.withdrawalAddresses).toHaveLength(2);
    expect(await payable()).toEqual([false, false, false]);
    nowMs += DAY_MS - 1;
    expect(await payable()).toEqual([false, false, false]);
    nowMs += 1;
    expect(await payable()).toEqual([false, true, true]);
  });

  it('restrict for a day more when all are removed', async () => {
    await list(A);
    const { body } = await list();
    expect(body.data).toMatchObject({ whitelistEndsAt: new Date(nowMs + DAY_MS).toISOString() });
    expect(body.data.withdrawalAddresses).toHaveLength(1);
    expect(await payable()).toEqual([true, false, false]);
    nowMs += DAY_MS;
    expect(await payable()).toEqual([true, true, true]);
  });

  it('and ranges are replaced only by somebody who has read their present value', async () => {
    const own = ({ address }: { readonly address: string }) => ({ chainCode: 'local', address });
    const read = (await list(A, B)).body.data as unknown as {
      readonly ips: readonly string[];
      readonly withdrawalAddresses: readonly { readonly address: string }[];
    };
    const expected = { ips: read.ips, withdrawalAddresses: read.withdrawalAddresses.map(own) };
    // Somebody else takes an address off the list.
    await list(A);
    const stale = await put({ withdrawalAddresses: [at(A), at(B), at(C)], expected });
    expect(codeOf(stale)).toEqual([409, 'invalid_state']);
    expect(await payable()).toEqual([true, false, false]);
    const now = { ips: [], withdrawalAddresses: [own({ address: A.toUpperCase().replace('0X', '0x') })] };
    const otherRanges = { ...now, ips: ['203.0.113.0/24'] };
    expect(codeOf(await put({ withdrawalAddresses: [], expected: otherRanges }))).toEqual([
      409,
      'invalid_state',
    ]);
    const asked = { withdrawalAddresses: [at(A), at(C)], expected: now };
    const [first, again] = [await put(asked), await put(asked)];
    // The same order once more, after an answer that was lost: it is carried out already.
    const { withdrawalAddresses, ...waits } = first.body.data as object as Record<string, unknown>;
    const { pendingWithdrawalAddresses } = waits;
    expect([again.status, again.body.data]).toMatchObject([
      200,
      { withdrawalAddresses, pendingWithdrawalAddresses },
    ]);
    const other = { ...asked, withdrawalAddresses: [at(A), at(B)] };
    expect(codeOf(await put(other))).toEqual([409, 'invalid_state']);
  });

  it('are inherited by the keys that the key creates, and prevent it from regenerating a key without them', async () => {
    const strong = merchant;
    const json = { name: 'x', scopes: ['withdrawals:write'] };
    const before = await api.ask('POST', '/web/v1/api-keys', { key: strong.key, json });
    await list(A);
    const after = await api.ask('POST', '/web/v1/api-keys', { key: strong.key, json });
    expect(after.body.data.withdrawalAddresses).toHaveLength(1);
    const regenerate = (apiKeyId: string): Promise<Answer> =>
      api.ask('POST', '/web/v1/api-keys/regenerate', { key: strong.key, json: { apiKeyId } });
    expect(codeOf(await regenerate(before.body.data.apiKeyId))).toEqual([403, 'missing_scope']);
    expect((await regenerate(after.body.data.apiKeyId)).status).toBe(200);
    expect((await regenerate(strong.apiKeyId)).status).toBe(200);
  });

  it.each([
    ['that fails its checksum', [at(CHECKSUMMED.replace('5aA', '5AA'))], 422, 'invalid_address'],
    ['of another form', [at('vitalik.eth')], 422, 'invalid_address'],
    ['that is the zero address', [at(`0x${'00'.repeat(20)}`)], 422, 'invalid_address'],
    ['on a chain that is not offered', [at(A, 'doge')], 422, 'unsupported_asset'],
    ['listed twice', [at(CHECKSUMMED), at(CHECKSUMMED.toLowerCase())], 400, 'validation_failed'],
    ['with an unknown field', [{ ...at(A), note: 'x' }], 400, 'validation_failed'],
    ['beyond a hundred', Array.from({ length: 101 }, () => at(A)), 400, 'validation_failed'],
  ])('%s answers %i %s', async (_, withdrawalAddresses, ...expected) => {
    expect(codeOf(await put({ withdrawalAddresses }))).toEqual(expected);
  });

  it('are never our own addresses', async () => {
    const wallet = `0x${'77'.repeat(20)}`;
    await ensureWallet(api.db, { chainCode: 'local', address: wallet });
    expect(codeOf(await list(wallet))).toEqual([422, 'invalid_address']);
  });
});

describe('IP ranges', () => {
  const HERE = { 'x-forwarded-for': '203.0.113.9' };
  const works = async (ip: string): Promise<unknown> => {
    const headers = { 'x-forwarded-for': ip };
    const answer = await api.ask('GET', '/v1/balances', { key: merchant.key, headers });
    return answer.status === 200 ? 200 : codeOf(answer);
  };

  it('take effect at once when added or removed; a single address stands for itself', async () => {
    const { status, body } = await put({ ips: ['203.0.113.9', '2001:db8::/32', '203.0.113.9'] }, HERE);
    expect([status, body.data.ips]).toEqual([200, ['203.0.113.9/32', '2001:db8::/32']]);
    expect(await works('203.0.113.9')).toBe(200);
    expect(await works('2001:db8::5')).toBe(200);
    expect(await works('203.0.113.10')).toEqual([403, 'ip_not_allowed']);
    expect((await put({ ips: [] }, HERE)).status).toBe(200);
    expect(await works('203.0.113.10')).toBe(200);
  });

  it('that exclude the caller are refused, unless that is explicitly confirmed', async () => {
    const refused = await put({ ips: ['198.51.100.0/24'] }, HERE);
    expect(codeOf(refused)).toEqual([409, 'invalid_state']);
    expect(refused.body.error.message).toContain('203.0.113.9');
    expect(await works('203.0.113.9')).toBe(200);
    expect((await put({ ips: ['198.51.100.0/24'], force: true }, HERE)).status).toBe(200);
    expect(await works('203.0.113.9')).toEqual([403, 'ip_not_allowed']);
    expect(await works('198.51.100.1')).toBe(200);
  });

  it('of another key may exclude the caller', async () => {
    const json = { name: 'x', scopes: ['invoices:read'] };
    const { apiKeyId } = (await api.ask('POST', '/web/v1/api-keys', { key: merchant.key, json })).body.data;
    expect((await put({ apiKeyId, ips: ['198.51.100.0/24'] }, HERE)).body.data.ips).toEqual([
      '198.51.100.0/24',
    ]);
  });

  it.each([
    ['300.0.0.1/8'],
    ['10.0.0.0/33'],
    ['10.0.0.0/'],
    ['10.0.0.0/8/8'],
    ['10.1/16'],
    ['0x7f.0.0.1/8'],
    ['::ffff:10.0.0.0/104'],
    ['fe80::1%eth0/64'],
    ['example.com'],
    [''],
  ])('like %j answer 400 validation_failed', async (range) => {
    const answer = await put({ ips: [range], force: true });
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.error.details[0]?.path).toBe('ips.0');
  });

  it('and addresses must both be sent, so that omitting a list never lifts it', async () => {
    for (const json of [{ ips: undefined }, { withdrawalAddresses: undefined }]) {
      expect(codeOf(await put(json))).toEqual([400, 'validation_failed']);
    }
  });
});

describe("a merchant's own list", () => {
  const LIST = '/web/v1/withdrawal-addresses';
  const putOwn = (...addresses: readonly string[]): Promise<Answer> =>
    api.ask('PUT', LIST, {
      key: merchant.key,
      json: { withdrawalAddresses: addresses.map((address) => at(address)) },
    });

  it('restricts each of its keys, in addition to the list of the key', async () => {
    expect((await putOwn(A, B)).body.data).toMatchObject({ pendingWithdrawalAddresses: [] });
    expect(await payable()).toEqual([true, true, false]);
    await list(B, C);
    expect(await payable()).toEqual([false, true, false]);
    // An operator can make a key that has no list of its own.
    const operator = await api.addOperator();
    const terms = { merchantId: merchant.merchantId, name: 'new', scopes: ['withdrawals:write'] };
    const made = await api.ask('POST', '/admin/v1/api-keys', { key: operator.key, json: terms });
    merchant = { ...merchant, key: made.body.data.key };
    expect(await payable()).toEqual([true, true, false]);
  });

  it('is tightened at once and loosened after a day; it says from when on', async () => {
    await putOwn(A, B);
    const { body } = await putOwn(B, C);
    const effectiveAt = new Date(nowMs + DAY_MS).toISOString();
    expect(body.data).toMatchObject({ pendingWithdrawalAddresses: [{ effectiveAt }] });
    expect(await payable()).toEqual([false, true, false]);
    const json = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC', address: C };
    const refused = await api.ask('POST', '/v1/withdrawals', { key: merchant.key, json });
    expect(refused.body.error.message).toContain(`of its merchant only from ${effectiveAt} on`);
    nowMs += DAY_MS;
    expect(await payable()).toEqual([false, true, true]);
    await putOwn();
    expect(await payable()).toEqual([false, true, true]);
    nowMs += DAY_MS;
    expect(await payable()).toEqual([true, true, true]);
    expect((await api.ask('GET', LIST, { key: merchant.key })).body.data.withdrawalAddresses).toEqual([]);
    const audit = await api
      .db('audit_log')
      .where({ action: 'merchant.set_whitelist', object_id: merchant.merchantId });
    expect(audit).toHaveLength(3);
  });

  it.each<[string, 'PATCH' | 'POST', string, object]>([
    ['disabled', 'PATCH', '/web/v1/api-keys/status', { status: 'disabled' }],
    ['revoked', 'PATCH', '/web/v1/api-keys/status', { status: 'revoked' }],
    ['given a new secret at once', 'POST', '/web/v1/api-keys/regenerate', {}],
  ])('is not loosened by what waits when the key that asked for it is %s', async (_, method, path, order) => {
    await putOwn(A);
    const thief = await api.addMerchant({ owner: { merchantId: merchant.merchantId } });
    const withdrawalAddresses = [at(A), at(B)];
    const asked = await api.ask('PUT', LIST, { key: thief.key, json: { withdrawalAddresses } });
    expect(asked.body.data).toMatchObject({ pendingWithdrawalAddresses: [{}] });
    const json = { apiKeyId: thief.apiKeyId, ...order };
    expect((await api.ask(method, path, { key: merchant.key, json })).status).toBeLessThan(300);
    nowMs += DAY_MS;
    expect(await payable()).toEqual([true, false, false]);
  });

  it.each<[string, (owner: SignedInMember, thief: SignedInMember) => Promise<unknown>]>([
    [
      'gets a role with fewer rights',
      (owner, { memberId }) => owner.ask('PATCH', `/web/v1/members/${memberId}`, { role: 'viewer' }),
    ],
    [
      'changes the password',
      (_, thief) =>
        thief.ask('POST', '/web/v1/security/password', {
          currentPassword: MEMBERS_PASSWORD,
          newPassword: 'another password of mine',
        }),
    ],
  ])('is not loosened by what waits when the member who asked for it %s', async (_, change) => {
    await putOwn(A);
    const { merchantId } = merchant;
    const add = (): Promise<SignedInMember> =>
      addSignedIn(api, { kind: 'merchant', merchantId, role: 'owner' });
    const [owner, thief] = [await add(), await add()];
    const asked = await thief.ask('PUT', LIST, { withdrawalAddresses: [at(A), at(B)] });
    expect(asked.body.data).toMatchObject({ pendingWithdrawalAddresses: [{}] });
    expect(await change(owner, thief)).toMatchObject({ status: 200 });
    nowMs += DAY_MS;
    expect(await payable()).toEqual([true, false, false]);
  });

  it('is replaced only by somebody who has read its present value', async () => {
    await putOwn(A, B);
    const replace = (expected: readonly string[]): Promise<Answer> =>
      api.ask('PUT', LIST, {
        key: merchant.key,
        json: {
          withdrawalAddresses: [at(A), at(B)],
          expected: { withdrawalAddresses: expected.map((address) => ({ chainCode: 'local', address })) },
        },
      });
    await putOwn(A);
    expect(codeOf(await replace([A, B]))).toEqual([409, 'invalid_state']);
    expect(codeOf(await replace([]))).toEqual([409, 'invalid_state']);
    expect(await payable()).toEqual([true, false, false]);
    expect((await replace([A])).status).toBe(200);
    // The same order once more, after an answer that was lost: it is carried out already.
    expect((await replace([A])).status).toBe(200);
  });

  it('refuses what cannot be paid, as the list of a key does', async () => {
    expect(codeOf(await putOwn(`0x${'0'.repeat(40)}`))).toEqual([422, 'invalid_address']);
    expect(codeOf(await putOwn(A, A.toUpperCase().replace('0X', '0x')))).toEqual([400, 'validation_failed']);
  });
});
