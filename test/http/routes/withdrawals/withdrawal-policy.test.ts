import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditActor } from '../../../../src/db/audit/audit-log.js';
import { decideWithdrawal } from '../../../../src/db/withdrawals/decide-withdrawal.js';
import { approveWithSignature } from '../../../../src/db/withdrawals/approve-with-signature.js';
import { listApprovals } from '../../../../src/db/withdrawals/withdrawal-approvals.js';
import { findPayoutHold } from '../../../../src/db/withdrawals/asset-freezes.js';
import { transaction } from '../../../../src/db/core/database.js';
import { insertMovement } from '../../../../src/db/sweeps/movements.js';
import { ensureWallet } from '../../../../src/db/wallets/wallets.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { testChain } from '../../../helpers/facts/facts.js';
import { commitSignature } from '../../../helpers/circuits/signed.js';
import { untilWaiting } from '../../../helpers/facts/orders.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const TO = `0x${'12'.repeat(20)}`;
const COLD = `0x${'c1'.repeat(20)}`;
const WALLET = `0x${'aa'.repeat(20)}`;
/** The contract that sweeps deposit addresses. */
const SWEEPER = `0x${'5e'.repeat(20)}`;
const HOUR_MS = 3_600_000;

let api: TestApi;
let nowMs = Date.now();
let ann: { operatorId: string; key: string };
let bob: { operatorId: string; key: string };
let merchant: { merchantId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({
    rateLimits: { '*': null },
    now: () => nowMs,
    chains: new Map([['local', { ...testChain, coldAddress: COLD }]]),
  });
  ann = await api.addOperator();
  bob = await api.addOperator();
  await noteChainRead(api.db);
  await ensureWallet(api.db, { chainCode: 'local', address: WALLET });
  const deployed = { contractAddress: SWEEPER, destination: WALLET };
  await transaction(api.db, (trx) =>
    insertMovement(trx, { chainCode: 'local', kind: 'deploy', fromAddress: WALLET, parts: [], deployed }),
  );
});
afterAll(() => api.close());
beforeEach(async () => {
  nowMs = Date.now();
  merchant = await api.addMerchant();
  await api.credit(merchant.merchantId, 100_000_000n);
});

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const limit = async (limits: object): Promise<void> => {
  const answer = await api.ask('PATCH', `/admin/v1/merchants/${merchant.merchantId}`, {
    key: ann.key,
    json: { withdrawalLimits: [{ chainCode: 'local', tokenSymbol: 'USDC', ...limits }] },
  });
  expect(answer.status).toBe(200);
};
const request = (amountCrypto: string, fields: object = {}): Promise<Answer> =>
  api.ask('POST', '/v1/withdrawals', {
    key: merchant.key,
    json: { amountCrypto, chainCode: 'local', tokenSymbol: 'USDC', address: TO, ...fields },
  });
const idOf = async (amountCrypto: string): Promise<string> =>
  (await request(amountCrypto)).body.data.withdrawalId;
