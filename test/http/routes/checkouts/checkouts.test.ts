import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteMismatch } from '../../../../src/db/chains/chain-reports.js';
import { rollBackTo } from '../../../../src/db/chains/undo-blocks.js';
import { takeOverChain } from '../../../../src/db/chains/chain-cursor.js';
import { endCheckouts } from '../../../../src/db/checkouts/decide-checkout.js';
import { blockOf } from '../../../helpers/facts/facts.js';
import { readBlocks } from '../../../helpers/facts/read-invoice.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';
import { WORDS } from '../../../../src/pages/checkout/words/locales.js';
import { until } from '../../../helpers/until.js';

/** The time never goes back, because the ids contain the time of their creation. */
let nowMs = Date.now();
let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

const ORDER = {
  amountFiat: '25.00',
  fiatCurrency: 'USD',
  merchantReference: 'secret order',
  metadata: { note: 'secret' },
  description: 'Two coffees',
  redirectUrl: 'https://shop.example/thanks',
  locale: 'de',
};
const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const ETH = { chainCode: 'local', tokenSymbol: 'ETH' };
const USDT = { chainCode: 'BSC', tokenSymbol: 'USDT' };

const create = (json: object = ORDER, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('POST', '/v1/checkouts', { key, json, headers });
async function made(json: object = ORDER): Promise<Answer['body']['data']> {
  const answer = await create(json);
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const choose = (publicId: string, json: object): Promise<Answer> =>
  api.ask('POST', `/v1/public/checkouts/${publicId}/select`, { json });
const look = async (publicId: string): Promise<Answer> => api.ask('GET', `/v1/public/checkouts/${publicId}`);
const pricedOf = async (publicId: string): Promise<readonly object[]> => {
  const { data } = (await look(publicId)).body;
  const { assets } = data as unknown as {
    readonly assets: readonly { readonly amountAtomic: string | null }[];
  };
  expect(assets).toHaveLength(3);
  return assets.filter(({ amountAtomic }) => amountAtomic !== null);
};
const codeOf = ({ status, body }: Answer): unknown => [status, body.ok ? null : body.error.code];

describe('POST /v1/checkouts', () => {
  it('answers 201 with every field of the contract, and once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const { status, body } = await create(ORDER, headers);
    const { data } = body;
    expect([status, data]).toEqual([
      201,
      {
        checkoutId: expect.stringMatching(/^chk_[0-9a-z]{26}$/),
        publicId: expect.stringMatching(/^cs_[0-9a-f]{40}$/),
        status: 'open',
        amountFiat: '25.00',
        fiatCurrency: 'USD',
        amountCrypto: null,
        tokenSymbol: null,
        assets: [ETH, USDC, USDT],
        merchantReference: 'secret order',
        metadata: { note: 'secret' },
        description: 'Two coffees',
        checkoutUrl: `https://pay.example.com/pay/${data.publicId}`,
        redirectUrl: 'https://shop.example/thanks',
        cancelUrl: null,
        locale: 'de',
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: new Date(Date.parse(data.createdAt) + 3_600_000).toISOString(),
        completedAt: null,
        completedBy: null,
        invoices: [],
      },
    ]);
    const again = await create(ORDER, headers);
    expect(again.body.data).toEqual(data);
    const read = await api.ask('GET', `/v1/checkouts/${data.checkoutId}`, { key });
    expect(read.body.data).toEqual(data);
    const { list } = await api.ask('GET', '/v1/checkouts?merchantReference=secret%20order', { key });
    expect(list).toEqual([data]);
  });

  it('asks for the same coin on any chain, in the decimals of each', async () => {
    const { publicId } = await made({ amountCrypto: '1.5', tokenSymbol: 'USDT' });
    expect((await look(publicId)).body.data).toMatchObject({
      amountFiat: null,
      amountCrypto: '1.500000',
      tokenSymbol: 'USDT',
      assets: [{ ...USDT, amountCrypto: '1.500000', amountAtomic: '1500000000000000000' }],
    });
  });

  it.each([
    ['neither amount', {}, 400, 'validation_failed'],
    ['both amounts', { ...ORDER, amountCrypto: '1', tokenSymbol: 'USDC' }, 400, 'validation_failed'],
    ['fiat without a currency', { amountFiat: '1' }, 400, 'validation_failed'],
    ['crypto without its token', { amountCrypto: '1' }, 400, 'validation_failed'],
    ['no asset to choose', { ...ORDER, assets: [] }, 400, 'validation_failed'],
    [
      'a way back without encryption',
      { ...ORDER, cancelUrl: 'http://shop.example' },
      400,
      'validation_failed',
    ],
    ['an unknown language', { ...ORDER, locale: 'de"><script>' }, 400, 'validation_failed'],
    [
      'an asset that is not offered',
      { ...ORDER, assets: [{ ...USDC, chainCode: 'mars' }] },
      422,
      'unsupported_asset',
    ],
    [
      'an asset with another coin than the amount',
      { amountCrypto: '9', tokenSymbol: 'USDT', assets: [USDC] },
      422,
      'unsupported_asset',
    ],
    [
      'less than the minimum of its asset',
      { amountFiat: '0.5', fiatCurrency: 'USD', assets: [USDT] },
      422,
      'amount_too_small',
    ],
    ['nothing', { amountFiat: '0', fiatCurrency: 'USD' }, 422, 'amount_too_small'],
    [
      'more digits than any asset has',
      { amountCrypto: '1.0000001', tokenSymbol: 'USDC' },
      422,
      'amount_too_precise',
    ],
    ['a coin that nobody offers', { amountCrypto: '1', tokenSymbol: 'DOGE' }, 422, 'unsupported_asset'],
  ])('refuses %s', async (_what, json, status, code) => {
    expect(codeOf(await create(json))).toEqual([status, code]);
  });
});

describe('a customer', () => {
  it('sees the amount in each asset, and nothing that only concerns us and the merchant', async () => {
    const { publicId, checkoutId } = await made();
    const { body, text } = await look(publicId);
    expect(body.data).toMatchObject({
      publicId,
      status: 'open',
      description: 'Two coffees',
      invoice: null,
      merchant: { name: 'Test shop' },
      assets: [
        { ...ETH, amountCrypto: '0.012500', amountAtomic: '12500000000000000' },
        { ...USDC, amountCrypto: '25.000000' },
        { ...USDT, amountCrypto: '8.333334' },
      ],
    });
    expect(text).not.toMatch(/secret/);
    expect(text).not.toContain(checkoutId);
  });

  it('creates an ordinary invoice by a choice, gets it again, and may change the choice', async () => {
    const { publicId, checkoutId } = await made();
    const first = await choose(publicId, USDC);
    expect([first.status, first.body.data]).toMatchObject([
      200,
      { ...USDC, status: 'pending', amountCrypto: '25.000000', description: 'Two coffees' },
    ]);
    const again = await choose(publicId, USDC);
    expect(again.body.data.publicId).toBe(first.body.data.publicId);
    nowMs += 1_000;
    const second = await choose(publicId, USDT);
    expect((await look(publicId)).body.data).toMatchObject({
      invoice: { publicId: second.body.data.publicId },
    });
    expect((await look(publicId)).text).not.toContain(first.body.data.depositAddress);
    expect((await choose(publicId, USDC)).body.data.publicId).toBe(first.body.data.publicId);
    expect((await look(publicId)).body.data).toMatchObject({
      invoice: { publicId: first.body.data.publicId },
    });
    const { body } = await api.ask('GET', `/v1/checkouts/${checkoutId}`, { key });
    expect(body.data).toMatchObject({
      invoices: [
        { ...USDC, checkoutId, merchantReference: 'secret order', metadata: { note: 'secret' } },
        { ...USDT, checkoutId },
      ],
    });
    expect(await api.db('outbox').where({ kind: 'invoice' })).toHaveLength(2);
    expect(JSON.stringify(first.body.data)).not.toMatch(/secret/);
    // An expired quote is renewed, but ends with the checkout.
    nowMs += 3_000_000;
    const renewed = await choose(publicId, USDC);
    expect(renewed.body.data.publicId).not.toBe(first.body.data.publicId);
    const { expiresAt } = renewed.body.data as unknown as { readonly expiresAt: string };
    expect(expiresAt).toBe((body.data as unknown as { readonly expiresAt: string }).expiresAt);
  });

  it('who taps twice at once gets one invoice', async () => {
    const { publicId } = await made();
    const answers = await Promise.all(Array.from({ length: 6 }, () => choose(publicId, ETH)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.data.publicId)).size).toBe(1);
  });

  it('creates at most ten invoices, whatever is chosen', async () => {
    const { publicId } = await made({ ...ORDER, quoteSeconds: 60 });
    for (let i = 0; i < 10; i += 1) {
      expect((await choose(publicId, USDC)).status).toBe(200);
      nowMs += 61_000;
    }
    expect(codeOf(await choose(publicId, USDC))).toEqual([409, 'invalid_state']);
  });

  it('cannot choose an asset that was not offered, nor after a payment, a cancellation or the end', async () => {
    const { publicId } = await made({ ...ORDER, assets: [USDC] });
    expect(codeOf(await choose(publicId, ETH))).toEqual([422, 'unsupported_asset']);
    expect(codeOf(await choose(`cs_${'0'.repeat(40)}`, USDC))).toEqual([404, 'not_found']);
    const cancelled = await made();
    await api.ask('POST', `/v1/checkouts/${cancelled.checkoutId}/cancel`, { key });
    expect(codeOf(await choose(cancelled.publicId, USDC))).toEqual([409, 'invalid_state']);
    nowMs += 3_600_001;
    expect(codeOf(await choose(publicId, USDC))).toEqual([409, 'invalid_state']);
  });
});

