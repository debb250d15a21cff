import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import type { SignerActivities } from '../../../activities/contract.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { approveSigned, ONE_APPROVER } from '../../helpers/circuits/approver.js';
import { asThief, dropConstraints } from '../../helpers/circuits/as-thief.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { releaseOutside } from '../../helpers/circuits/release-outside.js';
import { steal } from '../../helpers/circuits/steal.js';

const AMOUNT = 5_000_000n;
const OTHER = `0x${'88'.repeat(20)}`;
const STUCK_MS = 200_000;
const FINAL = 20;

let circuit: PayoutCircuit;
let logged: { msg: string; level: number }[];
let folder: string;
const start = async (localMode: boolean, options: { proxies?: number } = {}): Promise<void> => {
  logged = [];
  const write = (line: string): void => void logged.push(JSON.parse(line) as (typeof logged)[number]);
  const log = pino({ level: 'warn' }, { write });
  circuit = await startPayoutCircuit({ approvers: ONE_APPROVER, localMode, log, ...options });
  folder = mkdtempSync(path.join(tmpdir(), 'signer-'));
};
afterEach(() => circuit.finish());

const fileOf = (name: string): string => path.join(folder, name);
const workerWith = (name: string): SignerActivities => circuit.startSigner({ memoryFile: fileOf(name) });
/** Removes all traces of payments from the database, and has the withdrawal approved as before. */
async function eraseAllPayments({ withdrawalId }: Withdrawal): Promise<void> {
  const { db } = circuit.database;
  for (const table of ['sent_transactions', 'outside_payments', 'asset_freezes'])
    await asThief(db, `DELETE FROM ${table}`);
  await asThief(db, 'UPDATE wallets SET next_nonce = NULL WHERE address = ?', [circuit.hotWalletAddress]);
  await asThief(
    db,
    `UPDATE withdrawals SET status = 'approved', completed_at = NULL, waiting_code = NULL, waiting_reason = NULL
      WHERE withdrawal_id = ?`,
    [withdrawalId],
  );
}
/** Has a worker send a withdrawal as often as its workflow would until all blocks are read. */
async function send(worker: SignerActivities, withdrawal: Withdrawal): Promise<Withdrawal> {
  for (let turn = 0; turn < 3; turn += 1) {
    await releaseOutside(circuit.database.db);
    await worker.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    if ((await circuit.reloadWithdrawal(withdrawal)).waitingCode !== 'unread') break;
  }
  return circuit.reloadWithdrawal(withdrawal);
}
async function payBy(worker: SignerActivities, fields: { address?: string } = {}): Promise<Withdrawal> {
  const withdrawal = await approveSigned(circuit, { amountAtomic: AMOUNT, ...fields });
  expect(await send(worker, withdrawal)).toMatchObject({ status: 'broadcast', waitingCode: null });
  await circuit.mineAndRead(FINAL);
  return withdrawal;
}
/** Has a worker sign a payment that no node has any more, and that counts as stuck. */
async function getStuckBy(worker: SignerActivities): Promise<Withdrawal> {
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  const withdrawal = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await worker.sendWithdrawal(withdrawal);
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  await circuit.passTime(STUCK_MS);
  await circuit.mineAndRead(1);
  return withdrawal;
}
/** Records the signature for a withdrawal as a transfer to the cold address. */
async function recordAsCold({ withdrawalId }: Withdrawal): Promise<void> {
  await asThief(
    circuit.database.db,
    `WITH cold AS (INSERT INTO movements (chain_code, kind, from_address) VALUES (:chainCode, 'cold', :address)
       RETURNING movement_id)
     UPDATE sent_transactions SET purpose = 'cold', withdrawal_id = NULL, movement_id = (SELECT movement_id FROM cold)
      WHERE withdrawal_id = :withdrawalId`,
    { withdrawalId, chainCode: circuit.chain.chainCode, address: circuit.hotWalletAddress },
  );
}
async function recordAsPayment({ withdrawalId }: Withdrawal): Promise<void> {
  await asThief(
    circuit.database.db,
    `UPDATE sent_transactions SET purpose = 'payment', withdrawal_id = ?, movement_id = NULL WHERE purpose = 'cold'`,
    [withdrawalId],
  );
  await asThief(circuit.database.db, 'DELETE FROM movements');
}
/** Records the signature for a withdrawal as a former transaction of another withdrawal. */
async function recordAsFailed({ withdrawalId }: Withdrawal): Promise<Withdrawal> {
  const failed = await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER });
  const { db } = circuit.database;
  await dropConstraints(db, 'sent_transactions', 'withdrawals');
  await asThief(db, 'ALTER TABLE sent_transactions DISABLE TRIGGER USER');
  await asThief(
    db,
    `UPDATE sent_transactions SET withdrawal_id = ?, block_hash = NULL, block_number = NULL, block_time = NULL
      WHERE withdrawal_id = ?`,
    [failed.withdrawalId, withdrawalId],
  );
  await asThief(db, `UPDATE withdrawals SET status = 'failed' WHERE withdrawal_id = ?`, [
    failed.withdrawalId,
  ]);
  return failed;
}
/** Returns the line that an operator is asked to append. */
function askedLine({ waitingReason }: Withdrawal): string {
  const [line] = /\{"chainCode".*\}$/.exec(waitingReason ?? '') ?? [];
  if (line === undefined) throw new Error(`no line is asked for: ${waitingReason}`);
  return line;
}

