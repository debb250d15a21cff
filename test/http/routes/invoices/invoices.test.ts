import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createInvoiceActivities } from '../../../../activities/invoices/invoice-activities.js';
import { storeBlock } from '../../../../src/db/chains/store-blocks.js';
import { takeOverChain } from '../../../../src/db/chains/chain-cursor.js';
import { noteMismatch } from '../../../../src/db/chains/chain-reports.js';
import { blockOf, depositAddressOf, testChain, transferIn } from '../../../helpers/facts/facts.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
let key: string;
let merchantId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key, merchantId } = await api.addMerchant());
});
afterAll(() => api.close());

const ASKED = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC' };

function create(fields: object = {}): Promise<Answer> {
  return api.ask('POST', '/v1/invoices', { key, json: { ...ASKED, ...fields } });
}

describe('POST /v1/invoices', () => {
  it('answers 201 with every field of the contract', async () => {
    const before = Date.now();
    const { status, body, headers } = await create({
      merchantReference: 'order 7',
      metadata: { b: 1, a: null },
    });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.ok).toBe(true);
    const { data } = body;
    expect(data).toEqual({
      invoiceId: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      checkoutId: null,
      publicId: expect.stringMatching(/^pay_[0-9a-f]{40}$/),
      status: 'pending',
      amountFiat: null,
      fiatCurrency: null,
      description: null,
      amountCrypto: '12.500000',
      amountAtomic: '12500000',
      amountPaidCrypto: '0.000000',
      amountPaidAtomic: '0',
      overpaid: false,
      tokenSymbol: 'USDC',
      chainCode: 'local',
      depositAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      paymentUri: `ethereum:0xC0C0c0c0C0C0c0c0c0C0c0C0C0C0C0C0C0C0c0c0@31337/transfer?address=${data.depositAddress}&uint256=12500000`,
      checkoutUrl: `https://pay.example.com/pay/${data.publicId}`,
      txHash: null,
      confirmations: 0,
      confirmationsRequired: 3,
      merchantReference: 'order 7',
      metadata: { b: 1, a: null },
      rate: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: new Date(Date.parse(data.createdAt) + 900_000).toISOString(),
      paidAt: null,
      completedAt: null,
      payments: [],
      held: [],
      amountCreditedCrypto: '0.000000',
      amountCreditedAtomic: '0',
      acceptLate: false,
      chain: { halted: false },
    });
    expect(Date.parse(data.createdAt)).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(data.metadata)).toBe('{"b":1,"a":null}');
  });

  it('stores the invoice, its event and the start of its workflow, and signals it after the commit', async () => {
    const dispatched = api.dispatches();
    const { body } = await create();
    const { invoiceId } = body.data;
    expect(await api.db('events').where({ invoice_id: invoiceId }).pluck('type')).toEqual([
      'invoice.created',
    ]);
    expect(await api.db('outbox').where({ target_id: invoiceId }).pluck('kind')).toEqual(['invoice']);
    expect(api.dispatches()).toBe(dispatched + 1);
  });

  it('quotes a fiat amount, rounded up, with the rate it used', async () => {
    const { body } = await api.ask('POST', '/v1/invoices', {
      key,
      json: { amountFiat: '100', fiatCurrency: 'USD', chainCode: 'BSC', tokenSymbol: 'USDT' },
    });
    expect(body.data).toMatchObject({
      amountFiat: '100.00',
      fiatCurrency: 'USD',
      amountCrypto: '33.333334',
      amountAtomic: '33333334000000000000',
      rate: { rate: '3', source: 'fixed', asOf: expect.stringMatching(/Z$/) },
    });
  });

  it('asks for native coin by its amount in wei', async () => {
    const { body } = await create({ amountCrypto: '0.5', tokenSymbol: 'ETH' });
    expect(body.data.paymentUri).toBe(`ethereum:${body.data.depositAddress}@31337?value=500000000000000000`);
  });

  it('gives each invoice an address of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(new Set(answers.map(({ body }) => body.data.depositAddress)).size).toBe(10);
  });

  it('answers 422 unsupported_asset for a currency that no source has', async () => {
    const { status, body } = await api.ask('POST', '/v1/invoices', {
      key,
      json: { amountFiat: '10', fiatCurrency: 'EUR', chainCode: 'local', tokenSymbol: 'USDC' },
    });
    expect([status, body.error.code]).toEqual([422, 'unsupported_asset']);
  });

  it('answers 403 missing_scope to a key that may only read', async () => {
    const reader = await api.addMerchant({ scopes: ['invoices:read'] });
    const { status, body } = await api.ask('POST', '/v1/invoices', { key: reader.key, json: ASKED });
    expect([status, body.error.code]).toEqual([403, 'missing_scope']);
  });
});

