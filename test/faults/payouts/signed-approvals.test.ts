import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { hashApproval, signApproval } from '../../../src/chain/keys/approval-signature.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { transaction } from '../../../src/db/core/database.js';
import { setWithdrawalLimits } from '../../../src/db/merchants/withdrawal-limits.js';
import { approveWithSignature } from '../../../src/db/withdrawals/approve-with-signature.js';
import { freezeAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { requestWithdrawal } from '../../../src/db/withdrawals/request-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import {
  approvalMessage,
  type ApprovalMessage,
  type ApprovedPayment,
} from '../../../src/domain/withdrawals/approval-message.js';
import {
  THRESHOLD_DECIMALS,
  type SignerApprovers,
} from '../../../src/domain/withdrawals/required-signatures.js';
import { NO_LIMITS } from '../../../src/domain/withdrawals/withdrawal-limits.js';
import { putContractWallet } from '../../helpers/chain/contract-wallet.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 5_000_000n;
const THIEF = `0x${'66'.repeat(20)}`;
const SAFE = `0x${'5a'.repeat(20)}`;
/** An approver on another chain. Here anybody may have put a contract at its address. */
const SAFE_ELSEWHERE = `0x${'5b'.repeat(20)}`;
const HOUR_SECONDS = 3_600;
const keyOf = (digit: string): string => `0x${digit.repeat(64)}`;
const addressOfKey = (key: string): string => walletOfPrivateKey(key).address;
const [ANN, ANNS_PHONE, BOB, DISMISSED] = ['1', '2', '3', '4'].map(keyOf) as [string, string, string, string];

/** Nobody has to sign up to one coin, and two people have to sign above 20. */
const approvers: SignerApprovers = {
  names: new Map([
    [addressOfKey(ANN), 'Ann'],
    [addressOfKey(ANNS_PHONE), 'Ann'],
    [addressOfKey(BOB), 'Bob'],
    [SAFE, 'Board'],
    [SAFE_ELSEWHERE, 'Bank'],
  ]),
  contractChains: new Map([
    [SAFE, new Set(['local'])],
    [SAFE_ELSEWHERE, new Set(['other'])],
  ]),
  required: new Map([
    [
      'local/USDC',
      [0n, 1n, 20n].map((coins, signatures) => ({
        above: coins * 10n ** BigInt(THRESHOLD_DECIMALS),
        signatures,
      })),
    ],
  ]),
};

let circuit: PayoutCircuit;
let errors: { withdrawalId: string; code: string }[];
beforeEach(async () => {
  errors = [];
  const write = (line: string): void => void errors.push(JSON.parse(line) as (typeof errors)[number]);
  circuit = await startPayoutCircuit({ approvers, proxies: 2, log: pino({ level: 'error' }, { write }) });
});
afterEach(() => circuit.finish());

const secondsAhead = async (seconds: number): Promise<number> => {
  const { rows } = await circuit.database.db.raw<{ rows: { now: number }[] }>(
    'SELECT floor(extract(epoch FROM now()))::int AS now',
  );
  return (rows[0]?.now ?? 0) + seconds;
};
const paymentOf = (withdrawal: Withdrawal): ApprovedPayment => ({
  withdrawalId: withdrawal.withdrawalId,
  merchantId: withdrawal.merchantId,
  kind: withdrawal.kind,
  chainId: circuit.chain.chainId,
  asset: withdrawal.asset,
  amountAtomic: withdrawal.amountAtomic,
  recipient: withdrawal.address,
});
const give = (
  { withdrawalId }: Withdrawal,
  given: { approver: string; signature: string; validUntil: number },
): Promise<Withdrawal> =>
  transaction(circuit.database.db, (trx) =>
    approveWithSignature(trx, {
      withdrawalId,
      given,
      reason: null,
      nowMs: Date.now(),
      showAddress: toChecksumAddress,
      actor: { kind: 'cli', id: 'ann', ip: null },
    }),
  );
/** Approves a withdrawal with a signature by this key, of this payment or of another one. */
async function sign(
  withdrawal: Withdrawal,
  key: string,
  { changes = {}, seconds = HOUR_SECONDS }: { changes?: Partial<ApprovedPayment>; seconds?: number } = {},
): Promise<void> {
  const validUntil = await secondsAhead(seconds);
  const message: ApprovalMessage = approvalMessage({ ...paymentOf(withdrawal), ...changes }, validUntil);
  const signature = await signApproval(message, key);
  await give(withdrawal, { approver: addressOfKey(key), signature, validUntil });
}
async function signedWithdrawal(amountAtomic = AMOUNT, ...keys: string[]): Promise<Withdrawal> {
  const withdrawal = await circuit.withdrawal(amountAtomic);
  for (const key of keys) await sign(withdrawal, key);
  return withdrawal;
}