const order = (withdrawalId: string, what: string, { key, json }: { key: string; json?: object }) =>
  api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/${what}`, { key, json });
const approve = (withdrawalId: string, { key }: { key: string }) => order(withdrawalId, 'approve', { key });
const stop = (withdrawalId: string) =>
  order(withdrawalId, 'stop', { key: ann.key, json: { reason: 'wrong address' } });
async function balance(): Promise<unknown> {
  return (await api.ask('GET', '/v1/balances', { key: merchant.key })).list[0];
}

describe('limits', () => {
  it('of one withdrawal answer 422 limit_exceeded, and name the limit', async () => {
    await limit({ perWithdrawalCrypto: '5' });
    const refused = await request('5.000001');
    expect(codeOf(refused)).toEqual([422, 'limit_exceeded']);
    expect(refused.body.error.message).toContain('at most 5.000000 USDC');
    expect((await request('5')).status).toBe(201);
  });

  it('of a day show what is left, and do not count amounts that never left', async () => {
    await limit({ perDayCrypto: '10' });
    const first = await idOf('7');
    const refused = await request('4');
    expect(codeOf(refused)).toEqual([422, 'limit_exceeded']);
    expect(refused.body.error.message).toContain('at most 10.000000 USDC; 3.000000 USDC are left');
    await order(first, 'reject', { key: ann.key, json: { reason: 'no' } });
    expect((await request('10')).status).toBe(201);
  });

  it('of a day cover any 24 hours, so midnight does not double them', async () => {
    await limit({ perDayCrypto: '10' });
    nowMs = Date.UTC(2026, 0, 1, 23, 59);
    expect((await request('10')).status).toBe(201);
    nowMs += 23 * HOUR_MS;
    expect(codeOf(await request('1'))).toEqual([422, 'limit_exceeded']);
    nowMs += HOUR_MS;
    expect((await request('10')).status).toBe(201);
  });

  it('of a day are exact however many ask at the same moment', async () => {
    await limit({ perDayCrypto: '10' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => request('4')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422, 422, 422]);
    expect(await balance()).toMatchObject({ reservedAtomic: '8000000' });
  });

  it('apply to one asset and one merchant: others are untouched', async () => {
    await limit({ perDayCrypto: '0' });
    const other = await api.addMerchant();
    await api.credit(other.merchantId, 1_000_000n);
    const json = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC', address: TO };
    expect((await api.ask('POST', '/v1/withdrawals', { key: other.key, json })).status).toBe(201);
    expect(codeOf(await request('1'))).toEqual([422, 'limit_exceeded']);
    expect(codeOf(await request('1', { tokenSymbol: 'ETH' }))).toEqual([422, 'insufficient_balance']);
  });
});

describe('an amount that needs two approvals', () => {
  beforeEach(() => limit({ twoApprovalsAboveCrypto: '50' }));

  it('is approved by two different operators, with one event', async () => {
    const withdrawalId = await idOf('51');
    const first = await approve(withdrawalId, ann);
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      status: 'pending_approval',
      approvedAt: null,
      approvalsRequired: 2,
      approvals: [{ actorKind: 'operator', operatorId: ann.operatorId }],
    });
    const { body } = await api.ask('GET', `/v1/withdrawals/${withdrawalId}`, { key: merchant.key });
    expect(body.data).toMatchObject({ approvalsGiven: 1, approvalsRequired: 2 });
    expect(body.data).not.toHaveProperty('approvals');
    const second = await approve(withdrawalId, bob);
    expect(second.body.data).toMatchObject({
      status: 'approved',
      approvals: [{ operatorId: ann.operatorId }, { operatorId: bob.operatorId }],
    });
    expect(await api.db('events').where({ withdrawal_id: withdrawalId }).pluck('type')).toEqual([
      'withdrawal.approved',
    ]);
  });

  it('is not approved twice by one operator, even with another key', async () => {
    const withdrawalId = await idOf('51');
    await approve(withdrawalId, ann);
    const { key } = await api.addOperator({ owner: { operatorId: ann.operatorId } });
    for (const again of [ann, { key }]) {
      const refused = await approve(withdrawalId, again);
      expect(codeOf(refused)).toEqual([409, 'invalid_state']);
      expect(refused.body.error.message).toContain('You have approved already');
    }
  });

  it('counts an operator once who approves many times at the same moment', async () => {
    const withdrawalId = await idOf('51');
    const answers = await Promise.all(Array.from({ length: 4 }, () => approve(withdrawalId, ann)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [row] = (await api.ask('GET', '/admin/v1/withdrawals?limit=1', { key: ann.key })).list;
    expect(row).toMatchObject({ withdrawalId, status: 'pending_approval' });
  });

  it.each([0, 1])(
    'is not approved at the command line, which may be the same operator: after %d of two',
    async (before) => {
      const withdrawalId = await idOf('51');
      if (before === 1) await approve(withdrawalId, ann);
      const actor: AuditActor = { kind: 'cli', id: 'ann', ip: null };
      const asked = { withdrawalId, reason: null, actor, nowMs, showAddress: (address: string) => address };
      const given = { approver: TO, signature: '0x12', validUntil: 2_000_000_000 };
      const atCommandLine = transaction(api.db, (trx) =>
        decideWithdrawal(trx, { ...asked, decision: 'approve' }),
      );
      await expect(atCommandLine).rejects.toThrow('The command line does not say which one it is');
      // Its signature is stored with the name of the signer.
      await transaction(api.db, (trx) => approveWithSignature(trx, { ...asked, given }));
      expect(await api.db('approval_signatures').where({ withdrawal_id: withdrawalId })).toHaveLength(1);
      const approvals = await transaction(api.db, (trx) => listApprovals(trx, [withdrawalId]));
      expect(approvals).toHaveLength(before);
      await approve(withdrawalId, ann);
      expect((await approve(withdrawalId, bob)).body.data.status).toBe('approved');
    },
  );

  it('can still be rejected or cancelled after the first', async () => {
    const withdrawalId = await idOf('51');
    await approve(withdrawalId, ann);
    expect((await order(withdrawalId, 'reject', { key: bob.key, json: { reason: 'no' } })).status).toBe(200);
    expect(await balance()).toMatchObject({ availableAtomic: '100000000', reservedAtomic: '0' });
  });

  it('needs one up to the limit, and two when the limit falls below the amount in the meantime', async () => {
    expect((await approve(await idOf('10'), ann)).body.data.status).toBe('approved');
    const pending = await idOf('20');
    await limit({ twoApprovalsAboveCrypto: '5' });
    expect((await approve(pending, ann)).body.data).toMatchObject({
      status: 'pending_approval',
      approvalsRequired: 2,
    });
  });

  it('still needs two when the limit is lifted after the request', async () => {
    const withdrawalId = await idOf('51');
    await limit({ twoApprovalsAboveCrypto: null });
    expect((await approve(withdrawalId, ann)).body.data.status).toBe('pending_approval');
    expect((await approve(withdrawalId, bob)).body.data.status).toBe('approved');
  });
});

describe('an amount that is approved automatically', () => {
  it('is approved with its request, including event and audit row', async () => {
    await limit({ autoApproveBelowCrypto: '5' });
    const { status, body } = await request('4.999999');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'approved', approvedAt: expect.stringMatching(/Z$/) });
    const { withdrawalId } = body.data;
    expect(await api.db('events').where({ withdrawal_id: withdrawalId }).pluck('type')).toEqual([
      'withdrawal.approved',
    ]);
    const audit = await api.db('audit_log').where({ object_id: withdrawalId }).orderBy('audit_id');
    expect(audit).toMatchObject([
      { action: 'withdrawal.create', actor_id: merchant.merchantId, api_key_id: merchant.apiKeyId },
      { action: 'withdrawal.approve', actor_kind: 'system', after: { status: 'approved' } },
    ]);
    expect((await request('5')).body.data.status).toBe('pending_approval');
  });
});

describe('POST /admin/v1/withdrawals/{withdrawalId}/stop', () => {
  it('ends an approved and unsigned withdrawal; its amount is available again, once', async () => {
    const withdrawalId = await idOf('40');
    await approve(withdrawalId, ann);
    const stopped = await stop(withdrawalId);
    expect(stopped.status).toBe(200);
    expect(stopped.body.data).toMatchObject({ status: 'stopped', failureReason: 'wrong address' });
    expect(await balance()).toMatchObject({ availableAtomic: '100000000', reservedAtomic: '0' });
    expect(codeOf(await stop(withdrawalId))).toEqual([409, 'invalid_state']);
    expect(await balance()).toMatchObject({ availableAtomic: '100000000', reservedAtomic: '0' });
    expect(await api.db('outbox').where({ target_id: withdrawalId })).not.toEqual([]);
  });

  it('answers 409 for a pending or signed one, 400 without a reason, 404 for an unknown one', async () => {
    const withdrawalId = await idOf('40');
    expect(codeOf(await stop(withdrawalId))).toEqual([409, 'invalid_state']);
    await approve(withdrawalId, ann);
    expect(codeOf(await order(withdrawalId, 'stop', { key: ann.key }))).toEqual([400, 'validation_failed']);
    expect(await commitSignature(api.db, withdrawalId)).toBe(true);
    const refused = await stop(withdrawalId);
    expect(codeOf(refused)).toEqual([409, 'invalid_state']);
    expect(refused.body.error.message).toContain('signed by now');
    expect(codeOf(await stop('wd_00000000000000000000000000'))).toEqual([404, 'not_found']);
  });
});

describe("a suspended merchant's withdrawals", () => {
  const setStatus = (status: string) =>
    api.ask('PATCH', `/admin/v1/merchants/${merchant.merchantId}`, { key: ann.key, json: { status } });

  it('are not approved until it is resumed, but can be rejected', async () => {
    const [one, two] = [await idOf('10'), await idOf('10')];
    await setStatus('suspended');
    const refused = await approve(one, ann);
    expect(codeOf(refused)).toEqual([409, 'invalid_state']);
    expect(refused.body.error.message).toContain('suspended');
    expect((await order(two, 'reject', { key: ann.key, json: { reason: 'no' } })).status).toBe(200);
    expect(codeOf(await request('1'))).toEqual([403, 'merchant_suspended']);
    await setStatus('active');
    expect((await approve(one, ann)).body.data.status).toBe('approved');
  });

  it('are held from the answer to its suspension on, which waits for a running signature', async () => {
    const { merchantId } = merchant;
    const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
    const happened: string[] = [];
    let suspending: Promise<void> | undefined;
    await transaction(api.db, async (trx) => {
      expect(await findPayoutHold(trx, { merchantId, asset })).toBeNull();
      suspending = setStatus('suspended').then(({ status }) => {
        happened.push(`suspended: ${status}`);
      });
      await untilWaiting(api.db);
      happened.push('signed');
    });
    await suspending;
    expect(happened).toEqual(['signed', 'suspended: 200']);
    const hold = await transaction(api.db, (trx) => findPayoutHold(trx, { merchantId, asset }));
    expect(hold).toContain('the merchant is suspended');
  });
});

describe('the address of a withdrawal', () => {
  it.each([
    ['the zero address', `0x${'00'.repeat(20)}`],
    ["a listed token's contract", `0x${'c0'.repeat(20)}`],
    ['a hot wallet', WALLET],
    ['a cold address', COLD],
    ['the contract by which we sweep', SWEEPER],
  ])('is never %s', async (_, address) => {
    expect(codeOf(await request('1', { address }))).toEqual([422, 'invalid_address']);
  });

  it('is checked again at the approval, because it may have become one of ours', async () => {
    const address = `0x${'ab'.repeat(20)}`;
    const { withdrawalId } = (await request('1', { address })).body.data;
    await ensureWallet(api.db, { chainCode: 'local', address });
    expect(codeOf(await approve(withdrawalId, ann))).toEqual([422, 'invalid_address']);
    expect((await order(withdrawalId, 'reject', { key: ann.key, json: { reason: 'ours' } })).status).toBe(
      200,
    );
  });
});