describe('an asset of a chain that is not being read', () => {
  it.each([
    {
      what: 'it is halted',
      stop: async () => {
        const block = { height: 1, block_hash: `0x${'11'.repeat(32)}`, block_time: new Date(nowMs) };
        const halted = { halted_at: new Date(nowMs), halted_reason: 'the test' };
        await api.db('chain_cursors').insert({ chain_code: USDT.chainCode, ...block, ...halted });
      },
    },
    {
      what: 'it does not match its configuration',
      stop: () => noteMismatch(api.db, { chainCode: USDT.chainCode, reason: 'the test', nowMs }),
    },
  ])('has no amount and cannot be chosen, also again, because $what', async ({ stop }) => {
    const [chosen, other] = [(await made()).publicId, (await made()).publicId];
    expect(codeOf(await choose(chosen, USDT))).toEqual([200, null]);
    await stop();
    try {
      for (const publicId of [chosen, other]) {
        expect(await pricedOf(publicId)).toMatchObject([ETH, USDC]);
        expect(codeOf(await choose(publicId, USDT))).toEqual([503, 'temporarily_unavailable']);
      }
    } finally {
      for (const table of ['chain_cursors', 'chain_reports'])
        await api.db(table).where({ chain_code: USDT.chainCode }).delete();
    }
    expect(await pricedOf(other)).toHaveLength(3);
    expect(codeOf(await choose(other, USDT))).toEqual([200, null]);
  });
});

