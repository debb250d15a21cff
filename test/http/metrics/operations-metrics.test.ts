import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { freezeAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { endDispute, noteDispute } from '../../../src/db/chains/chain-disputes.js';
import { noteMismatch, noteWallets } from '../../../src/db/chains/chain-reports.js';
import { openDatabase, transaction } from '../../../src/db/core/database.js';
import { noteLook, openTestNotice, takeDueNotices } from '../../../src/db/operators/notices.js';
import { clearWaiting, setWaiting } from '../../../src/db/withdrawals/withdrawals.js';
import { addOmissions } from '../../../src/db/chains/verification-scan.js';
import { registerOperationsMetrics } from '../../../src/http/metrics/operations-metrics.js';
import { registerVerificationMetrics } from '../../../src/http/metrics/verification-metrics.js';
import { addressOf, testChain, usdc } from '../../helpers/facts/facts.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

/** Returns each sample by its name and labels. */
async function samples(db = api.db): Promise<ReadonlyMap<string, number>> {
  const registry = new Registry();
  const chains = new Map([[testChain.chainCode, testChain]]);
  const log = pino({ level: 'silent' });
  registerOperationsMetrics(registry, { db, chains, log });
  registerVerificationMetrics(registry, { db, chains, log });
  const lines = (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

it('metrics show a chain that is halted or differs from its configuration, and when it was caught up', async () => {
  const halted = async (): Promise<unknown> =>
    (await samples()).get('quittance_chain_halted{chain_code="local"}');
  const cursor = () => api.db('chain_cursors').where({ chain_code: 'local' });
  expect(await halted()).toBe(0);
  await cursor().delete();
  await api.db('chain_cursors').insert({
    chain_code: 'local',
    height: 5,
    block_hash: '0x1',
    block_time: new Date(),
    caught_up_at: new Date(1_700_000_000_999),
  });
  expect(await halted()).toBe(0);
  await cursor().update({ halted_at: new Date(), halted_reason: 'reorganised' });
  expect(await halted()).toBe(1);
  await cursor().update({ halted_at: null, halted_reason: null });
  expect(await halted()).toBe(0);
  await noteMismatch(api.db, { chainCode: 'local', reason: 'another chain id', nowMs: 1 });
  expect(await halted()).toBe(1);
  const caughtUp = 'quittance_chain_caught_up_timestamp_seconds{chain_code="local"}';
  expect((await samples()).get(caughtUp)).toBe(1_700_000_000);
});

it('metrics show the contradictions between the RPCs of a chain', async () => {
  const about = { chainCode: 'local', about: 'time' } as const;
  const disputed = async (): Promise<unknown> =>
    (await samples()).get('quittance_chain_disputes{chain_code="local",about="time"}');
  expect(await disputed()).toBe(0);
  await noteDispute(api.db, { ...about, height: 5, reason: 'two times' }, 1);
  expect(await disputed()).toBe(1);
  await endDispute(api.db, about);
  expect(await disputed()).toBe(0);
});

it('metrics have each RPC before it leaves a payment out, so that the first one is a rise', async () => {
  const [url = ''] = testChain.rpcUrls;
  const rpc = new URL(url).origin;
  const omitted = async (): Promise<unknown> =>
    (await samples()).get(`quittance_rpc_omitted_transfers{chain_code="local",rpc="${rpc}"}`);
  expect(await omitted()).toBe(0);
  await addOmissions(api.db, { chainCode: 'local', rpc, count: 1 });
  expect(await omitted()).toBe(1);
});

it('metrics show the wallet balances in whole coins, including a gas coin that invoices cannot ask for', async () => {
  const address = addressOf(99);
  await noteWallets(api.db, {
    chainCode: 'local',
    wallets: [
      { address, tokenSymbol: 'USDC', balanceAtomic: 1_500_000n },
      { address, tokenSymbol: testChain.nativeSymbol, balanceAtomic: 25n * 10n ** 16n },
    ],
    nowMs: 1,
  });
  const labels = `chain_code="local",address="${address}",token_symbol=`;
  const found = await samples();
  expect(found.get(`quittance_wallet_balance{${labels}"USDC"}`)).toBe(1.5);
  expect(found.get(`quittance_wallet_balance{${labels}"${testChain.nativeSymbol}"}`)).toBe(0.25);
});

it('metrics show frozen assets, and waiting withdrawals with the time of the oldest', async () => {
  const { merchantId, key } = await api.addMerchant();
  await api.credit(merchantId, 10_000_000n);
  expect((await samples()).get('quittance_withdrawals{status="pending_approval"}')).toBe(0);
  const json = { amountCrypto: '4', chainCode: 'local', tokenSymbol: 'USDC', address: TO };
  for (const _ of [1, 2])
    expect(await api.ask('POST', '/v1/withdrawals', { key, json })).toMatchObject({ status: 201 });
  const [first] = await api.db('withdrawals').orderBy('created_at').select<{ created_at: Date }[]>('*');
  await transaction(api.db, (trx) =>
    freezeAsset(trx, { asset: usdc(), reason: 'x', nowMs: 1, actor: { kind: 'cli', id: 'ann', ip: null } }),
  );
  const found = await samples();
  expect(found.get('quittance_asset_frozen{chain_code="local",token_symbol="USDC"}')).toBe(1);
  expect(found.get('quittance_withdrawals{status="pending_approval"}')).toBe(2);
  expect(found.get('quittance_withdrawals{status="broadcast"}')).toBe(0);
  const oldest = (status: string) =>
    found.get(`quittance_withdrawals_oldest_timestamp_seconds{status="${status}"}`);
  expect(oldest('pending_approval')).toBe(Math.floor((first?.created_at.getTime() ?? 0) / 1_000));
  expect(oldest('approved')).toBeUndefined();
});

it('metrics show waiting withdrawals by chain and reason, even after they have ended', async () => {
  const { merchantId, key } = await api.addMerchant();
  await api.credit(merchantId, 10_000_000n);
  const json = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC', address: TO };
  const ids: string[] = [];
  for (const _ of [1, 2, 3, 4]) {
    const { body } = await api.ask('POST', '/v1/withdrawals', { key, json });
    ids.push((body as { data: { withdrawalId: string } }).data.withdrawalId);
  }
  const waiting = async (code: string, chainCode = 'local'): Promise<unknown> =>
    (await samples()).get(`quittance_withdrawals_waiting{chain_code="${chainCode}",code="${code}"}`);
  const row = (index: number) => api.db('withdrawals').where({ withdrawal_id: ids[index] });
  expect(await waiting('no_gas')).toBe(0);
  for (const [index, status] of ['approved', 'approved', 'broadcast', 'failed'].entries()) {
    await row(index).update({ status });
    const code = index === 2 ? 'maybe_paid' : 'no_gas';
    const why = { code, reason: 'why', untilMs: null, hasEnded: true } as const;
    expect(await setWaiting(api.db, { withdrawalId: ids[index] ?? '', ...why })).toBe(true);
  }
  await row(1).update({ chain_code: 'former' });
  expect([await waiting('no_gas'), await waiting('maybe_paid'), await waiting('no_gas', 'former')]).toEqual([
    2, 1, 1,
  ]);
  const operator = await api.addOperator();
  const { body } = await api.ask('GET', '/admin/v1/withdrawals?status=broadcast', { key: operator.key });
  expect(body).toMatchObject({ data: [{ waitingReason: 'why', waitingCode: 'maybe_paid' }] });
  for (const withdrawalId of ids) await clearWaiting(api.db, withdrawalId);
  expect([await waiting('no_gas'), await waiting('maybe_paid')]).toEqual([0, 0]);
});

it('metrics show endpoints that fail, without those that are disabled', async () => {
  const { key } = await api.addMerchant();
  for (const name of ['a', 'b', 'c']) {
    const json = { url: `https://${name}.example.com/hooks`, events: ['invoice.paid'] };
    expect(await api.ask('POST', '/web/v1/webhook-endpoints', { key, json })).toMatchObject({ status: 201 });
  }
  const endpoints = (name: string) =>
    api.db('webhook_endpoints').where({ url: `https://${name}.example.com/hooks` });
  await endpoints('a').update({ failing_since: new Date() });
  await endpoints('b').update({ failing_since: new Date(), status: 'disabled', disabled_reason: 'x' });
  expect((await samples()).get('quittance_webhook_endpoints_failing')).toBe(1);
});

it('metrics show when somebody last looked for problems, and the notices that a receiver does not take', async () => {
  const look = 'quittance_notices_looked_timestamp_seconds';
  expect([(await samples()).get(look), (await samples()).get('quittance_notices_failing')]).toEqual([0, 0]);
  const nowMs = Date.now();
  await transaction(api.db, (trx) => noteLook(trx, nowMs));
  await openTestNotice(api.db, nowMs);
  await transaction(api.db, (trx) => takeDueNotices(trx, { receivers: ['a', 'b'], nowMs }));
  await api.db('notice_sends').where({ receiver: 'a' }).update({ attempt_count: 2 });
  expect([(await samples()).get(look), (await samples()).get('quittance_notices_failing')]).toEqual([
    Math.floor(nowMs / 1_000),
    1,
  ]);
});

it('metrics show deliveries that nobody has begun, without those that wait for a slot or for their body', async () => {
  const { key } = await api.addMerchant();
  const json = { url: 'https://d.example.com/hooks', events: ['invoice.paid'] };
  const made = await api.ask('POST', '/web/v1/webhook-endpoints', { key, json });
  const { id } = made.body.data as unknown as { id: string };
  // No worker runs in this test.
  const asked = await api.ask('POST', `/web/v1/webhook-endpoints/${id}/test`, { key });
  expect(asked.status).toBeLessThan(300);
  const unattended = async () => (await samples()).get('quittance_webhook_deliveries_unattended');
  const delivery = () => api.db('deliveries').where({ endpoint_id: id });
  const [now, before] = [new Date(), new Date(Date.now() - 400_000)];
  expect(await unattended()).toBe(0);
  await delivery().update({ next_attempt_at: before, created_at: before });
  expect(await unattended()).toBe(1);
  for (const waits of ['queued_at', 'body_refused_at', 'leased_until']) {
    await delivery().update({ [waits]: now });
    expect([waits, await unattended()]).toEqual([waits, 0]);
    await delivery().update({ [waits]: null });
  }
  expect(await unattended()).toBe(1);
  await delivery().update({ status: 'cancelled', cancel_reason: 'x', next_attempt_at: null });
  expect(await unattended()).toBe(0);
});

it('metrics of the database are omitted while the database is down', async () => {
  const away = openDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/nowhere' });
  expect([...(await samples(away)).keys()]).toEqual([]);
  await away.destroy();
});