describe('one approval pays once, whatever the database has forgotten, with signing workers', () => {
  beforeEach(() => start(false));

  it('with one file', async () => {
    const [one, two] = [workerWith('signed'), workerWith('signed')];
    const paid = await payBy(one);
    await eraseAllPayments(paid);
    expect(await send(two, paid)).toMatchObject({
      waitingCode: 'not_approved',
      waitingReason: expect.stringContaining('has signed its payment before') as unknown,
    });
    await payBy(two, { address: OTHER });
    await payBy(one, { address: OTHER });
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.received(OTHER)).toBe(2n * AMOUNT);
  });

  it('that are restarted without a configured file', async () => {
    const defaultMemoryFile = path.join(folder, 'data', 'signed.jsonl');
    const paid = await payBy(circuit.startSigner({ defaultMemoryFile }));
    await eraseAllPayments(paid);
    const anew = await send(circuit.startSigner({ defaultMemoryFile }), paid);
    expect(anew.waitingReason).toContain(`append this line to ${defaultMemoryFile}: `);
    expect(await circuit.received()).toBe(AMOUNT);
    const unwritable = path.join(defaultMemoryFile, 'signed.jsonl');
    const forgetful = await send(circuit.startSigner({ defaultMemoryFile: unwritable }), paid);
    expect(forgetful.waitingReason).toContain('set SIGNER_MEMORY_FILE to a file on a disk');
    expect(logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining("can't be written"));
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('with separate files: the second pays nothing until an operator confirms the nonces', async () => {
    const [one, two] = [workerWith('one'), workerWith('two')];
    const paid = await payBy(one);
    await eraseAllPayments(paid);
    const waiting = await send(two, paid);
    expect(waiting).toMatchObject({
      waitingCode: 'not_approved',
      waitingReason: expect.stringContaining(`nonce 0 of ${circuit.hotWalletAddress} was used`) as unknown,
    });
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, code: 'not_approved' }));
    await asThief(circuit.database.db, `UPDATE withdrawals SET status = 'stopped' WHERE withdrawal_id = ?`, [
      paid.withdrawalId,
    ]);
    appendFileSync(fileOf('two'), `${askedLine(waiting)}\n`);
    await payBy(two, { address: OTHER });
    await payBy(two, { address: OTHER });
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.received(OTHER)).toBe(2n * AMOUNT);
    expect(await send(one, await approveSigned(circuit, { amountAtomic: AMOUNT }))).toMatchObject({
      waitingReason: expect.stringContaining('nonces 1 to 2 of') as unknown,
    });
  });

  it('with separate files that start at the same moment: the chain accepts the transaction of one', async () => {
    const [one, two] = [workerWith('one'), workerWith('two')];
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const first = await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER });
    await one.sendWithdrawal(first);
    const twice = await approveSigned(circuit, { amountAtomic: AMOUNT });
    await one.sendWithdrawal(twice);
    expect(await circuit.reloadWithdrawal(twice)).toMatchObject({
      waitingCode: 'unread',
      waitingReason: expect.stringContaining('has to be final before others') as unknown,
    });
    await eraseAllPayments(twice);
    await two.sendWithdrawal(twice);
    expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0]);
    expect(readFileSync(fileOf('two'), 'utf8')).toContain(twice.withdrawalId);
    await circuit.mineAndRead(FINAL);
    expect(await circuit.received(OTHER)).toBe(AMOUNT);
    await eraseAllPayments(twice);
    expect(await send(one, twice)).toMatchObject({ status: 'broadcast' });
    await circuit.mineAndRead(FINAL);
    await eraseAllPayments(twice);
    expect(await send(two, twice)).toMatchObject({ waitingCode: 'not_approved' });
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('with separate files that start at the same moment with the same payment, which has a different hash in each', async () => {
    const [one, two] = [workerWith('one'), workerWith('two')];
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    const paid = await approveSigned(circuit, { amountAtomic: AMOUNT });
    await one.sendWithdrawal(paid);
    const byOne = await circuit.transactionOf(paid);
    // A transaction in the mempool changes how much gas the same transfer needs.
    await circuit.anvil.rpc('anvil_dropAllTransactions');
    await eraseAllPayments(paid);
    await two.sendWithdrawal(paid);
    const byTwo = await circuit.transactionOf(paid);
    expect(readSigned(byTwo.rawTransaction)).toEqual(readSigned(byOne.rawTransaction));
    expect(byTwo.txHash).not.toBe(byOne.txHash);
    await eraseAllPayments(paid);
    await circuit.anvil.rpc('anvil_dropAllTransactions');
    await circuit.anvil.rpc('eth_sendRawTransaction', [byOne.rawTransaction]);
    await circuit.mineAndRead(FINAL);
    expect(await circuit.received()).toBe(AMOUNT);
    const next = await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER });
    expect(await send(two, next)).toMatchObject({ waitingCode: 'not_approved' });
    expect(await send(one, next)).toMatchObject({ status: 'broadcast' });
    await circuit.mineAndRead(1);
    expect(await circuit.received(OTHER)).toBe(AMOUNT);
  });

  it('that have just started: none continues before its first transaction is final, while a reorganisation may undo it', async () => {
    const one = workerWith('one');
    const first = await approveSigned(circuit, { amountAtomic: AMOUNT });
    await send(one, first);
    await circuit.mineAndRead(circuit.chain.confirmations);
    const next = await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER });
    await one.sendWithdrawal(next);
    expect(await circuit.reloadWithdrawal(next)).toMatchObject({ waitingCode: 'unread' });
    expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0]);
    await circuit.mineAndRead(FINAL);
    expect(await send(one, next)).toMatchObject({ status: 'broadcast' });
  });

  it('with separate files: none replaces what the other has signed, because the other would not know it', async () => {
    const [one, two] = [workerWith('one'), workerWith('two')];
    await payBy(one, { address: OTHER });
    const stuck = await getStuckBy(one);
    const before = await circuit.signedRows();
    await two.sendWithdrawal(stuck);
    expect(await circuit.signedRows()).toEqual(
      before.map((row) => expect.objectContaining({ tx_hash: row.tx_hash })),
    );
    expect(await circuit.reloadWithdrawal(stuck)).toMatchObject({
      waitingCode: 'not_approved',
      waitingReason: expect.stringContaining('does not raise its fees') as unknown,
    });
    await one.sendWithdrawal(stuck);
    expect(await circuit.signedRows()).toHaveLength(before.length + 1);
  });

  it('with separate files: none replaces what the other has signed, whatever the database says about it', async () => {
    const [one, two] = [workerWith('one'), workerWith('two')];
    await payBy(one, { address: OTHER });
    const stuck = await getStuckBy(one);
    const { txHash } = await circuit.transactionOf(stuck);
    await recordAsCold(stuck);
    const sweepBy = async (worker: SignerActivities): Promise<string> => {
      const { notes } = await worker.sweepChain({ chainCode: circuit.chain.chainCode, plans: false });
      expect(await circuit.signedRows()).toHaveLength(2);
      return notes.join('\n');
    };
    expect(await sweepBy(one)).toContain('has signed to pay wd_');
    const asked = await sweepBy(two);
    expect(asked).toContain('does not raise its fees');
    appendFileSync(fileOf('two'), `${/\{"chainCode".*\}$/.exec(asked)?.[0]}\n`);
    expect(await sweepBy(two)).toContain('does not go to the cold address');
    // An operator confirms its nonce. Then it is replaced as the same payment, and remembered with its first hash.
    await recordAsPayment(stuck);
    await two.sendWithdrawal(stuck);
    const hashes = (await circuit.signedRows()).slice(1).map((row) => row.tx_hash);
    expect(hashes).toHaveLength(2);
    expect(hashes).toContain(txHash);
    for (const hash of hashes) expect(readFileSync(fileOf('two'), 'utf8')).toContain(hash);
  });

  it('with an older copy of a file, even when it is made to cancel what it does not know', async () => {
    await payBy(workerWith('signed'), { address: OTHER });
    copyFileSync(fileOf('signed'), fileOf('older'));
    const paid = await payBy(workerWith('signed'));
    const older = workerWith('older');
    const failed = await recordAsFailed(paid);
    await older.sendWithdrawal(failed);
    expect(await circuit.signedRows()).toContainEqual(
      expect.objectContaining({ nonce: 1, purpose: 'cancellation' }),
    );
    await eraseAllPayments(paid);
    expect(await send(older, paid)).toMatchObject({ waitingCode: 'not_approved' });
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('with an older copy of a file, which continues by itself when its cancellations are final', async () => {
    await payBy(workerWith('signed'), { address: OTHER });
    copyFileSync(fileOf('signed'), fileOf('older'));
    const cancelled = await getStuckBy(workerWith('signed'));
    const older = workerWith('older');
    await older.sendWithdrawal(await recordAsFailed(cancelled));
    await circuit.mineAndRead(1);
    const next = await approveSigned(circuit, { amountAtomic: AMOUNT });
    await older.sendWithdrawal(next);
    expect(await circuit.reloadWithdrawal(next)).toMatchObject({
      waitingCode: 'unread',
      waitingReason: expect.stringContaining('was cancelled by') as unknown,
    });
    await circuit.mineAndRead(FINAL);
    expect(await send(older, next)).toMatchObject({ status: 'broadcast' });
    await circuit.mineAndRead(1);
    expect(await circuit.received()).toBe(AMOUNT);
    expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0, 1, 1, 2]);
  });

  it('whose wallet somebody else has used: it continues with the line that it asks for, without a restart', async () => {
    const one = workerWith('signed');
    await payBy(one);
    await steal(circuit, 1n);
    await circuit.mineAndRead(FINAL);
    const next = await approveSigned(circuit, { amountAtomic: AMOUNT });
    const waiting = await send(one, next);
    expect(waiting.waitingReason).toContain(`nonce 1 of ${circuit.hotWalletAddress} was used`);
    const line = askedLine(waiting);
    appendFileSync(fileOf('signed'), `${line.replace('2}', 'two}')}\n`);
    expect((await send(one, next)).waitingReason).toContain('is not one that a signing worker has written');
    writeFileSync(fileOf('signed'), readFileSync(fileOf('signed'), 'utf8').replace('two}', '2}'));
    expect(await send(one, next)).toMatchObject({ status: 'broadcast' });
    expect(await circuit.received()).toBe(2n * AMOUNT);
  });
});

