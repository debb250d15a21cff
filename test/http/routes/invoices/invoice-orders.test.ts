import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { holdMoney } from '../../../helpers/api/hold-money.js';
import { startApi, type Answer, type Shown, type TestApi } from '../../../helpers/api/start-api.js';

const RECIPIENT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
interface Resolved {
  readonly withdrawalIds: readonly string[];
}
let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

const create = async (): Promise<Shown> => {
  const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC' };
  return (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
};
const order = (invoiceId: string, action: 'cancel' | 'resolve', json?: object, as = key): Promise<Answer> =>
  api.ask('POST', `/v1/invoices/${invoiceId}/${action}`, {
    key: as,
    ...(json === undefined ? {} : { json }),
  });

const held = (...payers: readonly string[]): Promise<Shown> => holdMoney(api, key, payers);

describe('POST /v1/invoices/{invoiceId}/cancel', () => {
  it('answers 200 with the cancelled invoice, and 409 the second time', async () => {
    const { invoiceId } = await create();
    const first = await order(invoiceId, 'cancel');
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({ invoiceId, status: 'cancelled' });
    const second = await order(invoiceId, 'cancel');
    expect([second.status, second.body.error.code]).toEqual([409, 'invalid_state']);
  });
  it("answers 404 for another merchant's invoice, and leaves it unchanged", async () => {
    const { invoiceId } = await create();
    const other = await api.addMerchant();
    expect((await order(invoiceId, 'cancel', undefined, other.key)).status).toBe(404);
    expect((await api.ask('GET', `/v1/invoices/${invoiceId}`, { key })).body.data.status).toBe('pending');
  });
});

describe('POST /v1/invoices/{invoiceId}/resolve', () => {
  it('accepts the held money: 200, completed, credited', async () => {
    const { invoiceId } = await held();
    const { status, body } = await order(invoiceId, 'resolve', { action: 'accept' });
    expect([status, body.data.status]).toEqual([200, 'completed']);
    const balances = await api.ask('GET', '/v1/balances', { key });
    expect(balances.list[0]).toMatchObject({ available: '100.000000', held: '0.000000' });
  });
  it('refunds the held money by a withdrawal that waits for an operator', async () => {
    const { invoiceId } = await held();
    const refund = { action: 'refund', address: RECIPIENT };
    const { status, body } = await order(invoiceId, 'resolve', refund);
    expect(status).toBe(200);
    const withdrawals = await api.ask('GET', '/v1/withdrawals', { key });
    const [withdrawal] = withdrawals.list;
    expect(body.data).toMatchObject({ invoiceId, withdrawalIds: [withdrawal?.withdrawalId] });
    expect(withdrawal).toMatchObject({
      kind: 'refund',
      invoiceId,
      waitingReason: null,
      status: 'pending_approval',
      amountCrypto: '100.000000',
      address: RECIPIENT,
    });
    const balances = await api.ask('GET', '/v1/balances', { key });
    expect(balances.list[0]).toMatchObject({ held: '0.000000', reserved: '100.000000' });
    const second = await order(invoiceId, 'resolve', refund);
    expect([second.status, second.body.error.code]).toEqual([409, 'invalid_state']);
    expect(second.body.error.message).toContain(`refunded by ${withdrawal?.withdrawalId} (pending_approval)`);
  });
  it.each(['accept', 'refund'])('%s decides only about the money that was expected', async (action) => {
    const { invoiceId } = await held(addressOf(1), addressOf(2));
    const ask = (expected: readonly object[]): Promise<Answer> =>
      order(invoiceId, 'resolve', { action, expected, ...(action === 'refund' && { address: RECIPIENT }) });
    const usdc = { chainCode: 'local', tokenSymbol: 'USDC' };
    for (const amounts of [['100000000'], ['100000000', '100000001'], []]) {
      const { status, body } = await ask(amounts.map((amountAtomic) => ({ ...usdc, amountAtomic })));
      expect([status, body.error.code]).toEqual([409, 'invalid_state']);
      expect(body.error.message).toContain('Other money is held now');
    }
    const read = await api.ask('GET', `/v1/invoices/${invoiceId}`, { key });
    expect(read.body.data).toMatchObject({ status: 'cancelled', held: [usdc, usdc] });
    const done = await ask([usdc, usdc].map((asset) => ({ ...asset, amountAtomic: '100000000' })));
    expect([done.status, done.body.data]).toMatchObject([200, { held: [] }]);
  });
  it('can be asked again when its refund was cancelled, for which an event is sent', async () => {
    const { invoiceId } = await held();
    const refund = { action: 'refund', address: RECIPIENT };
    const first = (await order(invoiceId, 'resolve', refund)).body.data as unknown as Resolved;
    const [withdrawalId = ''] = first.withdrawalIds;
    await noteChainRead(api.db);
    await api.ask('POST', `/v1/withdrawals/${withdrawalId}/cancel`, { key });
    const told = await api.db('events').where({ withdrawal_id: withdrawalId }).pluck<string[]>('type');
    expect(told).toEqual(['withdrawal.cancelled']);
    const again = await order(invoiceId, 'resolve', { action: 'accept' });
    expect([again.status, again.body.data]).toMatchObject([200, { withdrawalIds: [], held: [] }]);
  });
  it('applies an Idempotency-Key: a repeated refund gives its answer again and sends nothing twice', async () => {
    const { invoiceId } = await held();
    const ask = (json: object): Promise<Answer> =>
      api.ask('POST', `/v1/invoices/${invoiceId}/resolve`, {
        key,
        json,
        headers: { 'idempotency-key': `resolve ${invoiceId}` },
      });
    const count = async (): Promise<number> =>
      (await api.ask('GET', '/v1/withdrawals?limit=100', { key })).list.length;
    const before = await count();
    const refund = { action: 'refund', address: RECIPIENT };
    const first = await ask(refund);
    const again = await ask(refund);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([
      200,
      'true',
      first.text,
    ]);
    expect(await count()).toBe(before + 1);
    const other = await ask({ action: 'accept' });
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
    const dispatches = api.dispatches();
    const { invoiceId: next } = await held();
    await order(next, 'resolve', refund);
    expect(api.dispatches()).toBeGreaterThan(dispatches);
  });
  it('binds an Idempotency-Key to one invoice: the same order about another is not answered as if it were done', async () => {
    const [one, other] = [await held(), await held()];
    const accept = ({ invoiceId }: { invoiceId: string }): Promise<Answer> =>
      api.ask('POST', `/v1/invoices/${invoiceId}/resolve`, {
        key,
        json: { action: 'accept' },
        headers: { 'idempotency-key': `accept ${one.invoiceId}` },
      });
    expect((await accept(one)).status).toBe(200);
    const refused = await accept(other);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('idempotency_key_reused');
    expect((await accept(one)).headers.get('idempotency-replayed')).toBe('true');
  });
  it('has the held money and its reason shown to the merchant, and to nobody else, before the order', async () => {
    const { invoiceId, publicId } = await held();
    const read = async () =>
      (await api.ask('GET', `/v1/invoices/${invoiceId}`, { key })).body.data as unknown as {
        readonly payments: readonly Readonly<Record<string, unknown>>[];
        readonly held: readonly unknown[];
      };
    const before = await read();
    const [payment] = before.payments;
    expect(before.held).toEqual([
      {
        chainCode: 'local',
        tokenSymbol: 'USDC',
        reason: 'cancelled',
        amountCrypto: payment?.['amountCrypto'],
        amountAtomic: payment?.['amountAtomic'],
        txHash: payment?.['txHash'],
        from: payment?.['from'],
      },
    ]);
    const timeline = await api.ask('GET', `/v1/invoices/${invoiceId}/timeline`, { key });
    const told = (timeline.list as unknown as { event?: string; held?: unknown }[]).filter(
      ({ event }) => event !== undefined,
    );
    expect(told).toMatchObject([
      { event: 'invoice.created', held: null },
      { event: 'invoice.payment_held', held: before.held },
    ]);
    const [body] = await api
      .db('events')
      .where({ invoice_id: invoiceId, type: 'invoice.payment_held' })
      .pluck<string[]>('body');
    expect(JSON.parse(body ?? '{}')).toMatchObject({ data: { held: before.held } });
    const shownToCustomer = await api.ask('GET', `/v1/public/invoices/${publicId}`);
    expect(shownToCustomer.body.data).not.toHaveProperty('held');
    await order(invoiceId, 'resolve', { action: 'accept' });
    expect(await read()).toMatchObject({ status: 'completed', held: [] });
  });
  it('answers 409 when nothing is held', async () => {
    const { invoiceId } = await create();
    const { status, body } = await order(invoiceId, 'resolve', { action: 'accept' });
    expect([status, body.error.code]).toEqual([409, 'invalid_state']);
  });
  it.each([
    ['no action', {}, 400],
    ['an unknown action', { action: 'keep' }, 400],
    ['a refund without an address', { action: 'refund' }, 400],
    ['an address with accept', { action: 'accept', address: RECIPIENT }, 400],
    ['an address with a wrong checksum', { action: 'refund', address: RECIPIENT.replace('C44', 'c44') }, 422],
    ['the zero address', { action: 'refund', address: `0x${'0'.repeat(40)}` }, 422],
  ])('refuses %s and changes nothing', async (_, json, expected) => {
    const { invoiceId } = await held();
    expect((await order(invoiceId, 'resolve', json)).status).toBe(expected);
    expect((await order(invoiceId, 'resolve', { action: 'accept' })).status).toBe(200);
  });
});

describe('GET /v1/invoices/{invoiceId}/timeline', () => {
  it('lists every fact in order: quote, order, payment, posting, event', async () => {
    const { invoiceId } = await held();
    await order(invoiceId, 'resolve', { action: 'accept' });
    const { status, list } = await api.ask('GET', `/v1/invoices/${invoiceId}/timeline`, { key });
    expect(status).toBe(200);
    const told = list.map((fact) => {
      const { kind, event, entry, action } = fact as unknown as Record<string, string>;
      return [kind, event ?? entry ?? action].filter(Boolean).join(' ');
    });
    expect(told.filter((line) => !line.startsWith('event'))).toEqual([
      'quote',
      'order invoice.cancel',
      'payment_seen',
      'payment_confirmed',
      'ledger_entry transfer_none_to_held',
      'ledger_entry transfer_held_to_credited',
      'order invoice.accept',
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        'event invoice.created',
        'event invoice.payment_held',
        'event invoice.completed',
      ]),
    );
  });
  it("answers 404 for another merchant's invoice", async () => {
    const { invoiceId } = await create();
    const other = await api.addMerchant();
    const answer = await api.ask('GET', `/v1/invoices/${invoiceId}/timeline`, { key: other.key });
    expect(answer.status).toBe(404);
  });
});

