import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '../../../../src/db/core/database.js';
import { appendAudit } from '../../../../src/db/audit/audit-log.js';
import { addSignedIn, type SignedInMember } from '../../../helpers/api/signed-in.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';

let api: TestApi;
let mine: { merchantId: string; apiKeyId: string; key: string };
let theirs: { merchantId: string; key: string };
let owner: SignedInMember;
let operator: { operatorId: string; apiKeyId: string; key: string };
let withdrawalId: string;

interface Entry {
  readonly auditId: string;
  readonly withdrawal: object | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly ip: string | null;
  readonly action: string;
  readonly objectId: string;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object | null;
}
const entries = async (query = '', key = mine.key): Promise<readonly Entry[]> =>
  (await api.ask('GET', `/web/v1/audit-log${query}`, { key })).list as unknown as Entry[];

const ask = async (key: string, method: string, path: string, json: object) => {
  const answer = await api.ask(method, path, { key, json });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body.data;
};

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  await noteChainRead(api.db);
  [mine, theirs, operator] = [await api.addMerchant(), await api.addMerchant(), await api.addOperator()];
  owner = await addSignedIn(api, { kind: 'merchant', merchantId: mine.merchantId, role: 'owner' });
  for (const { merchantId, key } of [mine, theirs]) {
    await api.credit(merchantId, 9_000_000n);
    const asset = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: '1' };
    const made = await ask(key, 'POST', '/v1/withdrawals', { ...asset, address: `0x${'12'.repeat(20)}` });
    const { withdrawalId: id } = made;
    await ask(operator.key, 'POST', `/admin/v1/withdrawals/${id}/reject`, { reason: 'an unknown address' });
    if (key === mine.key) withdrawalId = id;
    const other = await ask(key, 'POST', '/web/v1/api-keys', { name: 'x', scopes: ['invoices:read'] });
    await ask(operator.key, 'PATCH', `/admin/v1/api-keys/${other.apiKeyId}`, {
      rateLimits: { default: 7 },
      reason: 'internal words',
    });
  }
  await owner.ask('POST', '/web/v1/invitations', { email: 'new@shop.example', role: 'viewer' });
  await transaction(api.db, (trx) =>
    appendAudit(trx, {
      actor: { kind: 'system', id: null, ip: null },
      action: 'withdrawal.nonce_lost',
      objectKind: 'withdrawal',
      objectId: withdrawalId,
    }),
  );
});
afterAll(() => api.close());

it('a merchant reads what its people, its keys and operators did to its own objects, newest first', async () => {
  const found = await entries();
  expect(found.map(({ action, actorKind }) => `${actorKind} ${action}`)).toEqual([
    'merchant member.invite',
    'operator api_key.set_rate_limits',
    'merchant api_key.create',
    'operator withdrawal.reject',
    'merchant withdrawal.create',
  ]);
  expect(found[0]).toMatchObject({ actorId: owner.memberId, actorName: 'Ann', ip: expect.any(String) });
  expect(found[2]).toMatchObject({ actorId: mine.apiKeyId, actorName: 'key' });
  expect(found[3]).toMatchObject({ objectId: withdrawalId, reason: 'an unknown address' });
});

it('each audit entry about a withdrawal shows its payment, to its merchant and to operators', async () => {
  const of = {
    amountCrypto: '1.000000',
    amountAtomic: '1000000',
    decimals: 6,
    tokenSymbol: 'USDC',
    chainCode: 'local',
  };
  const query = `?objectId=${withdrawalId}`;
  const ofAll = await api.ask('GET', `/admin/v1/audit-log${query}`, { key: operator.key });
  const told = [...(await entries(query)), ...(ofAll.list as unknown as Entry[])];
  expect(told.map(({ withdrawal }) => withdrawal)).toEqual([of, of, of, of, of]);
  const others = (await entries()).filter(({ objectId }) => objectId !== withdrawalId);
  expect(others.map(({ withdrawal }) => withdrawal)).toEqual([null, null, null]);
});

it('a merchant learns nothing about other merchants, and about an operator only that it was one', async () => {
  const whole = await api.ask('GET', '/web/v1/audit-log', { key: mine.key });
  const secrets = [theirs.merchantId, operator.operatorId, operator.apiKeyId, 'internal words', 'rateLimits'];
  for (const secret of secrets) expect(whole.text).not.toContain(secret);
  const ofOperators = (await entries()).filter(({ actorKind }) => actorKind === 'operator');
  expect(ofOperators.map(({ actorId, actorName, ip }) => [actorId, actorName, ip])).toEqual([
    [null, null, null],
    [null, null, null],
  ]);
  // An operator's key named by a merchant finds nothing.
  expect(await entries(`?actorId=${operator.apiKeyId}`)).toEqual([]);
  expect(await entries(`?objectId=${withdrawalId}`, theirs.key)).toEqual([]);
});

it('a merchant filters the audit log by action, actor and time, pages by cursor, and unknown filters are refused', async () => {
  const count = async (query: string): Promise<number> => (await entries(query)).length;
  expect(await count('?action=withdrawal.reject')).toBe(1);
  expect(await count(`?actorId=${owner.memberId}`)).toBe(1);
  expect(await count('?actorKind=operator')).toBe(2);
  expect(await count('?createdTo=2020-01-01T00:00:00Z')).toBe(0);
  const first = await api.ask('GET', '/web/v1/audit-log?limit=2', { key: mine.key });
  const rest = await entries(`?limit=3&cursor=${String(first.body.page.nextCursor)}`);
  expect([...(first.list as unknown as Entry[]), ...rest]).toEqual(await entries());
  for (const query of ['?actor=x', '?actorKind=cli', '?cursor=zz'])
    expect((await api.ask('GET', `/web/v1/audit-log${query}`, { key: mine.key })).status).toBe(400);
  const { key } = await api.addMerchant({ scopes: ['invoices:read'] });
  expect((await api.ask('GET', '/web/v1/audit-log', { key })).status).toBe(403);
});