/** Changes rows as the owner of the database can: no trigger runs. */
const asThief = (statement: string, values: readonly unknown[]): Promise<unknown> =>
  transaction(circuit.database.db, async (trx) => {
    await trx.raw('SET LOCAL session_replication_role = replica');
    await trx.raw(statement, [...values] as string[]);
  });
/** Changes a withdrawal and the copy of what was approved, so that the two are the same. */
async function alter({ withdrawalId }: Withdrawal, column: string, value: unknown): Promise<void> {
  for (const table of ['withdrawals', 'approved_payments'])
    await asThief(`UPDATE ${table} SET ${column} = ? WHERE withdrawal_id = ?`, [value, withdrawalId]);
}
const alterDecimals = ({ withdrawalId }: Withdrawal, decimals: number): Promise<unknown> =>
  asThief('UPDATE withdrawals SET token_decimals = ? WHERE withdrawal_id = ?', [decimals, withdrawalId]);

async function expectRefusal(withdrawal: Withdrawal, code: string, words: string): Promise<void> {
  await circuit.signer.sendWithdrawal(withdrawal);
  const { waitingCode, waitingReason } = await circuit.reloadWithdrawal(withdrawal);
  expect({ waitingCode, waitingReason }).toEqual({
    waitingCode: code,
    waitingReason: expect.stringContaining(words),
  });
  const signed = await circuit.signedRows();
  expect(signed.filter(({ withdrawal_id }) => withdrawal_id === withdrawal.withdrawalId)).toEqual([]);
}
async function expectSent(withdrawal: Withdrawal): Promise<void> {
  await circuit.signer.sendWithdrawal(withdrawal);
  expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
    status: 'broadcast',
    waitingReason: null,
  });
}

describe('a thief who owns the database gets nothing signed when the thief', () => {
  it('changes what was approved, in any place', async () => {
    const withdrawal = await signedWithdrawal(AMOUNT, ANN);
    const changes = [
      ['address', THIEF, RECIPIENT],
      ['amount_atomic', '6000000', AMOUNT.toString()],
      ['token_symbol', 'ETH', 'USDC'],
      ['kind', 'refund', 'payout'],
    ] as const;
    await asThief('ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_check', []);
    for (const [column, forged, real] of changes) {
      await alter(withdrawal, column, forged);
      await alterDecimals(withdrawal, forged === 'ETH' ? 18 : 6);
      await expectRefusal(withdrawal, 'wrong_signature', 'Ann (');
      await alter(withdrawal, column, real);
    }
    await alterDecimals(withdrawal, 6);
    expect(errors).toMatchObject([{ withdrawalId: withdrawal.withdrawalId, code: 'wrong_signature' }]);
    await expectSent(withdrawal);
    await circuit.mineAndRead(1);
    expect([await circuit.received(), await circuit.received(THIEF)]).toEqual([AMOUNT, 0n]);
  });

  it('shows approvers a thousandth of the amount that they sign', async () => {
    const withdrawal = await signedWithdrawal(10_000_000n, ANN);
    await alterDecimals(withdrawal, 9);
    await expectRefusal(withdrawal, 'malformed', '"9" decimals, where CHAINS_FILE of this process has 6');
    expect(errors).toMatchObject([{ withdrawalId: withdrawal.withdrawalId, code: 'malformed' }]);
    await alterDecimals(withdrawal, 6);
    await expectSent(withdrawal);
  });

  it('changes it while the chain is asked', async () => {
    const withdrawal = await signedWithdrawal(AMOUNT, ANN);
    for (const proxy of circuit.proxies)
      proxy.use({
        methods: ['eth_estimateGas'],
        times: 1,
        behaviour: {
          kind: 'rewrite',
          rewrite: async (reply) => {
            await alter(withdrawal, 'address', THIEF);
            return reply;
          },
        },
      });
    await expectRefusal(withdrawal, 'wrong_signature', 'has not signed this payment as it stands');
  });

  it('copies a signature, names another approver, or inserts an approval', async () => {
    const real = await signedWithdrawal(AMOUNT, ANN);
    const copy = `INSERT INTO approval_signatures (withdrawal_id, approver, signature, valid_until, given_at, chain_place, row_hash)
      SELECT ?, ?, signature, valid_until, given_at, chain_place, row_hash FROM approval_signatures WHERE withdrawal_id = ? LIMIT 1`;
    // A bad signature does not affect a good one.
    await asThief(copy, [real.withdrawalId, addressOfKey(BOB), real.withdrawalId]);
    const other = await circuit.approvedWithdrawal(AMOUNT, THIEF);
    await expectRefusal(other, 'unsigned', '0 of 1 signatures');
    await asThief(copy, [other.withdrawalId, addressOfKey(ANN), real.withdrawalId]);
    await expectRefusal(other, 'wrong_signature', 'Ann (');
    await asThief(copy, [other.withdrawalId, addressOfKey(BOB), real.withdrawalId]);
    await expectRefusal(other, 'wrong_signature', 'Bob (');
    // Nor does a signature that nobody can have given.
    for (const [column, value, { withdrawalId }] of [
      ['valid_until', -1, real],
      ['signature', 'zz', other],
    ] as const) {
      await asThief(
        `ALTER TABLE approval_signatures DROP CONSTRAINT approval_signatures_${column}_check`,
        [],
      );
      const altering = `UPDATE approval_signatures SET ${column} = ? WHERE withdrawal_id = ? AND approver = ?`;
      await asThief(altering, [value, withdrawalId, addressOfKey(BOB)]);
    }
    await expectRefusal(other, 'wrong_signature', 'Bob (');
    await expectSent(real);
  });
});