it('with separate files, one RPC of two cannot unlock the worker whose first transaction is not mined', async () => {
  await start(false, { proxies: 2 });
  const [one, two] = [workerWith('one'), workerWith('two')];
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  const [paid, other] = [
    await approveSigned(circuit, { amountAtomic: AMOUNT }),
    await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER }),
  ];
  await one.sendWithdrawal(paid);
  const { txHash } = await circuit.transactionOf(paid);
  await eraseAllPayments(other);
  await two.sendWithdrawal(other);
  const { txHash: hash } = await circuit.transactionOf(other);
  await circuit.mineAndRead(FINAL);
  const receipt = await circuit.anvil.rpc<object>('eth_getTransactionReceipt', [txHash]);
  const next = await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER });
  await eraseAllPayments(next);
  await circuit.whileNobodyFollows(async () => {
    circuit.proxies[0]?.use({
      methods: ['eth_getTransactionReceipt'],
      behaviour: { kind: 'answer', reply: { result: { ...receipt, transactionHash: hash } } },
    });
    await two.sendWithdrawal(next);
    circuit.proxies[0]?.clear();
  });
  expect(await circuit.signedRows()).toEqual([]);
  expect(await circuit.reloadWithdrawal(next)).toMatchObject({ waitingCode: 'unread' });
  expect(readFileSync(fileOf('two'), 'utf8')).not.toContain('accountedTo');
});

