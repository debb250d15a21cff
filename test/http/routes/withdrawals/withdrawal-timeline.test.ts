import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setWithdrawalLimits } from '../../../../src/db/merchants/withdrawal-limits.js';
import { transaction } from '../../../../src/db/core/database.js';
import { usdc } from '../../../helpers/facts/facts.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { insertWallet, WALLET } from '../../../helpers/facts/wallet.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const HASH = `0x${'b2'.repeat(32)}`;
let api: TestApi;
let shop: { readonly merchantId: string; readonly key: string };
let withdrawalId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  shop = await api.addMerchant();
  await api.credit(shop.merchantId, 100_000_000n);
  const limits = { perWithdrawalAtomic: 50_000_000n, perDayAtomic: 60_000_000n };
  await transaction(api.db, (trx) =>
    setWithdrawalLimits(trx, { merchantId: shop.merchantId, asset: usdc(), limits }),
  );
  const json = {
    chainCode: 'local',
    tokenSymbol: 'USDC',
    amountCrypto: '20',
    address: `0x${'77'.repeat(20)}`,
  };
  ({ withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key: shop.key, json })).body.data);
});
afterAll(() => api.close());

const get = (path: string, key = shop.key): Promise<Answer> => api.ask('GET', path, { key });
const timeline = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await get(`/v1/withdrawals/${withdrawalId}/timeline`)).list as never;

describe('GET /v1/withdrawals/{withdrawalId}/timeline', () => {
  it('has the request, each order with its actor, the ledger, and each transaction after it was sent', async () => {
    const { key } = await api.addOperator();
    expect((await api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`, { key })).status).toBe(
      200,
    );
    const signed = {
      chain_code: 'local',
      tx_hash: HASH,
      from_address: WALLET,
      nonce: 0,
      raw_transaction: '0x',
      withdrawal_id: withdrawalId,
      token_symbol: 'USDC',
      to_address: '0x7',
      amount_atomic: '20000000',
      max_fee_per_gas_wei: '1',
      max_cost_wei: '1',
    };
    await noteChainRead(api.db);
    await insertWallet(api.db);
    await api.db('sent_transactions').insert(signed);
    const kinds = async () => (await timeline()).map(({ kind }) => kind);
    expect(await kinds()).not.toContain('transaction_sent');
    const at = new Date(Date.now() + 1_000);
    await api.db('sent_transactions').update({ first_sent_at: at, last_sent_at: at });
    const facts = await timeline();
    expect(facts[0]).toMatchObject({ kind: 'request', amountCrypto: '20.000000', tokenSymbol: 'USDC' });
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'order', action: 'withdrawal.create', by: 'merchant' }),
        expect.objectContaining({ kind: 'ledger_entry', entry: 'withdrawal_reserved' }),
        expect.objectContaining({ kind: 'order', action: 'withdrawal.approve', by: 'operator' }),
        expect.objectContaining({ kind: 'event', event: 'withdrawal.approved' }),
      ]),
    );
    expect(facts.at(-1)).toMatchObject({ kind: 'transaction_sent', txHash: HASH, blockNumber: null });
    expect(facts.map(({ at: when }) => when)).toEqual(facts.map(({ at: when }) => when).toSorted());
  });

  it("answers 404 for another merchant's withdrawal", async () => {
    const { key } = await api.addMerchant();
    expect((await get(`/v1/withdrawals/${withdrawalId}/timeline`, key)).status).toBe(404);
  });
});

describe('GET /web/v1/withdrawal-terms', () => {
  it('shows the limits, what is left of them now, and the allowed addresses', async () => {
    const { body } = await get('/web/v1/withdrawal-terms');
    expect(body.data).toMatchObject({
      limits: [
        {
          chainCode: 'local',
          tokenSymbol: 'USDC',
          decimals: 6,
          perWithdrawalCrypto: '50.000000',
          perWithdrawalAtomic: '50000000',
          perDayCrypto: '60.000000',
          perDayAtomic: '60000000',
          leftOfDayCrypto: '40.000000',
          leftOfDayAtomic: '40000000',
        },
      ],
      whitelist: { withdrawalAddresses: [] },
    });
    // The amounts that need one or two operators only concern operators.
    expect(JSON.stringify(body.data)).not.toMatch(/approv/i);
    expect((await get('/web/v1/withdrawal-terms', (await api.addMerchant()).key)).body.data).toMatchObject({
      limits: [],
    });
  });
});
