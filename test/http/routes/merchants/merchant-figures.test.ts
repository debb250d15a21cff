import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leastIdOf } from '../../../../src/db/core/new-id.js';
import { depositAddressOf } from '../../../helpers/facts/facts.js';
import { holdMoney, payHeld } from '../../../helpers/api/hold-money.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const NOW_MS = Date.parse('2026-03-02T12:00:00Z');
const INVOICE = { amountFiat: '12.50', fiatCurrency: 'USD', chainCode: 'local', tokenSymbol: 'USDC' };

let api: TestApi;
let key: string;
let merchantId: string;
let invoiceId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => NOW_MS });
  ({ key, merchantId } = await api.addMerchant());
  ({ invoiceId } = (await api.ask('POST', '/v1/invoices', { key, json: INVOICE })).body.data);
});
afterAll(() => api.close());

/** Copies the invoice, completed at these moments with the requested amount. */
async function complete(moments: readonly string[]): Promise<void> {
  const copies = moments.map((moment, i) => ({
    invoice_id: leastIdOf('inv', Date.parse(moment) + i),
    public_id: `pay_${i.toString(16).padStart(40, '0')}`,
    deposit_index: i + 1_000,
    deposit_address: depositAddressOf(i + 1_000),
    status: 'completed',
    completed_at: moment,
    amount_paid_atomic: '12500000',
  }));
  await api.db.raw(
    `INSERT INTO invoices SELECT (json_populate_record(t, c)).* FROM invoices t, json_array_elements(?::json) c
      WHERE t.invoice_id = ?`,
    [JSON.stringify(copies), invoiceId],
  );
}

const get = (path: string, as = key): Promise<Answer> => api.ask('GET', path, { key: as });

describe('GET /web/v1/volume', () => {
  beforeAll(() =>
    complete(['2026-02-28T23:30:00.000Z', '2026-03-01T10:00:00.000Z', '2026-03-01T10:07:00.000Z']),
  );

  it('has each day of the time zone, with exact sums by asset and currency', async () => {
    const { body } = await get('/web/v1/volume?days=3&timeZone=Europe/Berlin');
    const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
    expect(body.data).toEqual([
      { day: '2026-02-28', invoices: 0, assets: [], fiat: [] },
      {
        day: '2026-03-01',
        invoices: 3,
        assets: [{ ...asset, invoices: 3, amountCrypto: '37.500000', amountAtomic: '37500000' }],
        fiat: [{ currency: 'USD', amount: '37.50' }],
      },
      { day: '2026-03-02', invoices: 0, assets: [], fiat: [] },
    ]);
  });

  it('counts what was credited: an invoice that late money completed brought that money', async () => {
    const shop = await api.addMerchant();
    const { invoiceId: late } = await holdMoney(api, shop.key);
    await api.db.raw(
      `UPDATE transfers t SET block_time = i.expires_at + interval '1 hour' FROM invoices i
        WHERE i.invoice_id = t.invoice_id AND i.invoice_id = ?`,
      [late],
    );
    const json = { action: 'accept' };
    const { body } = await api.ask('POST', `/v1/invoices/${late}/resolve`, { key: shop.key, json });
    expect(body.data).toMatchObject({ status: 'completed', amountPaidAtomic: '0' });
    const days = (await get('/web/v1/volume?days=1', shop.key)).body.data;
    expect(days).toMatchObject([{ invoices: 1, assets: [{ amountCrypto: '100.000000' }] }]);
  });

  it('counts money once that was paid, sent back and paid again, as the invoice does', async () => {
    const shop = await api.addMerchant();
    const invoice = await holdMoney(api, shop.key);
    const path = `/v1/invoices/${invoice.invoiceId}`;
    const resolve = async (json: object) =>
      (await api.ask('POST', `${path}/resolve`, { key: shop.key, json })).status;
    expect(await resolve({ action: 'refund', address: `0x${'ce'.repeat(20)}` })).toBe(200);
    await payHeld(api, invoice);
    expect(await resolve({ action: 'accept' })).toBe(200);
    expect((await get(path, shop.key)).body.data).toMatchObject({
      status: 'completed',
      amountPaidAtomic: '200000000',
      amountCreditedCrypto: '100.000000',
      amountCreditedAtomic: '100000000',
    });
    const days = (await get('/web/v1/volume?days=1', shop.key)).body.data;
    expect(days).toMatchObject([{ invoices: 1, assets: [{ amountCrypto: '100.000000' }] }]);
  });

  it('contains nothing of another merchant', async () => {
    const other = await api.addMerchant();
    const days = (await get('/web/v1/volume', other.key)).body.data as unknown as { invoices: number }[];
    expect(days).toHaveLength(30);
    expect(days.every(({ invoices }) => invoices === 0)).toBe(true);
  });

  it('refuses a time zone that does not exist, and says how to write one', async () => {
    const { status, body } = await get('/web/v1/volume?timeZone=Berlin');
    expect([status, body.error.code]).toEqual([422, 'unsupported_time_zone']);
    expect(body.error.message).toContain('Europe/Berlin');
  });

  it('reads no row of an invoice: its index contains the sums', async () => {
    await api.db.raw('VACUUM ANALYZE invoices');
    const { rows } = await api.db
      .raw<{ rows: { 'QUERY PLAN': string }[] }>(`SET enable_seqscan = off; SET enable_bitmapscan = off`)
      .then(() =>
        api.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
          `EXPLAIN SELECT chain_code, token_symbol, fiat_currency, sum(amount_paid_atomic), sum(amount_fiat_cents),
                  count(invoice_id) FILTER (WHERE overpaid OR amount_paid_atomic < amount_atomic)
           FROM invoices WHERE merchant_id = ? AND completed_at >= ? GROUP BY 1, 2, 3`,
          [merchantId, new Date(NOW_MS)],
        ),
      );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'Index Only Scan using invoices_volume',
    );
  });
});

