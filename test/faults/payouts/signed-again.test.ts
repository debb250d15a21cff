import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { approveSigned, ONE_APPROVER } from '../../helpers/circuits/approver.js';
import { asThief } from '../../helpers/circuits/as-thief.js';
import { keepBytes } from '../../helpers/circuits/keep-bytes.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { releaseOutside } from '../../helpers/circuits/release-outside.js';

const AMOUNT = 5_000_000n;
const PER_DAY = 3n * AMOUNT;
const OTHER = addressOf(0xbbb);
const STUCK_MS = 200_000;
const FINAL = 20;

let circuit: PayoutCircuit;
beforeEach(async () => {
  const limits = new Map([['local/USDC', { perTransactionAtomic: null, perDayAtomic: PER_DAY }]]);
  circuit = await startPayoutCircuit({ approvers: ONE_APPROVER, limits });
});
afterEach(() => circuit.finish());

const approve = (fields: { address?: string } = {}): Promise<Withdrawal> =>
  approveSigned(circuit, { amountAtomic: AMOUNT, ...fields });
const send = (withdrawal: Withdrawal): Promise<unknown> => circuit.signer.sendWithdrawal(withdrawal);
const put = ({ withdrawalId }: Withdrawal, status: 'approved' | 'stopped'): Promise<void> =>
  asThief(circuit.database.db, 'UPDATE withdrawals SET status = ? WHERE withdrawal_id = ?', [
    status,
    withdrawalId,
  ]);
/** Takes a withdrawal from the due ones. */
const stop = (withdrawal: Withdrawal): Promise<void> => put(withdrawal, 'stopped');
/** Returns the nonce of each withdrawal that has a signed transaction, in their order. */
async function nonces(): Promise<Record<string, number>> {
  const payments = (await circuit.signedRows()).filter(({ purpose }) => purpose === 'payment');
  return Object.fromEntries(payments.map((row) => [row.withdrawal_id, row.nonce]));
}
/** Has two withdrawals signed by one batch whose commit fails, and takes the first from the due ones. */
async function loseBatch(): Promise<Withdrawal> {
  const [first, second] = [await approve(), await approve()];
  await keepBytes(circuit, () => send(first));
  await stop(first);
  return second;
}
/** Has a withdrawal signed by a batch whose commit fails, and has another one use its nonce. */
async function loseNonce(): Promise<{ lost: Withdrawal; other: Withdrawal; kept: string | undefined }> {
  const lost = await approve();
  const kept = await keepBytes(circuit, () => send(lost));
  await stop(lost);
  const other = await approve({ address: OTHER });
  await send(other);
  expect(await nonces()).toEqual({ [other.withdrawalId]: 0 });
  await put(lost, 'approved');
  return { lost, other, kept };
}

it('after a failed commit, a withdrawal of a batch gets its nonce again, and others get the unused nonces', async () => {
  const second = await loseBatch();
  const third = await approve({ address: OTHER });
  await send(second);
  expect(await nonces()).toEqual({ [third.withdrawalId]: 0, [second.withdrawalId]: 1 });
  await circuit.mineAndRead(1);
  expect([await circuit.received(), await circuit.received(OTHER)]).toEqual([AMOUNT, AMOUNT]);
});

it('after a failed commit, a withdrawal of a batch is paid even when nobody uses the earlier nonces', async () => {
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  const second = await loseBatch();
  await send(second);
  expect(await nonces()).toEqual({ [second.withdrawalId]: 1 });
  await circuit.passTime(STUCK_MS);
  await circuit.mineAndRead(1);
  await send(second);
  expect(await circuit.signedRows()).toContainEqual(
    expect.objectContaining({ nonce: 0, purpose: 'cancellation' }),
  );
  await circuit.mineAndRead(1);
  expect(await circuit.received()).toBe(AMOUNT);
});

it('a payment that is signed again for its own nonce counts once towards the daily cap', async () => {
  const [first, second, third] = [await approve(), await approve(), await approve()];
  await keepBytes(circuit, () => send(first));
  for (const one of [first, second, third]) await send(one);
  expect(await nonces()).toEqual({
    [first.withdrawalId]: 0,
    [second.withdrawalId]: 1,
    [third.withdrawalId]: 2,
  });
  const more = await approve();
  await send(more);
  expect(await circuit.reloadWithdrawal(more)).toMatchObject({ waitingCode: 'signer_limit' });
});

