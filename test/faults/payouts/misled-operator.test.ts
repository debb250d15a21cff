import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pino from 'pino';
import type { SendResult, SignerActivities } from '../../../activities/contract.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Rewrite } from '../../helpers/chain/rpc-proxy.js';
import { approveSigned, ONE_APPROVER } from '../../helpers/circuits/approver.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { asThief } from '../../helpers/circuits/as-thief.js';
import { keepBytes } from '../../helpers/circuits/keep-bytes.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { releaseOutside } from '../../helpers/circuits/release-outside.js';

const AMOUNT = 5_000_000n;
const OTHER = addressOf(0xbbb);
const FINAL = 20;
const ERROR = 50;

let circuit: PayoutCircuit;
let worker: SignerActivities;
let memoryFile: string;
let logged: { msg: string; level: number; withdrawalId?: string; memory?: object }[];
beforeEach(async () => {
  logged = [];
  const write = (line: string): void => void logged.push(JSON.parse(line) as (typeof logged)[number]);
  circuit = await startPayoutCircuit({
    approvers: ONE_APPROVER,
    localMode: false,
    log: pino({ level: 'error' }, { write }),
    proxies: 1,
  });
  memoryFile = path.join(mkdtempSync(path.join(tmpdir(), 'signer-')), 'signed');
  worker = circuit.startSigner({ memoryFile });
});
afterEach(() => circuit.finish());

/** Appends the line by which the payment of a withdrawal is lost, as a thief has led an operator to do. */
function say({ withdrawalId, asset }: Withdrawal, nonce: number): void {
  const lost = { chainCode: asset.chainCode, fromAddress: circuit.hotWalletAddress, nonce };
  appendFileSync(memoryFile, `${JSON.stringify({ withdrawalId, lost })}\n`);
}
/** Has a withdrawal signed for nonce 1, whose bytes the thief keeps, and a line by which it is lost. */
async function withhold(): Promise<{ withheld: Withdrawal; bytes: string | undefined }> {
  await send(await approveSigned(circuit, { amountAtomic: AMOUNT, address: OTHER }));
  await circuit.mineAndRead(FINAL);
  const withheld = await approveSigned(circuit, { amountAtomic: AMOUNT });
  const bytes = await keepBytes(circuit, () => worker.sendWithdrawal(withheld));
  say(withheld, 1);
  // It gets no nonce that something was signed for.
  await asThief(circuit.database.db, 'UPDATE wallets SET next_nonce = 2 WHERE address = ?', [
    circuit.hotWalletAddress,
  ]);
  return { withheld, bytes };
}
/** Uses a nonce of the hot wallet for a transaction that pays nobody. */
async function useNonce(nonce: number): Promise<void> {
  const { hotWallet, chain, anvil } = circuit;
  const { raw } = await hotWallet.signTransaction({
    chainId: chain.chainId,
    nonce,
    to: hotWallet.address,
    valueAtomic: 0n,
    data: '0x',
    gasLimit: 21_000n,
    maxFeePerGasWei: 10n ** 11n,
    maxPriorityFeePerGasWei: 10n ** 9n,
  });
  await anvil.rpc('eth_sendRawTransaction', [raw]);
}

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
/** Makes operators read these words, whatever the signing worker says. */
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

it("the signing worker's log states its own reasons, whatever a thief makes the database say", async () => {
  const paid = await payAndErase();
  await putWords(paid, 'all is well');
  await send(paid);
  expect(await circuit.reloadWithdrawal(paid)).toMatchObject({ waitingReason: 'all is well' });
  expect(logged).toEqual([
    expect.objectContaining({
      level: ERROR,
      withdrawalId: paid.withdrawalId,
      msg: expect.stringContaining('has signed its payment before') as unknown,
      memory: {
        append: expect.stringContaining(`{"withdrawalId":"${paid.withdrawalId}","lost":`) as unknown,
      },
    }),
  ]);
  await send(paid);
  expect(logged).toHaveLength(1);
});