describe('a checkout that allows no further choice', () => {
  it('is one that got a payment, in any asset, even if it was undone; it cannot be cancelled either', async () => {
    const { publicId, checkoutId } = await made();
    const { depositAddress } = (await choose(publicId, USDC)).body.data;
    const { claim } = await takeOverChain(api.db, 'local');
    const transfers = [{ to: depositAddress.toLowerCase(), tokenSymbol: 'ETH' }];
    await readBlocks({ db: api.db, claim }, [1], { transfers });
    expect(codeOf(await choose(publicId, USDT))).toEqual([409, 'invalid_state']);
    const cancelled = await api.ask('POST', `/v1/checkouts/${checkoutId}/cancel`, { key });
    expect(codeOf(cancelled)).toEqual([409, 'invalid_state']);
    await rollBackTo(api.db, claim, blockOf(0));
    expect(codeOf(await choose(publicId, USDT))).toEqual([409, 'invalid_state']);
    expect(codeOf(await api.ask('POST', `/v1/checkouts/${checkoutId}/cancel`, { key }))).toEqual([
      ...[409, 'invalid_state'],
    ]);
    expect(await pricedOf(publicId)).toEqual([]);
    expect((await look(publicId)).body.data).toMatchObject({ invoice: { depositAddress } });
  });

  it('shows that money for another choice has arrived, until that money is accepted or refunded', async () => {
    const { publicId } = await made();
    const other = (await choose(publicId, USDC)).body.data.depositAddress.toLowerCase();
    nowMs += 1_000;
    await choose(publicId, ETH);
    const { claim } = await takeOverChain(api.db, 'local');
    // In the asked coin it would pay the other choice, which would then be the one that counts.
    const transfers = [{ to: other, tokenSymbol: 'ETH', txHash: `0x${'e1'.repeat(32)}` }];
    await readBlocks({ db: api.db, claim }, [1], { transfers });
    const tells = async (): Promise<boolean> => {
      nowMs += 1_000;
      const html = await (await fetch(`${api.baseUrl}/pay/${publicId}?lang=en`)).text();
      expect(html).toContain('data-symbol="ETH"');
      return html.includes(WORDS.en.elsewhereNote);
    };
    for (const booking of ['none', 'held']) {
      await api.db('transfers').where({ to_address: other }).update({ booking });
      expect([booking, await tells()]).toEqual([booking, true]);
    }
    for (const booking of ['credited', 'refunding']) {
      await api.db('transfers').where({ to_address: other }).update({ booking });
      expect([booking, await tells()]).toEqual([booking, false]);
    }
    await rollBackTo(api.db, claim, blockOf(0));
  });

  it('is one of a suspended merchant', async () => {
    const { key: closed, merchantId } = await api.addMerchant();
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key: closed, json: ORDER })).body.data;
    await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    expect(codeOf(await choose(publicId, USDC))).toEqual([403, 'merchant_suspended']);
    expect(await pricedOf(publicId)).toEqual([]);
  });
});

