import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TypedDataDefinition } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { toChecksumAddress } from '../../../../src/chain/keys/address.js';
import { setWaiting } from '../../../../src/db/withdrawals/withdrawals.js';
import type { ApprovalMessage } from '../../../../src/domain/withdrawals/approval-message.js';
import type { WaitCode } from '../../../../src/domain/withdrawals/withdrawal-waits.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SAFE = `0x${'5a'.repeat(20)}`;
const DAY_SECONDS = 86_400;

const wallet = privateKeyToAccount(generatePrivateKey());
let api: TestApi;
let nowMs: number;
let operator: { operatorId: string; key: string };
let merchant: { merchantId: string; key: string };
let withdrawalId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
  nowMs = Date.now();
  operator = await api.addOperator();
  await noteChainRead(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  nowMs = Date.now();
  merchant = await api.addMerchant();
  await api.credit(merchant.merchantId, 10_000_000n);
  const json = { amountCrypto: '4', chainCode: 'local', tokenSymbol: 'USDC', address: TO };
  withdrawalId = (await api.ask('POST', '/v1/withdrawals', { key: merchant.key, json })).body.data
    .withdrawalId;
});

const readMessage = async (): Promise<ApprovalMessage> =>
  (
    await api.ask('GET', `/admin/v1/withdrawals/${withdrawalId}/approval-message`, {
      key: operator.key,
    })
  ).body.data as unknown as ApprovalMessage;
/** Signs the message that the API shows, as a wallet does, which knows nothing else about it. */
const sign = (typedData: ApprovalMessage): Promise<string> =>
  wallet.signTypedData(JSON.parse(JSON.stringify(typedData)) as TypedDataDefinition);
const approve = (json: object, key = operator.key): Promise<Answer> =>
  api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`, { key, json });
const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];

describe('GET /admin/v1/withdrawals/{withdrawalId}/approval-message', () => {
  it('200: typed data with what leaves, to whom, and until when', async () => {
    const { domain, primaryType, message } = await readMessage();
    expect({ domain, primaryType }).toEqual({
      domain: { name: 'Quittance', version: '1', chainId: 31_337 },
      primaryType: 'WithdrawalApproval',
    });
    expect(message).toEqual({
      withdrawalId,
      merchantId: merchant.merchantId,
      chainCode: 'local',
      token: 'USDC',
      amountAtomic: '4000000',
      recipient: TO,
      kind: 'payout',
      validUntil: Math.floor(nowMs / 1_000) + DAY_SECONDS,
    });
  });
});

describe('POST /admin/v1/withdrawals/{withdrawalId}/approve with a signature', () => {
  it('approves, and stores the signature with its signer', async () => {
    const typedData = await readMessage();
    const signature = await sign(typedData);
    const { validUntil } = typedData.message;
    const { status, body } = await approve({ signature, validUntil });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'approved',
      approvals: [{ operatorId: operator.operatorId }],
      signatures: [{ approver: wallet.address, operatorId: operator.operatorId, validUntil }],
    });
    expect(await api.db('approval_signatures').where({ withdrawal_id: withdrawalId })).toMatchObject([
      { approver: wallet.address.toLowerCase(), signature },
    ]);
  });

  it('adds a later signature to an approved withdrawal, and the same signature only once', async () => {
    expect((await approve({})).status).toBe(200);
    expect(codeOf(await approve({}))).toEqual([409, 'invalid_state']);
    const typedData = await readMessage();
    const given = { signature: await sign(typedData), validUntil: typedData.message.validUntil };
    for (let time = 1; time <= 2; time += 1) {
      const { body } = await approve(given);
      expect(body.data).toMatchObject({ status: 'approved', approvals: [{}], signatures: [{}] });
    }
    // The first call may ask a workflow to look at once: what it waits for has changed.
    expect(await api.db('withdrawals').where({ withdrawal_id: withdrawalId }).pluck('wait_until')).toEqual([
      null,
    ]);
    const actions = api.db('audit_log').where({ object_id: withdrawalId, action: 'withdrawal.sign' });
    expect(await actions).toHaveLength(2);
  });

  it.each([
    ['unsigned', null],
    ['held_back', 'as it was before'],
  ])(
    'answers an earlier waiting reason only if it is not about signatures: %s',
    async (code, waitingReason) => {
      await approve({});
      await setWaiting(api.db, {
        withdrawalId,
        reason: 'as it was before',
        untilMs: nowMs + 60_000,
        code: code as WaitCode,
      });
      const typedData = await readMessage();
      const { validUntil } = typedData.message;
      const { body } = await approve({ signature: await sign(typedData), validUntil });
      expect(body.data).toMatchObject({
        status: 'approved',
        signatures: [{}],
        waitingReason,
        waitingCode: waitingReason === null ? null : code,
      });
    },
  );

  it("stores a contract wallet's signature with the given address, which belongs to no key", async () => {
    const { message } = await readMessage();
    const given = { signature: '0x', validUntil: message.validUntil, approver: SAFE };
    const { body } = await approve(given);
    expect(body.data).toMatchObject({ signatures: [{ approver: toChecksumAddress(SAFE) }] });
  });

  it.each([
    ['that has expired', { validUntil: -1 }, 'validUntil'],
    ['that is valid for too long', { validUntil: 8 * DAY_SECONDS }, 'validUntil'],
    ['that is invalid and has no address of a contract', { signature: '0x12' }, 'signature'],
  ])('422 for a signature %s', async (_, fields, path) => {
    const seconds = Math.floor(nowMs / 1_000);
    const { validUntil = DAY_SECONDS, signature = `0x${'12'.repeat(65)}` } = fields as {
      validUntil?: number;
      signature?: string;
    };
    const refused = await approve({ signature, validUntil: seconds + validUntil });
    expect(codeOf(refused)).toEqual([422, 'invalid_signature']);
    expect(refused.body.error.details).toMatchObject([{ path }]);
  });

  it('400 for a signature without validUntil, 409 after the withdrawal has ended', async () => {
    expect(codeOf(await approve({ signature: `0x${'12'.repeat(65)}` }))).toEqual([400, 'validation_failed']);
    await api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/reject`, {
      key: operator.key,
      json: { reason: 'no' },
    });
    const typedData = await readMessage();
    const given = { signature: await sign(typedData), validUntil: typedData.message.validUntil };
    expect(codeOf(await approve(given))).toEqual([409, 'invalid_state']);
    expect(await api.db('approval_signatures').where({ withdrawal_id: withdrawalId })).toEqual([]);
  });
});

it('a stored signature is never changed', async () => {
  await expect(api.db('approval_signatures').update({ approver: SAFE })).rejects.toThrow('is append-only');
});
