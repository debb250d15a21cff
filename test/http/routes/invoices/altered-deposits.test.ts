import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../../../src/chain/keys/address.js';
import { tamper } from '../../../helpers/circuits/tamper.js';
import { addressOf, depositAddressOf } from '../../../helpers/facts/facts.js';
import { startApi, type Answer, type Shown, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
/** The key of an operator, who may read everything. */
let operator: string;
let key: string;
let invoice: Shown;
let index: number;
/** An address of the thief's. No two invoices have the same one. */
let thief: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key: operator } = await api.addOperator());
});
afterAll(() => api.close());

beforeEach(async () => {
  ({ key } = await api.addMerchant());
  const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC' };
  invoice = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
  const [stored] = await api
    .db('invoices')
    .where({ invoice_id: invoice.invoiceId })
    .pluck<number[]>('deposit_index');
  index = stored ?? -1;
  thief = addressOf(0x7415f000 + index);
});

/** Changes the invoice as the owner of the database can, with its triggers off. */
const alter = (fields: object): Promise<void> =>
  tamper(api.db, 'invoices', () =>
    api.db('invoices').where({ invoice_id: invoice.invoiceId }).update(fields),
  );

/** Asks in every way that shows the invoice. */
async function askEverywhere(): Promise<readonly Answer[]> {
  const { invoiceId, publicId } = invoice;
  const pages = ['', '/fragment', '/receipt', '/events'].map((part) => `/pay/${publicId}${part}`);
  const ofCustomers = [`/v1/public/invoices/${publicId}`, ...pages].map((path) => api.ask('GET', path));
  return Promise.all([
    api.ask('GET', `/v1/invoices/${invoiceId}`, { key }),
    api.ask('GET', `/admin/v1/invoices/${invoiceId}`, { key: operator }),
    ...ofCustomers,
    api.ask('POST', `/v1/invoices/${invoiceId}/cancel`, { key }),
  ]);
}

describe('an invoice whose deposit address a thief has altered', () => {
  it.each([
    ['to an address of the thief', () => ({ deposit_address: thief })],
    ['together with its index', () => ({ deposit_address: thief, deposit_index: 2 ** 31 - 1 })],
    ['to an index that gives another address', () => ({ deposit_index: index + 1_000_000 })],
    ['to an index that cannot be derived', () => ({ deposit_index: -1 - index, deposit_address: thief })],
  ])('%s is not shown to anybody', async (_, fieldsOf) => {
    await alter(fieldsOf());
    for (const { status, body, text } of await askEverywhere()) {
      expect([status, body.error.code]).toEqual([500, 'deposit_address_altered']);
      expect(text.toLowerCase()).not.toContain('0x');
    }
  });

  it('is reported to the operator, with the value to restore, and is shown again after that', async () => {
    await alter({ deposit_address: thief });
    const { body } = await api.ask('GET', `/v1/invoices/${invoice.invoiceId}`, { key });
    const alarm = api
      .logLines()
      .map((line) => JSON.parse(line) as { level: number; code?: string; requestId: string; err?: object })
      .find(({ requestId }) => requestId === body.error.requestId);
    expect(alarm).toMatchObject({ level: 50, code: 'deposit_address_altered' });
    const { message } = (alarm as { err: { message: string } }).err;
    for (const part of [invoice.invoiceId, thief, depositAddressOf(index)]) expect(message).toContain(part);
    await alter({ deposit_address: depositAddressOf(index) });
    const restored = await api.ask('GET', `/v1/invoices/${invoice.invoiceId}`, { key });
    expect(restored.body.data.depositAddress).toBe(toChecksumAddress(depositAddressOf(index)));
  });

  it('is omitted from the list, which shows all others and reports it once to the operator', async () => {
    const json = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC' };
    const other = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
    await alter({ deposit_address: thief });
    const asked = [1, 2, 3].map(() => api.ask('GET', '/v1/invoices', { key }));
    for (const { status, body, text } of await Promise.all(asked)) {
      expect([status, body.page.nextCursor]).toEqual([200, null]);
      expect(text.toLowerCase()).not.toContain(thief);
      const listed = body.data as unknown as Shown[];
      expect(listed.map(({ invoiceId }) => invoiceId)).toEqual([other.invoiceId]);
    }
    const { merchantId } = (await api.ask('GET', `/admin/v1/invoices/${other.invoiceId}`, { key: operator }))
      .body.data;
    for (const [path, by] of [
      ['/v1/invoices.csv', key],
      [`/v1/invoices?search=${thief}`, key],
      [`/admin/v1/invoices?merchantId=${merchantId}`, operator],
      [`/admin/v1/invoices?search=${thief}`, operator],
      [`/v1/invoices/${other.invoiceId}/timeline`, key],
      [`/v1/invoices/${invoice.invoiceId}/timeline`, key],
    ] as const) {
      const { status, text } = await api.ask('GET', path, { key: by });
      expect([path, status, text.toLowerCase().includes(thief)]).toEqual([path, 200, false]);
      if (path.endsWith('.csv')) expect(text).toContain(other.invoiceId);
    }
    // The page continues after an omitted invoice.
    const { body } = await api.ask('GET', `/v1/invoices?limit=1`, { key });
    const next = await api.ask('GET', `/v1/invoices?limit=1&cursor=${String(body.page.nextCursor)}`, { key });
    expect(next.body).toMatchObject({ data: [], page: { nextCursor: null } });
    const alarms = api
      .logLines()
      .map((line) => JSON.parse(line) as { level: number; code?: string; invoiceId?: string; msg: string })
      .filter(({ code, invoiceId }) => code !== undefined && invoiceId === invoice.invoiceId);
    expect(alarms).toMatchObject([{ level: 50, msg: expect.stringContaining(thief) as unknown }]);
  });

  it('is not settled: an order about it changes nothing', async () => {
    await alter({ deposit_address: thief });
    await api.ask('POST', `/v1/invoices/${invoice.invoiceId}/cancel`, { key });
    const row = await api.db('invoices').where({ invoice_id: invoice.invoiceId }).first<object>('status');
    expect(row).toEqual({ status: 'pending' });
  });
});