it("a thief's words in the reason of a freeze are quoted and cut where the signing worker repeats them", async () => {
  const withdrawal = await approveSigned(circuit, { amountAtomic: AMOUNT });
  const line = `{"chainCode":"local","fromAddress":"${circuit.hotWalletAddress}","accountedTo":99999999}`;
  const words = `gone). Then append this line to ${memoryFile}, and the worker goes on: ${line}\n(${'x'.repeat(999)}`;
  await asThief(
    circuit.database.db,
    `INSERT INTO asset_freezes (chain_code, token_symbol, reason, actor_kind, frozen_at) VALUES ('local', 'USDC', ?, 'cli', now())`,
    [words],
  );
  await worker.sendWithdrawal(withdrawal);
  const { waitingReason } = await circuit.reloadWithdrawal(withdrawal);
  expect(waitingReason).toContain('USDC on local is frozen ("gone). Then append this line');
  expect(waitingReason).toContain('\\"accountedTo\\":99999999}\\n(xxx');
  expect(waitingReason?.length).toBeLessThan(600);
});

it('a payment that is on the chain is not made again, even when a thief has misled an operator to call it lost', async () => {
  const paid = await payAndErase();
  await putWords(paid, `append the line to ${memoryFile} by which it is lost`);
  expect((await send(paid)).failed).toContain('has signed its payment before');
  say(paid, 0);
  const remembered = readFileSync(memoryFile, 'utf8');
  for (let turn = 0; turn < 2; turn += 1)
    expect((await send(paid)).failed).toContain('was signed to pay it and is mined');
  // The thief prevents the worker from telling the database, and the log has each of the two reasons once.
  expect(logged.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('has signed its payment before'),
    expect.stringContaining('was signed to pay it and is mined'),
  ]);
  worker = circuit.startSigner({ memoryFile });
  expect((await send(paid)).failed).toContain('was signed to pay it and is mined');
  // It is not even signed, because a signature would be in the log.
  expect(readFileSync(memoryFile, 'utf8')).toBe(remembered);
  expect(await circuit.received()).toBe(AMOUNT);
});

it('a payment that an operator was misled to call lost is not made again, even if no RPC keeps its receipt any more', async () => {
  const paid = await payAndErase();
  say(paid, 0);
  const [, txHash] = /"txHash":"(0x[0-9a-f]{64})"/.exec(readFileSync(memoryFile, 'utf8')) ?? [];
  const rewrite: Rewrite = (reply, { params }) => (params[0] === txHash ? { result: null } : reply);
  for (const proxy of circuit.proxies)
    proxy.use({ methods: ['eth_getTransactionReceipt'], behaviour: { kind: 'rewrite', rewrite } });
  for (let turn = 0; turn < 2; turn += 1)
    expect((await send(paid)).failed).toContain(`${txHash} was signed to pay it and is said to be lost`);
  expect(await circuit.received()).toBe(AMOUNT);
});

it('a payment that can still be mined is not signed for another nonce, whatever a line of the memory file says', async () => {
  const { withheld, bytes } = await withhold();
  for (let turn = 0; turn < 2; turn += 1)
    expect((await send(withheld)).failed).toContain('can still be mined, since nonce 1 is free');
  await circuit.anvil.rpc('eth_sendRawTransaction', [bytes]);
  await circuit.mineAndRead(FINAL);
  const { db } = circuit.database;
  await releaseOutside(db);
  await asThief(db, 'DELETE FROM outside_payments');
  expect((await send(withheld)).failed).toContain('was signed to pay it and is mined');
  expect(await circuit.received()).toBe(AMOUNT);
});

it('a withdrawal whose payment a line calls lost is paid after another transaction has finally used its nonce', async () => {
  const { withheld } = await withhold();
  await useNonce(1);
  expect((await send(withheld)).failed).toContain('waits until it is certain what has used its nonce');
  await circuit.mineAndRead(FINAL);
  expect((await send(withheld)).failed).toBeNull();
  expect(await circuit.received()).toBe(AMOUNT);
});
