import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const LIMITED = { chainCode: 'local', tokenSymbol: 'USDC' };

let api: TestApi;
let operator: { operatorId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operator = await api.addOperator();
});
afterAll(() => api.close());

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const create = (json: object, headers = {}): Promise<Answer> =>
  api.ask('POST', '/admin/v1/merchants', { key: operator.key, json, headers });
const patch = (merchantId: string, json: object): Promise<Answer> =>
  api.ask('PATCH', `/admin/v1/merchants/${merchantId}`, { key: operator.key, json });
const newMerchant = async (): Promise<string> => (await create({ name: 'Shop' })).body.data.merchantId;

describe('POST /admin/v1/merchants', () => {
  it('answers 201 with every field; omitted fields have their defaults', async () => {
    const { status, body } = await create({ name: 'Corner shop' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      merchantId: expect.stringMatching(/^mer_[0-9a-z]{26}$/),
      name: 'Corner shop',
      status: 'active',
      toleranceBps: null,
      acceptLate: false,
      withdrawalLimits: [],
      pendingPolicyChanges: [],
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('accepts terms and limits, and shows each limit in both units', async () => {
    const { body } = await create({
      name: 'Shop',
      toleranceBps: 100,
      acceptLate: true,
      withdrawalLimits: [{ ...LIMITED, perWithdrawalCrypto: '5', perDayAtomic: '9000001' }],
    });
    expect(body.data).toMatchObject({ toleranceBps: 100, acceptLate: true });
    expect(body.data).toMatchObject({
      withdrawalLimits: [
        {
          ...LIMITED,
          perWithdrawalCrypto: '5.000000',
          perWithdrawalAtomic: '5000000',
          perDayCrypto: '9.000001',
          perDayAtomic: '9000001',
          twoApprovalsAboveCrypto: null,
          twoApprovalsAboveAtomic: null,
          autoApproveBelowCrypto: null,
          autoApproveBelowAtomic: null,
        },
      ],
    });
  });

  it('creates one merchant for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'merchant-1' };
    const first = await create({ name: 'Once' }, headers);
    const second = await create({ name: 'Once' }, headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await api.db('merchants').where({ name: 'Once' })).toHaveLength(1);
  });

  it.each([
    ['without a name', {}, 400, 'validation_failed'],
    ['with an unknown field', { name: 'x', tolerance: 5 }, 400, 'validation_failed'],
    ['with a tolerance above 50 %', { name: 'x', toleranceBps: 5_001 }, 400, 'validation_failed'],
    [
      'with a limit of an asset that is not offered',
      { name: 'x', withdrawalLimits: [{ chainCode: 'local', tokenSymbol: 'DAI' }] },
      422,
      'unsupported_asset',
    ],
    [
      'with a limit as a number',
      { name: 'x', withdrawalLimits: [{ ...LIMITED, perDayCrypto: 5 }] },
      400,
      'validation_failed',
    ],
    [
      'with a limit in both units',
      { name: 'x', withdrawalLimits: [{ ...LIMITED, perDayCrypto: '5', perDayAtomic: '5' }] },
      400,
      'validation_failed',
    ],
    [
      'with an asset listed twice',
      { name: 'x', withdrawalLimits: [LIMITED, { ...LIMITED, perDayCrypto: '5' }] },
      400,
      'validation_failed',
    ],
    [
      'with a limit more precise than its asset',
      { name: 'x', withdrawalLimits: [{ ...LIMITED, perDayCrypto: '0.0000001' }] },
      422,
      'amount_too_precise',
    ],
    [
      'with limits that contradict each other',
      {
        name: 'x',
        withdrawalLimits: [{ ...LIMITED, autoApproveBelowCrypto: '6', twoApprovalsAboveCrypto: '5' }],
      },
      400,
      'validation_failed',
    ],
  ])('%s answers %i %s', async (_, json, status, code) => {
    expect(codeOf(await create(json))).toEqual([status, code]);
  });

  it('answers 401 without a key, 403 to a merchant and to an operator without the scope', async () => {
    const json = { name: 'x' };
    expect(codeOf(await api.ask('POST', '/admin/v1/merchants', { json }))).toEqual([401, 'unauthenticated']);
    const reporter = await api.addOperator({ scopes: ['reports:read'] });
    for (const { key } of [await api.addMerchant(), reporter]) {
      expect(codeOf(await api.ask('POST', '/admin/v1/merchants', { key, json }))).toEqual([
        403,
        'missing_scope',
      ]);
    }
  });
});

describe('GET /admin/v1/merchants', () => {
  it('lists them newest first, page by page, by status', async () => {
    const ids = [await newMerchant(), await newMerchant(), await newMerchant()];
    await patch(ids[0] ?? '', { status: 'suspended' });
    const list = (query: string) => api.ask('GET', `/admin/v1/merchants?${query}`, { key: operator.key });
    const first = await list('limit=2');
    expect(first.list.map(({ merchantId }) => merchantId)).toEqual([ids[2], ids[1]]);
    const next = await list(`limit=1&cursor=${first.body.page.nextCursor ?? ''}`);
    expect(next.list.map(({ merchantId }) => merchantId)).toEqual([ids[0]]);
    const suspended = await list('status=suspended');
    expect(suspended.list.map(({ merchantId }) => merchantId)).toEqual([ids[0]]);
    expect(codeOf(await list('status=gone'))).toEqual([400, 'validation_failed']);
  });
});

describe('PATCH /admin/v1/merchants/{merchantId}', () => {
  it('changes the named fields only; null removes a limit', async () => {
    const merchantId = await newMerchant();
    await patch(merchantId, {
      toleranceBps: 10,
      withdrawalLimits: [
        { ...LIMITED, perWithdrawalCrypto: '5', perDayCrypto: '9' },
        { chainCode: 'BSC', tokenSymbol: 'USDT', perDayCrypto: '1000' },
      ],
    });
    const changed = await patch(merchantId, {
      acceptLate: true,
      withdrawalLimits: [{ ...LIMITED, perDayCrypto: null, twoApprovalsAboveCrypto: '3' }],
    });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      name: 'Shop',
      toleranceBps: 10,
      acceptLate: true,
      withdrawalLimits: [
        { chainCode: 'BSC', perDayCrypto: '1000.000000', perDayAtomic: `1${'0'.repeat(21)}` },
        { perWithdrawalCrypto: '5.000000', perDayCrypto: null, twoApprovalsAboveCrypto: '3.000000' },
      ],
    });
    expect((await patch(merchantId, { toleranceBps: null })).body.data).toMatchObject({ toleranceBps: null });
  });

  it('suspends: its keys answer 403 merchant_suspended until it is resumed', async () => {
    const { merchantId, key } = await api.addMerchant();
    expect((await patch(merchantId, { status: 'suspended', reason: 'chargebacks' })).body.data.status).toBe(
      'suspended',
    );
    expect(codeOf(await api.ask('GET', '/v1/balances', { key }))).toEqual([403, 'merchant_suspended']);
    await patch(merchantId, { status: 'active' });
    expect((await api.ask('GET', '/v1/balances', { key })).status).toBe(200);
  });

  it('gives new invoices the tolerance and the late-money policy that it set', async () => {
    const { merchantId, key } = await api.addMerchant();
    await patch(merchantId, { toleranceBps: 7, acceptLate: true });
    const json = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
    const { invoiceId } = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
    expect(
      await api.db('invoices').where({ invoice_id: invoiceId }).first('tolerance_bps', 'accept_late'),
    ).toEqual({ tolerance_bps: 7, accept_late: true });
  });

  it('records who changed what, from where and why', async () => {
    const merchantId = await newMerchant();
    await patch(merchantId, { status: 'suspended', reason: 'chargebacks' });
    const { list } = await api.ask('GET', `/admin/v1/audit-log?objectId=${merchantId}`, {
      key: operator.key,
    });
    expect(list).toMatchObject([
      {
        action: 'merchant.update',
        actorKind: 'operator',
        actorId: operator.operatorId,
        apiKeyId: operator.apiKeyId,
        ip: '127.0.0.1',
        reason: 'chargebacks',
        before: { status: 'active' },
        after: { status: 'suspended' },
      },
      { action: 'merchant.create', before: null, after: { name: 'Shop' } },
    ]);
  });

  it('answers 404 for an unknown merchant, 400 for an empty change, and 400 for limits that contradict existing ones', async () => {
    expect(codeOf(await patch('mer_00000000000000000000000000', { acceptLate: true }))).toEqual([
      404,
      'not_found',
    ]);
    const merchantId = await newMerchant();
    expect(codeOf(await patch(merchantId, {}))).toEqual([400, 'validation_failed']);
    expect(codeOf(await patch(merchantId, { reason: 'just so' }))).toEqual([400, 'validation_failed']);
    await patch(merchantId, { withdrawalLimits: [{ ...LIMITED, twoApprovalsAboveCrypto: '5' }] });
    const contradiction = { withdrawalLimits: [{ ...LIMITED, autoApproveBelowCrypto: '6' }] };
    expect(codeOf(await patch(merchantId, contradiction))).toEqual([400, 'validation_failed']);
  });
});