describe('a refund, as an operator sees it before the approval', () => {
  /** Refunds the payers' money. @returns the withdrawal as operators see it. */
  async function refundTo(address: string, { of }: { of: readonly string[] }, as = key): Promise<object> {
    const { invoiceId } = await held(...of);
    expect((await order(invoiceId, 'resolve', { action: 'refund', address }, as)).status).toBe(200);
    const operator = await api.addOperator();
    const { list } = await api.ask('GET', '/admin/v1/withdrawals?limit=1', { key: operator.key });
    expect(list[0]).toMatchObject({ kind: 'refund', invoiceId, address });
    return list[0] ?? {};
  }
  const unknown = {
    refundRecipient: 'other',
    recipientWarning: expect.stringContaining('did not send the refunded money'),
  };

  it('needs no warning when it goes to the payer, and says so', async () => {
    const payer = { refundRecipient: 'payer', recipientWarning: null };
    expect(await refundTo(RECIPIENT, { of: [RECIPIENT] })).toMatchObject(payer);
    expect(await refundTo(RECIPIENT, { of: [RECIPIENT, RECIPIENT] })).toMatchObject(payer);
  });

  it('warns about an address that paid nothing, or not all of it, because a thief can send a little', async () => {
    expect(await refundTo(RECIPIENT, { of: [addressOf(1)] })).toMatchObject(unknown);
    expect(await refundTo(RECIPIENT, { of: [addressOf(1), RECIPIENT] })).toMatchObject(unknown);
  });

  it('trusts a whitelist that is older than the money, and not one that a thief writes afterwards', async () => {
    const { apiKeyId } = (await api.ask('GET', '/web/v1/api-keys', { key })).list[0] ?? {};
    const entry = { chainCode: 'local', address: RECIPIENT, label: 'mine' };
    const json = { ips: [], withdrawalAddresses: [entry] };
    expect((await api.ask('PUT', '/web/v1/api-keys/whitelists', { key, json })).status).toBe(200);
    expect(await refundTo(RECIPIENT, { of: [addressOf(1)] })).toMatchObject(unknown);
    const before = [{ ...entry, address: RECIPIENT.toLowerCase(), effectiveAtMs: 0 }];
    await api
      .db('api_keys')
      .where({ api_key_id: apiKeyId })
      .update({ withdrawal_addresses: JSON.stringify(before) });
    expect(await refundTo(RECIPIENT, { of: [addressOf(1)] })).toMatchObject({
      refundRecipient: 'whitelisted',
      recipientWarning: null,
    });
    await api.db('api_keys').where({ api_key_id: apiKeyId }).update({ withdrawal_addresses: '[]' });
  });

  it('is recorded with the approval: what the operator was shown', async () => {
    const shown = (await refundTo(RECIPIENT, { of: [addressOf(1)] })) as Shown;
    const { key: operatorKey } = await api.addOperator();
    const path = `/admin/v1/withdrawals/${shown.withdrawalId}/approve`;
    expect((await api.ask('POST', path, { key: operatorKey })).body.data.status).toBe('approved');
    const [audit] = await api
      .db('audit_log')
      .where({ action: 'withdrawal.approve' })
      .select<object[]>('after');
    expect(audit).toMatchObject({ after: { refundRecipient: 'other' } });
  });
});