describe('GET /v1/invoices/{invoiceId}', () => {
  it('answers what was created', async () => {
    const { body } = await create();
    const { status, body: found } = await api.ask('GET', `/v1/invoices/${body.data.invoiceId}`, { key });
    expect(status).toBe(200);
    expect(found.data).toEqual(body.data);
  });

  it("answers 404 for another merchant's invoice, one that does not exist and text that is not an id", async () => {
    const { body } = await create();
    const other = await api.addMerchant();
    for (const [id, asker] of [
      [body.data.invoiceId, other.key],
      ['inv_00000000000000000000000000', key],
      ["inv_' OR 1=1 --", key],
      ['%00', key],
    ] as const) {
      const answer = await api.ask('GET', `/v1/invoices/${encodeURI(id)}`, { key: asker });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('shows a payment as it is seen, confirmed and credited', async () => {
    const { body } = await create();
    const { invoiceId, depositAddress } = body.data;
    const { claim } = await takeOverChain(api.db, 'local');
    const settling = createInvoiceActivities({
      db: api.db,
      chains: new Map([['local', testChain]]),
      now: Date.now,
      depositAddress: depositAddressOf,
      log: pino({ level: 'silent' }),
      dispatchOutbox: () => Promise.resolve(),
    });
    const paid = blockOf(1);
    const transfer = transferIn(paid, { to: depositAddress.toLowerCase(), amountAtomic: 12_500_000n });
    const read = async (height: number): Promise<Answer> => {
      const block = blockOf(height);
      await storeBlock(api.db, claim, {
        block,
        transfers: height === 1 ? [transfer] : [],
        receipts: [],
        spends: [],
      });
      await settling.settleInvoice({ invoiceId });
      return api.ask('GET', `/v1/invoices/${invoiceId}`, { key });
    };
    expect((await read(1)).body.data).toMatchObject({
      status: 'paid',
      amountPaidCrypto: '12.500000',
      amountPaidAtomic: '12500000',
      txHash: transfer.txHash,
      confirmations: 1,
      paidAt: new Date(paid.timestampMs).toISOString(),
      completedAt: null,
      payments: [
        {
          txHash: transfer.txHash,
          logIndex: 0,
          blockNumber: 1,
          blockHash: paid.hash,
          from: '0x0000000000000000000000000000000000000001',
          chainCode: 'local',
          tokenSymbol: 'USDC',
          amountCrypto: '12.500000',
          amountAtomic: '12500000',
          confirmations: 1,
          status: 'seen',
          seenAt: expect.stringMatching(/Z$/),
        },
      ],
    });
    const balances = await api.ask('GET', '/v1/balances', { key });
    expect(balances.body.data).toMatchObject([
      { tokenSymbol: 'USDC', pending: '12.500000', available: '0.000000' },
    ]);
    await read(2);
    const { body: completed } = await read(3);
    expect(completed.data).toMatchObject({
      status: 'completed',
      confirmations: 3,
      payments: [{ status: 'confirmed' }],
    });
    expect(completed.data.completedAt).not.toBeNull();
    const credited = await api.ask('GET', '/v1/balances', { key });
    expect(credited.body.data).toMatchObject([
      { tokenSymbol: 'USDC', pending: '0.000000', available: '12.500000' },
    ]);
  });
});

describe('GET /v1/invoices', () => {
  it('gives pages from the newest to the oldest without a gap or a repetition', async () => {
    const shop = await api.addMerchant();
    const made: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      const { body } = await api.ask('POST', '/v1/invoices', { key: shop.key, json: ASKED });
      made.unshift(body.data.invoiceId);
    }
    const seen: string[] = [];
    let path: string | null = '/v1/invoices?limit=3';
    const sizes: number[] = [];
    while (path !== null) {
      const { body, list }: Answer = await api.ask('GET', path, { key: shop.key });
      seen.push(...list.map(({ invoiceId }) => invoiceId));
      sizes.push(list.length);
      path = body.page.nextCursor === null ? null : `/v1/invoices?limit=3&cursor=${body.page.nextCursor}`;
    }
    expect(seen).toEqual(made);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('filters by each of its fields', async () => {
    const shop = await api.addMerchant();
    const ask = (json: object) =>
      api.ask('POST', '/v1/invoices', { key: shop.key, json: { ...ASKED, ...json } });
    const usdc = (await ask({ merchantReference: 'a&b=c' })).body.data;
    const usdt = (await ask({ chainCode: 'BSC', tokenSymbol: 'USDT' })).body.data;
    const found = async (query: string): Promise<string[]> => {
      const { list, status, text } = await api.ask('GET', `/v1/invoices?${query}`, { key: shop.key });
      expect({ status, text }).toMatchObject({ status: 200 });
      return list.map(({ invoiceId }) => invoiceId);
    };
    const both = [usdt.invoiceId, usdc.invoiceId];
    expect(await found('status=pending')).toEqual(both);
    expect(await found('status=completed')).toEqual([]);
    expect(await found('merchantReference=a%26b%3Dc')).toEqual([usdc.invoiceId]);
    expect(await found('chainCode=BSC')).toEqual([usdt.invoiceId]);
    expect(await found('tokenSymbol=USDC&chainCode=local')).toEqual([usdc.invoiceId]);
    expect(await found(`createdFrom=${usdt.createdAt}`)).toContain(usdt.invoiceId);
    expect(await found('createdTo=2020-01-01T00:00:00%2B02:00')).toEqual([]);
  });

  it.each([
    ['an unknown field', 'state=pending', 'state'],
    ['an unknown status', 'status=done', 'status'],
    ['a limit of 0', 'limit=0', 'limit'],
    ['a limit of 101', 'limit=101', 'limit'],
    ['a limit that is not a number', 'limit=1e1', 'limit'],
    ['the same field twice', 'limit=1&limit=2', 'limit'],
    ['an invented cursor', 'cursor=abc', 'cursor'],
    [
      "another list's cursor",
      `cursor=${Buffer.from('wd_00000000000000000000000000').toString('hex')}`,
      'cursor',
    ],
    ['a date without a time', 'createdFrom=2026-01-01', 'createdFrom'],
    ['a control character', 'merchantReference=%00', 'merchantReference'],
  ])('answers 400 validation_failed to %s', async (_, query, path) => {
    const { status, body } = await api.ask('GET', `/v1/invoices?${query}`, { key });
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    expect(body.error.details.map((detail) => detail.path)).toEqual([path]);
  });

  it("shows nothing of another merchant's", async () => {
    await create();
    const other = await api.addMerchant();
    expect((await api.ask('GET', '/v1/invoices', { key: other.key })).body).toEqual({
      ok: true,
      data: [],
      page: { nextCursor: null },
    });
  });
});

describe('GET /v1/public/invoices/{publicId}', () => {
  it('shows a customer what to pay, and nothing that only concerns us and the merchant', async () => {
    const { body } = await create({
      merchantReference: 'secret reference',
      metadata: { note: 'secret note' },
      description: 'Two coffees',
      redirectUrl: 'https://shop.example/thanks',
    });
    const { status, body: shown, text } = await api.ask('GET', `/v1/public/invoices/${body.data.publicId}`);
    expect(status).toBe(200);
    const { invoiceId } = body.data;
    const kept = {
      invoiceId: undefined,
      checkoutId: undefined,
      merchantReference: undefined,
      metadata: undefined,
      held: undefined,
      amountCreditedCrypto: undefined,
      amountCreditedAtomic: undefined,
      acceptLate: undefined,
      chain: undefined,
    };
    expect(shown.data).toEqual({
      ...body.data,
      ...kept,
      redirectUrl: 'https://shop.example/thanks',
      description: 'Two coffees',
      chainName: 'Test chain',
      chainId: 31_337,
      chainStatus: 'behind',
      merchant: { name: 'Test shop', contact: null, look: { color: null, logoUrl: null } },
      explorerUrl: null,
      tokenAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      tokenDecimals: 6,
      amountDueCrypto: '12.500000',
      amountDueAtomic: '12500000',
      amountDueUri: body.data.paymentUri,
      serverTime: expect.stringMatching(/Z$/),
    });
    expect(text).not.toMatch(/secret/);
    expect(text).not.toContain(invoiceId);
    expect(text).not.toContain(merchantId);
  });

  it('answers 404 for an id that does not exist, including an internal id', async () => {
    const { body } = await create();
    for (const id of [`pay_${'0'.repeat(40)}`, body.data.invoiceId, '..%2f..%2fetc']) {
      expect((await api.ask('GET', `/v1/public/invoices/${id}`)).status).toBe(404);
    }
  });
});

describe('GET /v1/assets', () => {
  it('lists what can be asked for', async () => {
    const { body } = await api.ask('GET', '/v1/assets', { key });
    expect(body.data).toContainEqual({
      chainCode: 'BSC',
      chainId: 56,
      chainName: 'Test chain',
      tokenSymbol: 'USDT',
      kind: 'erc20',
      tokenAddress: '0x5555555555555555555555555555555555555555',
      decimals: 18,
      confirmationsRequired: 3,
      minInvoiceCrypto: '1.000000',
      minInvoiceAtomic: '1000000000000000000',
      minWithdrawalCrypto: '10.000000',
      minWithdrawalAtomic: '10000000000000000000',
    });
  });
});

describe('POST /v1/invoices on a chain that workers refuse', () => {
  it('answers 503 until it fits its configuration, and stores that answer for no Idempotency-Key', async () => {
    const shop = await api.addMerchant();
    const create = (chain: object): Promise<Answer> =>
      api.ask('POST', '/v1/invoices', {
        key: shop.key,
        json: { ...ASKED, ...chain },
        headers: { 'idempotency-key': 'refused' },
      });
    const note = (reason: string | null): Promise<void> =>
      noteMismatch(api.db, { chainCode: ASKED.chainCode, reason, nowMs: Date.now() });
    await note('chainId: 1 is configured, the chain says 5');
    const refused = await create({});
    expect([refused.status, refused.body.error.code]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).not.toContain('chainId');
    const elsewhere = { chainCode: 'BSC', tokenSymbol: 'USDT' };
    const other = { key: shop.key, json: { ...ASKED, ...elsewhere } };
    expect((await api.ask('POST', '/v1/invoices', other)).status).toBe(201);
    await note(null);
    expect((await create({})).status).toBe(201);
  });
});