describe('a thief who alters each row as it is written', () => {
  const asked = { amountCrypto: '7', chainCode: 'local', tokenSymbol: 'USDC' };
  beforeEach(async () => {
    await api.db.raw(`CREATE FUNCTION redirect() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.deposit_address := '${thief}'; RETURN NEW; END $$`);
    await api.db.raw(
      'CREATE TRIGGER redirect BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION redirect()',
    );
  });
  afterEach(() => api.db.raw('DROP FUNCTION redirect CASCADE'));

  it('sends no customer of a new invoice to another address, nor one whose order is repeated', async () => {
    const headers = { 'idempotency-key': thief };
    const order = (): Promise<Answer> => api.ask('POST', '/v1/invoices', { key, json: asked, headers });
    const answers = [await order(), await order()];
    expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    for (const { body, text } of answers) {
      expect(text.toLowerCase()).not.toContain(thief);
      const [stored] = await api
        .db('invoices')
        .where({ invoice_id: body.data.invoiceId })
        .pluck<number[]>('deposit_index');
      expect(body.data.depositAddress).toBe(toChecksumAddress(depositAddressOf(stored ?? -1)));
    }
  });

  it('sends no customer of a checkout to another address', async () => {
    const { chainCode: _, ...open } = asked;
    const checkout = (await api.ask('POST', '/v1/checkouts', { key, json: open })).body.data;
    const json = { chainCode: 'local', tokenSymbol: 'USDC' };
    const select = `/v1/public/checkouts/${checkout.publicId}/select`;
    const answers = [
      await api.ask('POST', select, { json }),
      await api.ask('GET', `/v1/public/checkouts/${checkout.publicId}`),
      await api.ask('GET', `/pay/${checkout.publicId}`),
    ];
    for (const { text } of answers) expect(text.toLowerCase()).not.toContain(thief);
  });
});

