import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import type { SendResult, SignerActivities } from '../../../activities/contract.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { approveSigned, ONE_APPROVER } from '../../helpers/circuits/approver.js';
import { asThief } from '../../helpers/circuits/as-thief.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { releaseOutside } from '../../helpers/circuits/release-outside.js';

jest.setTimeout(120_000);

const AMOUNT = 5_000_000n;
const FINAL = 20;
const ERROR = 50;

let circuit: PayoutCircuit;
let worker: SignerActivities;
let memoryFile: string;
let logged: { msg: string; level: number; withdrawalId?: string }[];
beforeEach(async () => {
  logged = [];
  const write = (line: string): void => void logged.push(JSON.parse(line) as (typeof logged)[number]);
  circuit = await startPayoutCircuit({
    ...{ approvers: ONE_APPROVER, localMode: false, log: pino({ level: 'error' }, { write }) },
  });
  memoryFile = path.join(mkdtempSync(path.join(tmpdir(), 'signer-')), 'signed');
  worker = circuit.startSigner({ memoryFile });
});
afterEach(() => circuit.finish());

async function send(withdrawal: Withdrawal): Promise<SendResult> {
  await releaseOutside(circuit.database.db);
  const result = await worker.sendWithdrawal(withdrawal);
  await circuit.mineAndRead(1);
  return result;
}
/** Has a withdrawal paid, and all traces of that deleted from the database. */
async function payAndErase(): Promise<Withdrawal> {
  const withdrawal = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await send(withdrawal);
  await circuit.mineAndRead(FINAL);
  expect(await circuit.received()).toBe(AMOUNT);
  const { db } = circuit.database;
  for (const table of ['sent_transactions', 'outside_payments', 'asset_freezes'])
    await asThief(db, `DELETE FROM ${table}`);
  await asThief(db, 'UPDATE wallets SET next_nonce = NULL WHERE address = ?', [circuit.hotWalletAddress]);
  await asThief(
    db,
    `UPDATE withdrawals SET status = 'approved', completed_at = NULL WHERE withdrawal_id = ?`,
    [withdrawal.withdrawalId],
  );
  return withdrawal;
}
/** Has operators read these words, whatever the signing worker says. */
async function putWords({ withdrawalId }: Withdrawal, words: string): Promise<void> {
  const { db } = circuit.database;
  await asThief(
    db,
    `UPDATE withdrawals SET waiting_code = 'not_approved', waiting_reason = ? WHERE withdrawal_id = ?`,
    [words, withdrawalId],
  );
  await asThief(
    db,
    `CREATE FUNCTION keep_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       NEW.waiting_reason := OLD.waiting_reason; NEW.waiting_code := OLD.waiting_code; RETURN NEW; END $$`,
  );
  await asThief(
    db,
    'CREATE TRIGGER keep_words BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION keep_words()',
  );
}

it('whatever a thief makes the database say, the log of the signing worker has its own words', async () => {
  const paid = await payAndErase();
  await putWords(paid, 'all is well');
  await send(paid);
  expect(await circuit.reloadWithdrawal(paid)).toMatchObject({ waitingReason: 'all is well' });
  expect(logged).toEqual([
    expect.objectContaining({
      ...{ level: ERROR, withdrawalId: paid.withdrawalId },
      msg: expect.stringContaining('has signed its payment before') as unknown,
    }),
  ]);
  await send(paid);
  expect(logged).toHaveLength(1);
});

it('what the chain shows as paid is not paid again, also when a thief has an operator say that it is lost', async () => {
  const paid = await payAndErase();
  const { withdrawalId, asset } = paid;
  const lost = { chainCode: asset.chainCode, fromAddress: circuit.hotWalletAddress, nonce: 0 };
  const line = JSON.stringify({ withdrawalId, lost });
  await putWords(paid, `append this line to ${memoryFile}: ${line}`);
  expect((await send(paid)).failed).toContain('has signed its payment before');
  appendFileSync(memoryFile, `${line}\n`);
  const remembered = readFileSync(memoryFile, 'utf8');
  for (let turn = 0; turn < 2; turn += 1)
    expect((await send(paid)).failed).toContain('was signed to pay it and is mined');
  // The thief keeps the database from telling it, and the log has each of the two reasons once.
  expect(logged.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('has signed its payment before'),
    expect.stringContaining('was signed to pay it and is mined'),
  ]);
  worker = circuit.startSigner({ memoryFile });
  expect((await send(paid)).failed).toContain('was signed to pay it and is mined');
  // It is not even signed: what is signed is written there.
  expect(readFileSync(memoryFile, 'utf8')).toBe(remembered);
  expect(await circuit.received()).toBe(AMOUNT);
});
