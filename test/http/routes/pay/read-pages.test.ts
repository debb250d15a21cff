import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { PageDeps, ReadPage } from '../../../../src/http/routes/pay/page-facts.js';
import { readPages } from '../../../../src/http/routes/pay/read-pages.js';
import { createFixedRates } from '../../../../src/rates/fixed-rates.js';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { depositAddressOf, testChain, usdc } from '../../../helpers/facts/facts.js';

const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const DAY_MS = 86_400_000;
let api: TestApi;
let deps: PageDeps;
let nowMs: number;
/** USDT is the one coin that is not chosen. */
let prices: Map<string, string>;
let transfers = 0;

/** A page of an invoice, one of a checkout with two choices, and one of the choice made first. */
let key: string;
let merchantId: string;
let pages: { readonly invoice: string; readonly checkout: string; readonly choice: string };
let known: ReadonlyMap<string, ReadPage>;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  const usdt = { ...usdc(), chainCode: 'BSC', tokenSymbol: 'USDT' };
  const chains = new Map([
    ['local', testChain],
    ['BSC', { ...testChain, chainCode: 'BSC', chainId: 56, assets: [usdt] }],
  ]);
  deps = {
    db: api.pool,
    chains,
    books: chains,
    depositAddress: depositAddressOf,
    now: () => nowMs,
    log: pino({ level: 'silent' }),
    publicBaseUrl: 'https://pay.example.com',
    demoCustomer: null,
    rates: {
      rate: (symbol, fiat) => createFixedRates(prices).rate(symbol, fiat),
    },
  };
});
afterAll(() => api.close());

const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
const row = (table: string, publicId: string) => api.db(table).where({ public_id: publicId });

async function readAgain(): Promise<ReadonlyMap<string, ReadPage>> {
  const ids = Object.values(pages);
  return readPages(deps, ids, { known, isLate: new Promise(() => undefined) });
}

/** The follower is at the head of the chain, and was at this moment (epoch ms). */
async function chainIsReadTo(atMs: number): Promise<void> {
  const at = new Date(atMs);
  const read = { height: 1_000, block_hash: hashOf(1), block_time: at, agreed_time: at, caught_up_at: at };
  await api
    .db('chain_cursors')
    .insert({ chain_code: 'local', fence: 0, ...read })
    .onConflict('chain_code')
    .merge({ ...read, halted_reason: null, halted_at: null });
}

/** Reads until all known pages were made of known rows. */
async function begin(): Promise<void> {
  nowMs = Date.now();
  prices = new Map([
    ['USDC/USD', '1'],
    ['ETH/USD', '2000'],
    ['USDT/USD', '1'],
  ]);
  await chainIsReadTo(nowMs);
  ({ key, merchantId } = await api.addMerchant());
  const make = async (path: string, json: object) => (await api.ask('POST', path, { key, json })).body.data;
  const invoice = await make('/v1/invoices', { ...USDC, amountCrypto: '12.5' });
  const checkout = await make('/v1/checkouts', { amountFiat: '25.00', fiatCurrency: 'USD' });
  const select = `/v1/public/checkouts/${checkout.publicId}/select`;
  const choice = await make(select, { ...USDC, tokenSymbol: 'ETH' });
  await make(select, USDC);
  pages = { invoice: invoice.publicId, checkout: checkout.publicId, choice: choice.publicId };
  known = new Map();
  known = await readAgain();
  known = await readAgain();
}

/** Returns the pages that are another object than before. */
async function changed(): Promise<readonly string[]> {
  const found = await readAgain();
  expect([...found.keys()].sort()).toEqual(Object.values(pages).sort());
  return Object.entries(pages)
    .filter(([, publicId]) => found.get(publicId)?.facts !== known.get(publicId)?.facts)
    .map(([name]) => name);
}

/** Stores transfers to an invoice, all of one transaction. */
async function insertTransfers(
  publicId: string,
  { count = 1, amountAtomic = 1_000_000 } = {},
): Promise<void> {
  transfers += 1;
  await api.db.raw(
    `INSERT INTO transfers (chain_code, token_symbol, tx_hash, tx_index, position, log_index, block_number, block_hash,
            block_time, from_address, to_address, amount_atomic, invoice_id, seen_at)
     SELECT 'local', 'USDC', :hash, 0, n - 1, n - 1, 900, :hash, now(), :from, deposit_address, :amountAtomic, invoice_id, now()
       FROM invoices, generate_series(1, :count) AS n WHERE public_id = :publicId`,
    { hash: hashOf(transfers), from: `0x${'4d'.repeat(20)}`, publicId, count, amountAtomic },
  );
}
const readFurther = () => api.db('chain_cursors').update({ height: api.db.raw('height + 1') });