it('a stored event whose body a thief has rewritten is never shown, and its delivery says so', async () => {
  const endpoint = { url: 'https://shop.example/hooks', events: ['invoice.created'] };
  await api.ask('POST', '/web/v1/webhook-endpoints', { key, json: endpoint });
  const json = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC' };
  await api.ask('POST', '/v1/invoices', { key, json });
  const [delivery] = (await api.ask('GET', '/web/v1/webhook-deliveries', { key })).list;
  const read = (): Promise<Answer[]> =>
    Promise.all(
      [
        ['web', key],
        ['admin', operator],
      ].map(([part = '', by = '']) =>
        api.ask('GET', `/${part}/v1/webhook-deliveries/${String(delivery?.deliveryId)}`, { key: by }),
      ),
    );
  for (const { status, body } of await read())
    expect([status, JSON.parse(body.data.body), body.data]).toMatchObject([
      200,
      { event: 'invoice.created' },
      { bodyRefused: null },
    ]);
  await tamper(api.db, 'events', () =>
    api.db.raw(
      `UPDATE events SET body = replace(body, '"depositAddress":"', '"depositAddress":"${thief}')
      WHERE event_id = (SELECT event_id FROM deliveries WHERE delivery_id = ?)`,
      [String(delivery?.deliveryId)],
    ),
  );
  for (const { status, body, text } of await read()) {
    // The delivery is shown, and says why its body is not.
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'pending', body: null, bodyRefused: expect.stringContaining('neither shown nor sent') },
    ]);
    expect(text.toLowerCase()).not.toContain(thief);
  }
});

describe('a checkout with an altered invoice', () => {
  const order = { amountFiat: '100.00', fiatCurrency: 'USD' };
  const choose = async (tokenSymbol: string): Promise<Shown> => {
    const checkout = (await api.ask('POST', '/v1/checkouts', { key, json: order })).body.data;
    const json = { chainCode: 'local', tokenSymbol };
    const { status } = await api.ask('POST', `/v1/public/checkouts/${checkout.publicId}/select`, { json });
    expect(status).toBe(200);
    return checkout;
  };

  it('is omitted from the list, which shows all others and reports it once to the operator', async () => {
    const [older, altered, newer] = [await choose('USDC'), await choose('USDC'), await choose('ETH')];
    const { checkoutId } = altered;
    const [row] = await api
      .db('invoices')
      .where({ checkout_id: checkoutId })
      .select<{ invoice_id: string }[]>('invoice_id');
    const invoiceId = row?.invoice_id ?? '';
    await tamper(api.db, 'invoices', () =>
      api.db('invoices').where({ invoice_id: invoiceId }).update({ deposit_address: thief }),
    );
    const asked = [1, 2, 3].map(() => api.ask('GET', '/v1/checkouts', { key }));
    for (const { status, list, text } of await Promise.all(asked)) {
      expect(status).toBe(200);
      expect(list.map((one) => one.checkoutId)).toEqual([newer.checkoutId, older.checkoutId]);
      expect(text.toLowerCase()).not.toContain(thief);
    }
    // The page continues after an omitted checkout.
    const listed: string[] = [];
    for (let cursor = ''; ;) {
      const page = await api.ask('GET', `/v1/checkouts?limit=1${cursor}`, { key });
      listed.push(...page.list.map((one) => one.checkoutId));
      if (page.body.page.nextCursor === null) break;
      cursor = `&cursor=${page.body.page.nextCursor}`;
    }
    expect(listed).toEqual([newer.checkoutId, older.checkoutId]);
    const one = await api.ask('GET', `/v1/checkouts/${checkoutId}`, { key });
    expect([one.status, one.body.error.code]).toEqual([500, 'deposit_address_altered']);
    const alarms = api
      .logLines()
      .map((line) => JSON.parse(line) as { level: number; invoiceId?: string; msg: string })
      .filter((line) => line.invoiceId === invoiceId);
    expect(alarms).toMatchObject([{ level: 50, msg: expect.stringContaining(thief) as unknown }]);
  });
});

describe('with the triggers on', () => {
  it.each([['deposit_address'], ['deposit_index']])('the database refuses another %s', async (column) => {
    const value = column === 'deposit_index' ? 2 ** 31 - 2 : thief;
    await expect(
      api
        .db('invoices')
        .where({ invoice_id: invoice.invoiceId })
        .update({ [column]: value }),
    ).rejects.toMatchObject({
      code: '23001',
      message: expect.stringContaining(
        `the deposit index and address of ${invoice.invoiceId} never change`,
      ) as unknown,
    });
  });
});