it('after a failed commit, a withdrawal of a batch is paid once, even when another one has taken its nonce', async () => {
  const { lost } = await loseNonce();
  await send(lost);
  expect(await circuit.reloadWithdrawal(lost)).toMatchObject({ waitingCode: 'nonce_used' });
  await circuit.mineAndRead(FINAL);
  await releaseOutside(circuit.database.db);
  await send(lost);
  expect(await nonces()).toMatchObject({ [lost.withdrawalId]: 1 });
  await circuit.mineAndRead(1);
  expect([await circuit.received(), await circuit.received(OTHER)]).toEqual([AMOUNT, AMOUNT]);
});

it('after a failed commit, a withdrawal of a batch stays unpaid when somebody has sent the bytes that were kept', async () => {
  const lost = await approve();
  const kept = await keepBytes(circuit, () => send(lost));
  await circuit.anvil.rpc('eth_sendRawTransaction', [kept]);
  await circuit.mineAndRead(FINAL);
  await releaseOutside(circuit.database.db);
  for (let turn = 0; turn < 2; turn += 1) {
    await send(lost);
    await circuit.mineAndRead(FINAL);
    await releaseOutside(circuit.database.db);
  }
  expect(await circuit.received()).toBe(AMOUNT);
  expect(await nonces()).toEqual({});
});

it('after a failed commit, a withdrawal of a batch is not signed again when the database calls another one final', async () => {
  const { lost, other } = await loseNonce();
  await circuit.mineAndRead(1);
  await circuit.whileNobodyFollows(async () => {
    await asThief(circuit.database.db, 'UPDATE chain_cursors SET finalized_height = height');
    for (let turn = 0; turn < 2; turn += 1) await send(lost);
    expect(await nonces()).toEqual({ [other.withdrawalId]: 0 });
  });
});

it('after a failed commit, a withdrawal of a batch is remembered while the chain is halted', async () => {
  const { lost, other } = await loseNonce();
  await circuit.mineAndRead(FINAL);
  await circuit.whileNobodyFollows(async () => {
    const cursor = circuit.database.db('chain_cursors').where({ chain_code: circuit.chain.chainCode });
    await cursor.clone().update({ halted_at: new Date(), halted_reason: 'reorganised below final' });
    await send(lost);
    expect(await circuit.reloadWithdrawal(lost)).toMatchObject({ waitingCode: 'halted' });
    // When the chain continues, the other one is no longer final.
    await cursor.clone().update({ halted_at: null, halted_reason: null, finalized_height: 0 });
    await send(lost);
    expect(await circuit.reloadWithdrawal(lost)).toMatchObject({ waitingCode: 'nonce_used' });
    expect(await nonces()).toEqual({ [other.withdrawalId]: 0 });
  });
});

it('after a failed commit, a withdrawal whose bytes were sent is reported to a person, whatever is recorded with its nonce', async () => {
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  const { lost, other, kept } = await loseNonce();
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  await circuit.anvil.rpc('eth_sendRawTransaction', [kept]);
  await circuit.mineAndRead(FINAL);
  await releaseOutside(circuit.database.db);
  await send(other);
  const { db } = circuit.database;
  for (const table of ['outside_payments', 'asset_freezes']) await asThief(db, `DELETE FROM ${table}`);
  await send(lost);
  expect(await circuit.reloadWithdrawal(lost)).toMatchObject({ waitingCode: 'not_approved' });
  expect(await nonces()).toEqual({ [other.withdrawalId]: 1 });
  // Neither a foreign signature is believed, nor our own signature for another nonce.
  const record = (txHash: string, raw: string): Promise<void> =>
    asThief(
      db,
      `UPDATE sent_transactions SET foreign_hash = NULL, tx_hash = ?, raw_transaction = ? WHERE nonce = 0`,
      [txHash, raw],
    );
  const { txHash, rawTransaction } = await circuit.transactionOf(other);
  await asThief(db, 'DELETE FROM sent_transactions WHERE nonce = 1');
  for (const forged of [`0x${'66'.repeat(32)}`, txHash]) {
    await record(forged, rawTransaction);
    await send(lost);
    expect(await circuit.reloadWithdrawal(lost)).toMatchObject({ waitingCode: 'not_approved' });
  }
  expect(await circuit.received()).toBe(AMOUNT);
});
