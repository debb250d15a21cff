import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { tamper } from '../../../helpers/circuits/tamper.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let api: TestApi;
let operator: string;
let merchant: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key: operator } = await api.addOperator());
  const { key, merchantId } = await api.addMerchant();
  merchant = key;
  await noteChainRead(api.db);
  await api.credit(merchantId, 100_000_000n);
  for (let count = 0; count < 3; count += 1) {
    const invoice = { amountCrypto: '100', ...ASSET };
    expect((await api.ask('POST', '/v1/invoices', { key, json: invoice })).status).toBe(201);
    const withdrawal = { amountCrypto: '10', ...ASSET, address: TO };
    expect((await api.ask('POST', '/v1/withdrawals', { key, json: withdrawal })).status).toBe(201);
  }
});
afterAll(() => api.close());

const idsAt = async (path: string): Promise<readonly string[]> => {
  const { status, list } = await api.ask('GET', path, {
    key: path.startsWith('/admin') ? operator : merchant,
  });
  expect([path, status]).toEqual([path, 200]);
  return list.map((one) => (path.includes('/invoices') ? one.invoiceId : one.withdrawalId));
};
const told = (): readonly string[] =>
  api
    .logLines()
    .map((line) => JSON.parse(line) as { level: number; code?: string; msg: string })
    .filter(({ level, code }) => level === 50 && code === 'row_altered')
    .map(({ msg }) => msg);

it.each([
  ['invoices', 'invoice_id', { amount_atomic: 'NaN' }, 'an amount of "NaN"'],
  ['invoices', 'invoice_id', { expires_at: 'infinity' }, 'a time of "infinity"'],
  ['withdrawals', 'withdrawal_id', { amount_atomic: 'NaN' }, 'an amount of "NaN"'],
  ['withdrawals', 'withdrawal_id', { created_at: '-infinity' }, 'a time of "-infinity"'],
])(
  'of %s the owner of the database makes one unreadable (%s, %j): all others are listed, and the operator is told',
  async (table, column, fields, what) => {
    const status = table === 'invoices' ? 'pending' : 'pending_approval';
    const lists = [`/v1/${table}`, `/admin/v1/${table}`, `/admin/v1/${table}?status=${status}`];
    const all = await idsAt(`/v1/${table}`);
    const [, altered] = all;
    const row = () => api.db(table).where({ [column]: String(altered) });
    const asItWas = await row().first<Record<string, unknown>>(...Object.keys(fields));
    await tamper(api.db, table, () => row().update(fields));

    const others = all.filter((id) => id !== altered);
    for (const path of lists) expect([path, await idsAt(path)]).toEqual([path, others]);
    // A page has as many as it may have, and the next one begins after them.
    const page = await api.ask('GET', `/v1/${table}?limit=1`, { key: merchant });
    expect(page.body.page.nextCursor).not.toBeNull();
    expect(await idsAt(`/v1/${table}?limit=1&cursor=${String(page.body.page.nextCursor)}`)).toEqual([
      others[1],
    ]);
    expect(told().filter((line) => line.includes(`the table ${table} has ${what}`))).toHaveLength(1);

    await tamper(api.db, table, () => row().update(asItWas));
    for (const path of lists) expect([path, await idsAt(path)]).toEqual([path, all]);
  },
);