describe('GET /web/v1/attention', () => {
  const kindsOf = async (as: string): Promise<string[]> =>
    ((await get('/web/v1/attention', as)).body.data as unknown as { kind: string }[]).map(({ kind }) => kind);

  it('is empty when nothing needs attention', async () => {
    expect(await kindsOf((await api.addMerchant()).key)).toEqual([]);
  });

  it('sums the held money of each of the newest invoices, and contains nothing of another merchant', async () => {
    const [shop, other] = [await api.addMerchant(), await api.addMerchant()];
    const twice = await holdMoney(api, shop.key, [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`]);
    await holdMoney(api, other.key);
    const once = await holdMoney(api, shop.key);
    const { data } = (await get('/web/v1/attention', shop.key)).body;
    const told = data as unknown as { invoiceId: string; amountCrypto: string; message: string }[];
    expect(told[0]?.message).toBe(
      `Invoice ${once.invoiceId}: 100.00 USDC came after the invoice was cancelled. Accept it or send it back.`,
    );
    expect(told.map(({ invoiceId: held, amountCrypto }) => [held, amountCrypto])).toEqual([
      [once.invoiceId, '100.000000'],
      [twice.invoiceId, '200.000000'],
    ]);
  });

  it('lists failing or disabled endpoints, failed withdrawals and waiting keys, and shows each only to its scope', async () => {
    const shop = await api.addMerchant();
    for (const [path, column] of [
      ['/failing', `failing_since = now(), consecutive_failures = 3`],
      [
        '/off',
        `status = 'disabled', disabled_reason = 'Every delivery to the endpoint has failed for 5 days.'`,
      ],
    ] as const) {
      const json = { url: `https://shop.example${path}`, events: ['invoice.completed'] };
      const { id } = (await api.ask('POST', '/web/v1/webhook-endpoints', { key: shop.key, json })).body.data;
      await api.db.raw(`UPDATE webhook_endpoints SET ${column} WHERE endpoint_id = ?`, [id]);
    }
    await api.credit(shop.merchantId, 100_000_000n);
    const json = {
      chainCode: 'local',
      tokenSymbol: 'USDC',
      amountCrypto: '30',
      address: `0x${'77'.repeat(20)}`,
    };
    const { withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key: shop.key, json })).body.data;
    await api.db('withdrawals').where({ withdrawal_id: withdrawalId }).update({
      status: 'approved',
      waiting_reason: 'the hot wallet 0xabc has too little',
      waiting_code: 'no_tokens',
    });
    await api.ask('POST', '/web/v1/api-keys', {
      key: shop.key,
      json: { name: 'till', scopes: ['balances:read'] },
    });
    expect(await kindsOf(shop.key)).toEqual([
      'withdrawal_waits',
      'endpoint_disabled',
      'endpoint_failing',
      'key_to_approve',
    ]);
    const { text } = await get('/web/v1/attention', shop.key);
    expect(text).toContain("It waits until the operator's wallet has enough coins.");
    expect(text).not.toContain('0xabc');
    expect(text).toContain('https://shop.example/failing has failed 3 times in a row.');
    expect(await kindsOf((await withScopes(shop.merchantId, ['withdrawals:read'])).key)).toEqual([
      'withdrawal_waits',
    ]);
  });
});

async function withScopes(
  ofMerchant: string,
  scopes: readonly 'withdrawals:read'[],
): Promise<{ key: string }> {
  const made = await api.addMerchant({ owner: { merchantId: ofMerchant }, scopes });
  return { key: made.key };
}