describe('open pages that are read again', () => {
  it('are the same while their facts are unchanged, however far the chain is read', async () => {
    await begin();
    expect(await changed()).toEqual([]);
    await readFurther();
    expect(await changed()).toEqual([]);
  });

  it.each<readonly [string, () => unknown, readonly string[]]>([
    ['an invoice is paid in part', () => insertTransfers(pages.invoice), ['invoice']],
    [
      'an invoice has another status',
      () => row('invoices', pages.invoice).update({ status: 'cancelled' }),
      ['invoice'],
    ],
    ['an earlier choice is paid', () => insertTransfers(pages.choice), ['checkout', 'choice']],
    [
      'the checkout is cancelled',
      () => row('checkouts', pages.checkout).update({ cancelled_at: new Date(), status: 'cancelled' }),
      ['checkout', 'choice'],
    ],
    [
      'the shop has another name',
      () => api.ask('PATCH', '/web/v1/merchant', { key, json: { name: 'Renamed shop' } }),
      ['invoice', 'checkout', 'choice'],
    ],
    [
      'the shop takes no payments any more',
      () => api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' }),
      ['checkout', 'choice'],
    ],
    [
      'the chain is halted',
      () => api.db('chain_cursors').update({ halted_reason: 'a test', halted_at: new Date() }),
      ['invoice', 'checkout', 'choice'],
    ],
    [
      'the chain falls behind',
      () => {
        nowMs += 120_000;
      },
      ['invoice', 'checkout', 'choice'],
    ],
    [
      'the time of every page is over',
      async () => {
        await chainIsReadTo(nowMs + 30 * DAY_MS);
        nowMs += 30 * DAY_MS;
      },
      ['invoice', 'checkout', 'choice'],
    ],
    [
      'a price has changed',
      () => {
        prices.set('USDT/USD', '1.25');
      },
      ['checkout'],
    ],
    [
      'a price is gone',
      () => {
        prices.delete('USDT/USD');
      },
      ['checkout'],
    ],
    [
      'the price of a choice changes while its quote holds',
      () => {
        prices.set('ETH/USD', '2500');
      },
      [],
    ],
  ])('are rendered again when %s, and only the pages concerned', async (_what, change, pagesChanged) => {
    await begin();
    await change();
    expect(await changed()).toEqual(pagesChanged);
  });

  it('count the confirmations of what was seen with each block that is read', async () => {
    await begin();
    await insertTransfers(pages.invoice);
    known = await readAgain();
    const confirmations = (found: ReadonlyMap<string, ReadPage>) =>
      found.get(pages.invoice)?.facts.payment?.transfers[0]?.confirmations ?? NaN;
    await readFurther();
    expect(confirmations(await readAgain())).toBe(confirmations(known) + 1);
  });

  it('say that too much was sent only beyond the tolerance', async () => {
    await begin();
    const isTooMuch = async () => (await readAgain()).get(pages.invoice)?.facts.payment?.isTooMuch;
    const { slack } = await row('invoices', pages.invoice)
      .select(api.db.raw('trunc(amount_atomic * tolerance_bps / 10000)::integer AS slack'))
      .first<{ slack: number }>();
    expect(await isTooMuch()).toBe(false);
    await insertTransfers(pages.invoice, { amountAtomic: 12_500_000 + slack });
    expect(await isTooMuch()).toBe(false);
    await insertTransfers(pages.invoice, { amountAtomic: 1 });
    expect(await isTooMuch()).toBe(true);
  });

  it('show some of the payments and the whole sum, where somebody has sent more than anybody looks through', async () => {
    await begin();
    const [sent, shown] = [2_000, 100];
    await insertTransfers(pages.invoice, { count: sent, amountAtomic: 2 });
    await row('invoices', pages.invoice).update({ status: 'underpaid', amount_paid_atomic: 2 * sent });
    const payment = (await readAgain()).get(pages.invoice)?.facts.payment;
    expect(payment).toMatchObject({
      status: 'underpaid',
      isSettled: true,
      amountPaidAtomic: String(2 * sent),
      receivedAtomic: String(2 * sent),
      missingAtomic: String(12_500_000 - 2 * sent),
    });
    expect(payment?.transfers).toHaveLength(shown);
    const { body } = await api.ask('GET', `/v1/public/invoices/${pages.invoice}`);
    expect(body.data).toMatchObject({ status: 'underpaid', amountPaidAtomic: String(2 * sent) });
  });

  it('show the payment that completed an invoice, and its confirmations, among more than anybody looks through', async () => {
    await begin();
    await insertTransfers(pages.choice, { count: 500, amountAtomic: 2 });
    await insertTransfers(pages.choice, { amountAtomic: 9_000_000 });
    const tx_hash = hashOf(transfers);
    const paid = { status: 'completed', amount_paid_atomic: 9_001_000, tx_hash, paid_at: new Date(nowMs) };
    await row('invoices', pages.choice).update(paid);
    await readFurther();
    const expected = { status: 'completed', txHash: tx_hash, confirmations: expect.any(Number) };
    const payment = (await readAgain()).get(pages.choice)?.facts.payment;
    expect(payment).toMatchObject(expected);
    expect(payment?.confirmations).toBeGreaterThan(0);
    expect(payment?.transfers.some(({ txHash }) => txHash === tx_hash)).toBe(true);
    const { body } = await api.ask('GET', `/v1/public/invoices/${pages.choice}`);
    expect(body.data).toMatchObject({ ...expected, confirmations: payment?.confirmations });
  });

  it('say the same as pages that are read for the first time', async () => {
    await begin();
    await insertTransfers(pages.choice);
    await readFurther();
    nowMs += 120_000;
    const again = await readAgain();
    known = new Map();
    const first = await readAgain();
    for (const publicId of Object.values(pages))
      expect(again.get(publicId)?.facts).toEqual(first.get(publicId)?.facts);
  });
});