it('a thief who releases a frozen asset and resumes a halted chain can only let signed withdrawals go', async () => {
  const [unsigned, signed] = [await signedWithdrawal(), await signedWithdrawal(AMOUNT, ANN)];
  await transaction(circuit.database.db, (trx) =>
    freezeAsset(trx, {
      asset: circuit.usdc,
      reason: 'coins are missing',
      nowMs: Date.now(),
      actor: { kind: 'cli', id: 'ann', ip: null },
    }),
  );
  await circuit.whileNobodyFollows(async () => {
    await asThief(
      `UPDATE chain_cursors SET halted_at = now(), halted_reason = 'reorganised below final'`,
      [],
    );
    await expectRefusal(signed, 'halted', 'the chain is halted');
    await asThief('UPDATE chain_cursors SET halted_at = NULL, halted_reason = NULL', []);
    await expectRefusal(signed, 'held_back', 'is frozen ("coins are missing")');
    await asThief('DELETE FROM asset_freezes', []);
    await asThief(`UPDATE withdrawals SET status = 'approved' WHERE withdrawal_id = ?`, [
      unsigned.withdrawalId,
    ]);
    await expectRefusal(unsigned, 'unsigned', '0 of 1 signatures');
    await expectSent(signed);
  });
});

it.each([
  ['is deleted', 'DELETE FROM sent_transactions WHERE withdrawal_id = ?'],
  [
    'is given to another withdrawal',
    `UPDATE sent_transactions SET withdrawal_id = 'wd_another' WHERE withdrawal_id = ?`,
  ],
])('one approval pays once, even when the record of the payment %s', async (_, statement) => {
  const memory = path.join(mkdtempSync(path.join(tmpdir(), 'signer-')), 'signed.jsonl');
  circuit.restartSigner(memory);
  const withdrawal = await signedWithdrawal(AMOUNT, ANN);
  await expectSent(withdrawal);
  await circuit.mineAndRead(20);
  await circuit.drainUntilIn(withdrawal, 'completed');
  const { withdrawalId } = withdrawal;
  for (const table of ['withdrawals', 'sent_transactions'])
    await asThief(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_check`, []);
  await asThief(statement, [withdrawalId]);
  await asThief(
    `UPDATE withdrawals SET status = 'approved', completed_at = NULL, waiting_code = NULL, waiting_reason = NULL
      WHERE withdrawal_id = ?`,
    [withdrawalId],
  );
  const [before, remembered] = [await circuit.signedRows(), readFileSync(memory, 'utf8')];
  await circuit.signer.sendWithdrawal(withdrawal);
  // It is not even signed: each signature is in this file, even one that is discarded.
  expect(readFileSync(memory, 'utf8')).toBe(remembered);
  // A process that died while it wrote leaves a part of a line.
  appendFileSync(memory, '{"withdrawalId":"wd_');
  circuit.restartSigner(memory);
  await circuit.signer.sendWithdrawal(withdrawal);
  expect(await circuit.signedRows()).toEqual(before);
  expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
    waitingCode: 'not_approved',
    waitingReason: expect.stringContaining('has signed its payment before') as unknown,
  });
  await circuit.mineAndRead(1);
  expect(await circuit.received()).toBe(AMOUNT);
  expect(errors).toMatchObject([{ withdrawalId, code: 'not_approved' }]);
});

describe('a withdrawal waits for approval signatures', () => {
  it('from people, not from keys: two people above the threshold', async () => {
    const withdrawal = await signedWithdrawal(21_000_000n, ANN, ANNS_PHONE);
    await expectRefusal(withdrawal, 'unsigned', '1 of 2 signatures of approvers are there, by Ann');
    await sign(withdrawal, BOB);
    await expectSent(withdrawal);
  });

  it('for this chain, that have not expired, and come from an approver', async () => {
    const withdrawal = await circuit.withdrawal(AMOUNT);
    await sign(withdrawal, DISMISSED);
    await expectRefusal(
      withdrawal,
      'wrong_signature',
      `${addressOfKey(DISMISSED)} is not in SIGNER_APPROVERS`,
    );
    await sign(withdrawal, ANN, { changes: { chainId: 1 } });
    await expectRefusal(withdrawal, 'wrong_signature', 'Ann (');
    await sign(withdrawal, BOB, { seconds: HOUR_SECONDS });
    // A second more, since Node's clock may be behind PostgreSQL's by some milliseconds.
    await circuit.passTime((HOUR_SECONDS + 1) * 1_000);
    await expectRefusal(withdrawal, 'wrong_signature', 'the signature of Bob has expired');
    await sign(withdrawal, BOB, { seconds: 2 * HOUR_SECONDS });
    await expectSent(withdrawal);
  });

  it("even when its merchant's limit approved it, unless the signer's own rule requires no signature", async () => {
    const limits = { ...NO_LIMITS, autoApproveBelowAtomic: 10_000_000n };
    await transaction(circuit.database.db, (trx) =>
      setWithdrawalLimits(trx, { merchantId: circuit.merchantId, asset: circuit.usdc, limits }),
    );
    const request = (amountAtomic: bigint): Promise<Withdrawal> =>
      transaction(circuit.database.db, (trx) =>
        requestWithdrawal(trx, {
          merchantId: circuit.merchantId,
          asset: circuit.usdc,
          amountAtomic,
          address: RECIPIENT,
          merchantReference: null,
          metadata: {},
          nowMs: Date.now(),
          showAddress: toChecksumAddress,
          actor: { kind: 'merchant', id: circuit.merchantId, ip: null },
        }),
      );
    await expectSent(await request(1_000_000n));
    const larger = await request(1_000_001n);
    await expectRefusal(larger, 'unsigned', '0 of 1 signatures');
    await sign(larger, ANN);
    await expectSent(larger);
  });

  it('from a contract wallet, which two RPCs have to confirm', async () => {
    const withdrawal = await circuit.withdrawal(AMOUNT);
    const validUntil = await secondsAhead(HOUR_SECONDS);
    await give(withdrawal, { approver: SAFE, signature: '0x', validUntil });
    await expectRefusal(withdrawal, 'wrong_signature', 'Board (');
    const accepted = `0x1626ba7e${'0'.repeat(56)}`;
    circuit.proxies[0]?.use({
      methods: ['eth_call'],
      times: 1,
      behaviour: { kind: 'rewrite', rewrite: () => ({ result: accepted }) },
    });
    await expectRefusal(withdrawal, 'wrong_signature', 'Board (');
    const accepts = hashApproval(approvalMessage(paymentOf(withdrawal), validUntil));
    await putContractWallet(circuit.anvil, { address: SAFE, accepts });
    await alter(withdrawal, 'amount_atomic', '6000000');
    await expectRefusal(withdrawal, 'wrong_signature', 'Board (');
    await alter(withdrawal, 'amount_atomic', AMOUNT.toString());
    await expectSent(withdrawal);
  });

  it('whatever is given as a signature of a contract wallet for another one of the batch, about which few questions are asked', async () => {
    const spammed = await circuit.withdrawal(AMOUNT);
    const validUntil = await secondsAhead(HOUR_SECONDS);
    for (let i = 0; i < 64; i += 1)
      await give(spammed, { approver: SAFE, signature: '0x', validUntil: validUntil + i });
    const signed = await signedWithdrawal(AMOUNT, ANN);
    await Promise.all([spammed, signed].map((each) => circuit.signer.sendWithdrawal(each)));
    await expectSent(signed);
    await expectRefusal(spammed, 'wrong_signature', 'Board (');
    const asked = circuit.proxies.map(
      ({ calls }) => calls.filter(({ params }) => JSON.stringify(params).includes('1626ba7e')).length,
    );
    // Three for each time that it was tried. All of them would be 64 each time.
    for (const count of asked) expect(count).toBeLessThan(64);
  });

  it('not from a contract at the address of a contract wallet on another chain', async () => {
    const withdrawal = await circuit.withdrawal(AMOUNT);
    const validUntil = await secondsAhead(HOUR_SECONDS);
    await give(withdrawal, { approver: SAFE_ELSEWHERE, signature: '0x', validUntil });
    const accepts = hashApproval(approvalMessage(paymentOf(withdrawal), validUntil));
    await putContractWallet(circuit.anvil, { address: SAFE_ELSEWHERE, accepts });
    await expectRefusal(
      withdrawal,
      'wrong_signature',
      'no contract is believed at this address on this chain',
    );
  });
});
