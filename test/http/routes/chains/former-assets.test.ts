import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '../../../../src/db/core/database.js';
import { listKnownAssets, noteKnownAssets } from '../../../../src/db/chains/known-assets.js';
import { postEntry } from '../../../../src/db/ledger/post-entry.js';
import type { Chain } from '../../../../src/domain/core/asset.js';
import { booksOf } from '../../../../src/http/views/assets.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { testChain, usdc } from '../../../helpers/facts/facts.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const token = {
  ...usdc(),
  chainCode: 'old',
  tokenSymbol: 'OLD',
  address: `0x${'0d'.repeat(20)}`,
  decimals: 18,
};
const oldChain: Chain = { ...testChain, chainCode: 'old', chainId: 7, assets: [token] };
const chains = new Map([
  [testChain.chainCode, { ...testChain, assets: [...testChain.assets, { ...token, chainCode: 'local' }] }],
  [oldChain.chainCode, oldChain],
]);
const books = new Map<string, Chain>(chains);

let api: TestApi;
let merchant: { merchantId: string; key: string };

beforeAll(async () => {
  api = await startApi({ chains, books, rateLimits: { '*': null } });
  merchant = await api.addMerchant();
});
afterAll(() => api.close());

const get = (path: string): Promise<Answer> => api.ask('GET', path, { key: merchant.key });

const credit = (chainCode: string, invoiceId: string | null): Promise<unknown> =>
  transaction(api.db, (trx) =>
    postEntry(trx, {
      cause: `test/${chainCode}/${String(invoiceId)}`,
      kind: 'payment_credited',
      asset: { chainCode, tokenSymbol: 'OLD' },
      merchantId: merchant.merchantId,
      invoiceId,
      postings: [
        { account: 'custody_deposit', amountAtomic: 2n * 10n ** 18n },
        { account: 'available', amountAtomic: -2n * 10n ** 18n },
      ],
    }),
  );

/** Removes a token from one chain, and another chain as a whole. Then starts the API again. */
async function startWithout(): Promise<void> {
  for (const chain of chains.values()) await noteKnownAssets(api.db, chain);
  chains.clear();
  chains.set(testChain.chainCode, testChain);
  books.clear();
  for (const [code, chain] of booksOf(chains, await listKnownAssets(api.db))) books.set(code, chain);
}

it('bookings in an asset or on a chain that is no longer listed are shown as before, and not offered', async () => {
  const paths = ['/v1/invoices', '/v1/balances', '/v1/balances/transactions'];
  for (const chainCode of ['local', 'old']) {
    const asked = { amountCrypto: '1.5', tokenSymbol: 'OLD', chainCode };
    const { status, body } = await api.ask('POST', '/v1/invoices', { key: merchant.key, json: asked });
    expect(status).toBe(201);
    const { invoiceId, publicId } = body.data;
    paths.push(
      `/v1/invoices/${invoiceId}`,
      `/v1/invoices/${invoiceId}/timeline`,
      `/v1/public/invoices/${publicId}`,
    );
    await credit(chainCode, invoiceId);
  }
  const before = await Promise.all(paths.map(get));
  expect(before.map(({ status }) => status)).toEqual(paths.map(() => 200));

  await startWithout();
  const after = await Promise.all(paths.map(get));
  // Time passes, and only the configuration has the name of the chain.
  const booked = ({ body, list }: Answer): unknown => [
    { ...body.data, serverTime: null, chainName: null },
    list,
  ];
  expect(after.map(booked)).toEqual(before.map(booked));
  expect((await get('/v1/balances')).list).toMatchObject([
    { chainCode: 'local', tokenSymbol: 'OLD', available: '2.000000' },
    { chainCode: 'old', tokenSymbol: 'OLD', available: '2.000000' },
  ]);
  expect(JSON.stringify((await get('/v1/assets')).list)).not.toContain('OLD');
  for (const chainCode of ['local', 'old']) {
    const asked = { amountCrypto: '1.5', tokenSymbol: 'OLD', chainCode };
    const refused = await api.ask('POST', '/v1/invoices', { key: merchant.key, json: asked });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'unsupported_asset']);
  }
});

it('an approver is shown the chain of the payment, even when it is no longer listed', async () => {
  chains.set(oldChain.chainCode, oldChain);
  books.set(oldChain.chainCode, oldChain);
  await noteChainRead(api.db, 'old');
  await credit('old', null);
  const asked = { chainCode: 'old', tokenSymbol: 'OLD', amountCrypto: '1', address: `0x${'77'.repeat(20)}` };
  const { withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key: merchant.key, json: asked })).body
    .data;
  await startWithout();
  const { key } = await api.addOperator();
  const path = `/admin/v1/withdrawals/${withdrawalId}`;
  expect((await api.ask('GET', `${path}/approval-message`, { key })).body.data).toMatchObject({
    domain: { chainId: 7 },
  });
  expect((await api.ask('GET', path, { key })).body.data).toMatchObject({
    review: { chainId: 7, confirmationsRequired: null },
  });
});