describe('a merchant', () => {
  it('cancels a checkout while nothing was paid, once, and its invoices are cancelled', async () => {
    const { publicId, checkoutId } = await made();
    await choose(publicId, USDC);
    await api.db('outbox').delete();
    const cancel = (): Promise<Answer> => api.ask('POST', `/v1/checkouts/${checkoutId}/cancel`, { key });
    expect(await pricedOf(publicId)).toHaveLength(3);
    expect((await cancel()).body.data).toMatchObject({ status: 'cancelled' });
    expect(await pricedOf(publicId)).toEqual([]);
    expect(codeOf(await cancel())).toEqual([409, 'invalid_state']);
    expect(await api.db('outbox').where({ kind: 'invoice' })).toHaveLength(1);
  });

  it('who has cancelled a checkout asks for no money by any of its choices, even before they are settled', async () => {
    const { publicId, checkoutId } = await made();
    const chosen = (await choose(publicId, USDC)).body.data.publicId;
    await choose(publicId, ETH);
    const due = async (path: string): Promise<unknown> => (await api.ask('GET', path)).body.data;
    expect(await due(`/v1/public/invoices/${chosen}`)).toMatchObject({ amountDueAtomic: '25000000' });
    await api.ask('POST', `/v1/checkouts/${checkoutId}/cancel`, { key });
    const nothing = { status: 'pending', amountDueAtomic: '0', amountDueUri: null };
    await until('the view is read anew', async () => {
      nowMs += 1_000;
      const shown = await due(`/v1/public/invoices/${chosen}`);
      return JSON.stringify(shown).includes('"amountDueUri":null');
    });
    expect(await due(`/v1/public/invoices/${chosen}`)).toMatchObject(nothing);
    expect(await due(`/v1/public/checkouts/${publicId}`)).toMatchObject({ invoice: nothing });
    for (const id of [publicId, chosen]) {
      const page = await fetch(`${api.baseUrl}/pay/${id}`);
      expect(await page.text()).toContain('data-status="cancelled"');
    }
  });

  it('is told once when nobody chose until the end', async () => {
    const { checkoutId } = await made();
    const dueMs = nowMs + 3_600_001;
    await endCheckouts(api.pool, { nowMs: dueMs - 60_000, limit: 1_000 });
    await endCheckouts(api.pool, { nowMs: dueMs, limit: 1_000 });
    await endCheckouts(api.pool, { nowMs: dueMs, limit: 1_000 });
    const told = await api.db('events').whereLike('dedupe_key', `${checkoutId}/%`);
    expect(told).toMatchObject([{ type: 'checkout.expired' }]);
    const { body } = await api.ask('GET', `/v1/checkouts/${checkoutId}`, { key });
    expect(body.data.status).toBe('expired');
  });
});

describe('GET /web/v1/quotes', () => {
  const quote = (amountFiat: string): Promise<Answer> =>
    api.ask('GET', `/web/v1/quotes?amountFiat=${amountFiat}&fiatCurrency=USD`, { key });

  it('says what an invoice for the amount would cost now', async () => {
    const asked = { ...USDC, amountCrypto: '25.000000', amountAtomic: '25000000' };
    const { list } = await quote('25.00');
    expect(list).toContainEqual({
      ...asked,
      refused: null,
      rate: { rate: '1', source: 'fixed', asOf: expect.stringMatching(/Z$/) },
    });
    const json = { ...USDC, amountFiat: '25.00', fiatCurrency: 'USD' };
    const made = await api.ask('POST', '/v1/invoices', { key, json });
    expect(made.body.data).toMatchObject(asked);
  });

  it('refuses an amount that no invoice can have', async () => {
    expect(codeOf(await quote('0'))).toEqual([422, 'amount_too_small']);
    expect(codeOf(await quote('1.001'))).toEqual([422, 'amount_too_precise']);
    expect(codeOf(await quote('many'))).toEqual([400, 'validation_failed']);
  });
});
