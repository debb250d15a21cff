import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { tamper } from '../../../helpers/circuits/tamper.js';

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let api: TestApi;
let operator: string;
let key: string;
let merchantId: string;
/** Of 10,000 USDC. */
let withdrawalId: string;
/** Of 1 USDC. */
let honestId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key: operator } = await api.addOperator());
  await noteChainRead(api.db);
});
afterAll(() => api.close());

beforeEach(async () => {
  ({ key, merchantId } = await api.addMerchant());
  await api.credit(merchantId, 20_000_000_000n);
  const ask = async (amountCrypto: string): Promise<string> => {
    const json = { amountCrypto, chainCode: 'local', tokenSymbol: 'USDC', address: TO };
    return (await api.ask('POST', '/v1/withdrawals', { key, json })).body.data.withdrawalId;
  };
  [withdrawalId, honestId] = [await ask('10000'), await ask('1')];
});

/** Changes the withdrawal as the owner of the database can, with its triggers off. */
const alter = (fields: object): Promise<void> =>
  tamper(api.db, 'withdrawals', () =>
    api.db('withdrawals').where({ withdrawal_id: withdrawalId }).update(fields),
  );
const orders = (order: string, json: object): Promise<Answer> =>
  api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/${order}`, { key: operator, json });

/** Asks in every way that shows an approver the withdrawal, or takes an approval of it. */
const askEverywhere = (): Promise<readonly Answer[]> =>
  Promise.all([
    ...['', '/timeline', '/approval-message'].map((part) =>
      api.ask('GET', `/admin/v1/withdrawals/${withdrawalId}${part}`, { key: operator }),
    ),
    ...['', '/timeline'].map((part) => api.ask('GET', `/v1/withdrawals/${withdrawalId}${part}`, { key })),
    orders('approve', {}),
    orders('approve', { signature: `0x${'12'.repeat(65)}`, validUntil: Math.floor(Date.now() / 1_000) + 60 }),
  ]);

describe('a withdrawal of 10,000 USDC that a thief has made to be shown as 10', () => {
  it('is neither shown nor approved, and the operator is told what to restore', async () => {
    await alter({ token_decimals: 9 });
    for (const { status, body, text } of await askEverywhere()) {
      expect([status, body.error.code]).toEqual([500, 'withdrawal_altered']);
      expect(text).not.toContain('10.000000');
    }
    const alarms = api
      .logLines()
      .map((line) => JSON.parse(line) as { level: number; code?: string; err?: { message: string } })
      .filter(({ code }) => code === 'withdrawal_altered');
    expect(alarms[0]).toMatchObject({ level: 50 });
    for (const part of [withdrawalId, '"9" decimals', 'CHAINS_FILE of this process has 6'])
      expect(alarms[0]?.err?.message).toContain(part);
    const row = api.db('withdrawals').where({ withdrawal_id: withdrawalId });
    expect(await row.clone().pluck('status')).toEqual(['pending_approval']);
    expect(await api.db('approval_signatures').where({ withdrawal_id: withdrawalId })).toEqual([]);

    await alter({ token_decimals: 6 });
    const approved = await orders('approve', {});
    expect([approved.status, approved.body.data]).toMatchObject([200, { amountCrypto: '10000.000000' }]);
  });

  it('is omitted from lists, which show all others and report it once to the operator', async () => {
    await alter({ token_decimals: 9 });
    const lists = [
      ['/v1/withdrawals', key],
      [`/admin/v1/withdrawals?merchantId=${merchantId}`, operator],
    ] as const;
    for (const [path, by] of lists) {
      const { status, list } = await api.ask('GET', path, { key: by });
      const ids = list.map((one) => one.withdrawalId);
      expect([path, status, ids]).toEqual([path, 200, [honestId]]);
    }
    const { text } = await api.ask('GET', '/v1/withdrawals.csv', { key });
    expect(text).toContain(honestId);
    expect(text).not.toContain(withdrawalId);
    const alarms = api
      .logLines()
      .map((line) => JSON.parse(line) as { level: number; withdrawalId?: string })
      .filter((line) => line.withdrawalId === withdrawalId);
    expect(alarms).toMatchObject([{ level: 50, code: 'withdrawal_altered' }]);
  });

  it('can be rejected, and its merchant is told the amount as it is', async () => {
    const endpoint = { url: 'https://shop.example/hooks', events: ['withdrawal.rejected'] };
    await api.ask('POST', '/web/v1/webhook-endpoints', { key, json: endpoint });
    await alter({ token_decimals: 9 });
    expect((await orders('reject', { reason: 'somebody has altered it' })).status).toBe(200);
    const [delivery] = (await api.ask('GET', '/web/v1/webhook-deliveries', { key })).list;
    const path = `/web/v1/webhook-deliveries/${String(delivery?.deliveryId)}`;
    const { body } = await api.ask('GET', path, { key });
    expect(JSON.parse(body.data.body)).toMatchObject({
      event: 'withdrawal.rejected',
      data: { withdrawalId, amountCrypto: '10000.000000' },
    });
  });
});

it.each([
  ['merchant', { merchant_id: 'mer_1: 10.000000 USDC to 0x5a' }],
  ['kind', { kind: 'payout of 10.000000 USDC' }],
])('an approval message is not made of a %s that is a sentence', async (_, fields) => {
  await api.db.raw('ALTER TABLE withdrawals DROP CONSTRAINT IF EXISTS withdrawals_check');
  await api.db.raw('ALTER TABLE withdrawals DROP CONSTRAINT IF EXISTS withdrawals_kind_check');
  await alter(fields);
  const path = `/admin/v1/withdrawals/${withdrawalId}/approval-message`;
  const { status, body } = await api.ask('GET', path, { key: operator });
  expect([status, body.error.code]).toEqual([500, 'withdrawal_altered']);
});
