import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import type { Address, Hex } from 'viem';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { transaction } from '../../../src/db/core/database.js';
import { stateOutcome } from '../../../src/db/withdrawals/state-outcome.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { ANVIL_CHAIN_ID } from '../../helpers/chain/anvil.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { mineWithCode } from '../../helpers/circuits/mine-with-code.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { expectClean } from '../../helpers/circuits/reconcile-circuit.js';
import { undoFinal } from '../../helpers/circuits/undo-final.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
/** More blocks than finality takes: finalized is 8 blocks behind the head. */
const FINAL_BLOCKS = 12;
/** Much longer than `replaceAfterSeconds`, because after a reorganisation anvil's clock is some seconds behind. */
const STUCK_MS = 300_000;
const OTHER = addressOf(0x0ddb_a115);
/** Key of the hot wallet, which somebody else has as well. */
const KEY = `0x${'4b'.repeat(32)}` as const;
/** Code that reverts every call. */
const REVERTS = '0x60006000fd';

let circuit: PayoutCircuit;
let withdrawal: Withdrawal;

beforeEach(async () => {
  circuit = await startPayoutCircuit({ hotWallet: walletOfPrivateKey(KEY), slotsInAnEpoch: 4 });
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.signer.sendWithdrawal(withdrawal);
});
afterEach(() => circuit.finish());

/** Undoes past finality what the hot wallet did. The empty blocks in its place become final. */
async function undo(): Promise<void> {
  const heights = await circuit.database
    .db('sent_transactions')
    .whereNotNull('block_number')
    .pluck<number[]>('block_number');
  await undoFinal(circuit, Math.min(...heights));
  await circuit.mineAndRead(FINAL_BLOCKS);
  expect((await circuit.signedRows()).every((row) => row.block_hash === null)).toBe(true);
}

/** Makes the withdrawal fail: the token refuses it, that becomes final, and its amount is available again. */
async function fail(): Promise<void> {
  const restoreCode = await mineWithCode(circuit, REVERTS);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.passTime(20_000);
  await circuit.lookUntilIn(withdrawal, 'failed');
  await undo();
  await restoreCode();
}

/** Pays another withdrawal of the wallet, which goes out behind the first. */
async function payOther(): Promise<Withdrawal> {
  const other = await circuit.approvedWithdrawal(AMOUNT, OTHER);
  await circuit.signer.sendWithdrawal(other);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.drainUntilIn(other, 'completed');
  expect(await circuit.received(OTHER)).toBe(AMOUNT);
  return other;
}

describe('a final withdrawal that is undone past finality, and that the chain does not mine again', () => {
  it('is sent again unchanged when it had completed, and pays once', async () => {
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.drainUntilIn(withdrawal, 'completed');
    await undo();
    expect(await circuit.received()).toBe(0n);
    await circuit.passTime(20_000);
    await circuit.drainUntilIn(withdrawal, 'broadcast');
    await payOther();
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.signedRows()).toHaveLength(2);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('is not paid when it had failed: a cancellation transaction uses its nonce', async () => {
    await fail();
    await circuit.passTime(20_000);
    await circuit.drain();
    await payOther();
    expect(await circuit.received()).toBe(0n);
    expect(await circuit.mined()).toEqual([
      [0, 'cancellation'],
      [1, 'payment'],
    ]);
    await circuit.drain();
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      status: 'failed',
      waitingReason: null,
    });
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    await expectClean(circuit, FINAL_BLOCKS);
    // Another try signs and sends nothing.
    const before = await circuit.signedRows();
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await circuit.signedRows()).toEqual(before);
  });

  it('says why its nonce cannot be used yet when it had failed, and continues with higher fees if they were too low', async () => {
    await fail();
    const eth = await circuit.hotBalance(circuit.eth);
    await circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, '0x1']);
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('for gas; top it up');
    expect(await circuit.signedRows()).toHaveLength(1);
    await circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, `0x${eth.toString(16)}`]);
    await Promise.all([1, 2].map(() => circuit.signer.sendWithdrawal(withdrawal)));
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toBeNull();
    expect((await circuit.signedRows()).map(({ purpose }) => purpose)).toEqual(['payment', 'cancellation']);
    await setBaseFee(circuit.anvil, 20n * GWEI);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    expect(await circuit.mined()).toEqual([]);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    expect(await circuit.mined()).toEqual([[0, 'cancellation']]);
    await payOther();
    expect(await circuit.received()).toBe(0n);
    await expectClean(circuit, FINAL_BLOCKS);
  });
});

describe('a payment found on the chain as a transaction of an older type, and undone past finality', () => {
  it('is sent again unchanged, and says so when higher fees would be needed', async () => {
    await circuit.anvil.rpc('anvil_dropTransaction', [(await circuit.transactionOf(withdrawal)).txHash]);
    const { to, data } = transferCall({ asset: circuit.usdc, to: RECIPIENT, amountAtomic: AMOUNT });
    const raw = await privateKeyToAccount(KEY).signTransaction({
      type: 'legacy',
      chainId: ANVIL_CHAIN_ID,
      nonce: 0,
      to: to as Address,
      data: data as Hex,
      gas: 100_000n,
      gasPrice: 30n * GWEI,
    });
    const hash = await circuit.anvil.rpc<string>('eth_sendRawTransaction', [raw]);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.signer.sendWithdrawal(withdrawal);
    await drainUntil(circuit, 'adopted', async () => {
      await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
      return (await circuit.reloadWithdrawal(withdrawal)).waitingReason?.includes('settle') === true;
    });
    await transaction(circuit.database.db, (trx) =>
      stateOutcome(trx, {
        withdrawalId: withdrawal.withdrawalId,
        outcome: 'paid',
        reason: 'looked',
        nowMs: Date.now(),
        actor: { kind: 'cli', id: 'test', ip: null },
        showAddress: (address) => address,
      }),
    );
    await circuit.drainUntilIn(withdrawal, 'completed');
    await undo();
    await circuit.passTime(20_000);
    await circuit.drainUntilIn(withdrawal, 'broadcast');
    await circuit.signer.sendWithdrawal(withdrawal);
    await setBaseFee(circuit.anvil, 40n * GWEI);
    await circuit.passTime(STUCK_MS);
    await circuit.mineAndRead(1);
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('of an older type');
    expect(await circuit.signedRows()).toHaveLength(2);
    await setBaseFee(circuit.anvil, 1n);
    await circuit.mineAndRead(1);
    await circuit.signer.sendWithdrawal(withdrawal);
    await payOther();
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    expect((await circuit.signedRows()).find((row) => row.tx_hash === hash)?.block_hash).not.toBeNull();
    await expectClean(circuit, FINAL_BLOCKS);
  });
});
