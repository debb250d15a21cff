import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { tamper } from '../../../helpers/circuits/tamper.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let api: TestApi;
let operator: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key: operator } = await api.addOperator());
  await noteChainRead(api.db);
});
afterAll(() => api.close());

/** Makes an endpoint, an invoice and a withdrawal of a new merchant, and so their deliveries. */
async function addTraces(): Promise<void> {
  const { key, merchantId } = await api.addMerchant();
  await api.credit(merchantId, 20_000_000n);
  for (const [path, json] of [
    ['/web/v1/webhook-endpoints', { url: 'https://shop.example/hooks', events: ['*'] }],
    ['/v1/invoices', { amountCrypto: '100', ...ASSET }],
    ['/v1/withdrawals', { amountCrypto: '10', ...ASSET, address: TO }],
  ] as const)
    expect((await api.ask('POST', path, { key, json })).status).toBe(201);
}

it.each(['mer_00000000000000000000000000', 'mer_1: 10.000000 USDC'])(
  'a row with the merchant %s, as a thief has written it, is left out of lists and reported; all other rows are shown',
  async (merchantId) => {
    for (const [path, table, column, code] of [
      ['/admin/v1/invoices', 'invoices', 'invoice_id', 'merchant_lost'],
      ['/admin/v1/withdrawals', 'withdrawals', 'withdrawal_id', 'withdrawal_altered'],
      ['/admin/v1/webhook-endpoints', 'webhook_endpoints', 'endpoint_id', 'merchant_lost'],
      ['/admin/v1/webhook-deliveries', 'deliveries', 'delivery_id', 'merchant_lost'],
    ] as const) {
      await addTraces();
      const list = async (): Promise<string[]> => {
        const { status, list: shown } = await api.ask('GET', `${path}?limit=100`, { key: operator });
        expect([path, status]).toEqual([path, 200]);
        return shown.map((one) => one[idField(path)]);
      };
      const before = await list();
      const altered = String(before[0]);
      await tamper(api.db, table, () =>
        api
          .db(table)
          .where({ [column]: altered })
          .update({ merchant_id: merchantId }),
      );
      expect([path, await list()]).toEqual([path, before.slice(1)]);
      const alarms = api
        .logLines()
        .map((line) => JSON.parse(line) as { level: number; code?: string; msg: string })
        .filter(({ msg }) => msg.includes(altered));
      const told = { level: 50, code, msg: expect.stringContaining(merchantId) as unknown };
      expect([path, alarms]).toEqual([path, [expect.objectContaining(told)]]);
    }
  },
);

it('a withdrawal of a merchant that does not exist is shown to no approver, even after it has ended', async () => {
  await addTraces();
  const [withdrawalId = ''] = await api
    .db('withdrawals')
    .orderBy('withdrawal_id', 'desc')
    .pluck<string[]>('withdrawal_id');
  const altered = { merchant_id: 'mer_00000000000000000000000000' };
  for (const status of ['pending_approval', 'cancelled']) {
    await tamper(api.db, 'withdrawals', () =>
      api
        .db('withdrawals')
        .where({ withdrawal_id: withdrawalId })
        .update({ ...altered, status }),
    );
    const asked = await api.ask('GET', `/admin/v1/withdrawals/${withdrawalId}`, { key: operator });
    expect([status, asked.status, asked.body.error.code]).toEqual([status, 500, 'withdrawal_altered']);
  }
});

function idField(path: string): 'invoiceId' | 'withdrawalId' | 'id' | 'deliveryId' {
  if (path.endsWith('invoices')) return 'invoiceId';
  if (path.endsWith('withdrawals')) return 'withdrawalId';
  return path.endsWith('endpoints') ? 'id' : 'deliveryId';
}