it('a worker whose first receipt no RPC keeps any more waits, and says what an operator has to do', async () => {
  await start(false, { proxies: 2 });
  const one = workerWith('one');
  await payBy(one);
  const next = await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER });
  await circuit.whileNobodyFollows(async () => {
    for (const proxy of circuit.proxies)
      proxy.use({
        methods: ['eth_getTransactionReceipt'],
        behaviour: {
          kind: 'answer',
          reply: { error: { code: 4_444, message: 'pruned history unavailable' } },
        },
      });
    await one.sendWithdrawal(next);
    const waiting = await circuit.reloadWithdrawal(next);
    expect(waiting).toMatchObject({
      waitingCode: 'unread',
      waitingReason: expect.stringContaining('add an archive node') as unknown,
    });
    appendFileSync(fileOf('one'), `${askedLine(waiting)}\n`);
    await one.sendWithdrawal(next);
    expect(await circuit.reloadWithdrawal(next)).toMatchObject({ status: 'broadcast', waitingCode: null });
    for (const proxy of circuit.proxies) proxy.clear();
  });
});

it('in local mode, a wallet that was used by hand continues to pay, and that is logged once', async () => {
  await start(true);
  await steal(circuit, 1n);
  await circuit.mineAndRead(FINAL);
  for (const worker of [workerWith('signed'), workerWith('signed')]) await payBy(worker);
  const warned = logged.filter(({ msg }) => msg.includes('does not know what these nonces were signed for'));
  expect(warned).toEqual([expect.objectContaining({ level: 40, fromNonce: 0, belowNonce: 1 })]);
});
